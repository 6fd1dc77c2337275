package listing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Every row of SVE is read as what it does, for each immediate and some constants and predicates, at both lengths of vectors.
func TestSVERows(t *testing.T) {
	random := chance.Random(t, 4)
	for _, name := range []string{"sve2-128", "sve2-256+f64mm"} {
		tg, _ := target.Find(name)
		read := 0
		for _, r := range tg.Rows {
			if r.Union != nil || r.Needs&target.SVE == 0 || len(r.Src) > 2 {
				continue
			}
			for _, c := range sveCases(random, r) {
				text := c.text
				if r.Bits > 128 {
					text = "// VL 256\n" + text
				}
				got, err := form.Parse(text, form.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				if same, err := equalFrom(1, got, c.want); !same || got.Dialect != "sve2" {
					t.Errorf("%s is %v of %v in %s, want %v: %v", text, got.Map, got.Names, got.Dialect, c.want, err)
				}
				read++
			}
		}
		if t.Logf("%s: %d texts", name, read); read < 1000 {
			t.Error("hardly anything was read")
		}
	}
}

// sveCases are texts of a row, whose sources are registers 1 and 2, its constant 5 and its predicate p3.
func sveCases(random *rand.Rand, r *target.Row) (list []powerCase) {
	line := func(v int) string {
		return r.Text(v, func(letter byte) string {
			switch {
			case letter == 'm':
				return "p3"
			case letter == 'd' && r.Destroys:
				return "z1"
			case letter == 'k':
				return "z5"
			case letter == 'd':
				return "z0"
			}
			return fmt.Sprint("z", 1+strings.IndexByte(target.SourceLetters, letter))
		})
	}
	if r.Imm != nil {
		step := 1 + r.Imm.Values/32 // of many, some
		for v := random.IntN(step); v < r.Imm.Values; v += step {
			list = append(list, powerCase{line(v), r.Imm.Map(v)})
		}
		return list
	}
	for range 4 {
		b := make([]byte, (r.Index.Bits+7)/8)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		c := lane.ConstBytes(b).Slice(0, r.Index.Bits)
		m := r.Index.Apply(c)
		if hasUndefined(m) || m.Check() != nil {
			continue
		}
		load := "mov z5, 0x" + c.Hex()
		if r.Index.Mask {
			elem := r.Bits / r.Index.Bits
			load = fmt.Sprintf("mov p3.%s, 0x%s", map[int]string{8: "b", 16: "h", 32: "s", 64: "d"}[elem], c.Hex())
		}
		list = append(list, powerCase{load + "\n" + line(0), m})
	}
	return list
}

// Listings of sequences are read as the maps that they are for, whatever instructions of NEON stand among them.
func TestSVEReadsSequences(t *testing.T) {
	random := chance.Random(t, 5)
	for _, name := range []string{"sve2-128", "sve2-256", "sve2-256+f64mm"} {
		tg, _ := target.Find(name)
		bits := slices.Max(tg.Bits)
		var l lower.Lowerer
		read := 0
		for i := range 200 {
			elem := []int{8, 16, 32, 64}[i%4]
			n := bits / elem
			m := lane.Map{Bits: elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
			for k := range m.Lane {
				switch m.Lane[k] = lane.From(random.IntN(2), random.IntN(n)); {
				case i%3 == 0:
					m.Lane[k].Index = k
				case random.IntN(8) == 0:
					m.Lane[k] = lane.Zero()
				}
			}
			r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick, Cost: []lower.Cost{lower.Balanced, lower.Instructions}[i/4%2], MaxConstants: lower.AtMost(2 - i/8%3)})
			if err != nil || len(r.Code) == 0 {
				continue
			}
			text := strings.Join(r.Listing(tg), "\n")
			if bits > 128 {
				text = "// VL 256\n" + text
			}
			got, err := listing.SVE().Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%v: %v\n%s", m, err, text)
			}
			read++
			inputs, _ := r.Registers()
			for len(got.Map.Lane)*got.Map.Bits < bits { // NEON clears what is above
				got.Map.Lane = append(got.Map.Lane, lane.Zero())
			}
			for k := range got.Map.Src { // of which NEON may have read the lower half
				got.Map.Src[k] = bits / got.Map.Bits
			}
			if want := boundTo(t, m, r, tg, inputs, withLetter(got.Names, "z")); !refines(t, got.Map, want) {
				t.Fatalf("%v is read as %v of %v, want %v\n%s", m, got.Map, got.Names, want, text)
			}
		}
		if t.Logf("%s: %d sequences", name, read); read < 100 {
			t.Error("too few to mean much")
		}
	}
}

// withLetter are names of registers by another letter: v0 and z0 are one.
func withLetter(names []string, letter string) (all []string) {
	for _, name := range names {
		all = append(all, letter+name[1:])
	}
	return all
}

// Lines as compilers write them, at both lengths.
func TestSVELines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"rev z0.s, z1.s", "i32x4 -> a3 a2 a1 a0"},
		{"// VL 256\nrev z0.s, z1.s", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"ptrue p0.s, vl2\nsel z0.s, p0, z1.s, z2.s", "i32x4 i32x4 -> a0 a1 b2 b3"},
		{"ptrue p0.s, vl8\nsel z0.s, p0, z1.s, z2.s", "i32x4 i32x4 -> b0 b1 b2 b3"},
		{"mov w8, #3\nwhilelo p1.s, wzr, w8\nmov z1.s, p1/m, z2.s", "i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov x8, #1\nwhilelt p1.d, x8, x8\nwhilele p2.d, x8, x8\nsel z0.d, p2, z1.d, z2.d", "i64x2 i64x2 -> a0 b1"},
		{"ptrue p0.h\nrevb z0.h, p0/m, z1.h", "i8x16 i8x16 -> b1 b0 b3 b2 b5 b4 b7 b6 b9 b8 b11 b10 b13 b12 b15 b14"},
		{"index z2.s, #3, #-1\ntbl z0.s, z1.s, z2.s", "i32x4 -> a3 a2 a1 a0"},
		{"mov z2.b, #15\ntbl z0.b, {z0.b}, z2.b", "i8x16 -> a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15"},
		{"mov z0.s, z1.s[2]", "i32x4 -> a2 a2 a2 a2"},
		{"mov z0.s, s1", "i32x4 -> a0 a0 a0 a0"},
		{"insr z0.s, wzr", "i32x4 -> z a0 a1 a2"},
		{"movprfx z0, z1\next z0.b, z0.b, z2.b, #4", "i32x4 i32x4 -> a1 a2 a3 b0"},
		{"ext z0.b, { z1.b, z2.b }, #4", "i32x4 i32x4 -> a1 a2 a3 b0"},
		{"// VL 256\nzip1 v0.4s, v1.4s, v2.4s\nmov z3.d, z0.d", "i32x8 i32x8 -> a0 b0 a1 b1 z z z z"},
		{"ptrue p0.s\nld1w {z0.s}, p0/z, [x0]\nrev z0.s, z0.s\nst1w {z0.s}, p0, [x1]\nret", "i32x4 -> a3 a2 a1 a0"},
		{"// vl 256\nldr z0, [x0]\nldr z1, [x0, #1, mul vl]\nzip1 z0.d, z0.d, z1.d\nstr z0, [x1]", "i64x4 i64x4 -> a0 b0 a1 b1"},
	} {
		got, err := form.Parse(c.text, form.Options{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		want, err := lane.Parse(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lane.Compare(got.Map, want); err != nil || v.Relation != lane.Equal {
			t.Errorf("%q is %v of %v, want %v (%v)", c.text, got.Map, got.Names, want, err)
		}
	}
	for text, want := range map[string]string{
		"sel z0.s, p0, z1.s, z2.s":                                      "depends on p0",
		"whilelt p0.s, wzr, w8; sel z0.s, p0, z1.s, z2.s":               "not known",
		"ptrue p0.s, vl9; sel z0.s, p0, z1.s, z2.s":                     "no pattern",
		"tbl z0.s, {z1.s}, z2.s":                                        "depends on the contents of z2",
		"add z0.s, z1.s, z2.s":                                          "no instruction",
		"ptrue p0.s, vl1; ld1w {z0.s}, p0/z, [x0]; rev z0.s, z0.s":      "all lanes",
		"dup z0.s, z1.s[5]":                                             "no form",
		"mov p0.s, 0x1; not p0.b, p1/z, p0.b; sel z0.s, p0, z1.s, z2.s": "is not followed",
	} {
		if _, err := listing.SVE().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What LLVM makes of random shuffles of vectors of fixed length with SVE is read as these shuffles.
func TestSVEOfLLVM(t *testing.T) {
	llc, random := oracle.Need(t, "llc"), chance.Random(t, 6)
	for _, c := range []struct{ bits, least int }{{128, 150}, {256, 100}} {
		maps := likelyShuffles(random, c.bits)
		length := fmt.Sprintf("=%d", c.bits)
		texts := compiledShuffles(t, llc, maps, pointerFunction, "// -- End function", "-mtriple=aarch64", "-mattr=+sve2", "-aarch64-sve-vector-bits-min"+length, "-aarch64-sve-vector-bits-max"+length)
		read, scalable := 0, 0
		refused := map[string]int{}
		for k, text := range texts {
			if c.bits > 128 {
				text = "// VL 256\n" + text
			}
			got, err := form.Parse(text, form.Options{})
			if err != nil {
				refused[fmt.Sprintf("%.90s", err.Error())]++
				continue
			}
			if slices.ContainsFunc(got.Names, func(name string) bool { return name != "[x1]" && name != "[x2]" }) {
				refused["a place that is counted off"]++
				continue
			}
			if same, err := equalFrom(1, got, maps[k]); !same {
				t.Errorf("%v is read as %v of %v: %v\n%s", maps[k], got.Map, got.Names, err, text)
			}
			if read++; strings.Contains(text, "z0.") {
				scalable++
			}
		}
		t.Logf("%d bits: %d of %d functions, %d with SVE's vectors; refused: %v", c.bits, read, len(maps), scalable, refused)
		if read < c.least {
			t.Errorf("only %d of %d functions were read", read, len(maps))
		}
	}
}
