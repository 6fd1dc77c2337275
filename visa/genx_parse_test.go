package visa

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// mutateBase are texts of every kind of operand.
var mutateBase = []string{
	"(!P1.any) add.sat (M3_NM, 8) V_d(0,1)<1> (-abs)V_d(1,0)<8;8,1> (1+2*3):d",
	"mov (M1, 8) V_f<2> -1.5e+3:f",
	"mov (M1, 8) r[A0(1),-4]<1>:uw (~)r[A1(0)]<4,1>:d",
	"addr_add (M1, 8) A0(0)<8> &V_d[40] 0x3:uw",
	"addr_add (M1, 8) A0(0)<8> A1(2)<4> V_uw(0,0)<1;1,0>",
	"cmp.lt (NoMask, 16) P1 V_w(0,0)<16;16,1> 0x3c00:hf",
	"setp (M1, 16) P1 0x5:uw",
	"bfn.x1f (16) V_ud(0,0)<1> V_ud(0,0)<8;8,1> 0x1:ud %sizeof(V_d):ud",
	"and (M1, 16) P1 P2 P1",
	"movs (M1, 1) T6(0) V_ud(0,0)<0;1,0>",
	"movs (M1, 1) V_d(0,0)<1> T6(0)",
	"oword_ld (2) T6 0x0:ud V_ud.(32+0)",
	"mov (M1, 8) V_d(0,0)<1> &V_d[4]",
	"mov (M1, 1) V_d(0,0)<1> P1",
	"not (M1, 16) P1 P2",
	"addc (M1, 8) V_ud(0,0)<1> V_ud(1,0)<1> V_ud(2,0)<8;8,1> 0x1:ud",
	"mov (M1, 8) %null(0,0)<1> %r0(0,1)<0;1,0>",
	"mov (M1, 4) V_q(0,0)<1> ~0x12345:q",
	"sel (M1, 8) V_d(0,0)<1> V_d(0,0)<8;4,1> -5:w",
}

const mutateLetters = "0123456789 (),.;:<>[]-+~!&|^*/%=?xMVPATSrdfabsqwunyil_ \t"

func mutate(w *rand.Rand, s string) string {
	for range 1 + w.IntN(2) {
		at := w.IntN(len(s))
		switch w.IntN(4) {
		case 0:
			s = s[:at] + s[at+1:]
		case 1:
			s = s[:at] + string(mutateLetters[w.IntN(len(mutateLetters))]) + s[at:]
		case 2:
			s = s[:at] + string(mutateLetters[w.IntN(len(mutateLetters))]) + s[at+1:]
		default:
			to := min(len(s), at+1+w.IntN(4))
			s = s[:to] + s[at:]
		}
	}
	return s
}

// Texts with a letter or two wrong: GenX_IR and we take the same ones, and print them alike. What it dies of proves nothing, nor what it takes for something that it then refuses: it
// reads "oword_ld (32)" and prints "oword_ld (0)".
func TestGenXParsesAlike(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	w := chance.Random(t, 9)
	n := 100
	switch {
	case *full:
		n = 5000
	case testing.Short():
		n = 20
	}
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	holdParses(t, &genx{path: path, platform: "TGLLP", dir: t.TempDir(), decls: genxDecls}, d, w, n, mutateBase)
}

// holdParses changes letters of texts, and compares what the tool and we take.
func holdParses(t *testing.T, g *genx, d *Decls, w *rand.Rand, n int, base []string) {
	t.Helper()
	p := Parser{Decls: d, Dialect: Intel}
	taken := 0
	for range n {
		text := mutate(w, base[w.IntN(len(base))])
		if strings.TrimSpace(text) == "" {
			continue
		}
		answers, err := g.ask([]string{text})
		if oracle.Failed(err) {
			continue
		}
		i, ours := p.ParseInst(text)
		switch {
		case ours != nil && err == nil && g.refuses(answers[0].reprint):
		case (ours == nil) != (err == nil):
			t.Errorf("%q:\n  ours %v\n  tool %v", text, ours, err)
		case err == nil:
			taken++
			if got := toolText(&i, d); got != answers[0].reprint {
				t.Errorf("%q:\n  ours %s\n  tool %s", text, got, answers[0].reprint)
			}
		}
	}
	t.Logf("%d of %d are taken", taken, n)
	g.answersMost(t)
}

// refuses says whether the tool does not read a text.
func (g *genx) refuses(text string) bool {
	_, err := g.ask([]string{text})
	return err != nil && !oracle.Failed(err)
}

// The owords of a message are 1 to 16, also where the tool takes more for none.
func TestGenXOwords(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d, Dialect: Intel}
	for _, op := range []string{"oword_ld (%d) T6 0x0:ud V_ud.0", "oword_st (%d) T6 0x0:ud V_ud.0"} {
		for n := range 40 {
			text := fmt.Sprintf(op, n)
			g := &genx{path: path, platform: "TGLLP", dir: t.TempDir(), decls: genxDecls}
			answers, err := g.ask([]string{text})
			_, ours := p.ParseInst(text)
			switch {
			case n == 32:
				if ours == nil || err != nil || !g.refuses(answers[0].reprint) {
					t.Errorf("%q: ours %v, tool %v %v", text, ours, answers, err)
				}
			case (ours == nil) != (err == nil):
				t.Errorf("%q: ours %v, tool %v", text, ours, err)
			}
		}
	}
}

// Every word of a type, in lower-case letters, capitals and both, behind every form of a number, the ends of their ranges among them; and as the type of a declaration and of
// an indirect operand: GenX_IR and we take the same ones, and print them alike.
func TestGenXTypeWords(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	const stops = "mov (M1, 1) V_d(0,0)<0> 0x1:d" // nothing is compiled
	numbers := []string{"5", "-5", "0x5", "-0x5", "- 5", "1.5", "-1.5", "(5)", "~5", "-(5)", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "0x80000000", "-0x80000000", "0xffffffff",
		"9223372036854775807", "9223372036854775808", "-9223372036854775807", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999",
		"0x7fffffffffffffff", "0x8000000000000000", "-0x8000000000000000", "0xffffffffffffffff", "0x7f800001", "0x7fc00001", "-0x7f800001", "0x3c00", "-0"}
	words := []string{}
	for _, row := range types {
		upper := strings.ToUpper(row.name)
		words = append(words, row.name, upper, upper[:1]+row.name[1:])
		if len(upper) > 1 {
			words = append(words, row.name[:1]+upper[1:])
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	rng := chance.Random(t, 10)
	taken, refused := 0, 0
	compare := func(platform string, grf int, decls string, texts ...string) {
		g := &genx{path: path, platform: platform, dir: t.TempDir(), decls: genxDecls + decls}
		d, err := ParseDecls(g.decls, grf)
		if err != nil {
			t.Fatal(err)
		}
		p := Parser{Decls: d, Dialect: Intel}
		ours := []string{stops}
		for _, text := range texts {
			if _, err := p.ParseInst(text); err == nil {
				ours = append(ours, text)
			} else if *full || rng.IntN(8) == 0 { // what we refuse stops the tool too, so that each has a run
				refused++
				if _, err := g.ask([]string{text, stops}); err == nil {
					t.Errorf("%s%q: ours refuses what the tool takes", decls, text)
				}
			}
		}
		taken += len(ours) - 1
		compareWithGenX(t, g, d, ours)
	}
	for _, w := range words {
		texts := []string{"mov (M1, 8) V_q(0,0)<1> r[A0(0),0]<8;8,1>:" + w}
		for _, n := range numbers {
			texts = append(texts, "mov (M1, 8) V_q(0,0)<1> "+n+":"+w)
		}
		compare("TGLLP", 32, "", texts...)
		if t, ok := TypeNamed(w); !ok || t == Bool || t.IsPacked() {
			continue // no variable has the type; of bool, the tool complains with the declaration
		}
		decl := ".decl X v_type=G type=" + w + " num_elts=64 align=GRF\n"
		texts = []string{"mov (M1, 8) X(0,0)<1> V_f(0,0)<8;8,1>", "mov (M1, 8) V_f(0,0)<1> X(0,0)<8;8,1>", "add (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>", "add (M1, 8) V_f(0,0)<1> V_f(0,0)<8;8,1> X(2,0)<8;8,1>",
			"and (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>", "shl (M1, 8) V_d(0,0)<1> X(1,0)<8;8,1> V_d(2,0)<8;8,1>", "cmp.lt (M1, 8) P1 X(1,0)<8;8,1> X(2,0)<8;8,1>", "sel (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>",
			"min (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>", "mad (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1> X(3,0)<8;8,1>", "setp (M1, 8) P1 X(0,0)<8;8,1>", "lzd (M1, 8) X(0,0)<1> X(1,0)<8;8,1>",
			"frc (M1, 8) X(0,0)<1> X(1,0)<8;8,1>", "div (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>", "addr_add (M1, 8) A0(0)<8> &X X(0,0)<8;8,1>", "mulh (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>",
			"inv (M1, 8) X(0,0)<1> X(1,0)<8;8,1>", "avg (M1, 8) X(0,0)<1> X(1,0)<8;8,1> X(2,0)<8;8,1>", "plane (M1, 8) X(0,0)<1> X(1,0)<0;1,0> X(2,0)<8;8,1>", "oword_ld (2) T6 0x0:ud X.0"}
		compare("TGLLP", 32, decl, texts...)
		compare("PVC", 64, decl, texts...)
	}
	t.Logf("%d texts that both take, %d that both refuse", taken, refused)
	if taken < 1500 || refused < 50 {
		t.Errorf("%d texts that both take, %d that both refuse", taken, refused)
	}
}
