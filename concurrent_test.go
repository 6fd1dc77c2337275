package lanescope_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/visa"
)

// concurrentUses are uses of the packages, each with values of its own, so that only what a package keeps for itself is shared. What each says is compared.
var concurrentUses = map[string]func() (string, error){
	"lane": func() (string, error) {
		m, err := lane.Parse("i32x4 i32x4 -> a0 b0 a1 b1")
		return m.String(), err
	},
	"shufflevector": func() (string, error) {
		m, err := shufflevector.Parse("<4 x i32> 0 4 1 5")
		return fmt.Sprint(m), err
	},
	"svp64": func() (string, error) {
		m, err := svp64.Parse("mv.swiz r4,r8,W.Y.")
		return fmt.Sprint(m), err
	},
	"visa": func() (string, error) {
		f, err := form.Parse("<8;4,1>", form.Options{Exec: 8, Type: "d"})
		return fmt.Sprint(f.Map, len(visa.Errata)), err
	},
	"g13": func() (string, error) {
		b, errs := asm.Assemble("simd_shuffle r0, r1, 5\nstop\n")
		return fmt.Sprint(b, len(g13.Errata)), errors.Join(errs...)
	},
	"target": func() (string, error) {
		n := 0
		for _, t := range target.Targets() {
			n += len(t.Rows)
		}
		return fmt.Sprint(n), nil
	},
	"lower": func() (string, error) {
		return lowered("sse4.1", "i8x16 i8x16 -> a0 b0 a5 b7 a1 b2 z z a3 a2 a1 a0 b15 b14 b13 b12")
	},
	"lower general": func() (string, error) {
		return lowered("bmi2", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6")
	},
	"lower both": func() (string, error) {
		return lowered("avx2+bmi2", "i8x16 -> a0 a1 a2 a3 a0 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15")
	},
	"lower quads": func() (string, error) { return lowered("neon", "i32x4 i32x4 -> a3 b0 a3 b0") },
	"draw": func() (string, error) {
		m, err := lane.Parse("i32x4 i32x4 -> a0 b0 a1 b1")
		return string(draw.Wires(m, draw.Options{}).SVG()), err
	},
	"corpus": func() (string, error) {
		found := ""
		note := corpus.Sink{Shuffle: func(f corpus.Find) { found += f.Form.Map.String() }, Emitted: func(e corpus.Emission) { found += fmt.Sprint(e) }}
		err := corpus.Scan(strings.NewReader("pshufd xmm0, xmm1, 27\nxmm0 = xmm1[0,1],xmm0[2,3]\n"), "a.s", note)
		return found, err
	},
	"api": func() (string, error) {
		e, err := (&api.Explainer{}).Explain(context.Background(), api.ExplainRequest{Form: "<4 x i32> 0 4 1 5", Forms: []string{"all"}, Targets: []string{"sse2", "neon"}})
		return string(e.AppendJSON(nil)), err
	},
}

func lowered(name, text string) (string, error) {
	t, _ := target.Find(name)
	m, err := lane.Parse(text)
	if err != nil {
		return "", err
	}
	var l lower.Lowerer
	r, err := l.Lower(context.Background(), m, lower.Options{Target: t, Budget: 1 << 8})
	if err != nil {
		return "", err
	}
	return fmt.Sprint(r.Listing(t), r.Proof), nil
}

// Eight goroutines use every package at once, and each says what one alone says. Under -race what they share without care is found.
func TestEveryPackageAtOnce(t *testing.T) {
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range concurrentUses {
			if !yield(name) {
				return
			}
		}
	})
	const goroutines = 8
	said := make([]map[string]string, goroutines)
	var all sync.WaitGroup
	for g := range goroutines {
		said[g] = map[string]string{}
		all.Go(func() {
			for k := range names {
				name := names[(k+g)%len(names)]
				text, err := concurrentUses[name]()
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				said[g][name] = text
			}
		})
	}
	all.Wait()
	for _, name := range names {
		for g := range said {
			if said[g][name] != said[0][name] || said[g][name] == "" {
				t.Errorf("%s: %q and %q", name, said[0][name], said[g][name])
			}
		}
	}
}
