package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// The occupancy goes down in steps, each from the half that no longer fits.
func TestOccupancy(t *testing.T) {
	for _, row := range []struct {
		register string
		halves   int
		threads  int
	}{
		{"r0l", 1, 1024}, {"r51h", 104, 1024}, {"r52l", 105, 896}, {"r55h", 112, 896}, {"r56l", 113, 832}, {"r63h", 128, 832}, {"r64l", 129, 768}, {"r67h", 136, 768}, {"r68l", 137, 704},
		{"r71h", 144, 704}, {"r72l", 145, 640}, {"r79h", 160, 640}, {"r80l", 161, 576}, {"r91h", 184, 576}, {"r92l", 185, 512}, {"r103h", 208, 512}, {"r104l", 209, 448}, {"r115h", 232, 448}, {"r116l", 233, 384}, {"r127h", 256, 384},
	} {
		r, err := inspect.Inspect(assembled(t, "mov_imm "+row.register+", 7\nstop\n").Code)
		if err != nil {
			t.Fatal(err)
		}
		if r.Halves != row.halves || r.Occupancy.Threads != row.threads || r.Registers != (row.halves+1)/2 {
			t.Errorf("%s: %d halves, %d registers, %d threads; want %d halves and %d threads", row.register, r.Halves, r.Registers, r.Occupancy.Threads, row.halves, row.threads)
		}
	}
}

// The registers that a program names are those that the machine counts when it executes all of it.
func TestRegistersAgree(t *testing.T) {
	r := chance.Random(t, 6)
	compared := 0
	for range 100 {
		code := assembled(t, (&author{Rand: r, later: []string{}}).program(2+r.IntN(12))).Code
		report, err := inspect.Inspect(code)
		if err != nil {
			t.Fatal(err)
		}
		all := make([]machine.Instruction, len(report.Instructions))
		for k, i := range report.Instructions {
			all[k].Inst = i.Inst
		}
		if want := machine.Used(all).Highest(); report.Halves != want {
			t.Fatalf("%d halves, and the machine counts %d", report.Halves, want)
		}
		compared++
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// Cycles are those of the side of a core that is taken longer: each multiplication of integers takes four there, an addition or a float one on the other.
func TestCycles(t *testing.T) {
	for _, row := range []struct {
		text       string
		cycles     int
		unmodelled int
	}{
		{"stop", 0, 1}, {"iadd r1, r2, r3\nstop", 1, 1}, {"imadd r1, r2, r3, 0\nstop", 4, 1}, {"imadd r1, r2, r3, 0\nrcp r4, r5\nstop", 10, 1},
		{"imadd r1, r2, r3, 0\n" + strings.Repeat("fmul32 r4, r5, r6\n", 5) + "stop", 5, 1}, {"imadd r1, r2, r3, 0\n" + strings.Repeat("fmul32 r4, r5, r6\n", 3) + "stop", 4, 1},
		{"simd_iadd r1, r2\nstop", 24, 1}, {"simd_prefix_iadd r1, r2\nstop", 18, 1}, {"simd_shuffle r1, r2, 3\nget_sr r1, sr52\nstop", 4, 1}, {"icmp_ballot r1, ueq, r2, r3\nstop", 2, 1},
		{"rsqrt r1, r2\nstop", 8, 1}, {"exp2 r1, r2\nfloor r1, r2\nstop", 8, 1}, {"device_load 0, i32, x, r1, u2_u3, 0, signed\nwait 0\nstop", 0, 3}, {"fmadd16 r1l, r2l, r3l, r4l\nmov r2, 5\nstop", 2, 1},
	} {
		r, err := inspect.Inspect(assembled(t, row.text+"\n").Code)
		if err != nil {
			t.Fatal(err)
		}
		if r.Cycles != row.cycles || r.Unmodelled != row.unmodelled || r.Blocks[0].Cycles != row.cycles {
			t.Errorf("%s: %d cycles, %d without; want %d and %d", row.text, r.Cycles, r.Unmodelled, row.cycles, row.unmodelled)
		}
	}
}

// What is live is what some thread reads later, on its own way.
func TestLive(t *testing.T) {
	for _, row := range []struct {
		text  string
		needs string
		most  int
	}{
		{"iadd r1, r2, r3\nstop", "r2..r3", 4},
		{"mov r2, 1\niadd r1, r2, r3\nstop", "r3", 4},
		{"if_icmp r0l, ult, r1l, 5, 1\nmov r2, 1\nelse_icmp r0l, ueq, 0, 0, 1\nmov r2, 2\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l", 3},
		{"if_icmp r0l, ult, r1l, 5, 1\nmov r2, 1\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l r2", 4},
		{"push_exec r0l, 1\nt: iadd r2, r4, 1\niadd r3, r3, r2\nwhile_icmp r0l, ult, r3, 9, 1\njmp_exec_any t\npop_exec r0l, 1\nstop", "r0l r3..r4", 7},
		{"get_sr r2, sr52\nsimd_shuffle r1, r3, r2\niadd r4, r1, r1\nstop", "r1 r3", 6}, // an index of 32 leaves r1 as it was
		{"get_sr r2, sr52\nsimd_shuffle r1, r3, 5\niadd r4, r1, r1\nstop", "r3", 4},
		{"if_icmp r0l, ult, r1l, 5, 1\nmov r2, 1\nsimd_shuffle_xor r4, r2, 1\npop_exec r0l, 1\niadd r3, r4, 0\nstop", "r0l r1l r2 r4", 6}, // of threads that sleep
		{"device_load 0, rgb10a2, x, r4, u2_u3, 0, signed\nwait 0\niadd r1, r7, r8\nstop", "r8", 10},                                      // a pixel is four registers
	} {
		r, err := inspect.Inspect(assembled(t, row.text+"\n").Code)
		if err != nil {
			t.Fatal(err)
		}
		if r.Needs.String() != row.needs || r.Live != row.most {
			t.Errorf("%s\nneeds %v, %d live; want %s, %d", row.text, r.Needs, r.Live, row.needs, row.most)
		}
	}
}

// Effects are told by the operands.
func TestEffects(t *testing.T) {
	for _, row := range []struct{ text, reads, writes, loads, discards string }{
		{"imadd r0_r1.cache, r5, 32, u0", "r5", "r0..r1", "", ""},
		{"iadd r1, r1.discard, r2l", "r1 r2l", "r1", "", "r1"},
		{"device_load 0, i32, xy, r2_r3, r4_r5, r6, signed", "r4..r6", "r2..r3", "r2..r3", ""},
		{"device_load 1, i16, xw, r2l_r2h, u4_u5, 0, signed", "", "r2", "r2", ""},
		{"device_load 0, rg11b10f, x, r2, u4_u5, 0, signed", "", "r2..r4", "r2..r4", ""},
		{"device_store 0, i32, xyz, r2_r3_r4, r6_r7, 0, signed, 0", "r2..r4 r6..r7", "", "", ""},
		{"stack_load r4, i32, 1, 0, x, 4, r5, 0", "r5", "r4", "r4", ""},
		{"threadgroup_load i32, x, r3, r2l, 0", "r2l", "r3", "", ""},
		{"threadgroup_store i32, x, r3, r2l, r4h", "r2l r3 r4h", "", "", ""},
		{"atomic cmpxchg, 0, r3, u2_u3, r1, unsigned, r4_r5", "r1 r4..r5", "r3", "r3", ""},
		{"atomic add, 0, None, u2_u3, r1, unsigned, r4", "r1 r4", "", "", ""},
		{"threadgroup_atomic add, r3, r2l, 0, r4", "r2l r4", "r3", "", ""},
		{"if_icmp r0l, ult, r1, r2h, 1", "r0l r1 r2h", "r0l", "", ""},
		{"pop_exec r0l, 1", "r0l", "r0l", "", ""},
		{"ret r1", "r1", "", "", ""},
		{"call r5", "r5", "r1", "", ""},
		{"call pc+6", "", "r1", "", ""},
		{"uniform_store 2, i16, xy, 0, r1l_r1h, 8", "r1", "", "", ""},
		{"stack_get_ptr r4", "", "r4", "", ""},
		{"st_var 1, r4, 2", "r4", "", "", ""},
		{"iter r4_r5, cf1, center, 0b0, 0, 0, 0, 0, 0", "", "r4..r5", "", ""},
		{"simd_shuffle_down r1, r2, r3l", "r2 r3l", "r1", "", ""},
	} {
		i, err := asm.Parse(row.text)
		if err != nil {
			t.Fatalf("%s: %v", row.text, err)
		}
		e := inspect.EffectsOf(i)
		got := fmt.Sprintf("reads %v, writes %v, loads %v, discards %v", e.Reads, e.Writes, e.Loads, e.Discards)
		if want := fmt.Sprintf("reads %s, writes %s, loads %s, discards %s", row.reads, row.writes, row.loads, row.discards); got != want {
			t.Errorf("%s\n%s, want\n%s", row.text, got, want)
		}
	}
}

// Where the ways are not known it is said.
func TestUnknown(t *testing.T) {
	for _, row := range []struct{ text, why string }{
		{"ret r1\n", "nothing here calls, so that the ret at 0x0 leaves the program"},
		{"call f\nstop\nf: ret r1\n", ""},
		{"call f\nstop\nf: ret r2\n", "the ret at 0x8 goes to an address that may not be one behind a call"},
		{"call f\nstop\nf: mov r1, 0\nret r1\n", "the ret at 0xe goes to an address that may not be one behind a call"},
		{"call r5\nstop\n", "the call at 0x0 goes to an address in a register"},
		{"if_icmp r0l, ult, r3, 5, 1\ncall f\npop_exec r0l, 1\nstop\nf: ret r1\n", "the ret at 0x14 goes to an address that may not be one behind a call"},
	} {
		r, err := inspect.Inspect(assembled(t, row.text).Code)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Unknown, "; "); got != row.why {
			t.Errorf("%s: %q, want %q", row.text, got, row.why)
		}
	}
	if _, err := inspect.Inspect(make([]byte, inspect.MaxCode+1)); err == nil {
		t.Error("a program without bound is looked at")
	}
}
