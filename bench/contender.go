package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/lanescope/lanescope/g13/machine"
)

// A contender does a job, over and over, each time with the outputs as they were at first. Nobody writes to other buffers.
type contender interface {
	// run is how many nanoseconds each of so many times took, without what it takes to restore the buffers.
	run(times int) (ns []float64, err error)
	// checksum is of what the last time left: FNV-1a over the outputs, one behind the other.
	checksum() (string, error)
}

// here is a contender in this process: the reference, or machine code.
type here struct {
	job
	dispatch machine.Dispatch
	mapped   []*machine.Buffer
	result   machine.DispatchResult
}

func newHere(w *workload, size int, p *machine.Program, native machine.Native, cores int) (*here, error) {
	h := &here{job: w.job(size)}
	h.dispatch = machine.Dispatch{
		Program: p, Native: native, Cores: cores, Grid: h.grid, Threadgroup: w.threadgroup,
		Memory: machine.NewMemory(), Start: machine.NewGroup(),
	}
	for k, v := range h.numbers {
		h.dispatch.Start.SetUniform32(k, v)
	}
	for k, b := range h.buffers {
		m, err := h.dispatch.Memory.Map(len(b.bytes))
		if err != nil {
			return nil, err
		}
		h.mapped = append(h.mapped, m)
		copy(m.Bytes, b.bytes)
		h.dispatch.Start.SetUniform32(firstBuffer+2*k, uint32(m.Address))
		h.dispatch.Start.SetUniform32(firstBuffer+2*k+1, uint32(m.Address>>32))
	}
	return h, nil
}

func (h *here) run(times int) (ns []float64, err error) {
	for range times {
		for k, b := range h.buffers {
			if b.output {
				restore(h.mapped[k].Bytes, b.bytes)
			}
		}
		begin := time.Now()
		h.result, err = h.dispatch.Run(context.Background())
		ns = append(ns, float64(time.Since(begin)))
		if err == nil && h.result.Stop != machine.Stopped {
			err = fmt.Errorf("the dispatch ended by %v: %v", h.result.Stop, h.result.Fault)
		}
		if err != nil {
			return nil, err
		}
	}
	return ns, nil
}

// restoredAtOnce is few enough bytes that they are copied through registers and stay in the cache, as what a program wrote. More at once may go around it.
const restoredAtOnce = 1 << 10

func restore(to, from []byte) {
	for len(from) > 0 {
		n := copy(to, from[:min(len(from), restoredAtOnce)])
		to, from = to[n:], from[n:]
	}
}

func (h *here) checksum() (string, error) {
	return h.sum(func(k int) ([]byte, error) { return h.mapped[k].Bytes, nil })
}

// sum is the checksum of the job's outputs.
func (j *job) sum(read func(buffer int) ([]byte, error)) (string, error) {
	f := fnv.New64a()
	for k, b := range j.buffers {
		if !b.output {
			continue
		}
		bytes, err := read(k)
		if err != nil {
			return "", err
		}
		f.Write(bytes)
	}
	return fmt.Sprintf("%016x", f.Sum64()), nil
}

// median is the one in the middle, or 0 of none.
func median[T cmp.Ordered](all []T) (m T) {
	if len(all) == 0 {
		return m
	}
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}
