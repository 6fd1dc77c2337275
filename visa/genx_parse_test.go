package visa

import (
	"math/rand/v2"
	"strings"
	"testing"

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

// Texts with a letter or two wrong: GenX_IR and we take the same ones, and print them alike. What it dies of proves nothing.
func TestGenXParsesAlike(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	w := rand.New(rand.NewPCG(seed, 9))
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
	g := &genx{path, "TGLLP", t.TempDir(), genxDecls}
	p := Parser{Decls: d, Dialect: Intel}
	taken := 0
	for range n {
		text := mutate(w, mutateBase[w.IntN(len(mutateBase))])
		if strings.TrimSpace(text) == "" {
			continue
		}
		answers, err := g.ask([]string{text})
		if died(err) {
			continue
		}
		i, ours := p.ParseInst(text)
		switch {
		case (ours == nil) != (err == nil):
			t.Errorf("%q:\n  ours %v\n  tool %v", text, ours, err)
		case err == nil:
			taken++
			if got := i.Text(d); got != answers[0].reprint {
				t.Errorf("%q:\n  ours %s\n  tool %s", text, got, answers[0].reprint)
			}
		}
	}
	t.Logf("%d of %d are taken", taken, n)
}

// died says whether the tool ended by a signal.
func died(err error) bool { return err != nil && strings.Contains(err.Error(), "signal:") }
