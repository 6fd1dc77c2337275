package svp64_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// What stands behind an instruction: read, printed again, and what of it is wrong.
func TestLines(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"sv.mv.swiz *32,*64,X vl=1", "sv.mv.swiz *32,*64,X"},
		{"sv.mv.swiz *32,*64,X  unpack pack vl=4", "sv.mv.swiz *32,*64,X vl=4 pack unpack"},
		{"sv.mv.swiz/m=r3 *32,*64,X vl=4 r3=5", "sv.mv.swiz/m=r3 *32,*64,X vl=4 r3=0x5"},
		{"sv.mv.swiz/m=eq *32,*64,X vl=3 cr32=eq,,lt+so", "sv.mv.swiz/m=eq *32,*64,X vl=3 cr32=eq,,lt+so"},
		{"sv.mv.swiz/m=eq *32,*64,X cr33=eq cr32= vl=2", "sv.mv.swiz/m=eq *32,*64,X vl=2 cr33=eq cr32="},
		{"sv.mv.swiz *32,*64,X rt=i16x8 ra=i32x8", "sv.mv.swiz *32,*64,X ra=i32x8 rt=i16x8"},
	} {
		l, err := svp64.ParseLine(row.text)
		if err != nil || l.String() != row.want {
			t.Errorf("%s: %v, want %s: %v", row.text, l, row.want, err)
			continue
		}
		if again, err := svp64.ParseLine(l.String()); err != nil || again.String() != row.want {
			t.Errorf("%s reads back as %v: %v", row.want, again, err)
		}
	}
	for _, text := range []string{"", "sv.mv.swiz *32,*64", "sv.mv.swiz *32,*64,Q", "svs.mv.swiz *32,*64,X", "addi 3,4,5"} {
		if l, err := svp64.ParseLine(text); err == nil {
			t.Errorf("%q is %v", text, l)
		}
	}
	const head = "sv.mv.swiz/dm=r3/sm=r10 *32,*64,X "
	for _, row := range []struct{ text, want string }{
		{"vl=2 vl=4", `"vl" is said twice`}, {"vl=2 vl=2", `"vl" is said twice`}, {"pack pack", `"pack" is said twice`}, {"r3=1 r3=2", `"r3" is said twice`}, {"ra=i8x1 ra=i8x2", `"ra" is said twice`},
		{"vl=0", "a vector has 1 to 64"}, {"vl=65", "a vector has 1 to 64"}, {"vl=+2", ""}, {"r4=1", `"r4" is no register of a predicate`}, {"f3=1", `"f3" is no register of a predicate`}, {"r3=x", "is not a number"},
		{"cr200=eq", "there are registers 0 to 127"}, {"cr1=xx", "is no bit of a field"}, {"ra=i16", "expected a vector"}, {"ra=i16x99999", "expected a vector"}, {"ra=i4x1", "expected a vector"}, {"packs", "expected the end"}, {"vl", "expected the end"},
	} {
		_, err := svp64.ParseLine(head + row.text)
		var at *syntax.Error
		if row.want != "" && (!errors.As(err, &at) || !strings.Contains(err.Error(), row.want) || at.Off < len(head)) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// Lines as maps: values of predicates make them, in every form that has one; and lengths of vectors hold or are refused.
func TestLineMaps(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"sv.mv.swiz/m=r3 *32,*64,X vl=4 r3=0x5", "i64x4 -> a0 . a2 ."},
		{"sv.mv.swiz/m=~r3 *32,*64,X vl=4 r3=0x5", "i64x4 -> . a1 . a3"},
		{"sv.mv.swiz/m=1<<r3 *32,*64,X vl=4 r3=0x2", "i64x4 -> . . a2 ."},
		{"sv.mv.swiz/dm=r3/sm=r10 *32,*64,X vl=4 r3=0xc r10=0x3", "i64x4 -> . . a0 a1"},
		{"sv.mv.swiz/m=r3/zz *32,*64,X1 vl=2 r3=0x2", "i64x2 -> z z a1 1"},
		{"sv.mv.swiz/sm=r3/sz *32,*64,X1 vl=2 r3=0x2", "i64x2 -> z 1 a1 1"},
		{"sv.mv.swiz/m=eq *32,*64,X vl=2 cr32=eq,", "i64x2 -> a0 ."},
		{"sv.mv.swiz/m=eq r4,r8,YX cr32=eq", "i32x4 -> a1 a0 z z"},
		{"sv.mv.swiz/m=eq r4,r8,YX cr32=", "i32x4 -> . . . ."},
		{"sv.mv.swiz/m=eq r4,r4,YX cr32=", "i32x4 -> a0 a1 a2 a3"},
		{"sv.mv.swiz/dz/m=eq r4,r4,YX cr32=", "i32x4 -> z z z z"},
		{"svs.mv.swiz/sm=r3/sz r4,r8,YX1 r3=0", "i32x4 -> z z 1 z"},
		{"svs.mv.swiz/sm=r3/sz r8,r8,YX1 r3=0", "i32x4 -> z z 1 a3"},
		{"sv.mv.swiz/w=8 *32,*64,X vl=2 ra=i8x4 rt=i8x3", "i8x4 -> a0 a1 ."},
		{"sv.mv.swiz/w=16 *32,*64,X vl=2 ra=i8x5", "i8x5 -> a0 a1 a2 a3"},
		{"sv.mv.swiz/w=16 *32,*64,X. vl=2 rt=i16x3", "i16x2 -> a0 . a1"},
		{"sv.mv.swiz/w=8 *32,*64,X vl=4 ra=i8x3", "error: ra=i8x3: the instruction reads bit 24"},
		{"sv.mv.swiz/w=8 *32,*64,X vl=4 rt=i8x3", "error: rt=i8x3: the instruction writes bit 24"},
		{"sv.mv.swiz/dm=r3/sm=r10 *32,*64,X vl=4 r3=0xc", "error: the values of some predicates are given, and that of r10 is not"},
		{"sv.mv.swiz/m=eq *32,*64,X vl=3 cr32=eq,", "error: the values of some predicates are given, and that of cr34 is not"},
		{"sv.mv.swiz/m=r3 *32,*64,X vl=4", "error: not a map: a predicate decides at run time"},
	} {
		l, err := svp64.ParseLine(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := l.Map()
		got := m.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != row.want && (err == nil || !strings.HasPrefix(got, row.want)) {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
	}
}

// A line's map is what its execution does, under random predicates: bytes moved by the map are bytes moved by the document's generators.
func TestLineMapsRun(t *testing.T) {
	rng := chance.Random(t, 0)
	count := 0
	for count < times(3000) {
		l, err := svp64.ParseLine(randomText(rng))
		if err != nil {
			continue
		}
		m, err := l.Map()
		if err != nil {
			continue
		}
		count++
		s := svp64.NewState(1)
		f := &s.GPR
		if l.Float {
			f = &s.FPR
		}
		fill(f, rng)
		l.SetUp(s)
		src, old := bytesOf(f, int(l.RA.No), m.Bits*m.Src[0]), bytesOf(f, int(l.RT.No), m.Bits*len(m.Lane))
		want := make([]byte, len(old))
		if err := m.Apply(want, old, src); err != nil {
			t.Fatal(err)
		}
		if err := s.RunPlain(l.Inst); err != nil {
			t.Fatalf("%v: %v", l, err)
		}
		inFile := min(len(want), 8*(svp64.NumRegs-int(l.RT.No)))
		if got := bytesOf(f, int(l.RT.No), m.Bits*len(m.Lane)); string(got[:inFile]) != string(want[:inFile]) {
			t.Fatalf("%v: %x, want %x", l, got, want)
		}
	}
}

// What can be read in two ways is read in one, and said.
func TestDoubts(t *testing.T) {
	for _, row := range []struct{ text, inst, doubt string }{
		{"mv.swiz r4,r8,0x1", "mv.swiz r4,r8,0X1", "0x1 is the swizzle 0X1; the immediate of that number is written 0x001"},
		{"mv.swiz r4,r8,0x10", "mv.swiz r4,r8,0X10", "0x10 is the swizzle 0X10; the immediate of that number is written 0x010"},
		{"mv.swiz r4,r8,0x", "mv.swiz r4,r8,0X", "0x is the swizzle 0X; the immediate of that number is written 0x000"},
		{"mv.swiz r4,r8,0X1", "mv.swiz r4,r8,0X1", ""},
		{"mv.swiz r4,r8,0x001", "mv.swiz r4,r8,...", ""},
		{"fmv.swiz r4,f8,X", "fmv.swiz f4,f8,X", "RT is written as an integer register: fmv.swiz moves floating-point registers, and f of that number is read"},
		{"fmv.swiz f4,8,X", "fmv.swiz f4,f8,X", ""},
	} {
		l, err := svp64.ParseLine(row.text)
		if err != nil || l.String() != row.inst || strings.Join(l.Doubts, "; ") != row.doubt {
			t.Errorf("%s: %v, %q, want %s, %q: %v", row.text, l, l.Doubts, row.inst, row.doubt, err)
		}
	}
}

// Lines of one text, and where in all of it an error is.
func TestParseLines(t *testing.T) {
	const a, b = "mv.swiz r4,r8,YX", "sv.mv.swiz *32,*64,X vl=4"
	for text, want := range map[string]string{
		a:                                   a,
		a + ";" + b:                         a + "|" + b,
		a + "\n" + b:                        a + "|" + b,
		"\n;; " + a + " ;\n" + b + ";":      a + "|" + b,
		"# " + b + ";" + b + "\n" + a:       a,
		" // " + b + "\n" + a + "\n# " + b:  a,
		a + ";// of no use;" + b + "\n" + b: a + "|" + b,
	} {
		list, err := svp64.ParseLines(text)
		var got []string
		for _, l := range list {
			got = append(got, l.String())
		}
		if strings.Join(got, "|") != want || err != nil {
			t.Errorf("%q is %q, want %q: %v", text, got, want, err)
		}
	}
	for text, want := range map[string]string{
		"":                               "1:1: expected an instruction, such as mv.swiz r4,r8,W.Y.",
		"# " + a:                         "1:1: expected an instruction, such as mv.swiz r4,r8,W.Y.",
		a + ";\n mv.swiz 4,9,X":          "2:12: RA is 9: a pair begins at an even register",
		a + ";mv.swiz 4,8,XG;" + a:       `1:31: "G" is of RGBA`,
		b + " rt=i16x99999":              "1:27: expected a vector of at most 16384 bits, as rt=i16x8",
		b + " ra=8":                      "1:27: expected a vector of at most 16384 bits, as ra=i16x8",
		strings.Repeat(a+"\n", 4097):     "4097:1: more than 4096 instructions",
		strings.Repeat(a+"\n", 4096)[1:]: `1:1: "v.swiz" is not mv.swiz`,
	} {
		if list, err := svp64.ParseLines(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q is %d lines: %v, want %s", text, len(list), err, want)
		}
	}
	if list, err := svp64.ParseLines(strings.Repeat(a+"\n", 4096)); err != nil || len(list) != 4096 {
		t.Errorf("%d lines: %v", len(list), err)
	}
}

// What depends on predicates has one on a side that is a vector, or in the condition register.
func TestDependsOnPredicates(t *testing.T) {
	for text, want := range map[string]bool{"mv.swiz r4,r8,YX": false, "sv.mv.swiz *32,*64,X vl=4": false, "sv.mv.swiz/m=r3 *32,*64,X vl=4": true, "sv.mv.swiz/dm=r3 *32,*64,X vl=4": true, "sv.mv.swiz/m=eq *32,*64,X vl=4": true} {
		if l, err := svp64.ParseLine(text); err != nil || l.DependsOnPredicates() != want {
			t.Errorf("%s: %v, want %v: %v", text, l.DependsOnPredicates(), want, err)
		}
	}
}
