package moves_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// oneMove is a random instruction that moves bits, from and to whole registers, halves and uniforms.
func oneMove(r *rand.Rand) string {
	reg := func() string { return fmt.Sprintf("r%d", 1+r.IntN(4)) }
	half := func() string { return reg() + string("lh"[r.IntN(2)]) }
	to, from := reg(), reg()
	if r.IntN(3) == 0 {
		to, from = half(), half()
	}
	shuffles := []string{"simd_shuffle", "simd_shuffle_xor", "simd_shuffle_up", "simd_shuffle_down", "simd_shuffle_rotate_up", "quad_shuffle", "quad_shuffle_xor", "quad_shuffle_up", "quad_shuffle_down"}
	switch r.IntN(12) {
	case 0:
		return fmt.Sprintf("mov %s, %s", to, from)
	case 1:
		return fmt.Sprintf("mov %s, u%d", reg(), r.IntN(3))
	case 2:
		return fmt.Sprintf("mov %s, u%dl", half(), r.IntN(3))
	case 3:
		return fmt.Sprintf("mov %s, %s", reg(), half())
	case 4:
		return fmt.Sprintf("mov %s, %s", half(), reg())
	case 5:
		return fmt.Sprintf("extr %s, %s, %s, %d", reg(), reg(), reg(), r.IntN(32))
	case 6:
		return fmt.Sprintf("shlhi %s, 0, %s, %d", reg(), reg(), r.IntN(32))
	case 7:
		return fmt.Sprintf("bitrev %s, %s", reg(), reg())
	case 8:
		return fmt.Sprintf("and %s, %s, %d", reg(), reg(), 1<<r.IntN(8)-1)
	case 9:
		return fmt.Sprintf("mov_imm %s, %d", half(), r.IntN(100))
	}
	return fmt.Sprintf("%s %s, %s, %d", shuffles[r.IntN(len(shuffles))], to, from, r.IntN(16))
}

// filled is a group whose registers and uniforms hold something by chance.
func filled(r *rand.Rand) *machine.Group {
	g := machine.NewGroup()
	for n := range 8 {
		for l := range machine.Lanes {
			g.SetLane(n, l, r.Uint32())
		}
		g.SetUniform32(n, r.Uint32())
	}
	return g
}

// held are the bytes that a register has in a group, by what a reader calls it: r1, r1l, u2.
func held(t *testing.T, g *machine.Group, name string) (b []byte) {
	t.Helper()
	class, n, lanes := byte(0), 0, machine.Lanes
	if _, err := fmt.Sscanf(name, "%c%d", &class, &n); err != nil {
		t.Fatalf("%q is no register: %v", name, err)
	}
	if class == 'u' {
		lanes = 1
	}
	for l := range lanes {
		var v uint32
		if class == 'u' {
			v = uint32(g.Uniform(2*n)) | uint32(g.Uniform(2*n+1))<<16
		} else {
			v = g.Lane(n, l)
		}
		word := []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
		switch name[len(name)-1] {
		case 'l':
			word = word[:2]
		case 'h':
			word = word[2:]
		}
		b = append(b, word...)
	}
	return b
}

// What a text is read as is what the machine does of its instructions, to whole registers and halves, however many there are.
func TestReadRuns(t *testing.T) {
	r := chance.Random(t, 1)
	for range 3000 {
		n := 1 + r.IntN(5)
		if r.IntN(3) == 0 {
			n = 1
		}
		var lines []string
		var code []byte
		for range n {
			line := oneMove(r)
			i, err := asm.Parse(line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			lines, code = append(lines, line), i.AppendBytes(code)
		}
		stop, err := asm.Parse("stop")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(lines, "; ")
		if r.IntN(4) == 0 {
			text = fmt.Sprintf("g13: %x", code)
		}
		read, err := moves.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p, err := machine.Compile(stop.AppendBytes(code))
		if err != nil {
			t.Fatal(err)
		}
		g := filled(r)
		var sources [][]byte
		for _, name := range read.Names {
			sources = append(sources, held(t, g, name))
		}
		old := held(t, g, read.To)
		if _, err := p.Run(t.Context(), g, machine.Options{}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want := held(t, g, read.To)
		got := make([]byte, len(want)) // which is nowhere what is wanted: all of it is said
		for k, b := range want {
			got[k] = ^b
		}
		if err := read.Map.Apply(got, old, sources...); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s (%s)\nis read as %s of %v, which is\n%x: %v\nand done\n%x", text, strings.Join(lines, "; "), read.Map, read.Names, got, err, want)
		}
		if warned := strings.Contains(lines[n-1], "shuffle"); warned != (len(read.Warnings) == 1) || warned && !strings.HasPrefix(read.Warnings[0], "a lane whose source is inactive gets something else") {
			t.Errorf("%s: warnings %q", text, read.Warnings)
		}
	}
}

// A movement that one instruction makes is said as one that makes it, from the least register on.
func TestSaid(t *testing.T) {
	r, d := chance.Random(t, 2), moves.Dialect()
	said := 0
	for range 3000 {
		line := oneMove(r)
		read, err := d.Read(line, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		text, err := d.Say(read.Map)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "no single instruction of the G13 does this") {
				t.Errorf("%s: %v", line, err)
			}
			continue
		}
		said++
		back, err := d.Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s is said as %s: %v", line, text, err)
		}
		if v, err := lane.Compare(back.Map, read.Map); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is said as %s, which is another map: %v", line, text, err)
		}
	}
	if said < 1000 {
		t.Errorf("%d of 3000 are said", said)
	}
	for _, text := range []string{
		"mov r0, r1", "mov r0l, r1l", "mov r0, r1l", "mov r0l, r1", "mov r0, r1h", "mov r0l, r1h", "mov r0, u1", "mov r0l, u1l", "bitrev r0, r1", "mov_imm r0, 0, 0b0", "mov_imm r0l, 0", "extr r0, r1, r2, 1", "extr r0, r1, r2, 31",
		"shlhi r0, 0, r1, 5", "shrhi r0, 0, r1, 5", "bfi r0, 0, r1, 3", "bfeil r0, 0, r1, 3", "and r0, r1, 1", "and r0, r1, 255", "simd_shuffle r0, r1, 31", "simd_shuffle_xor r0l, r1l, 5", "quad_shuffle r0, r1, 2", "simd_shuffle_up r0, r1, 4",
	} {
		read, err := d.Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, err := d.Say(read.Map); err != nil {
			t.Errorf("%s is not said: %v", text, err)
		} else if back, err := d.Read(got, dialect.Options{}); err != nil || back.Map.String() != read.Map.String() {
			t.Errorf("%s is said as %s: %v", text, got, err)
		}
	}
}

// What has no size of a register is not said, nor what reads a source that the instruction does not.
func TestNotSaid(t *testing.T) {
	d := moves.Dialect()
	for text, want := range map[string]string{
		"i32x32 ->" + strings.Repeat(" a0", 31):           "a register of the G13 has 32 lanes of 32 or 16 bits, and this is 992 bits",
		"i16x32 ->" + strings.Repeat(" a0", 33):           "a register of the G13 has 32 lanes of 32 or 16 bits, and this is 528 bits",
		"i8x32 ->" + strings.Repeat(" a0", 32):            "a register of the G13 has 32 lanes of 32 or 16 bits, and this is 256 bits",
		"i32x32 i32x32 ->" + strings.Repeat(" b0", 32):    "no single instruction of the G13 does this",
		"i32x32 ->" + strings.Repeat(" a1 a0 a3 a3", 8):   "no single instruction of the G13 does this",
		"i32x32 -> _" + strings.Repeat(" a0", 31):         "no single instruction of the G13 does this",
		"i32x32 i32x32 -> a0" + strings.Repeat(" b0", 31): "no single instruction of the G13 does this",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := d.Say(m); err == nil || err.Error() != want {
			t.Errorf("%.40s is said as %q: %v, want %s", text, got, err, want)
		}
	}
}

// What is no code, and what code does not move, is refused where it is.
func TestRefused(t *testing.T) {
	many := strings.Repeat("mov r0, r1; ", 256)
	var bytes strings.Builder
	i, err := asm.Parse("mov r0, r1")
	if err != nil {
		t.Fatal(err)
	}
	for range 257 {
		fmt.Fprintf(&bytes, "%x", i.AppendBytes(nil))
	}
	dialecttest.Refused(t, moves.Dialect(), [][2]string{
		{"‹›", "expected an instruction such as simd_shuffle r0, r1, 5"},
		{"‹ ; ›", "expected an instruction such as simd_shuffle r0, r1, 5"},
		{"mov r0, r1; ‹iadd r0, r1, r2›", "iadd is no movement of lanes: it adds, or negates"},
		{many + "‹mov r0, r1›", "more than 256 instructions"},
		{"g13:‹" + bytes.String() + "›", "more than 256 instructions"},
		{"g13:‹›", "expected the bytes of an instruction"},
		{"g13:‹ , _ ›", "expected the bytes of an instruction"},
		{"g13:‹6f0›", "expected two hexadecimal digits a byte, found 3"},
		{" g13: 6f ‹g›0", "expected hexadecimal digits"},
		{"g13: 6‹x›0", "expected hexadecimal digits"},
		{"g13:‹6f›", "byte 0: the instruction goes on behind the last byte"},
	})
	if r, err := moves.Dialect().Read(many, dialect.Options{}); err != nil || r.To != "r0" {
		t.Errorf("256 instructions: %v", err)
	}
	hex := fmt.Sprintf("%x", i.AppendBytes(nil))
	one, err := moves.Dialect().Read("g13:"+hex, dialect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, same := range []string{"g13:0x" + hex[:4] + ",0x" + hex[4:], "g13: " + strings.ToUpper(hex[:2]) + " " + hex[2:6] + "_" + hex[6:], "\n g13:\t" + hex[:4] + "\n" + hex[4:], "g13:0X" + hex[:6] + "0x" + hex[6:], "mov r0, r1", " mov  r0 , r1\n"} {
		r, err := moves.Dialect().Read(same, dialect.Options{})
		if err != nil || r.To != one.To || r.Map.String() != one.Map.String() || !slices.Equal(r.Names, one.Names) {
			t.Errorf("%q is %s = %s of %q: %v", same, r.To, r.Map, r.Names, err)
		}
	}
}

// Names of instructions with something behind them are code of the G13, but vISA's, which have a size in brackets.
func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"g13:": true, "g13: 00": true, "mov r0, r1": true, "fadd32.sat r0, r1, r2": true, "mov": false, "mov ": false, "mov(8) V1 V2": false, "mov (8) V1 V2": false,
		"simd_shuffle r0, r1, 5": true, "none r0": false, "": false, "g13": false,
	} {
		if got := moves.Dialect().Looks(text); got != want {
			t.Errorf("%q looks so: %v", text, got)
		}
	}
}
