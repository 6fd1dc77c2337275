package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A spin is a contender that does nothing for anybody: what two cores of this machine are worth while others are at work, too.
type spin struct {
	cores int
	sum   *atomic.Uint32 // of where it came to, so that no compiler leaves it out
}

// spins is how often it turns, in all.
const spins = 1 << 23

func (s spin) run(times int) (ns []float64, err error) {
	for range times {
		begin := time.Now()
		var all sync.WaitGroup
		for k := range s.cores {
			all.Go(func() { s.sum.Add(turned(uint32(k+1), spins/s.cores)) })
		}
		all.Wait()
		ns = append(ns, float64(time.Since(begin)))
	}
	return ns, nil
}

// turned is the last of so many random numbers.
func turned(x uint32, times int) uint32 {
	for range times {
		x = xorshift(x)
	}
	return x
}

func (s spin) checksum() (string, error) { return "", nil }
