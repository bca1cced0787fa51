// SPDX-License-Identifier: MIT
// C++ for tests/languages/run.py: templates, lambdas, exceptions, operators.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {
struct Less {
	bool operator()(const std::string &a, const std::string &b) const
	{
		return a.size() != b.size() ? a.size() < b.size() : a < b;
	}
};

template <typename T> struct Matrix {
	std::vector<T> v;
	int n;
	explicit Matrix(int size) : v(size * size, T(1)), n(size) {}
	__attribute__((noinline)) Matrix operator*(const Matrix &o) const
	{
		Matrix r(n);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				T s = 0;
				for (int k = 0; k < n; k++)
					s += v[i * n + k] * o.v[k * n + j];
				r.v[i * n + j] = s;
			}
		return r;
	}
};
} // namespace

struct Shape {
	virtual ~Shape() = default;
	virtual double area(double x) const = 0;
};
struct Circle final : Shape {
	double area(double x) const override { return std::sin(x) * x; }
};

static __attribute__((noinline)) int thrower(int n)
{
	if (n == 0)
		throw std::runtime_error("end");
	return thrower(n - 1) + 1;
}

static __attribute__((noinline)) void catcher()
{
	try {
		thrower(8);
	} catch (const std::exception &) {
	}
}

template <typename F> __attribute__((noinline)) double each(int n, F f)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += f(i);
	return sum;
}

static double work(double seconds)
{
	auto end = std::chrono::steady_clock::now() +
		   std::chrono::duration<double>(seconds);
	std::unique_ptr<Shape> shape(new Circle);
	double sum = 0;
	while (std::chrono::steady_clock::now() < end) {
		std::map<std::string, int, Less> names;
		for (int i = 0; i < 300; i++)
			names["name " + std::to_string(i * 7919 % 1000)]++;
		Matrix<double> a(24), b(24);
		sum += (a * b).v[3];
		std::function<double(int)> f = [&](int i) {
			return shape->area(i) + names.size();
		};
		sum += each(3000, f);
		std::vector<int> numbers(2000);
		for (size_t i = 0; i < numbers.size(); i++)
			numbers[i] = static_cast<int>(i * 7919 % 2003);
		std::sort(numbers.begin(), numbers.end(),
			  [](int x, int y) { return x > y; });
		for (int i = 0; i < 20; i++)
			catcher();
		std::this_thread::sleep_for(std::chrono::microseconds(200));
	}
	return sum;
}

int main()
{
	std::thread other([] { work(0.8); });
	double sum = work(0.8);
	other.join();
	std::printf("%g\n", sum);
}
