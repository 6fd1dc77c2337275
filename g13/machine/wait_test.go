package machine_test

import (
	"slices"
	"strings"
	"testing"
)

// What is read before a wait for its slot is flagged, with the place, and nothing else is.
func TestWaits(t *testing.T) {
	const (
		load0 = "device_load 0, i32, x, r10, u2_u3, r1, unsigned\n"
		bytes = "device_load 0, i8, x, r10, u2_u3, r1, unsigned\n"
		load1 = "device_load 1, i32, x, r11, u2_u3, r1, unsigned\n"
		half  = "if_icmp r0l, ult, r1, 16, 1\n" + load0
		sleep = "if_icmp r0l, ult, r1, 8, 1\n"
		other = "else_icmp r0l, ueq, 0, 0, 1\n"
		none  = "if_icmp r0l, nueq, 0, 0, 1\n"
		eight = "device_load 0, i32, xyzw, r10..r13, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r14..r17, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r18..r21, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r22..r25, u2_u3, 0, signed\n" +
			"device_load 0, i32, xyzw, r26..r29, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r30..r33, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r34..r37, u2_u3, 0, signed\ndevice_load 0, i32, xyzw, r38..r41, u2_u3, 0, signed\n"
	)
	for text, want := range map[string]string{
		load0 + "wait 0\nmov r12, r10":               "",
		load0 + "mov r12, r10":                       "offset 0x8: mov reads r10 before it waits for slot 0",
		load0 + "wait 1\nmov r12, r10":               "offset 0xa: mov reads r10 before it waits for slot 0",
		load0 + load1 + "wait 0\nmov r12, r10":       "",
		load0 + load1 + "wait 0\niadd r12, r10, r11": "offset 0x12: iadd reads r11 before it waits for slot 1",
		load0 + "mov r10, r1":                        "offset 0x8: mov writes r10 before it waits for slot 0, and what is loaded there may come later",
		load0 + "wait 0\nmov r10, r1":                "",
		load0 + "wait 1\nmov r10, r1":                "offset 0xa: mov writes r10 before it waits for slot 0",
		load0 + load0 + "wait 0":                     "offset 0x8: device_load writes r10 before it waits for slot 0",
		load0 + "device_load 1, i32, x, r10, u2_u3, r1, unsigned\nwait 0\nwait 1": "offset 0x8: device_load writes r10 before it waits for slot 0",
		load0 + "threadgroup_load i32, x, r10, 0, 0":                              "threadgroup_load writes r10",
		load0 + "iadd r10, r10, r1":                                               "offset 0x8: iadd reads r10 before it waits for slot 0",
		load0 + "call next\nnext: stack_get_ptr r10":                              "stack_get_ptr writes r10",
		"device_load 0, i32, x, r1, u2_u3, 0, signed\ncall next\nnext: stop":      "call writes r1",
		"device_load 0, i16, x, r0l, u2_u3, 0, signed\nmov r0h, r5h\nwait 0":      "",
		"device_load 0, i16, x, r10l, u2_u3, r1, unsigned\nmov r10h, r12h":        "",
		half + sleep + "mov r10, r1":                                              "offset 0x14: mov writes r10",
		half + sleep + "mov r12, r10":                                             "offset 0x14: mov reads r10 before it waits for slot 0, and has what was loaded already",
		half + other + "mov r10, r1":                                              "",
		half + other + "mov r12, r10":                                             "offset 0x14: mov reads r10 before it waits for slot 0, which loads it in other lanes only; those that read it have what was there",
		half + other + "simd_shuffle r12, r10, 1":                                 "simd_shuffle reads r10 before it waits for slot 0, and has what was loaded already",
		half + none + "mov r12, r10":                                              "",
		half + none + "mov r10, r12":                                              "",
		none + load0 + "pop_exec r0l, 1\nmov r12, r10":                            "",
		none + strings.Repeat(load0, 9) + "pop_exec r0l, 1":                       "",
		load0 + "device_store 0, i32, x, r10, u2_u3, r1, unsigned, 0":             "device_store reads r10",
		bytes + "device_load 0, i32, x, r12, u2_u3, r10, unsigned":                "device_load reads r10",
		bytes + "threadgroup_store i8, x, r1, r10l, 0":                            "threadgroup_store reads r10",
		load0 + "simd_shuffle r12, r10, 1":                                        "simd_shuffle reads r10",
		load0 + "if_icmp r0l, ueq, r10, r1, 1":                                    "if_icmp reads r10",
		load0 + "uniform_store 2, i16, x, 0, r10h, 4":                             "uniform_store reads r10",
		load0 + "atomic add, 0, None, u2_u3, 0, signed, r10, 1, 0, 1, 4, 2":       "atomic reads r10",
		load0 + "icmpsel ueq, r12, r1, r1, r10, r1":                               "icmpsel reads r10",
		load0 + "ret r10": "", // a fault, and so nothing is read
		"device_load 0, i16, x, r10l, u2_u3, r1, unsigned\nmov r12h, r10h":                     "",
		"device_load 0, i16, x, r10h, u2_u3, r1, unsigned\nmov r12h, r10h":                     "reads r10",
		"device_load 0, rgb10a2, xyzw, r10_r11_r12_r13, u2_u3, 0, signed\nmov r14, r13":        "reads r13",
		"threadgroup_load i32, x, r10, 0, 0\nmov r12, r10":                                     "",
		"stack_load r10, i32, 1, 0, x, 4, 0, 1\nmov r12, r10":                                  "before it waits for slot 1",
		"atomic add, 1, r10, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2\nmov r12, r10":                "before it waits for slot 1",
		"atomic add, 1, None, u2_u3, 0, signed, r1, 1, 0, 1, 4, 2\nmov r12, r10":               "",
		"device_load 0, i16, x, r0l, u2_u3, 0, signed\npop_exec r0l, 1":                        "pop_exec reads r0",
		"jmp_exec_any load\nback: mov r12, r10\nstop\nload: " + load0 + "jmp_exec_any back":    "offset 0x6: mov reads r10",
		eight + "wait 0\n" + eight + "wait 0":                                                  "",
		eight + strings.ReplaceAll(eight, "device_load 0", "device_load 1") + "wait 0\nwait 1": "offset 0x40: device_load writes r10 before it waits for slot 0",
		eight + "device_load 0, i32, x, r42, u2_u3, 0, signed":                                 "offset 0x40: device_load is one load more than the 8",
		eight + "device_load 1, i32, x, r42, u2_u3, 0, signed":                                 "",
		strings.Repeat("device_store 0, i32, x, r1, u2_u3, r1, unsigned, 0\n", 9):              "",
	} {
		d := newDesk(t)
		r := execute(t, d.Group, 100, text)
		found := false
		for _, f := range r.Flags {
			waits := strings.Contains(f, " reads r") || strings.Contains(f, " writes r") || strings.Contains(f, "one load more")
			found = found || waits
			if waits && (want == "" || !strings.Contains(f, want) || !strings.HasPrefix(f, "unverified: ")) {
				t.Errorf("%q: %q, want %q", text, f, want)
			}
		}
		if !found && want != "" {
			t.Errorf("%q: nothing, want %q; %v", text, want, r.Fault)
		}
	}
}

// A register that other lanes load is flagged although a lower one is on its way in these lanes, and the other way round.
func TestWaitsOfTwoRegisters(t *testing.T) {
	for _, here := range [...]string{"r2", "r12"} {
		d := newDesk(t)
		r := execute(t, d.Group, 100, "if_icmp r0l, ult, r1, 16, 1\ndevice_load 0, i32, x, r10, u2_u3, r1, unsigned\nelse_icmp r0l, ueq, 0, 0, 1\ndevice_load 0, i32, x, "+here+", u2_u3, 0, signed\niadd r14, "+here+", r10")
		for _, want := range [...]string{"iadd reads " + here + " before it waits for slot 0, and has what was loaded already", "iadd reads r10 before it waits for slot 0, which loads it in other lanes only"} {
			if !slices.ContainsFunc(r.Flags, func(f string) bool { return strings.Contains(f, want) }) {
				t.Errorf("%s and r10: %q, want %q among them", here, r.Flags, want)
			}
		}
	}
}

// A run that goes on still waits; one that begins anew does not.
func TestWaitsInPieces(t *testing.T) {
	for fuel, want := range map[int]int{1: 1, 2: 0} {
		d := newDesk(t)
		p := "device_load 0, i32, x, r10, u2_u3, r1, unsigned\nstop\nmov r12, r10"
		r := execute(t, d.Group, fuel, p)
		d.PC = 10
		if r = execute(t, d.Group, 0, p); len(r.Flags) != want {
			t.Errorf("after %d instructions: %q", fuel, r.Flags)
		}
	}
}

// What a flag says is in the register is there: what was loaded, what was written since, or some of both.
func TestWaitNotes(t *testing.T) {
	const (
		load  = "device_load 0, i32, x, r10, u2_u3, r1, unsigned\n"
		again = "device_load 1, i32, x, r10, u2_u3, 0, signed\nwait 1\n"
	)
	for text, want := range map[string]string{
		load + "mov r12, r10":                                                                      "and has what was loaded already",
		load + "mov r10, 5\nmov r12, r10":                                                          "and has what was written there since",
		load + again + "mov r12, r10":                                                              "and has what was written there since",
		load + "mov r10, 5\n" + load + "mov r12, r10":                                              "and has what was loaded already",
		load + "if_icmp r0l, ult, r1, 4, 1\nmov r10, 5\nmov r12, r10":                              "and has what was written there since",
		load + "if_icmp r0l, ult, r1, 4, 1\nmov r10, 5\npop_exec r0l, 1\nmov r12, r10":             "and has what was loaded already in some lanes, and what was written there since in others",
		load + "if_icmp r0l, ult, r1, 4, 1\nmov r10, 5\nelse_icmp r0l, ueq, 0, 0, 1\nmov r12, r10": "and has what was loaded already",
		load + "mov r10l, r5l\nmov r12, r10":                                                       "and has what was written there since",
		load + "mov r10h, r5h\nmov r12l, r10l":                                                     "and has what was loaded already",
	} {
		d := newDesk(t)
		r := execute(t, d.Group, 100, text)
		var notes []string
		for _, f := range r.Flags {
			if _, note, ok := strings.Cut(f, "before it waits for slot 0, "); ok && strings.Contains(f, " reads r10 ") {
				notes = append(notes, note)
			}
		}
		if len(notes) != 1 || notes[0] != want {
			t.Errorf("%q: %q, want %q; %v", text, r.Flags, want, r.Fault)
		}
	}
}
