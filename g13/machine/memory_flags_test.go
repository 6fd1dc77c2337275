package machine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What nobody has verified of memory is flagged, and nothing else is.
func TestMemoryFlags(t *testing.T) {
	for text, want := range map[string]string{
		"device_load 0, i32, xz, r10_r11, u2_u3, r1, unsigned, lsl 2":           "",
		"device_load 0, i32, x, r10, u2_u3, r1, unsigned, lsl 3":                "shift of 3",
		"device_load 0, u8norm, xyzw, r10l_r10h_r11l_r11h, u2_u3, r1, unsigned": "",
		"device_load 0, f16, x, r10l, u2_u3, r1, unsigned":                      "",
		"device_load 0, f16, x, r10, u2_u3, r1, unsigned":                       "f16 moves 16 bits",
		"device_store 0, f16, x, r10, u2_u3, r1, unsigned, 0":                   "f16 moves 16 bits",
		"device_load 0, rgb9e5, xyz, r10_r11_r12, u2_u3, 0, signed":             "bit-packed",
		"device_load 0, i16, u2_u3, 0, signed":                                  "empty mask",
		"device_load 0, rgb9e5, u2_u3, 0, signed":                               "bit-packed",
		"device_store 0, i32, xy, r10_r11, u2_u3, r1, unsigned, 0":              "",
		"device_store 0, i32, yz, r10_r11, u2_u3, r1, unsigned, 0":              "",
		"device_store 0, i32, xz, r10_r11, u2_u3, r1, unsigned, 0":              "mask has holes",
		"device_store 0, u8norm, x, r10, u2_u3, r1, unsigned, 0":                "go to the nearest number",
		"device_store 0, rgb9e5.rtz, xyz, r10_r11_r12, u2_u3, 0, signed, 0":     "towards zero where it says so",
		"threadgroup_load i32, x, r10, r1l, 1":                                  "",
		"threadgroup_load i32, x, r10, 0, r1l":                                  "an offset in a register into threadgroup memory",
		"threadgroup_atomic add, r10, 0, 0, r1, 0, 2, 128, 0":                   "",
		"atomic add, 0, r10, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2":               "",
		"stack_load r10, i32, 1, 0, x, 4, 0, 0":                                 "the stack pointer begins at 0",
		"stack_load r10, i32, 1, 0, x, 4, 0, 0, lsl 1":                          "an offset from the stack pointer is shifted",
		"stack_get_ptr r10": "the stack pointer begins at 0",
		"stack_adjust 8":    "the stack pointer begins at 0",
		"if_icmp r0l, nueq, 0, 0, 1\nstack_adjust r10, signed":            "lane 0",
		"memory_barrier 2, 1, 9\nmemory_barrier 3, 2, 10\nwait 0\nwait 1": "",
		"memory_barrier 0, 3, 3":                                          "nobody knows what this barrier orders",
	} {
		d := newDesk(t)
		r := execute(t, d.Group, 0, text)
		found := want == "" && len(r.Flags) == 0 || want != "" && slices.ContainsFunc(r.Flags, func(f string) bool { return strings.Contains(f, want) })
		if !found || r.Fault != nil {
			t.Errorf("%q: %q %v, want %q", text, r.Flags, r.Fault, want)
		}
	}
}

// Of all memory barriers that the bits allow, those are flagged that have no name in a public decoder.
func TestNamedBarriers(t *testing.T) {
	named := map[string]bool{"0, 0, 4": true}
	for _, c := range []int{9, 10} { // of memory, and of images
		for _, ab := range []string{"2, 2", "3, 2", "2, 1", "3, 1"} {
			named[fmt.Sprintf("%s, %d", ab, c)] = true
		}
	}
	named["1, 2, 9"] = true
	for k := range 4 * 4 * 16 {
		text := fmt.Sprintf("%d, %d, %d", k&3, k>>2&3, k>>4)
		r := execute(t, newDesk(t).Group, 0, "memory_barrier "+text)
		if flagged := len(r.Flags) > 0; r.Fault != nil || flagged == named[text] {
			t.Errorf("memory_barrier %s: %q %v", text, r.Flags, r.Fault)
		}
	}
}
