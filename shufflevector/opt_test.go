package shufflevector_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// LLVM itself folds shuffles of constants: what opt makes of ours is what Eval and the canonical form evaluate to. This is also the test that LLVM reads what
// IR writes, with every element type.
func TestOptFoldsAsWeEvaluate(t *testing.T) {
	opt := oracle.Need(t, "opt")
	rng := chance.Random(t, 4)
	var module strings.Builder
	var all []shufflevector.Shuffle
	for range 1500 {
		s := randomConstantShuffle(rng)
		for _, form := range []shufflevector.Shuffle{s, s.Canonical()} {
			form.Result = "%r"
			typ := fmt.Sprintf("<%d x %s>", len(form.Sel), form.Elem.Name)
			fmt.Fprintf(&module, "define %s @f%d() {\n  %s\n  ret %s %%r\n}\n", typ, len(all), form, typ)
			all = append(all, form)
		}
	}
	cmd := exec.Command(opt, "-S", "-passes=instsimplify", "-o", "-", "-")
	cmd.Stdin = strings.NewReader(module.String())
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		if e, ok := err.(*exec.ExitError); ok {
			t.Fatalf("opt does not read our IR: %s", e.Stderr)
		}
		t.Fatal(err)
	}
	results := regexp.MustCompile(`(?m)^  ret (<(\d+) x .*)$`).FindAllStringSubmatch(string(out), -1)
	if len(results) != len(all) {
		t.Fatalf("opt returns %d results for %d shuffles", len(results), len(all))
	}
	for i, r := range results {
		// What opt returns is read back as the operand of an identity shuffle.
		want := mustParse(t, fmt.Sprintf("shufflevector %s, <%s x %s> poison, <1 x i32> zeroinitializer", r[1], r[2], all[i].Elem.Name)).Op[0]
		got := all[i].Eval(nil, nil)
		for j, v := range got {
			// opt makes undef of a poison selector, which refines it, so that the two count as one here.
			if w := want.At(j); (v.State == shufflevector.Defined) != (w.State == shufflevector.Defined) || v.Bits != w.Bits {
				t.Fatalf("%s\nopt gives %s,\nwe lane %d as %v", all[i], r[1], j, v)
			}
		}
	}
	t.Logf("%d shuffles folded by %s", len(all), opt)
}

func randomConstantShuffle(rng *rand.Rand) shufflevector.Shuffle {
	elems := []shufflevector.Elem{
		shufflevector.Int(1), shufflevector.Int(4), shufflevector.Int(8), shufflevector.Int(32), shufflevector.Int(79), shufflevector.Int(128),
		{Name: "half", Bits: 16}, {Name: "bfloat", Bits: 16}, {Name: "float", Bits: 32}, {Name: "double", Bits: 64}, {Name: "fp128", Bits: 128}, {Name: "ppc_fp128", Bits: 128}, {Name: "x86_fp80", Bits: 80},
	}
	n, m := 1+rng.IntN(9), 1+rng.IntN(9)
	s := shufflevector.Shuffle{Elem: elems[rng.IntN(len(elems))], N: n, Sel: make([]int, m)}
	for k := range s.Op {
		s.Op[k].Const = make([]shufflevector.Value, n)
		for i := range n {
			v := &s.Op[k].Const[i]
			if v.State = shufflevector.State(max(0, rng.IntN(10)-7)); v.State == shufflevector.Defined && rng.IntN(4) > 0 {
				v.Bits = randomBits(rng, s.Elem)
			}
		}
	}
	for i := range s.Sel {
		s.Sel[i] = rng.IntN(2*n+1) - 1
	}
	return s
}

// randomBits is a random pattern; of an x86_fp80 one with its explicit leading bit as the exponent wants it, since LLVM normalises others.
func randomBits(rng *rand.Rand, e shufflevector.Elem) lane.Const {
	low, high := lane.ConstOf(rng.Uint64()), lane.ConstOf(rng.Uint64())
	if e.Name == "x86_fp80" {
		low, high = lane.ConstOf(rng.Uint64()|1<<63), lane.ConstOf(rng.Uint64()&0x3fff|1)
	}
	return lane.Join(64, low, high).Slice(0, e.Bits)
}
