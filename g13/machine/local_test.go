package machine_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// The memory of each threadgroup begins as the dispatch says, and that of the threadgroup that is told of is as it left it: the first one's when all of its SIMD-groups
// are done, or that of the one that failed.
func TestLocalOfDispatch(t *testing.T) {
	const add = `
		get_sr r1, sr51
		get_sr r4, sr0
		threadgroup_load i8, x, r2, 0, r1l
		iadd r2, r2, 1
		iadd r2, r2, r4
		threadgroup_store i8, x, r2, 0, r1l
		`
	given := []byte(strings.Repeat("\x05", 64))
	for text, want := range map[string]string{
		add + "stop": "\x06",
		add + "threadgroup_barrier\nif_icmp r0l, ueq, r4, 3, 1\njmp_exec_none end\ntrap\nend: stop": "\x09",
		"stop": "\x05",
	} {
		for cores := 1; cores <= 3; cores++ {
			d := &machine.Dispatch{Program: assemble(t, text), Grid: [3]uint32{640}, Threadgroup: [3]uint32{64}, Local: given, Cores: cores, Alone: -1}
			r := dispatch(t, d)
			if len(r.Local) != machine.MaxThreadgroupMemory || string(r.Local[:64]) != strings.Repeat(want, 64) || !bytes.Equal(r.Local[64:], make([]byte, machine.MaxThreadgroupMemory-64)) {
				t.Errorf("%q on %d cores: %x", text, cores, r.Local[:64])
			}
		}
	}
	if r := dispatch(t, &machine.Dispatch{Program: assemble(t, add)}); r.Local != nil {
		t.Error("memory that nobody asked for")
	}
	d := &machine.Dispatch{Program: assemble(t, "stop"), Local: make([]byte, machine.MaxThreadgroupMemory+1)}
	if _, err := d.Run(context.Background()); err == nil {
		t.Error("too much threadgroup memory")
	}
	for text, want := range map[string]bool{add: true, "threadgroup_barrier": false, "stop": false, "threadgroup_atomic add, r10, 0, 0, r1, 0, 2, 128, 0": true} {
		if got := assemble(t, text).UsesThreadgroupMemory(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
