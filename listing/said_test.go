package listing_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// How maps are said, or why they are not.
func TestSaid(t *testing.T) {
	const zip = "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"
	for _, row := range []struct{ of, m, want string }{
		{"comment", "i32x4 i32x4 -> a0 a1 b2 b3", "xmm0 = xmm1[0,1],xmm2[2,3]"},
		{"comment", "i32x4 i32x4 -> b0 a1 b2 a3", "xmm0 = b[0],a[1],b[2],a[3]"},
		{"comment", "i32x4 -> a0 z z a3", "xmm0 = xmm1[0],zero,zero,xmm1[3]"},
		{"comment", "i32x4 -> z a1 _ a3", "xmm0 = zero,xmm1[1,u,3]"},
		{"comment", "i32x4 -> _ a1 _ _", "xmm0 = u,xmm1[1,u,u]"},
		{"comment", "-> i64x2: z z", "xmm0 = zero,zero"},
		{"comment", "i64x4 -> a3 a2 a1 a0", "ymm0 = ymm1[3,2,1,0]"},
		{"comment", "i64x2 -> a1 a0 a1 a0", "ymm0 = xmm1[1,0,1,0]"},
		{"comment", "i64x4 i64x2 -> a1 b0", "xmm0 = ymm1[1],xmm2[0]"},
		{"comment", "i64x4 i64x2 -> b1 a0", "not: source a has 256 bits, for which a listing's comment has no name here"},
		{"comment", "i64x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "zmm0 = zmm1[7,6,5,4,3,2,1,0]"},
		{"comment", "i32x2 -> a1 a0", "not: a listing's comment is about registers of 128, 256 or 512 bits in lanes of 8 to 64, and this has 2 lanes of 32"},
		{"comment", "i128x2 -> a1 a0", "not: a listing's comment is about registers of 128, 256 or 512 bits in lanes of 8 to 64, and this has 2 lanes of 128"},
		{"comment", "i32x4 -> a0 #5 a1 a2", "not: lane 1 is a constant other than zero, which a listing's comment cannot say"},
		{"comment", "i32x4 -> a0 d1 d2 d3", "not: lane 1 keeps the old destination, which a listing's comment does not say"},
		{"comment", "i32x2 -> a1 a0 a1 a0", "not: source a has 64 bits, for which a listing's comment has no name here"},
		{"wasm", zip, "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23"},
		{"wasm", "i32x4 -> a3 a2 a1 a0", "i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3"},
		{"wasm", "i32x4 -> a3 a2 a1 z", "not: lane 3 is no lane of a source, and i8x16.shuffle has nothing else"},
		{"wasm", "i32x4 -> a3 a2", "not: i8x16.shuffle makes sixteen bytes"},
		{"wasm", "i32x4 i32x4 i32x4 -> a3 b2 c1 a0", "not: i8x16.shuffle reads two vectors, and this reads 3"},
		{"wasm", "i32x8 -> a3 a2 a1 a0", "not: source a has 32 bytes, and vectors of WebAssembly 16"},
		{"wasm", "i1x2 -> a1 a0", "not: i8x16.shuffle makes sixteen bytes"},
		{"x86", "i8x4 -> a3 a2 a1 a0", "bswap eax"},
		{"x86", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "bswap rax"},
		{"x86", "i8x4 -> z a0 a1 a2", "shl eax, 8"},
		{"x86", "i8x4 -> a1 a2 a3 a0", "rol eax, 24"},
		{"x86", "i8x4 -> a1 a2 a3 z", "shr eax, 8"},
		{"x86", "i8x8 -> a0 a2 a4 a6 z z z z", "pext rax, rcx, 0xff00ff00ff00ff"},
		{"x86", "i8x8 -> a0 z a1 z a2 z a3 z", "pdep rax, rcx, 0xff00ff00ff00ff"},
		{"x86", "i8x4 -> a0 z a2 z", "and eax, 0xff00ff"},
		{"x86", "i64x1 -> a0", "mov rax, rcx"},
		{"x86", "i32x1 -> a0", "mov eax, ecx"},
		{"x86", "-> i32x1: #1234", "mov eax, 0x1234"},
		{"x86", "i8x4 i8x4 -> a3 b0 b1 b2", "shrd eax, ecx, 24"},
		{"x86", "i8x2 -> a1 a0", "not: which instructions are cheapest depends on the target: lanescope lower --target"},
		{"x86", "i32x4 -> a3 a2 a1 a0", "not: which instructions are cheapest depends on the target: lanescope lower --target"},
		{"x86", "i8x4 -> d0 a2 a1 a0", "not: which instructions are cheapest depends on the target: lanescope lower --target"},
		{"neon", zip, "not: which instructions are cheapest depends on the target: lanescope lower --target"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readers[row.of].Form(m)
		if err != nil {
			got = "not: " + err.Error()
		}
		if got != row.want {
			t.Errorf("%s: %s is said %q, want %q", row.of, row.m, got, row.want)
		}
	}
}

// What a dialect says of a map by chance is read as that map: in one line where it has one, or in a sequence.
func TestSaidReadsBack(t *testing.T) {
	rng := chance.Random(t, 18)
	for name, d := range readers {
		said, tries := 0, 150
		if d.Sequence != nil && name != "x86" {
			tries = 2 // which are searched for
		}
		for range tries {
			m := randomSaid(rng.IntN, name)
			text, err := d.Form(m)
			if err != nil && tries == 2 {
				var lines []string
				lines, err = d.Sequence(t.Context(), m)
				text = strings.Join(lines, "\n")
			}
			if err != nil {
				continue
			}
			bind, body := "", text
			if first, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(first, "//") {
				bind, body = first, rest
			}
			r, err := d.Read(body, dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %s is said\n%s\n%v", name, m, text, err)
			}
			if v, err := lane.Compare(ordered(t, r, bind, m), m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
				t.Fatalf("%s: %s is said\n%s\nwhich is read as %s of %v: %v, %v", name, m, text, r.Map, r.Names, v, err)
			}
			said++
		}
		if t.Logf("%s: %d of %d", name, said, tries); said < tries/2 {
			t.Errorf("%s says %d of %d maps: too few to tell", name, said, tries)
		}
	}
}

// randomSaid is a map that a dialect may have words for: of vectors, or of one general register.
func randomSaid(intN func(int) int, of string) lane.Map {
	if of == "neon32" { // which has one instruction for it, or none
		n := 8 << intN(2)
		k, m := intN(n), lane.Map{Bits: 8, Src: []int{n, n}}
		for i := range n {
			m.Lane = append(m.Lane, lane.From((i+k)/n, (i+k)%n))
		}
		return m
	}
	bits, total := 8<<intN(4), 128
	switch {
	case of == "x86":
		bits, total = 8, 32<<intN(2)
	case of == "lsx" && intN(2) == 0 || of == "comment" && intN(2) == 0:
		total = 256
	}
	n := total / bits
	m := lane.Map{Bits: bits, Src: []int{n, n}[:1+intN(2)], Lane: make([]lane.Lane, n)}
	by := []int{1, n - 1, n / 2, 2}[intN(4)]
	for i := range m.Lane {
		switch k := intN(len(m.Src)); {
		case of == "x86" && i*bits/8 < by && by <= 3: // a shift
			m.Lane[i], m.Src = lane.Zero(), m.Src[:1]
		case of == "x86":
			m.Lane[i], m.Src = lane.From(0, (i-by+n)%n), m.Src[:1]
		case intN(8) == 0:
			m.Lane[i] = lane.Zero()
		case intN(8) > 0:
			m.Lane[i] = lane.From(k, (i*by+intN(2))%n)
		}
	}
	m, _ = m.DropUnused()
	return m
}

// ordered is what was read, with the sources in the order that a map has them: as a comment before it binds them, or as they come.
func ordered(t *testing.T, r dialect.Reading, bind string, m lane.Map) lane.Map {
	t.Helper()
	w := lane.GCD(r.Map.Bits, m.Bits)
	read, err := r.Map.Regroup(w)
	if err != nil {
		t.Fatal(err)
	}
	source := map[string]int{}
	for _, one := range strings.Split(strings.TrimPrefix(bind, "// "), ", ") {
		letter, register, _ := strings.Cut(one, " = ")
		source[register], _ = lane.SourceIndex(letter)
	}
	read = read.Clone()
	for i, l := range read.Lane {
		if l.Kind != lane.Source {
			continue
		}
		to, bound := source[r.Names[l.Src]]
		if letter, ok := lane.SourceIndex(r.Names[l.Src]); ok && len(r.Names[l.Src]) == 1 {
			to = letter
		} else if !bound {
			to = l.Src
		}
		read.Lane[i].Src = to
	}
	read.Src = nil
	for _, n := range m.Src {
		read.Src = append(read.Src, n*m.Bits/w)
	}
	return read
}
