package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// Every region of vISA is a region in ESIMD, in C for Metal and in LLVM's intrinsics, and each of these goes back into one of vISA.
func TestRegionsOfExplicitVectors(t *testing.T) {
	visa, _ := form.ByName("visa")
	there, back := 0, 0
	for _, v := range []int{0, 1, 2, 4, 8, 16} {
		for _, w := range []int{1, 2, 4, 8, 16} {
			for _, h := range []int{0, 1, 2, 4} {
				for exec := w; exec <= 16; exec *= 2 {
					region := fmt.Sprintf("<%d;%d,%d>", v, w, h)
					f, err := form.Parse(region, form.Options{Exec: exec, Type: "d"})
					if err != nil {
						t.Fatalf("%s: %v", region, err)
					}
					for _, name := range []string{"esimd", "cm", "genx"} {
						d, _ := form.ByName(name)
						text, err := d.Form(f.Map)
						if err != nil {
							t.Fatalf("%s of %d lanes has no form in %s: %v", region, exec, name, err)
						}
						g, err := form.Parse(text, form.Options{})
						if err != nil || g.Dialect != name {
							t.Fatalf("%s: %s is %s: %v", region, text, g.Dialect, err)
						}
						there++
						lines, err := visa.Translate(t.Context(), g.Map)
						if err != nil {
							t.Fatalf("%s: %v", text, err)
						}
						one, err := form.Parse(strings.Join(lines, "\n"), form.Options{From: "visa"})
						if err != nil {
							t.Fatalf("%s: %v", lines, err)
						}
						verdict, err := form.Compare(form.Form{Map: f.Map}, one)
						if err != nil || verdict.Relation != lane.Equal {
							t.Fatalf("%s of %d lanes is %s, and that is %s: %v", region, exec, text, lines, err)
						}
						movs := strings.Count(strings.Join(lines, "\n"), "mov ")
						if farthest := slices.MaxFunc(f.Map.Lane, func(a, b lane.Lane) int { return a.Index - b.Index }).Index; farthest < 16 != (movs == 1) { // two registers of eight
							t.Fatalf("%s of %d lanes reaches element %d, and is %d movs", region, exec, farthest, movs)
						}
						back++
					}
				}
			}
		}
	}
	if there != 3*6*4*15 || back != there {
		t.Errorf("%d regions went there, %d came back", there, back)
	}
}
