package machine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

func assemble(tb testing.TB, text string) *machine.Program {
	tb.Helper()
	code, errs := asm.Assemble(text)
	if len(errs) > 0 {
		tb.Fatal(errs)
	}
	p, err := machine.Compile(code)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func execute(tb testing.TB, g *machine.Group, fuel int, text string) machine.Result {
	tb.Helper()
	r, err := assemble(tb, text).Run(context.Background(), g, machine.Options{Fuel: fuel})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// How runs end, how many instructions they count, and where they stand then.
func TestStops(t *testing.T) {
	for _, c := range []struct {
		text     string
		fuel     int
		stop     string
		executed int
		pc       int
		fault    string
	}{
		{"stop", 0, "stop", 1, 0, ""},
		{"", 1, "end", 0, 0, ""},
		{"mov r1, r2", 0, "end", 1, 6, ""},
		{"mov r1, r2", 1, "end", 1, 6, ""},
		{"mov r1, r2\nstop", 1, "fuel", 1, 6, ""},
		{"top: jmp_exec_any top", 100000, "fuel", 100000, 0, ""},
		{"mov r1, r2\ntrap", 0, "fault", 1, 6, "offset 0x6: trap: a program that comes here has gone wrong"},
		{"wait 0", 0, "end", 1, 2, ""},
		{"wait 1\ndevice_load 0, i32, x, r2, u2_u3, r1, unsigned", 0, "fault", 1, 2, "offset 0x2: device_load: no buffer is mapped"},
		{"threadgroup_store i32, x, r2, 0, 0", 0, "fault", 0, 0, "offset 0x0: threadgroup_store: there is no threadgroup memory"},
		{".byte 0xff, 0xff", 0, "fault", 0, 0, "offset 0x0: no instruction: no known instruction begins with these bits"},
		{".byte 0x0e, 0x05, 0xc2", 0, "fault", 0, 0, "offset 0x0: iadd: the instruction goes on behind the last byte"},
		{".byte 0x88", 0, "fault", 0, 0, "offset 0x0: no instruction: the instruction goes on behind the last byte"},
		{"jmp_exec_any pc+100", 0, "fault", 0, 0, "offset 0x0: jmp_exec_any: it leads to offset 0x64, where no instruction begins"},
		{"jmp_exec_any pc+1 !bits=00", 0, "fault", 0, 0, "offset 0x0: jmp_exec_any: it leads to offset 0x1, where no instruction begins"},
		{"jmp_exec_any pc-2", 0, "fault", 0, 0, "offset 0x0: jmp_exec_any: it leads to offset -0x2, where no instruction begins"},
		{"jmp_exec_any pc+6", 0, "end", 1, 6, ""},
		{"jmp_exec_none pc+100\nstop", 0, "stop", 2, 6, ""},
		{"get_sr r1, sr52\nret r1", 0, "fault", 1, 4, "offset 0x4: ret: lane 0 goes to 0x0 and lane 1 to 0x1"},
		// Into the middle of an instruction: its last two bytes are stop.
		{"jmp_exec_any pc+10\nmov_imm r4, 0x00880000, 0b0\ntrap", 0, "stop", 2, 10, ""},
		{"call pc+8\nstop\nmov r2, r1\nret r1", 0, "stop", 4, 6, ""},
		{"mov_imm r5, 10, 0b0\ncall r5\nstop\nmov r2, r1\nret r1", 0, "stop", 5, 8, ""},
	} {
		g := machine.NewGroup()
		r := execute(t, g, c.fuel, c.text)
		fault := ""
		if r.Fault != nil {
			fault = r.Fault.Error()
		}
		if r.Stop.String() != c.stop || r.Executed != c.executed || g.PC != c.pc || fault != c.fault {
			t.Errorf("%q: %s after %d at %#x, %s\nwant %s after %d at %#x, %s", c.text, r.Stop, r.Executed, g.PC, fault, c.stop, c.executed, c.pc, c.fault)
		}
	}
}

// A run goes on where it was when its fuel was over.
func TestFuelInPieces(t *testing.T) {
	const text = "mov_imm r2, 1000, 0b0\nif_icmp r0l, ueq, 0, 0, 1\ntop: iadd r4, r4, r2\niadd r2, r2, 255\nwhile_icmp r0l, ugt, r4, 7, 1\njmp_exec_any top\npop_exec r0l, 1\nstop"
	const limit = 5000
	whole, pieces := machine.NewGroup(), machine.NewGroup()
	p := assemble(t, text)
	want, err := p.Run(context.Background(), whole, machine.Options{Fuel: limit})
	if err != nil {
		t.Fatal(err)
	}
	executed := 0
	for executed < want.Executed {
		r, err := p.Run(context.Background(), pieces, machine.Options{Fuel: min(7, want.Executed-executed)})
		if err != nil || r.Executed == 0 {
			t.Fatal(r, err)
		}
		executed += r.Executed
	}
	for n := range machine.Registers {
		if whole.Register(n) != pieces.Register(n) {
			t.Errorf("r%d differs", n)
		}
	}
	if whole.PC != pieces.PC || whole.Exec != pieces.Exec {
		t.Errorf("at %d with %08x, in pieces at %d with %08x", whole.PC, whole.Exec, pieces.PC, pieces.Exec)
	}
}

// A program without an end stops when its context is cancelled.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	running := func() machine.Native { cancel(); return nil } // it is asked once some of it is executed
	r, err := assemble(t, "top: jmp_exec_any top").Run(ctx, machine.NewGroup(), machine.Options{Later: running})
	if !errors.Is(err, context.Canceled) || r.Executed == 0 {
		t.Errorf("%v %+v", err, r)
	}
}

// What is unverified is flagged, once, and only if it is executed.
func TestFlags(t *testing.T) {
	for text, want := range map[string]string{
		"iadd r1, r2, r3": "",
		"jmp_exec_any pc+12\nquad_shuffle r1, r2, 1":       "",
		"quad_shuffle r1, r2, 1\nquad_shuffle r1, r2, 1":   "shuffles within quads",
		"fmul32 r1, r2, -1.0":                              "a product is -0",
		"mov_imm r2, 0x3f800000, 0b0\nfmul32 r1, r2, -1.0": "",
		"rcp r1, r2":                      "rcp is rounded correctly",
		"fcmpsel ltn, r1, r2, r3, r4, r5": "not a number",
		"mov_imm r2, 0x7fc00000, 0b0\nconvert f_to_u32, r1, r2, rtz":   "becomes the nearest one",
		"convert f_to_u32, r1, r2, rtz":                                "",
		"and r1, r2, r3 !bits=000040000000":                            "UNDEFINED",
		"simd_shuffle r1, r2, 40":                                      "32 or more",
		"uniform_store 2, i16, x, 0, r2l, 4":                           "",
		"get_sr r2, sr52\nuniform_store 2, i16, x, 0, r2l, 4":          "they differ",
		"simd_fadd r1, r2":                                             "the order in which",
		"simd_prefix_iadd r1, r2":                                      "identity",
		"mov_imm r5, 8, 0b0\ncall r5\nstop":                            "leaves the address",
		"dfdx r1, r2":                                                  "dfdx",
		"floor r1, r2":                                                 "",
		"get_sr r1, sr60":                                              "pixels",
		"get_sr r2, sr52\nmov r3, r2\nsimd_shuffle_xor r1, r2, r3":     "differs within a quad",
		"if_icmp r0l, nueq, 0, 0, 1\nmov_imm r5, 8, 0b0\nret r5\nstop": "lane 0",
		"get_sr r2, sr52\nmov r3, r2\nsimd_shuffle r1, r2, r3":         "simd_shuffle or simd_shuffle_down differs within a quad, which the document calls undefined",
		"get_sr r2, sr52\nand r3, r2, 28\nsimd_shuffle r1, r2, r3":     "",
		"icmp_quad_ballot r1, ueq, r2, r3":                             "a quad's ballot",
		"rsqrt_special r1, r2":                                         "rsqrt_special gives 1",
		"sin_pt_1 r1, r2\nsin_pt_2 r1, r1":                             "two parts of a sine",
		"uniform_store 2, i16, xz, 0, r2l_r2h, 4":                      "mask with holes",
		"mov_imm r2, 0x7fc00000, 0b0\nsimd_min.f r1, r2":               "lose NaN",
		"simd_iadd r1, r2l":                                            "differ in size",
		"mov_imm r2, 1, 0b0\nuniform_store 2, i16, x, 0, r2, 4":        "lower halves",
		"mov_imm r2, 1, 0b0 !long":                                     "nothing public confirms",
		"ceil r1, r2\ntrunc r1, r2\nrint r1, r2\nfloor r1, r2 !long":   "",
		"log2 r1, r2\nexp2 r1, r2\nrsqrt r1, r2":                       "hardware may be off by a few",
		"dfdx r1, r2 !bits=000000000040":                               "helper threads",
	} {
		r := execute(t, machine.NewGroup(), 100, text)
		found := want == "" && len(r.Flags) == 0 || want != "" && slices.ContainsFunc(r.Flags, func(f string) bool { return strings.Contains(f, want) })
		if !found {
			t.Errorf("%q: %q %v, want %q", text, r.Flags, r.Fault, want)
		}
		if sorted := slices.Sorted(slices.Values(r.Flags)); len(slices.Compact(sorted)) != len(r.Flags) {
			t.Errorf("%q: a flag stands twice: %q", text, r.Flags)
		}
	}
}

// Uniforms that a program stores are seen by its later instructions, and by later programs.
func TestUniformStore(t *testing.T) {
	g := machine.NewGroup()
	g.SetUniform32(7, 0x11112222)
	r := execute(t, g, 0, "mov_imm r2, 0xabcd1234, 0b0\nuniform_store 2, i16, xy, 0, r2l_r2h, 14\nmov r3, u7\nmov r4, u7h")
	if g.Uniform(14) != 0x1234 || g.Uniform(15) != 0xabcd || g.Register(3)[31] != 0xabcd1234 || g.Register(4)[0] != 0xabcd {
		t.Errorf("u7l %x, u7h %x, r3 %x, r4 %x", g.Uniform(14), g.Uniform(15), g.Register(3)[31], g.Register(4)[0])
	}
	if r.Written != [2]uint64{1<<2 | 1<<3 | 1<<4, 0} || r.Written.Len() != 3 || !r.Written.Has(4) {
		t.Errorf("wrote %x", r.Written)
	}
	g.PC = 0
	if r := execute(t, g, 0, "uniform_store 2, i16, xy, 0, r2l_r2h, 511"); r.Fault == nil {
		t.Error("a store behind the last uniform")
	}
	g.PC = 0
	execute(t, g, 0, "mov r5, u7")
	if g.Register(5)[3] != 0xabcd1234 {
		t.Errorf("r5 is %x", g.Register(5)[3])
	}
}

// Special registers of a thread in the middle of a dispatch.
func TestSpecialRegisters(t *testing.T) {
	g := machine.NewGroup()
	g.Exec = 0xfffffff2
	g.Place = machine.Place{Threads: [3]uint32{10, 5, 2}, Threadgroup: [3]uint32{3, 4, 5}, SIMDGroup: 1, Core: 7}
	// Lane 4 is thread 36 of its threadgroup: 6, 3, 0.
	for sr, want := range map[string]uint32{
		"sr0": 3, "sr1": 4, "sr2": 5, "sr4": 10, "sr5": 5, "sr6": 2, "sr8": 10, "sr12": 10, "sr13": 5, "sr20": 7, "sr21": 0,
		"sr48": 6, "sr49": 3, "sr50": 0, "sr51": 36, "sr52": 4, "sr53": 1, "sr56": 0, "sr57": 4, "sr58": 1, "sr59": 29, "sr63": 1, "sr80": 36, "sr81": 23, "sr82": 10,
	} {
		g.PC = 0
		if r := execute(t, g, 0, "get_sr r9, "+sr); r.Fault != nil || g.Register(9)[4] != want {
			t.Errorf("%s is %d, want %d; %v", sr, g.Register(9)[4], want, r.Fault)
		}
	}
	if v := g.Register(9)[0]; v != 0 {
		t.Errorf("lane 0 is not active and has %d", v)
	}
	for _, sr := range []string{"sr3", "sr144", "sr255"} {
		g.PC = 0
		if r := execute(t, g, 0, "get_sr r9, "+sr); r.Fault == nil {
			t.Errorf("%s has a value", sr)
		}
	}
}

// A run that begins where no instruction does says so.
func TestBeginsNowhere(t *testing.T) {
	for _, pc := range []int{-2, 1, 2, 8, 1 << 40} {
		g := machine.NewGroup()
		g.PC = pc
		r, err := assemble(t, "mov r1, r2").Run(context.Background(), g, machine.Options{})
		if err != nil || r.Fault == nil || r.Executed != 0 || g.PC != pc || r.Fault.Offset != pc {
			t.Errorf("from %d: %+v %v, then at %d", pc, r, r.Fault, g.PC)
		}
	}
}

// What is stored to uniforms is seen in every half of them, and in every word that has one of those halves, wherever it was stored.
func TestUniformStoreIsSeen(t *testing.T) {
	registers := []string{"r20l", "r20l_r20h", "r20l_r20h_r21l", "r20l_r20h_r21l_r21h"}
	for to := 12; to < 18; to++ {
		for n, list := range registers {
			var text strings.Builder
			text.WriteString("mov_imm r20, 0x22221111, 0b0\nmov_imm r21, 0x44443333, 0b0\n")
			fmt.Fprintf(&text, "uniform_store 2, i16, %s, 0, %s, %d\n", "xyzw"[:n+1], list, to)
			for u := 5; u < 12; u++ {
				fmt.Fprintf(&text, "mov r%d, u%d\nmov r%dl, u%dl\nmov r%dh, u%dh\n", u, u, 20+u, u, 20+u, u)
			}
			g := machine.NewGroup()
			if r := execute(t, g, 0, text.String()); r.Fault != nil {
				t.Fatal(r.Fault)
			}
			for u := 5; u < 12; u++ {
				want := uint32(0)
				for k := range 2 {
					if at := 2*u + k - to; at >= 0 && at <= n {
						want |= uint32(0x1111*(at+1)) << (16 * k)
					}
				}
				if word, halves := g.Register(u)[7], g.Register(20 + u)[7]; word != want || halves != want {
					t.Errorf("%d halves to half %d: u%d is %08x, by halves %08x, want %08x", n+1, to, u, word, halves, want)
				}
			}
		}
	}
}
