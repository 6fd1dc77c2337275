package gen_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// types are those that movs move and convert.
var types = [...]visa.Type{visa.UB, visa.B, visa.UW, visa.W, visa.UD, visa.D, visa.UQ, visa.Q, visa.HF, visa.F, visa.DF, visa.BF}

// randomMov is the declarations and the text of a mov that stays inside its variables.
func randomMov(rng *rand.Rand, attrs string) (text string, to, from visa.Type) {
	for {
		to, from = types[rng.IntN(len(types))], types[rng.IntN(len(types))]
		if rng.IntN(3) == 0 {
			to = from
		}
		n := 1 << rng.IntN(6)
		h := 1 << rng.IntN(3)
		v, w, sh := []int{0, 1, 2, 4, 8, 16, 32}[rng.IntN(7)], 1<<rng.IntN(5), []int{0, 1, 2, 4}[rng.IntN(4)]
		if w > n || rng.IntN(3) == 0 {
			v, w, sh = []int{1, 2, 4, 8, 0}[rng.IntN(5)], 1, 0
		}
		col, scol := 0, 0
		if rng.IntN(2) == 0 {
			col, scol = rng.IntN(8), rng.IntN(8)
		}
		const wide, bytes = 1088, 2048
		if (col+n*h)*to.Size() > wide || (scol+(n/w)*v+w*sh+1)*from.Size() > bytes {
			continue
		}
		sat, mod := "", ""
		if rng.IntN(6) == 0 && to != visa.BF {
			sat = ".sat"
		}
		if rng.IntN(6) == 0 && from != visa.BF {
			mod = []string{"(-)", "(abs)", "(-abs)"}[rng.IntN(3)]
		}
		mask := []string{"M1", "M1_NM"}[rng.IntN(2)]
		text = fmt.Sprintf(".decl D v_type=G type=%s num_elts=%d align=GRF%s\n.decl S v_type=G type=%s num_elts=%d align=GRF\n", to, wide/to.Size(), attrs, from, bytes/from.Size())
		text += fmt.Sprintf("mov%s (%s, %d) D(0,%d)<%d> %sS(0,%d)<%d;%d,%d>\n", sat, mask, n, col, h, mod, scol, v, w, sh)
		return text, to, from
	}
}

// Movs of all types and regions become instructions that keep all rules and do the same, on every platform; what becomes nothing says why.
func TestLegalise(t *testing.T) {
	rng := chance.Random(t, 63)
	made, unmade, insts, plainly, overlaid := 0, map[string]int{}, 0, 0, 0
	n := 600
	if *full {
		n = 20_000
	}
	for range n {
		p := visa.Platforms()[rng.IntN(len(visa.Platforms()))]
		text, to, from := randomMov(rng, "")
		if rng.IntN(8) == 0 { // the destination is a part of the source
			d, rest, _ := strings.Cut(text, "\n")
			s, mov, _ := strings.Cut(rest, "\n")
			text = fmt.Sprintf("%s\n%s alias=<S, %d>\n%s", s, d, 8*rng.IntN(20), mov)
			overlaid++
		}
		g := program(t, text, p.GRF())
		l, err := gen.Legalise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		if why := l.Unmade[0]; why != "" {
			if unmade[why]++; (len(l.Insts) > 0) || !to.IsFloat() && !from.IsFloat() && to.Size() < 8 && from.Size() < 8 {
				t.Errorf("%s%s: %s", text, p, why)
			}
			continue
		}
		made++
		insts += len(l.Insts)
		a := gen.Audit(g, l, rng)[0]
		if a.Verdict != gen.Same || len(a.Broken) > 0 {
			t.Fatalf("%s%s: %s, %s, %v\n%v", text, p, a.Verdict, a.Why, a.Broken, lines(a.Gen))
		}
		holdMasks(t, text, to, l)
		if from.IsFloat() || !strings.Contains(text, ")S(") { // of integers with a sign it is not said here how many bits they are computed with
			plainly++
			comparePlainly(t, text, to, from, l, rng)
		}
	}
	if plainly*2 < n {
		t.Errorf("%d of %d went the other route", plainly, n)
	}
	t.Logf("%d movs became %d instructions, %d inside their source; none: %v", made, insts, overlaid, unmade)
}

// comparePlainly holds a sequence against its mov, both executed by their texts.
func comparePlainly(t *testing.T, text string, to, from visa.Type, l *gen.Listing, rng *rand.Rand) {
	t.Helper()
	grf := l.Platform.GRF()
	want := make([]byte, 256*grf)
	for k := range want {
		want[k] = byte(rng.Uint32())
	}
	d, s := l.Vars["D"], l.Vars["S"]
	if size := from.Size(); from.IsFloat() { // numbers that are seldom in random bits: small ones, and what is none
		for at := s.First; at < s.First+s.Size; at += size {
			switch rng.IntN(4) {
			case 0:
				plainWrite(want, at, size, plainBits(big.NewFloat(float64(rng.IntN(1000)-500)/8), false, from.String(), false))
			case 1:
				plainWrite(want, at, size, plainBits(new(big.Float).SetInf(rng.IntN(2) == 0), rng.IntN(2) == 0, from.String(), false))
			}
		}
	}
	got := append([]byte(nil), want...)
	plainVISA(t, text, to, from, want, d.First, s.First)
	for _, i := range l.Insts {
		plainMachine(t, i.Text, got, grf)
	}
	for b := range d.Size {
		if at := d.First + b; got[at] != want[at] {
			t.Fatalf("%s%s: byte %d of D is %#02x, and should be %#02x\n%s", text, l.Platform, b, got[at], want[at], lines(l.Insts))
		}
	}
}

var written = regexp.MustCompile(`^\w+ \((\d+)\|M(\d+)\)`)

// holdMasks: what has a mask writes the lanes that it names, and they are as many as its place is a multiple of.
func holdMasks(t *testing.T, text string, to visa.Type, l *gen.Listing) {
	t.Helper()
	n := func(s string) int { v, _ := strconv.Atoi(s); return v }
	m := visaMov.FindStringSubmatch(text)
	begin := l.Vars["D"].First + n(m[3])*to.Size()
	for _, i := range l.Insts {
		x := written.FindStringSubmatch(i.Text)
		if x == nil {
			continue // for all lanes
		}
		at := i.Dst.Register*l.Platform.GRF() + i.Dst.Element*i.Dst.Type.Size()
		if lane := (at - begin) / (n(m[4]) * to.Size()); lane != n(x[2]) || n(x[2])%n(x[1]) != 0 {
			t.Errorf("%s%s: %s writes from lane %d on", text, l.Platform, i.Text, lane)
		}
	}
}

// Of each pair of types on each platform, what a mov of four lanes becomes does the same.
func TestLegaliseTypes(t *testing.T) {
	rng := chance.Random(t, 67)
	made := 0
	for _, p := range visa.Platforms() {
		for _, to := range types {
			for _, from := range types {
				text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=16 align=GRF\n.decl S v_type=G type=%s num_elts=16 align=GRF\nmov (M1, 4) D(0,0)<1> S(0,1)<4;4,1>\n", to, from)
				g := program(t, text, p.GRF())
				l, err := gen.Legalise(g, p)
				if err != nil {
					t.Fatal(err)
				}
				if l.Unmade[0] != "" {
					continue
				}
				made++
				if a := gen.Audit(g, l, rng)[0]; a.Verdict != gen.Same || len(a.Broken) > 0 {
					t.Errorf("%s%s: %s, %s, %v\n%s", text, p, a.Verdict, a.Why, a.Broken, lines(a.Gen))
				}
				comparePlainly(t, text, to, from, l, rng)
			}
		}
	}
	if made < 1000 {
		t.Errorf("%d movs were made", made)
	}
}

func lines(all []gen.Inst) (text string) {
	for _, i := range all {
		text += i.Text + "\n"
	}
	return text
}

// In a program whose lanes part, what writes a variable has the mask of its lanes, and what is on the way has none; where no mask can be, nothing is made.
func TestLegaliseMasks(t *testing.T) {
	const flow = ".decl D v_type=G type=d num_elts=64 align=GRF\n.decl S v_type=G type=d num_elts=64 align=GRF\n.decl Q v_type=G type=q num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n" +
		"cmp.lt (M1, 16) P1 S(0,0)<8;8,1> 3:d\n(P1) goto (M1, 16) L\nmov (M1, 16) D(0,0)<1> S(0,0)<1;2,4>\nL:\nmov (M1, 16) Q(0,0)<4> Q(0,1)<4;1,0>\n"
	l, err := gen.Legalise(program(t, flow, 32), visa.TGL)
	if err != nil {
		t.Fatal(err)
	}
	writes := 0
	for _, i := range l.Insts {
		onD := i.Dst.Register*32 >= l.Vars["D"].First && i.Dst.Register*32 < l.Vars["D"].First+256
		if onD {
			writes++
		}
		if i.NoMask == onD || i.Of != 2 {
			t.Errorf("%s, made for instruction %d", i.Text, i.Of)
		}
	}
	if want := map[int]string{0: "cmp is no mov", 4: "no run of its lanes is written by one instruction with a mask of theirs"}; writes == 0 || !maps.Equal(l.Unmade, want) {
		t.Errorf("%d write D; none: %v", writes, l.Unmade)
	}
}

// Eight lanes from the fourth on have no mask of theirs, and are two runs of four.
func TestLegaliseHalfMasks(t *testing.T) {
	const flow = ".decl D v_type=G type=d num_elts=64 align=GRF\n.decl S v_type=G type=d num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n(P1) goto (M1, 16) L\nmov (M2, 8) D(0,0)<1> S(0,0)<8;8,1>\nL:\n"
	l, err := gen.Legalise(program(t, flow, 32), visa.TGL)
	if err != nil {
		t.Fatal(err)
	}
	if want := "mov (4|M4) r1.0<1>:ud r9.0<1;1,0>:ud\nmov (4|M8) r1.4<1>:ud r9.4<1;1,0>:ud\n"; lines(l.Insts) != want {
		t.Errorf("%s, want\n%s", lines(l.Insts), want)
	}
}

// What becomes nothing says why, and what would go without restrictions is the mov as it stands.
func TestLegaliseRefuses(t *testing.T) {
	const decls = ".decl D v_type=G type=ub num_elts=64 align=GRF\n.decl S v_type=G type=d num_elts=64 align=GRF\n.decl P1 v_type=P num_elts=16\n.decl A0 v_type=A num_elts=8\n.decl O v_type=G type=d num_elts=4 align=byte alias=<D, 1>\n"
	for inst, want := range map[string]string{
		"add (M1, 8) S(0,0)<1> S(0,0)<8;8,1> 1:d":     "add is no mov",
		"(P1) mov (M1, 8) D(0,0)<1> S(0,0)<8;8,1>":    "it has a guard, and predicates have no registers here",
		"mov (M1, 8) D(0,0)<1> 3:d":                   "its operands are not two direct regions",
		"mov (M1, 8) D(0,0)<1> r[A0(0),0]<8;8,1>:d":   "its operands are not two direct regions",
		"mov (M1, 8) D(1,30)<1> S(0,0)<8;8,1>":        "it goes beyond the end of D",
		"mov (M1, 4) S(0,0)<1> O(0,0)<4;4,1>":         "elements of O are not aligned in their registers",
		"mov (M1, 1) S(0,0)<1> %thread_x(0,0)<0;1,0>": "%thread_x has no registers here",
	} {
		l, err := gen.Legalise(program(t, decls+inst+"\n", 32), visa.SKL)
		if err != nil || len(l.Insts) > 0 || l.Unmade[0] != want {
			t.Errorf("%s: %q, %v, %v; want %s", inst, l.Unmade[0], err, l.Insts, want)
		}
	}
	g := program(t, decls+"mov (M2, 8) D(0,3)<1> S(0,1)<16;4,4>\n", 32)
	l, err := gen.Legalise(g, visa.SKL)
	if err != nil {
		t.Fatal(err)
	}
	x, ok := l.Directly(&g.Lines[0].Inst, g.Decls)
	if want := "mov (8|M4) r1.3<1>:ub r3.1<16;4,4>:d"; !ok || x.Text != want {
		t.Errorf("%s, want %s", x.Text, want)
	}
	big := strings.ReplaceAll(strings.ReplaceAll(decls, "num_elts=64", "num_elts=2000"), "type=ub", "type=q")
	if _, err := gen.Legalise(program(t, big+"mov (M1, 8) D(0,0)<1> S(0,0)<8;8,1>\n", 32), visa.SKL); err == nil || err.Error() != "the variables need more than 127 registers" {
		t.Errorf("%v", err)
	}
}

// Where lanes part, a mov takes no more than its halves by themselves, each with the mask of its lanes; nor do these take more than theirs.
func TestLegaliseHalves(t *testing.T) {
	rng := chance.Random(t, 68)
	compared, apart := 0, 0
	for range 250 {
		p := visa.Platforms()[rng.IntN(len(visa.Platforms()))]
		to, from := types[rng.IntN(len(types))], types[rng.IntN(len(types))]
		h, v, w, sh := 1<<rng.IntN(3), rng.IntN(4), 1<<rng.IntN(4), []int{0, 0, 1, 2}[rng.IntN(4)]
		if 32*h*to.Size() > 8*p.GRF() || (32/w*v+w*sh+1)*from.Size() > 8*p.GRF() {
			continue
		}
		made := func(first, n int) (insts int, ok bool) { // of lanes from the first on
			at := func(k, size int) string { return fmt.Sprintf("(%d,%d)", k*size/p.GRF(), k*size%p.GRF()/size) }
			text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=%d align=GRF\n.decl S v_type=G type=%s num_elts=%d align=GRF\n.decl P1 v_type=P num_elts=32\n(P1) goto (M1, 32) L\nmov (M%d, %d) D%s<%d> S%s<%d;%d,%d>\nL:\n",
				to, 8*p.GRF()/to.Size(), from, 8*p.GRF()/from.Size(), 1+first/4, n, at(first*h, to.Size()), h, at(first/w*v, from.Size()), v, w, sh)
			l, err := gen.Legalise(program(t, text, p.GRF()), p)
			if err != nil {
				t.Fatalf("%s%v", text, err)
			}
			for _, i := range l.Insts {
				if x := written.FindStringSubmatch(i.Text); x != nil && !i.NoMask {
					at := i.Dst.Register*p.GRF() + i.Dst.Element*i.Dst.Type.Size() - l.Vars["D"].First
					if lane := at / (h * to.Size()); x[2] != strconv.Itoa(lane) {
						t.Errorf("%s%s: %s writes from lane %d on", text, p, i.Text, lane)
					}
				}
			}
			return len(l.Insts), l.Unmade[1] == ""
		}
		for n := 32; n >= 2*w && n >= 16; n /= 2 {
			whole, all := made(0, n)
			low, lowToo := made(0, n/2)
			high, highToo := made(n/2, n/2)
			if !lowToo || !highToo {
				continue
			}
			if compared++; whole == low+high && low > 2 {
				apart++
			}
			if !all || whole > low+high {
				t.Errorf("%s: mov of %s to %s, %d lanes by <%d;%d,%d>: %d instructions, and %d and %d by halves", p, from, to, n, v, w, sh, whole, low, high)
			}
		}
	}
	if compared < 100 || apart < 10 {
		t.Errorf("%d were compared, of which %d were taken apart", compared, apart)
	}
}
