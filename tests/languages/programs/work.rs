// SPDX-License-Identifier: MIT
// Rust for tests/languages/run.py: generics, closures, traits, collections.
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

trait Shape {
    fn area(&self, x: f64) -> f64;
}
struct Circle(f64);
impl Shape for Circle {
    #[inline(never)]
    fn area(&self, x: f64) -> f64 {
        (x * self.0).sin() * x
    }
}

#[inline(never)]
fn each<F: Fn(u64) -> f64>(n: u64, f: F) -> f64 {
    (0..n).map(|i| f(i)).sum()
}

#[inline(never)]
fn words(n: u64) -> usize {
    let mut map: HashMap<String, u64> = HashMap::new();
    let mut tree = BTreeMap::new();
    for i in 0..n {
        *map.entry(format!("word {}", i * 7919 % 101)).or_default() += 1;
        tree.insert(i * 7919 % 1009, i);
    }
    let mut all: Vec<_> = map.into_iter().collect();
    all.sort_by(|a, b| b.0.cmp(&a.0));
    all.len() + tree.len()
}

fn descend(depth: u32, shape: &dyn Shape) -> f64 {
    if depth == 0 {
        each(2000, |i| shape.area(i as f64))
    } else {
        descend(depth - 1, shape) + 1.0
    }
}

fn work() -> f64 {
    let end = Instant::now() + Duration::from_millis(800);
    let shape: Box<dyn Shape> = Box::new(Circle(0.5));
    let mut sum = 0.0;
    while Instant::now() < end {
        sum += descend(10, shape.as_ref());
        sum += words(400) as f64;
        std::thread::sleep(Duration::from_micros(200));
    }
    sum
}

fn main() {
    let other = std::thread::Builder::new()
        .name("worker one".into())
        .spawn(work)
        .unwrap();
    println!("{}", work() + other.join().unwrap());
}
