// SPDX-License-Identifier: MIT
// Go for tests/languages/run.py: goroutines, closures, maps, garbage.
package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"
	"time"
)

type shape interface{ area(x float64) float64 }
type circle struct{ r float64 }

func (c *circle) area(x float64) float64 { return math.Sin(x*c.r) * x }

//go:noinline
func each(n int, f func(int) float64) float64 {
	sum := 0.0
	for i := 0; i < n; i++ {
		sum += f(i)
	}
	return sum
}

func descend(depth int, s shape) float64 {
	if depth == 0 {
		return each(2000, func(i int) float64 { return s.area(float64(i)) })
	}
	return descend(depth-1, s) + 1
}

func words(n int) int {
	m := map[string]int{}
	for i := 0; i < n; i++ {
		m[fmt.Sprintf("word %d", i*7919%101)]++
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, strings.ToUpper(k))
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return len(keys)
}

func work(wg *sync.WaitGroup) {
	defer wg.Done()
	end := time.Now().Add(800 * time.Millisecond)
	for time.Now().Before(end) {
		descend(10, &circle{0.5})
		words(400)
		time.Sleep(200 * time.Microsecond)
	}
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go work(&wg)
	go work(&wg)
	wg.Wait()
}
