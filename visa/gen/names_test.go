package gen_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// What movs copy is said of the first register of each source: operands that share one are one source, what is in the result is the old destination, and what is written elsewhere and not read stands aside.
func TestNamesOfCopies(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"mov (8|M0) r2.0<1>:d r6.0<8;8,1>:d", "r2 of [r6] []: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"mov(8) g2<1>D g6<8,8,1>D { align1 1Q };", "g2 of [g6] []: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"mov (8|M0) r2.0<1>:d r1.4<8;8,1>:d", "r2 of [r1] []: i32x8 -> a4 a5 a6 a7 d0 d1 d2 d3"},
		{"mov (8|M0) r2.0<1>:d r2.4<8;8,1>:d", "r2 of [r3] []: i32x8 -> d4 d5 d6 d7 a0 a1 a2 a3"},
		{"mov (4|M0) r7.0<1>:d r9.0<4;4,1>:d\nmov (8|M0) r2.0<1>:d r1.4<8;8,1>:d", "r2 of [r1] [r7]: i32x8 -> a4 a5 a6 a7 d0 d1 d2 d3"},
		{"mov (4|M0) r3.0<1>:d r9.0<4;4,1>:d\nmov (4|M0) r2.0<1>:d r8.4<8;4,1>:d", "r2 of [r9 r8] []: i32x4 i32x8 -> b4 b5 b6 b7 . . . . a0 a1 a2 a3"},
		{"mov (8|M0) r2.0<1>:d r8.4<8;8,1>:d\nmov (4|M0) r3.0<1>:d r9.4<4;4,1>:d", "r2 of [r8] []: i32x16 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"mov (2|M0) r20.0<1>:q r6.0<2;2,1>:q\nmov (2|M0) r30.0<1>:q r7.0<2;2,1>:q\nmov (2|M0) r2.0<1>:q r8.0<2;2,1>:q", "r2 of [r8] [r20 r30]: i64x2 -> a0 a1"},
		{"mov (2|M0) r20.0<1>:q r6.0<2;2,1>:q\nmov (2|M0) r2.0<1>:q r20.0<2;2,1>:q", "r2 of [r6] []: i64x2 -> a0 a1"},
		{"mov (4|M0) r2.1<1>:b r2.0<4;1,0>:b", "r2 of [] []: -> i8x13: . d0 d4 d8 d12 . . . . . . . ."}, // it reads behind what it writes
		{"mov (4|M0) r2.0<1>:f [0F, 1F, -2F, 0.5F]VF", "r2 of [] []: -> i32x4: z #3f800000 #c0000000 #3f000000"},
		{"mov(8) g4<1>F g9<4>.yF { align16 1Q };", "g4 of [g9] []: i32x8 -> a1 a1 a1 a1 a5 a5 a5 a5"},
		{"mov(8) g4<1>F g9<4>.wF { align16 1Q };", "g4 of [g9] []: i32x8 -> a3 a3 a3 a3 a7 a7 a7 a7"},
	} {
		c, err := texts(t, row.text).Copy(32)
		if got := fmt.Sprintf("%s of %v %v: %s", c.To, c.Names, c.Aside, c.Map); err != nil || got != row.want {
			t.Errorf("%s\nis %s, %v, want\n%s", row.text, got, err, row.want)
		}
	}
}

// Options say which lane of the mask is the first, and that none is masked, by words of theirs alone: all others leave both as they were.
func TestOptionsOfMasks(t *testing.T) {
	size := map[byte]int{'N': 4, 'Q': 8, 'H': 16}
	for n := range 256 {
		for _, letter := range "NQHXnq1 " {
			word := strings.TrimSpace(string(rune(n)) + string(letter))
			if n < ' ' || n > '~' || strings.ContainsAny(word, " ,;}\"/") || word == "" {
				continue
			}
			want := 8
			if n >= '1' && n <= '8' && size[byte(letter)] > 0 {
				want = (n - '1') * size[byte(letter)]
			}
			holdOption(t, word, want, false)
		}
	}
	for _, word := range []string{"@1", "$3", "$3.dst", "F@1", "Compacted", "AccWrEn", "align1", "EOT", "1Q2", "12Q", "Q1", "1", "WE_al", "NoMas", "Atomic"} {
		holdOption(t, word, 8, false)
	}
	for _, word := range []string{"WE_all", "NoMask"} {
		holdOption(t, word, 8, true)
	}
}

// holdOption reads a mov of lanes from the eighth on, with options, and says which bits decide over its lanes.
func holdOption(t *testing.T, word string, first int, all bool) {
	t.Helper()
	for _, options := range []string{word, "align1 " + word, word + ", AccWrEn", "Compacted\t" + word + " "} {
		text, err := gen.ParseText("(f0.0) mov (4|M8) r2.0<1>:d r6.0<4;4,1>:d {" + options + "}")
		if err != nil {
			t.Fatalf("%q: %v", options, err)
		}
		c, err := text.Copy(32)
		if want := []int{first, first + 1, first + 2, first + 3}; err != nil || !slices.Equal(c.Bits, want) || text.Insts[0].NoMask != all {
			t.Errorf("%q: bits %v, want %v; for all lanes %v, %v", options, c.Bits, want, text.Insts[0].NoMask, err)
		}
	}
}

// Numbers of VF are those of one byte: a sign, three bits of an exponent, and four of a fraction. Others are refused.
func TestPackedFloats(t *testing.T) {
	known := map[string]bool{}
	for n := range 128 {
		v := visa.RestrictedFloat(uint8(n))
		known[fmt.Sprint(v)] = true
		text := fmt.Sprintf("mov (4|M0) r2.0<1>:f [%vF, -%vF, 0F, 1F]VF", v, v)
		c, err := texts(t, text).Copy(32)
		if err != nil || len(c.Map.Lane) != 4 {
			t.Fatalf("%s: %v", text, err)
		}
		for k, want := range []uint8{uint8(n), uint8(n) | 0x80} {
			bits := math.Float32bits(visa.RestrictedFloat(want))
			if got, ok := c.Map.Lane[k].Const.Uint64(); c.Map.Lane[k].Kind != lane.Constant || !ok || got != uint64(bits) {
				t.Errorf("%s: lane %d is %s, want %#x", text, k, c.Map.Lane[k].Text(k, 32), bits)
			}
		}
	}
	for _, v := range []string{"0.1", "0.3", "33", "1.03125", "1000", "0.01", "..", "", "-", "1-"} {
		if known[v] {
			t.Errorf("%s is a number of a byte", v)
		}
		for _, text := range []string{"[%sF, 0F, 0F, 0F]VF", "[0F, %sF, 0F, 0F]VF", "[0F, 0F, 0F, %sF]VF"} {
			if _, err := gen.ParseText("mov (4|M0) r2.0<1>:f " + fmt.Sprintf(text, v)); err == nil {
				t.Errorf(text+" is read", v)
			}
		}
	}
	for _, text := range []string{"[0F, 0F, 0F]VF", "[0F, 0F, 0F, 0F, 0F]VF", "[0F 0F, 0F, 0F]VF", "[0F, 0F, 0F, 0FVF", "[0, 0F, 0F, 0F]VF", "[0F, 0F, 0F, 0F]UD", "[0F, 0F, 0F, 0F]V"} {
		if _, err := gen.ParseText("mov (4|M0) r2.0<1>:f " + text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// What a source reads is said by itself, from the first register that has some of it on.
func TestElementsOfSources(t *testing.T) {
	r := chance.Random(t, 85)
	for range 3000 {
		d := drawnMov(r)
		d.of, d.mod, d.sat = d.typ, "", false
		d.from = 3 + r.IntN(9)
		text := texts(t, d.String())
		grf, size := text.GRF(), plainSize(d.of)
		var at []int
		for k := range d.n {
			at = append(at, d.from*grf+(d.e+k/d.w*d.v+k%d.w*d.k)*size)
		}
		if slices.Max(at)+size > 256*grf {
			continue
		}
		first := slices.Min(at) / grf
		c, err := text.Elements()
		if err != nil || len(c.Map.Lane) != d.n || c.Map.Bits != 8*size || !slices.Equal(c.Names, []string{fmt.Sprint("r", first)}) || c.Map.Check() != nil {
			t.Fatalf("%s: %v of %v, %v", d.String(), c.Map, c.Names, err)
		}
		for k, l := range c.Map.Lane {
			if l != lane.From(0, (at[k]-first*grf)/size) {
				t.Fatalf("%s: lane %d of %v, want byte %d of r%d", d.String(), k, c.Map, at[k]-first*grf, first)
			}
		}
	}
	if c, err := texts(t, "mov (4|M0) r1.0<1>:f [0F, 1F, 0F, 1F]VF").Elements(); err != nil || len(c.Names) > 0 || len(c.Map.Lane) != 4 {
		t.Errorf("%v of %v, %v", c.Map, c.Names, err)
	}
	if _, err := texts(t, "mov (8|M0) r1.0<1>:d r255.0<4;1,0>:d").Elements(); err == nil || !strings.HasSuffix(strings.SplitN(err.Error(), "\n", 2)[0], "it reads behind the last register") {
		t.Error(err)
	}
}

// Operands are said as they are written, without the spaces around them.
func TestTextsOfOperands(t *testing.T) {
	for _, mod := range []string{"", "-", "(abs)", "-(abs)"} {
		for _, sat := range []string{"", "(sat)"} {
			for _, from := range []string{"r9.0<8;8,1>:d", "r9.3:d", "r9:d", "7:d"} {
				if from[0] == '7' && mod != "" {
					continue
				}
				to := sat + "r1.4<1>:d"
				for _, space := range []string{" ", "\t", "   "} {
					text := texts(t, "mov (8|M0)"+space+to+space+mod+from+space+"{@1}"+space)
					if i := text.Insts[0]; i.Dst.Text != to || i.Src[0].Text != mod+from || i.Text != "mov (8|M0) "+to+" "+mod+from+" {@1}" {
						t.Errorf("%q is %q of %q and %q", "mov "+to+" "+mod+from, i.Text, i.Dst.Text, i.Src[0].Text)
					}
				}
			}
		}
	}
}

// Each beginning of a text with comments is read or refused with a place; comments are where they stand and nothing else is.
func TestBeginningsOfTexts(t *testing.T) {
	const text = "/* one */ mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d // a / b\n/* // */ nop /**/; /* of\ntwo lines */ mov (8|M0) /* x */ r3.0<1>:d r4.0<8;8,1>:d //\n/**/"
	for end := range len(text) + 1 {
		all, err := gen.ParseText(text[:end])
		if e, ok := err.(*syntax.Error); err != nil && (!ok || e.Off > end || e.Text != text[:end]) {
			t.Errorf("%q: %v", text[:end], err)
		}
		for k := range text[:end] {
			if err == nil && len(all.Insts) != 0 && all.Insts[0].Line != 1 {
				t.Errorf("%q: line %d, %d", text[:end], all.Insts[0].Line, k)
			}
		}
	}
	all := texts(t, text)
	if len(all.Insts) != 2 || all.Insts[0].Text != "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d" {
		t.Errorf("%+v", all.Insts)
	}
	for _, stray := range []string{"/", "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d /", "/ *", "mov /"} {
		if _, err := gen.ParseText(stray); err == nil {
			t.Errorf("%q is read", stray)
		}
	}
}

// What Legalise made stands beside what the mov would be as one instruction, and what that would break; a listing of somebody else's says neither.
func TestBesideDirectly(t *testing.T) {
	rng := chance.Random(t, 86)
	mended := 0
	for range 300 {
		p := visa.Platforms()[rng.IntN(len(visa.Platforms()))]
		text, _, _ := randomMov(rng, "")
		g := program(t, text, p.GRF())
		l, err := gen.Legalise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		a := gen.Beside(g, l)[0]
		x, ok := l.Directly(&g.Lines[0].Inst, g.Decls)
		switch {
		case l.Unmade[0] != "":
			if a.Why != l.Unmade[0] || a.Directly != "" || a.Mended != nil {
				t.Errorf("%s: %+v", text, a)
			}
		case !ok || a.Directly != x.Text || fmt.Sprint(a.Mended) != fmt.Sprint(x.Check(p)) || a.Why != "":
			t.Errorf("%s: %+v, directly %s", text, a, x.Text)
		case len(a.Mended) > 0:
			mended++
		}
		l.Unmade = nil
		if a := gen.Beside(g, l)[0]; a.Directly != "" || a.Mended != nil {
			t.Errorf("%s: of a listing without Unmade: %+v", text, a)
		}
	}
	if mended < 50 {
		t.Errorf("%d were mended", mended)
	}
}

// Numbers are compared too: no variable is meant by them.
func TestAuditOfNumbers(t *testing.T) {
	const listing = "//.platform SKL\n//.declare D (38) rf=r size=256 type=q (r1.0)\n//.declare S (39) rf=r size=256 type=q (r9.0)\nmov (2|M0) r1.0<1>:q %s // $0\n"
	for number, want := range map[string]gen.Verdict{"0x3:q": gen.Same, "0x4:q": gen.Differs, "3:w": gen.Same, "-3:w": gen.Differs} {
		l, err := gen.Parse(fmt.Sprintf(listing, number))
		if err != nil {
			t.Fatal(err)
		}
		g := program(t, quads+"mov (M1, 2) D(0,0)<1> 3:q\n", 32)
		if a := gen.Audit(g, l, rand.New(rand.NewPCG(1, 2)))[0]; a.Verdict != want {
			t.Errorf("%s: %s, %s", number, a.Verdict, a.Why)
		}
	}
}

// What movs become is as few instructions as when they were counted last: of every two types, and of regions and strides of eight lanes. Fewer is better, and a new number here.
func TestLegaliseCounts(t *testing.T) {
	for _, row := range []struct {
		p    visa.Platform
		most int
	}{{visa.SKL, 977}, {visa.PVC, 1129}} {
		insts, made := 0, 0
		for a, to := range types {
			for b, from := range types {
				for k, region := range []string{"1;1,0", "0;1,0", "2;1,0", "8;4,1"} {
					text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=128 align=GRF\n.decl S v_type=G type=%s num_elts=128 align=GRF\nmov (M1, 8) D(0,%d)<%d> S(0,%d)<%s>\n", to, from, (a+k)%3, 1<<((a+b+k)%3), (b+k)%4, region)
					l, err := gen.Legalise(program(t, text, row.p.GRF()), row.p)
					if err != nil {
						t.Fatal(err)
					}
					if insts += len(l.Insts); len(l.Insts) > 0 {
						made++
					}
				}
			}
		}
		if insts != row.most {
			t.Errorf("%s: %d movs become %d instructions, and were %d", row.p, made, insts, row.most)
		}
	}
}
