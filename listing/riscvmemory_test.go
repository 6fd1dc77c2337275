package listing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// listed are bytes as a text has them behind the label k.
func listed(data []byte) string {
	return "\nret\nk:\n.byte " + strings.Trim(strings.ReplaceAll(fmt.Sprint(data), " ", ", "), "[]")
}

// sameBytes compares what was read with bytes, each of which is a number, one that stays, or -1 for any.
func sameBytes(t *testing.T, text string, got dialect.Reading, want []int, stays func(i int) bool) {
	t.Helper()
	m, err := got.Map.Regroup(8)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	if len(m.Lane) != len(want) {
		t.Fatalf("%s\n%v has %d bytes, want %d", text, got.Map, len(m.Lane), len(want))
	}
	for i, l := range m.Lane {
		switch {
		case stays(i):
			if at, ok := byteOf(dialect.Reading{Map: m, Names: got.Names}, l); !ok || at != i {
				t.Fatalf("%s\nbyte %d is %v of %v, and was to stay", text, i, l, got.Names)
			}
		case want[i] < 0:
			if l.Kind != lane.Undefined {
				t.Fatalf("%s\nbyte %d is %v, and may be anything", text, i, l)
			}
		case want[i] == 0 && l == lane.Zero():
		case l != lane.Fixed(lane.ConstOf(uint64(want[i]))):
			t.Fatalf("%s\nbyte %d is %v, want %d", text, i, l, want[i])
		}
	}
}

// Each way to load a vector of a constant, in modes of all lengths: as many lanes as the mode has, each as wide as the name says, one behind another, in steps, or every second and third of structures.
func TestRISCVLoads(t *testing.T) {
	rng := chance.Random(t, 83)
	read, refused := map[string]int{}, 0
	for range 6000 {
		elem, g, tail := 8<<rng.IntN(4), grouped[rng.IntN(len(grouped))], rng.IntN(2) == 0
		all := 128 * g.registers / g.part / elem
		if all == 0 || elem*g.part > 64 {
			continue
		}
		lanes := 1 + rng.IntN(min(all, 31))
		data := make([]byte, 1+rng.IntN(256))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		at, wide, fields := rng.IntN(len(data)), 8<<rng.IntN(4), 1
		step := wide / 8
		name, line := "vle", fmt.Sprintf("vle%d.v v8, (a0)", wide)
		switch rng.IntN(3) {
		case 0:
			step = rng.IntN(40) - 12
			name, line = "vlse", fmt.Sprintf("li a1, %d\nvlse%d.v v8, (a0), a1", step, wide)
		case 1:
			fields = 2 + rng.IntN(7)
			step *= fields
			name, line = "vlseg", fmt.Sprintf("vlseg%de%d.v v8, (a0)", fields, wide)
		}
		mode := fmt.Sprintf("vsetivli zero, %d, e%d, %s, %s, ma\n", lanes, elem, g.text, map[bool]string{true: "tu", false: "ta"}[tail])
		text := fmt.Sprintf("%sla a0, k+%d\n%s%s", mode, at, line, listed(data))
		total := 16 * max(1, (all*wide+127)/128) // bytes of a field
		group := total / 16
		want, stays := make([]int, total), make([]bool, total)
		ok := group*fields <= 8
		for i := range want {
			if want[i] = -1; i*8/wide >= lanes {
				stays[i] = tail
				continue
			}
			from := at + i*8/wide*step + (fields-1)*wide/8 + i%(wide/8) // of the last field, which is written last
			if from < 0 || from >= len(data) {
				ok = false
				continue
			}
			want[i] = int(data[from])
		}
		got, err := listing.RISCV().Read(text, dialect.Options{})
		if (err == nil) != ok {
			t.Fatalf("%s\n%v, %v: want %v, %d registers of each of %d fields", text, got.Map, err, ok, group, fields)
		}
		if err != nil {
			refused++
			continue
		}
		read[name]++
		first := (fields - 1) * group
		sameBytes(t, text, movedDown(got, first), want, func(i int) bool { return stays[i] })
	}
	if read["vle"] < 200 || read["vlse"] < 50 || read["vlseg"] < 50 || refused < 200 {
		t.Errorf("%v were read, %d refused", read, refused)
	}
}

// movedDown is a reading whose registers are called as many lower.
func movedDown(got dialect.Reading, by int) dialect.Reading {
	names := make([]string, len(got.Names))
	for k, name := range got.Names {
		var n int
		fmt.Sscanf(name, "v%d", &n)
		names[k] = fmt.Sprintf("v%d", n-by)
	}
	got.Names = names
	return got
}

// Registers that are loaded as a whole, whatever the mode is, are as long as the constant is.
func TestRISCVWholeRegisters(t *testing.T) {
	rng := chance.Random(t, 84)
	for _, n := range []int{1, 2, 4, 8} {
		for _, bytes := range []int{16, 32, 64} {
			for _, kind := range []string{"r", "re8", "re16", "re32", "re64"} {
				data := make([]byte, n*bytes)
				want := make([]int, len(data))
				for i := range data {
					data[i] = byte(rng.Uint32())
					want[i] = int(data[i])
				}
				text := fmt.Sprintf("vsetivli zero, 1, e8, m1, tu, ma\nla a0, k\nvl%d%s.v v8, (a0)%s", n, kind, listed(data))
				got, err := listing.RISCV().Read(text, dialect.Options{})
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				sameBytes(t, text, got, want, func(int) bool { return false })
				if _, err := listing.RISCV().Read(strings.ReplaceAll(text, "k\nvl", "k+1\nvl"), dialect.Options{}); err == nil || !strings.Contains(err.Error(), "this wants") {
					t.Errorf("a byte further: %v", err)
				}
			}
		}
	}
}

// A riscvStack is what was stored by whom, byte by byte: a number, a byte of the vector v9 (256 and more), or nothing that is known.
type riscvStack struct {
	bytes map[int]int
	sp    int
	lines []string
}

func (s *riscvStack) say(format string, a ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, a...))
}

// store is a line by chance that puts something on the stack.
func (s *riscvStack) store(rng *rand.Rand) {
	at := rng.IntN(48)
	address := fmt.Sprintf("%d(sp)", at-s.sp)
	switch rng.IntN(7) {
	case 0:
		by := rng.IntN(64) - 32
		s.say("addi sp, sp, %d", by)
		s.sp += by
	case 1, 2:
		n, v := rng.IntN(4), rng.Int64()
		s.say("li a0, %d\ns%c a0, %s", v, "bhwd"[n], address)
		for i := range 1 << n {
			s.bytes[at+i] = int(v >> (8 * i) & 255)
		}
	case 3:
		s.say("sw a7, %s", address)
		for i := range 4 {
			delete(s.bytes, at+i)
		}
	case 4:
		n := 1 + rng.IntN(16)
		s.say("vsetivli zero, %d, e8, m1, ta, ma\naddi a0, sp, %d\nvse8.v v9, (a0)", n, at-s.sp)
		for i := range n {
			s.bytes[at+i] = 256 + i
		}
	case 5:
		n := 1 + rng.IntN(16)
		s.say("vsetivli zero, %d, e8, m1, ta, ma\naddi a0, sp, %d\nvsm.v v9, 0(a0)", n, at-s.sp)
		for i := range (n + 7) / 8 {
			s.bytes[at+i] = 256 + i
		}
	default:
		s.say("mv t0, sp\naddi t0, t0, %d\nvs1r.v v9, (t0)", at-s.sp)
		for i := range 16 {
			s.bytes[at+i] = 256 + i
		}
	}
}

// What is loaded of the stack is what was stored last at each byte of it, as numbers or as vectors, wherever the stack pointer has gone.
func TestRISCVStack(t *testing.T) {
	rng := chance.Random(t, 85)
	read, unknown := 0, 0
	for range 4000 {
		s := &riscvStack{bytes: map[int]int{}}
		for range 1 + rng.IntN(8) {
			s.store(rng)
		}
		wide, at := 8<<rng.IntN(4), rng.IntN(48)
		lanes := 1 + rng.IntN(128/wide)
		line := fmt.Sprintf("vle%d.v v8, (a1)", wide)
		n := lanes * wide / 8
		if rng.IntN(5) == 0 {
			line, n = "vlm.v v8, (a1)", (lanes+7)/8
		}
		s.say("vsetivli zero, %d, e%d, m1, ta, ma\naddi a1, sp, %d\n%s", lanes, wide, at-s.sp, line)
		text := strings.Join(s.lines, "\n")
		want, known := make([]int, 16), true
		for i := range want {
			want[i] = -1
			if i < n {
				v, ok := s.bytes[at+i]
				want[i], known = v, known && ok
			}
		}
		got, err := listing.RISCV().Read(text, dialect.Options{})
		if (err == nil) != known || err != nil && !strings.Contains(err.Error(), "what the stack has there is not in the text") {
			t.Fatalf("%s\n%v, %v: want %v", text, got.Map, err, want)
		}
		if err != nil {
			unknown++
			continue
		}
		read++
		ofVector := make([]bool, 16)
		m, err := got.Map.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want {
			if v >= 256 {
				if l := m.Lane[i]; l != lane.From(0, v-256) || got.Names[0] != "v9" {
					t.Fatalf("%s\nbyte %d is %v of %v, want byte %d of v9", text, i, l, got.Names, v-256)
				}
				ofVector[i], want[i], m.Lane[i] = true, -1, lane.Lane{}
			}
		}
		sameBytes(t, text, dialect.Reading{Map: m, Names: got.Names}, want, func(int) bool { return false })
	}
	if read < 500 || unknown < 500 {
		t.Errorf("%d were read, %d not known", read, unknown)
	}
}

// Lines that load and store in ways that nobody follows, or that there are not.
func TestRISCVMemoryRefused(t *testing.T) {
	for line, want := range map[string]string{
		"vle32.v v8, k": "what k points to is not in the text", "add a7, a7, a6\nvle32.v v8, (a7)": "what (a7) points to is not in the text", "vle32.v v8, 4(k": "points to is not in the text", "vle32.v v8, q(a0)": "points to is not in the text",
		"vle24.v v8, (a0)": "no instruction", "vle032.v v8, (a0)": "no instruction", "vlseg1e8.v v8, (a0)": "no instruction", "vlseg9e8.v v8, (a0)": "no instruction", "vlseg2f8.v v8, (a0)": "no instruction", "vlx.v v8, (a0)": "no instruction", "vl3r.v v8, (a0)": "no instruction", "vl1re24.v v8, (a0)": "no instruction", "vl1rx.v v8, (a0)": "no instruction",
		"vse32.v v8, (a0)": `"vse32.v" is no instruction that the target knows`, "vsseg2e32.v v8, (sp)": "is no instruction that the target knows", "vsse32.v v8, (sp), a1": "is no instruction that the target knows", "vs1re8.v v8, (sp)": "no instruction",
		"vlse32.v v8, (a0), a7": "what a7 holds is not in the text", "vmv.x.s a2, v9\nvlse32.v v8, (a0), a2": "what a2 holds is not in the text", "vle32.v a1, (a0)": "no form with these operands", "vle32.v v8": "no form with these operands", "vle32.v v8, (a0), a1": "no form with these operands", "vle32.v v8, (a0), v0.t": "vle32.v: what it does depends on the mask, of which bit 0 is not known", "vlse32.v v8, (a0), a1, v0.t": "what a1 holds is not in the text", "vlseg2e32.v v8, (a0), v0.t": "no form with these operands", "vse32.v v8, (a5), v0.t": "no form with these operands",
		"vse32.v v8, (a5)\nvle32.v v9, (a6)": "what (a6) points to may have been stored before", "vse32.v v8, (a5)\nvse32.v v9, (a6)": "(a6) is stored to besides (a5)", "vse32.v v8, (a5)\nvse32.v v9, 20(a5)": "20(a5) is stored to besides (a5)", "vse32.v v8, (a5)\nvse32.v v9, (a5)": "(a5) is stored to besides (a5)",
		"li a3, 70000\nvlse32.v v8, (a5), a3": "lanes that are 70000 bytes apart are too far", "li a3, 30000\nvlse32.v v8, (a5), a3": "90004 bytes are too many to be one source", "vsse32.v v8, (a5), a1": "is no instruction that the target knows", "sw a1, (a5)": "what is stored at (a5) is not followed",
		"la a1, j\nvle32.v v8, (a1)": "what j points to is not in the text", "vle32.v v8, -4(a0)": "k has 16 bytes", "vle32.v v8, 4(a0)": "k has 16 bytes, and this wants 20", "lui a1, %hi(j)\nvle32.v v8, %lo(k)(a1)": "points to is not in the text", "vle32.v v8, %lo(k)(sp)": "points to is not in the text",
		"vsll.vi v9, v9, 3\nvse8.v v9, (sp)":                 "bits that move within bytes are not followed on the stack",
		"vsetivli zero, 4, e8, m8, ta, ma\nvle16.v v0, (a0)": "no form with these operands in this mode", "vsetivli zero, 4, e8, m4, ta, ma\nvlseg3e8.v v8, (a0)": "no form with these operands in this mode", "vlseg4e8.v v30, (a0)": "no form with these operands in this mode",
		"vsetivli zero, 4, e32, m2, ta, ma\nvle32.v v9, (a0)": "begins at a multiple",
	} {
		text := "vsetivli zero, 4, e32, m1, ta, ma\nla a0, k\n" + line + "\nvmv.v.v v10, v8" + listed(make([]byte, 16))
		if got, err := listing.RISCV().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", line, got.Map, err, want)
		}
	}
}
