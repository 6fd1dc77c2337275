package main

import (
	"strings"
	"testing"
)

// A dispatch that does not come to its end is no time that could be told: every workload has a buffer taken away, so that it reads or writes where nothing is, and the next time works again.
func TestFaults(t *testing.T) {
	t.Parallel()
	for k := range workloads {
		w := &workloads[k]
		h, _ := small(t, w)
		at := firstBuffer + 2*(len(h.buffers)-1)
		low, high := uint32(h.mapped[len(h.buffers)-1].Address), uint32(h.mapped[len(h.buffers)-1].Address>>32)
		h.dispatch.Start.SetUniform32(at, 0x40)
		h.dispatch.Start.SetUniform32(at+1, 0)
		if ns, err := h.run(3); ns != nil || err == nil || !strings.HasPrefix(err.Error(), "the dispatch ended by ") {
			t.Errorf("%s without its last buffer takes %v, %v", w.name, ns, err)
		}
		h.dispatch.Start.SetUniform32(at, low)
		h.dispatch.Start.SetUniform32(at+1, high)
		if ns, err := h.run(3); len(ns) != 3 || err != nil {
			t.Errorf("%s takes %v, %v", w.name, ns, err)
		}
	}
}
