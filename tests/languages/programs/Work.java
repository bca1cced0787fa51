// SPDX-License-Identifier: MIT
// Java for tests/languages/run.py: interfaces, lambdas, collections, threads.
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class Work {
	interface Shape { double area(double x); }
	static class Circle implements Shape {
		public double area(double x) { return Math.sin(x) * x; }
	}

	static double descend(int depth, Shape s) {
		if (depth > 0)
			return descend(depth - 1, s) + 1;
		double sum = 0;
		for (int i = 0; i < 2000; i++)
			sum += s.area(i);
		return sum;
	}

	static int words(int n) {
		Map<String, Integer> map = new HashMap<>();
		for (int i = 0; i < n; i++)
			map.merge("word " + i * 7919 % 101, 1, Integer::sum);
		List<String> keys = map.keySet().stream().sorted()
			.map(k -> k.toUpperCase()).collect(Collectors.toList());
		return keys.size();
	}

	static double work(long ms) {
		double sum = 0;
		long end = System.currentTimeMillis() + ms;
		while (System.currentTimeMillis() < end)
			sum += descend(10, new Circle()) + words(400);
		return sum;
	}

	public static void main(String[] args) throws Exception {
		Thread other = new Thread(() -> work(1500), "worker one");
		other.start();
		double sum = work(1500);
		other.join();
		System.out.println(sum);
	}
}
