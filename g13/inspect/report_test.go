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
		{"if_icmp r0l, ult, r1l, 5, 1\nmov r2, 1\nelse_icmp r0l, ult, r5l, 3, 1\nmov r2, 2\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l r2 r5l", 5},
		{"push_exec r0l, 1\nt: if_icmp r0l, ult, r1l, 5, 1\nwhile_icmp r0l, ult, r5l, 3, 2\nmov r2, 1\npop_exec r0l, 1\njmp_exec_any t\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l r2 r5l", 5},
		{"push_exec r0l, 1\nif_icmp r0l, ult, r1l, 5, 1\nmov r0l, 2\npop_exec r0l, 0\nmov r2, 1\npop_exec r0l, 1\nmov r2, 2\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l r2", 4},
		{"push_exec r0l, 1\nif_icmp r0l, ult, r1l, 5, 1\nmov r0l, 2\nupdate_exec r0l\nmov r2, 1\npop_exec r0l, 1\nmov r2, 2\npop_exec r0l, 1\niadd r3, r2, 0\nstop", "r0l r1l r2", 4},
		{"device_load 0, rgb10a2, x, r4, u2_u3, 0, signed\nwait 0\niadd r1, r7, r8\nstop", "r8", 10}, // a pixel is four registers
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
		{"texture_load 0, 0b1101, 0b0, none, xy, 0b00, r4_r5, None, ts0, ss0, tex_2d, r2_r3, lod_min, u0l", "r2..r3", "r4..r5", "r4..r5", ""},
		{"texture_load 0, 0b1101, 0b0, none, xy, 0b10, r4_r5, None, ts0, ss0, tex_2d, r2_r3.discard, lod_min, u0l", "r2..r3", "r4..r6", "r4..r6", "r2..r3"},
		{"image_write r4_r5_r6_r7, r2_r3, 0, None, ts0, tex_2d, rte", "r2..r7", "", "", ""},
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
		{"call f\nstop\nf: mov_imm r1l, 0\nret r1\n", "the ret at 0xc goes to an address that may not be one behind a call"},
		{"call f\nstop\nf: mov_imm r2l, 0\nmov_imm r0h, 0\nret r1\n", ""},
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

// Each program breaks these rules and no other ones.
func TestRows(t *testing.T) {
	const (
		ifs     = "if_icmp r0l, ult, r1, r2, 1\n"
		pop     = "pop_exec r0l, 1\n"
		discard = "iadd r9, r10.discard, r11\n"
		lost    = inspect.DiscardDivergent
	)
	for _, row := range []struct {
		text  string
		rules string
	}{
		// Discards that the document allows: twice, with cache on the same destination, and where all threads are active.
		{"iadd r1.cache, r1.discard, r1.discard", ""}, {"iadd r1, r1.discard, r1", ""}, {ifs + pop + discard, ""}, {discard + ifs + pop, ""}, {discard + "mov r10, 1\niadd r1, r10, 1", ""},
		{discard + "iadd r1, r10l, 1", inspect.UseAfterDiscard}, {discard + "iadd r1, r11, 1", ""}, {discard + "mov_imm r10l, 1\niadd r1, r10h, 1", inspect.UseAfterDiscard},
		{"iadd r9, r10l.discard, r11\niadd r1, r10h, 1", ""}, {discard + "device_load 0, i32, x, r10, u2_u3, 0, signed\nwait 0\niadd r1, r10, 1", ""},
		// Who may be asleep.
		{ifs + discard + pop, lost}, {"push_exec r0l, 1\n" + discard + pop, ""}, {"if_icmp r0l, ult, 7, 5, 1\n" + discard + pop, lost}, {"if_icmp r0l, ult, 3, 5, 1\n" + discard + pop, ""},
		{"if_icmp r0l, ugte, 7, 5, 1\n" + discard + pop, ""}, {"if_icmp r0l, ulte, 7, 5, 1\n" + discard + pop, lost}, {"if_icmp r0l, sgt, 7, 5, 1\n" + discard + pop, ""}, {"if_icmp r0l, seq, 7, 5, 1\n" + discard + pop, lost},
		{"if_fcmp r0l, lt, 1.0, 2.0, 1\n" + discard + pop, ""}, {"if_fcmp r0l, gte, 1.0, 2.0, 1\n" + discard + pop, lost}, {"if_fcmp r0l, lte, 2.0, 2.0, 1\n" + discard + pop, ""}, {"if_fcmp r0l, gt, 2.0, 2.0, 1\n" + discard + pop, lost},
		{"if_fcmp r0l, lt, 2.0, 2.0, 1\n" + discard + pop, lost}, {"if_icmp r0l, ult, 5, 5, 1\n" + discard + pop, lost}, {"if_icmp r0l, ugt, 5, 5, 1\n" + discard + pop, lost}, {"if_fcmp r0l, gte, 2.0, 2.0, 1\n" + discard + pop, ""},
		{"if_fcmp r0l, ngt, 2.0, 2.0, 1\n" + discard + pop, ""}, {"if_fcmp r0l, lt, 1.0.neg, 2.0, 1\n" + discard + pop, lost},
		{ifs + "else_icmp r0l, ueq, 0, 0, 1\n" + discard + pop, lost}, {ifs + "else_icmp r0l, ueq, 0, 0, 1\n" + pop + discard, ""}, {"if_icmp r0l, ult, 7, 5, 1\nelse_icmp r0l, ueq, 0, 0, 1\n" + discard + pop, ""},
		{"if_icmp r0l, ult, 7, 5, 1\nelse_icmp r0l, ueq, 0, 1, 1\n" + discard + pop, lost}, {ifs + ifs + pop + discard + pop, lost}, {ifs + ifs + "pop_exec r0l, 2\n" + discard, ""}, {ifs + "if_icmp r0l, ult, r1, r2, 2\n" + pop + discard + pop + pop, lost},
		{"push_exec r0l, 2\nwhile_icmp r0l, ult, r1, r2, 2\n" + pop + discard + pop, lost}, {"push_exec r0l, 2\nwhile_icmp r0l, ult, r1, r2, 2\npop_exec r0l, 2\n" + discard, ""}, {"while_icmp r0l, ult, 1, 2, 2\n" + discard, ""},
		{"while_icmp r0l, ult, r1, r2, 0\n" + discard, ""}, {strings.Repeat(ifs, 70) + strings.Repeat(pop, 70) + discard, lost}, {strings.Repeat(ifs, 60) + strings.Repeat(pop, 60) + discard, ""}, {strings.Repeat(ifs, 60) + strings.Repeat(pop, 59) + discard + pop, lost},
		// What is written to r0l.
		{"iadd r0l, r8l, 3\npop_exec r0l, 0\n" + pop + discard, inspect.R0LClobbered + " " + lost}, {"mov r0l, 1\n" + discard, ""}, {"mov r0l, 1\npop_exec r0l, 0\n" + discard + pop, lost}, {"mov r0l, 1\n" + pop + discard, ""},
		{"mov r0l, 1\nmov_imm r0h, 5\n" + ifs + pop + pop, inspect.R0LClobbered}, {"mov r0l, 1\nmov r0l, 0\n" + ifs + pop, ""}, {"mov_imm r0, 0\n" + ifs + pop, ""}, {"mov_imm r0, 65536\n" + ifs + pop, ""}, {"mov_imm r0, 65537\n" + ifs + pop + pop, inspect.R0LClobbered},
		{"mov_imm r0h, 5\n" + ifs + pop, ""}, {"icmpsel ult, r0l, r3, r4, 2, 1\n" + pop + discard + pop, lost}, {"icmpsel ult, r0l, r3, r4, 2, r5l\n" + pop, inspect.R0LClobbered}, {"icmpsel ult, r0l, r3, r4, r0l, r0l\n" + ifs + pop, ""},
		{"icmpsel ult, r0l, r3, r4, 1, 0\npop_exec r0l, 0\n" + discard + pop, lost}, {"icmpsel ult, r0l, r3, r4, 0, 1\npop_exec r0l, 0\n" + discard + pop, lost}, {"mov r0l, 2\nupdate_exec r0l\npop_exec r0l, 2\n" + discard, ""},
		{"device_load 0, i32, x, r0, u2_u3, 0, signed\nwait 0\n" + ifs + pop, inspect.R0LClobbered}, {"iadd r0l, r8l, 3\nmov r0l, 0\n" + ifs + pop, ""}, {"iadd r0l, r8l, 3", ""},
		{"t: " + ifs + pop + "iadd r0l, r8l, 3\njmp_exec_any t", inspect.R0LClobbered}, {"jmp_exec_none on\niadd r0l, r8l, 3\non:\nt: iadd r1, r1, 1\njmp_exec_any t\n" + ifs + pop, inspect.R0LClobbered},
		{"call f\n.byte 0xff, 0xff\nf: iadd r1, r1, 1", ""},
		// Loads on their way.
		{"device_load 0, i32, x, r3, u2_u3, 0, signed\nwait 1\niadd r1, r3, 1", inspect.ReadBeforeWait}, {"device_load 1, i32, x, r3, u2_u3, 0, signed\nwait 1\niadd r1, r3, 1", ""}, {"threadgroup_load i32, x, r3, 0, 0\niadd r1, r3, 1", ""},
		{"device_load 0, i32, x, r3, u2_u3, 0, signed\niadd r3, r3, 1", inspect.ReadBeforeWait}, {"device_load 0, i32, x, r3, u2_u3, 0, signed\nmov r3, 1", inspect.WriteBeforeWait}, {"device_load 0, i32, x, r0, u2_u3, 0, signed\n" + pop, inspect.ReadBeforeWait + " " + inspect.R0LClobbered},
		{strings.Repeat("atomic add, 0, None, u2_u3, 0, signed, r4, 1, 0, 1, 4, 2\n", 9), ""},
		// Encodings, and the ends of what can be named.
		{"device_load 0, i32, x, r3, u126_u127, 0, signed\nwait 0", ""}, {"device_load 0, i32, x, r3, u127_u128, 0, signed\nwait 0", inspect.BaseAboveU127}, {"threadgroup_load i32, x, r3, u127h, 0", ""}, {"threadgroup_load i32, x, r3, u128l, 0", inspect.BaseAboveU127},
		{"device_load 0, i16, x, r3l, u2_u3, 0, signed\nwait 0", ""}, {"uniform_store 2, i16, x, 0, r3l, 8", ""},
		{".byte 0x0e, 0x05, 0xc3, 0x22, 0x18, 0, 0, 0", inspect.UnalignedPair}, {".byte 0x0e, 0x05, 0x82, 0x22, 0x18, 0, 0, 0", ""},
		{"trap", inspect.MissingStop}, {"jmp_exec_any pc+8", inspect.MissingStop}, {"jmp_exec_any pc+10", inspect.JumpInside}, {"jmp_exec_any pc-2", inspect.JumpInside}, {"jmp_exec_any pc+7 !bits=00", inspect.JumpInside},
	} {
		checkRules(t, row.text, assembled(t, row.text+"\nstop\n").Code, strings.Fields(row.rules))
	}
}

// Code that lies across other code has blocks of its own, and a jump into it says into what.
func TestOverlapping(t *testing.T) {
	// 0: jmp_exec_any 8   6: mov_imm r2, … whose bytes from 8 on are stop and more   c: stop
	code := append(assembled(t, "jmp_exec_any pc+8\n").Code, 0x62, 0x09, 0x88, 0x00, 0x08, 0x00, 0x88, 0x00)
	r, err := inspect.Inspect(code)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, b := range r.Blocks {
		blocks = append(blocks, fmt.Sprintf("%x-%x %d", b.Offset, b.End, len(b.Successors)))
	}
	if got, want := strings.Join(blocks, ", "), "0-6 2, 6-c 1, 8-a 0, c-e 0"; got != want {
		t.Errorf("blocks %s, want %s", got, want)
	}
	if len(r.Findings) != 1 || r.Findings[0].Message != "jmp_exec_any leads to 0x8, inside of the instruction at 0x6" || r.Entry != 0 || r.Unstructured != "instructions lie across each other" {
		t.Errorf("%v, %d, %s", r.Findings, r.Entry, r.Unstructured)
	}
}

// What a finding says.
func TestMessages(t *testing.T) {
	for _, row := range []struct{ text, message string }{
		{"trap\n", "trap is come to: there is no stop before it"},
		{".byte 0xff, 0xff\n", "the bytes are no instruction: no known instruction begins with these bits; a run comes here without a stop"},
		{"iadd r1, r2, r3\n", "iadd is the last instruction, and a run goes on behind it"},
		{"jmp_exec_any pc+6\n", "jmp_exec_any is the last instruction, and a run goes on behind it"},
		{"jmp_exec_any pc-100\nstop\n", "jmp_exec_any leads to -0x64, outside of the code"},
		{"jmp_exec_any pc+100\nstop\n", "jmp_exec_any leads to 0x64, outside of the code"},
		{"jmp_exec_any pc+7 !bits=00\nstop\n", "jmp_exec_any leads to 0x7, and instructions are at even offsets"},
		{"device_load 0, i32, xy, r3l_r3h, u2_u3, 0, signed !bits=00\nwait 0\nstop\n", "device_load moves elements of 32 bits to registers, which have 16"},
		{"stack_store i32, 1, 0, x, 4, r49l, 8, 0 !bits=00\nstop\n", "stack_store moves elements of 32 bits from registers, which have 16"},
		{"threadgroup_load i32, x, r3, u200h, 0\nstop\n", "threadgroup_load has its base in u200h; addresses can be in u0 to u127 only"},
		{"device_load 0, i32, x, r3, u127_u128, 0, signed\nwait 0\nstop\n", "device_load has its base in u127_u128; addresses can be in u0 to u127 only"},
		{"iadd r9, r10.discard, r11l\niadd r1, r10l, r10h\nstop\n", "iadd reads r10, which was discarded and not written since"},
		{".byte 0x0e, 0x05, 0xc3, 0x22, 0x18, 0, 0, 0\nstop\n", "iadd has operand A at an upper half, which is undefined"},
		{"mov r0l, 1\nif_icmp r0l, ult, r1, r2, 1\npop_exec r0l, 1\npop_exec r0l, 1\nstop\n", "mov writes r0l, which if_icmp at 0x6 takes for how deep threads sleep"},
		{"", "there is no instruction, and so no stop"},
	} {
		r, err := inspect.Inspect(assembled(t, row.text).Code)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Findings) == 0 || r.Findings[0].Message != row.message {
			t.Errorf("%q: %v, want %s", row.text, r.Findings, row.message)
		}
	}
	many, err := inspect.Inspect(assembled(t, strings.Repeat("device_load 0, i32, x, r3, u127_u128, 0, signed\nwait 0\n", 1010)+"stop\n").Code)
	if err != nil || len(many.Findings) != 1000 || many.More != 10 {
		t.Errorf("%d findings, %d more, %v", len(many.Findings), many.More, err)
	}
	if r, _ := inspect.Inspect(assembled(t, strings.Repeat("call r5\n", 20)+"stop\n").Code); len(r.Unknown) != 17 || r.Unknown[16] != "and more" {
		t.Errorf("%d unknown ways: %v", len(r.Unknown), r.Unknown)
	}
}

// Halves are said by registers.
func TestHalves(t *testing.T) {
	for _, row := range []struct{ text, said string }{
		{"iadd r1, r3l, r5h", "r3l r5h"}, {"fmadd32 r1, r2, r3, r4", "r2..r4"}, {"iadd r1, r126, r127", "r126..r127"}, {"iadd r1, r0, r127h", "r0 r127h"}, {"mov r1, 5", ""},
	} {
		i, err := asm.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		h := inspect.EffectsOf(i).Reads
		n := 0
		for half := range h.All() {
			n++
			if !h.Has(half) {
				t.Errorf("%s: %d is and is not", row.text, half)
			}
		}
		if h.String() != row.said || n != h.Count() || h.Empty() != (n == 0) {
			t.Errorf("%s: %v, %d and %d, want %s", row.text, h, n, h.Count(), row.said)
		}
	}
}
