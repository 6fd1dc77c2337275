package visa

import (
	"fmt"
	"strings"
	"testing"
)

// marksIn runs a program in which each place says that a lane has been there: "at N" is an instruction that adds N to the lane's element of seen. It gives back the elements, and
// how the run ended.
func marksIn(t *testing.T, mask uint32, program string) (seen []uint32, end string) {
	t.Helper()
	var text strings.Builder
	text.WriteString(".decl seen v_type=G type=ud num_elts=8 align=GRF\n.decl k v_type=G type=ud num_elts=8 align=GRF\n.decl one v_type=G type=ud num_elts=1 align=dword\n" +
		".decl even v_type=P num_elts=32\n.decl low v_type=P num_elts=32\n.decl none v_type=P num_elts=32\n.decl again v_type=P num_elts=8\nmov (M1_NM, 1) one(0,0)<1> 0:ud\n")
	for line := range strings.Lines(program) {
		line = strings.TrimSpace(line)
		if n, is := strings.CutPrefix(line, "at "); is {
			line = "add (M1, 8) seen(0,0)<1> seen(0,0)<8;8,1> " + n + ":ud"
		}
		if n, is := strings.CutPrefix(line, "once "); is { // once, whatever lanes are active
			line = "add (M1_NM, 1) one(0,0)<1> one(0,0)<0;1,0> " + n + ":ud"
		}
		text.WriteString(line + "\n")
	}
	g, errs := ParseProgram(text.String(), NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	options := Options{Variables: map[uint32]int{32: 0, 33: 0}}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		return nil, err.Error()
	}
	m := code.NewMachine()
	m.Mask, m.Fuel = mask, 100
	m.SetBytes(32, make([]byte, 32))
	m.SetBytes(33, []byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0})
	for id, bits := range map[uint32]uint32{1: 0x55555555, 2: 0x0f, 3: 0} {
		m.SetFlags(id, Flags{bits, ^uint32(0)})
	}
	if err := code.Run(m, nil); err != nil {
		end = err.Error()
	}
	data, _ := m.Bytes(32)
	for k := range 8 {
		seen = append(seen, uint32(data[4*k]))
	}
	one, _ := m.Bytes(34)
	return append(seen, uint32(one[0])), end
}

// What the pages of goto, jmp, call, ret and fret say, and what is decided where they say nothing. The last number is counted once a visit. even has lanes 0, 2, 4 and 6, and low has
// 0 to 3.
func TestControlFlow(t *testing.T) {
	for _, row := range []struct {
		name, program string
		mask          uint32
		seen          string
		end           string
	}{
		{"a forward goto takes its lanes to the label", "(even) goto (M1, 8) other\nat 1\nonce 1\ngoto (M1, 8) end\nother:\nat 2\nonce 2\nend:\nat 4\nonce 4", 0xff, "6 5 6 5 6 5 6 5 7", ""},
		{"where nobody stays, the next place where lanes wait follows", "(even) goto (M1, 8) a\ngoto (M1, 8) b\nonce 1\na:\nat 1\nb:\nat 2", 0xff, "3 2 3 2 3 2 3 2 0", ""},
		{"where nobody goes, all go on", "(none) goto (M1, 8) a\nat 1\na:\nat 2", 0xff, "3 3 3 3 3 3 3 3 0", ""},
		{"lanes outside of the mask take no part", "(even) goto (M1, 8) a\nat 1\na:\nat 2", 0x0f, "2 3 2 3 0 0 0 0 0", ""},
		{"a backward goto keeps those that stay behind it",
			"top:\nat 1\nonce 1\ncmp.lt (M1, 8) again seen(0,0)<8;8,1> k(0,0)<8;8,1>\n(again) goto (M1, 8) top\nat 32", 0xff, "33 33 34 35 36 37 38 39 7", ""},
		{"channels that the goto does not have stay", "goto (M2, 4) a\nat 1\na:\nat 2", 0xff, "3 3 3 3 2 2 2 2 0", ""},
		{"NoMask of several channels takes active ones", "(even) goto (M1, 8) a\ngoto (M1_NM, 4) b\nat 1\na:\nat 2\nb:\nat 4", 0xff, "6 4 6 4 6 7 6 7 0", ""},
		{"any and all decide for all channels", "(low.any) goto (M1, 8) a\nat 1\na:\n(low.all) goto (M1, 8) b\nat 2\nb:\n(!low.all) goto (M1, 8) c\nat 4\nc:\nat 8", 0xff, "10 10 10 10 10 10 10 10 0", ""},
		{"any and all are of the instruction's channels", "(low.all) goto (M1, 4) a\nat 1\na:\nat 2", 0xff, "2 2 2 2 3 3 3 3 0", ""},
		{"a goto of one channel is for all", "(even) goto (M1, 1) a\nat 1\na:\nat 2", 0xfe, "0 2 2 2 2 2 2 2 0", ""},
		{"a jmp is for all, whatever lanes are active", "(low) jmp (M1, 1) a\nat 1\na:\nat 2", 0xf0, "0 0 0 0 2 2 2 2 0", ""},
		{"a jmp that is not taken", "(none) jmp (M1, 1) a\nat 1\na:\nat 2", 0xff, "3 3 3 3 3 3 3 3 0", ""},
		{"a jmp over lanes that wait", "(even) goto (M1, 8) a\njmp (M1, 1) b\na:\nat 1\nb:\nat 2", 0xff, "0 0 0 0 0 0 0 0 0",
			"jmp (M1, 1) b: undefined behaviour in lane 0: jmp jumps over a place where the lane waits to be active again"},
		{"a jmp to lanes that wait", "(even) goto (M1, 8) a\njmp (M1, 1) a\nat 1\na:\nat 2", 0xff, "2 2 2 2 2 2 2 2 0", ""},
		{"a uniform loop inside of a branch", "(!even) goto (M1, 8) a\nmov (M1_NM, 1) k(0,0)<1> 3:ud\ntop:\nat 1\nadd (M1_NM, 1) k(0,0)<1> k(0,0)<0;1,0> (-)k(0,1)<0;1,0>\n" +
			"cmp.gt (M1_NM, 1) again k(0,0)<0;1,0> 0:ud\n(again) jmp (M1, 1) top\na:\nat 16", 0xff, "19 16 19 16 19 16 19 16 0", ""},
		{"a call takes its lanes, and all go on behind it", "(even) call (M1, 8) s\nat 1\nret (M1, 1)\n.function \"s\"\nat 2\nonce 1\n(low) ret (M1, 8)\nat 4\nonce 2\nret (M1, 8)", 0xff, "3 1 3 1 7 1 7 1 3", ""},
		{"a call of nobody", "(none) call (M1, 8) s\nat 1\nret (M1, 1)\n.function \"s\"\nonce 1\nret (M1, 8)", 0xff, "1 1 1 1 1 1 1 1 0", ""},
		{"a call of one channel takes all, and a ret of one channel ends it", "call (M1_NM, 1) s\nat 1\nret (M1, 1)\n.function \"s\"\nat 2\nonce 1\n(none) ret (M1_NM, 1)\nat 4\nret (M1_NM, 1)", 0x0f, "7 7 7 7 0 0 0 0 1", ""},
		{"a ret after which others wait", "call (M1, 8) s\nat 1\nret (M1, 1)\n.function \"s\"\n(even) goto (M1, 8) a\nret (M1, 8)\nonce 1\na:\nat 2\nret (M1, 8)", 0xff, "3 1 3 1 3 1 3 1 0", ""},
		{"a ret of the kernel takes lanes away for good", "(even) ret (M1, 8)\nat 1\nret (M1, 8)\nonce 1", 0xff, "0 1 0 1 0 1 0 1 0", ""},
		{"fret ends a function", "at 1\nfret (M1_NM, 1)\nat 2", 0xff, "1 1 1 1 1 1 1 1 0", ""},
		{"a ret of one channel while others wait", "(even) goto (M1, 8) a\nret (M1, 1)\na:\nat 1", 0xff, "0 0 0 0 0 0 0 0 0",
			"ret (M1, 1): undefined behaviour in lane 0: ret returns before a place where the lane waits to be active again"},
		{"after a call of one channel, a ret of eight is not all", "call (M1_NM, 1) s\nret (M1, 1)\n.function \"s\"\nret (M1, 8)", 0xff, "0 0 0 0 0 0 0 0 0",
			"ret (M1, 8): undefined behaviour: ret leaves no lane active, and the call mask has ffffff00"},
		{"a call inside of a call", "call (M1, 8) s\nat 1\nret (M1, 1)\n.function \"s\"\n(low) call (M1, 8) t\nat 2\nret (M1, 8)\n.function \"t\"\nat 4\nret (M1, 8)", 0xff, "7 7 7 7 3 3 3 3 0", ""},
		{"recursion", "call (M1, 8) s\nret (M1, 1)\n.function \"s\"\ncall (M1, 8) t\nret (M1, 8)\n.function \"t\"\ncall (M1, 8) s\nret (M1, 8)", 0xff, "0 0 0 0 0 0 0 0 0",
			"call (M1, 8) s: undefined behaviour: call calls a subroutine that is being executed"},
		{"a kernel that runs into a subroutine", "at 1\n.function \"s\"\nat 2\nret (M1, 8)", 0xff, "1 1 1 1 1 1 1 1 0",
			".function \"s\": undefined behaviour: subroutine is reached without a call: a ret is missing before it"},
		{"a subroutine without a ret", "call (M1, 8) s\nret (M1, 1)\n.function \"s\"\nat 1", 0xff, "1 1 1 1 1 1 1 1 0",
			"add (M1, 8) seen(0,0)<1> seen(0,0)<8;8,1> 0x1:ud: undefined behaviour: add is the last instruction of a subroutine, which a ret ends"},
		{"an endless loop", "top:\nat 1\ngoto (M1, 8) top", 0xff, "33 33 33 33 33 33 33 33 0", "top:: no end after 100 instructions"},
		{"no lanes at all", "goto (M1, 8) a\nonce 1\na:\nonce 2", 0, "0 0 0 0 0 0 0 0 3", ""},
		{"a guard that nobody has written", "(again) goto (M1, 8) a\na:\nat 1", 0xff, "0 0 0 0 0 0 0 0 0",
			"(again) goto (M1, 8) a: undefined behaviour in lane 0: the guard (again) reads element 0, which nobody has written"},
		{"a jmp of eight channels", "jmp (M1, 8) a\na:\nat 1", 0xff, "", "jmp (M1, 8) a: a jmp is for all lanes: its execution size is 1"},
		{"a goto out of its subroutine", "goto (M1, 8) a\nret (M1, 1)\n.function \"s\"\na:\nret (M1, 8)", 0xff, "",
			"goto (M1, 8) a: the label is in another subroutine: only a call enters one, and only a ret leaves it"},
		{"fret of a subroutine", "call (M1, 8) s\nret (M1, 1)\n.function \"s\"\nfret (M1, 8)", 0xff, "", "fret (M1, 8): fret ends a function, and this is a subroutine, which ret ends"},
		{"fcall", "fcall (M1, 8) f 0 0", 0xff, "", "fcall (M1, 8) f 0 0: \"f\" is in another object, and was not given"},
		{"a mask that ends behind 31", "goto (M8, 8) a\na:\nat 1", 0xff, "", "goto (M8, 8) a: (M8, 8) begins at lane 28 of the mask: the mask ends at 31"},
	} {
		seen, end := marksIn(t, row.mask, row.program)
		if got := strings.Trim(fmt.Sprint(seen), "[]"); got != row.seen || end != row.end {
			t.Errorf("%s: seen %s, want %s; it ended %q, want %q", row.name, got, row.seen, end, row.end)
		}
	}
}

// What waits when a run stops does not wait in the next one of the machine, nor in its clone's.
func TestRunsAreTheirOwn(t *testing.T) {
	g, errs := ParseProgram(".decl seen v_type=G type=ud num_elts=8 align=GRF\n.decl even v_type=P num_elts=8\n(even) goto (M1, 8) a\n(!even) goto (M1, 8) b\na:\nadd (M1, 8) seen(0,0)<1> seen(0,0)<8;8,1> 1:ud\nb:\nadd (M1, 8) seen(0,0)<1> seen(0,0)<8;8,1> 4:ud\n", NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	code, err := Compile(g.Insts(), g.Decls, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	m.Mask = 0x0f
	m.SetFlags(1, Flags{0x55, 0xff})
	m.SetBytes(32, make([]byte, 32))
	for fuel := range 7 {
		c := m.Clone()
		c.Fuel = fuel
		if err := code.Run(c, nil); (err != nil) != (fuel < 6) {
			t.Fatalf("%d instructions: %v", fuel, err)
		}
		c.SetBytes(32, make([]byte, 32))
		c.Fuel, c.Mask = 100, 0xf0
		if err := code.Run(c, nil); err != nil {
			t.Fatal(err)
		}
		if data, _ := c.Bytes(32); fmt.Sprint(data[0], data[12], data[16], data[20]) != "0 0 5 4" {
			t.Fatalf("after %d instructions: %v", fuel, data)
		}
		if data, _ := m.Bytes(32); data[16] != 0 || m.waiting[5] != 0 {
			t.Fatal("the clone's run is the machine's")
		}
	}
}

// A program begins with as few channels of a dispatch as its instructions have, or with those that it says.
func TestDispatchMask(t *testing.T) {
	for _, row := range []struct {
		program string
		want    uint32
	}{
		{"yield", 0xff},
		{"mov (M1, 8) V32<1> 1:d\nmov (M1_NM, 32) V32<1> 1:d", 0xff},
		{"mov (M3, 4) V32<1> 1:d", 0xffff},
		{"mov (M1, 16) V32<1> 1:d", 0xffff},
		{"mov (M5, 8) V32<1> 1:d", 0xffffffff},
		{".kernel_attr SimdSize=16\nmov (M1, 8) V32<1> 1:d", 0xffff},
		{".kernel_attr SimdSize=8\nmov (M1, 32) V32<1> 1:d", 0xff},
		{".kernel_attr SimdSize=99\nyield", 0xffffffff},
		{".kernel_attr SLMSize=16\nyield", 0xff},
	} {
		g, errs := ParseProgram(row.program, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if got := g.DispatchMask(); got != row.want {
			t.Errorf("%s: %x, want %x", row.program, got, row.want)
		}
	}
}

// The tool takes no predefined variable for a lifetime.
func TestLifetimeOfPredefined(t *testing.T) {
	for dialect, fits := range map[Dialect]bool{Spec: true, Intel: false} {
		p := Parser{Decls: NewDecls(32, D), Dialect: dialect}
		if _, err := p.ParseInst("lifetime.start %r0"); (err == nil) != fits {
			t.Errorf("dialect %d: %v", dialect, err)
		}
	}
}
