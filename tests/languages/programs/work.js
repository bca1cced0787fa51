// SPDX-License-Identifier: MIT
// JavaScript for tests/languages/run.py: JIT tiers, closures, library code.
'use strict';
function square(x) { return x * x + Math.sin(x); }
function waves(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += square(i);
  return sum;
}
function descend(depth) { return depth ? descend(depth - 1) + 1 : waves(2000); }
class Words {
  constructor() { this.map = new Map(); }
  add(word) { this.map.set(word, (this.map.get(word) || 0) + 1); }
  sorted() { return [...this.map.keys()].sort((a, b) => (a < b ? 1 : -1)); }
}
function words(n) {
  const all = new Words();
  for (let i = 0; i < n; i++) all.add(`word ${(i * 7919) % 101}`);
  return JSON.parse(JSON.stringify(all.sorted())).length;
}
let sum = 0;
for (const end = Date.now() + 1000; Date.now() < end;) {
  sum += descend(10) + words(400);
  sum += 'aab'.repeat(200).replace(/a+b/g, (m) => m.toUpperCase()).length;
}
console.log(sum);
