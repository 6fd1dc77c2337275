package form_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// Masked and predicated forms are compared over both values of each bit.
func TestCompareGuarded(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want lane.Relation
		at   int
		on   bool
	}{
		{"vpshufd zmm0{k1}{z}, zmm1, 27", "vpshufd $27, %zmm1, %zmm0 {%k1} {z}", lane.Equal, -1, true},
		{"vpshufd zmm0{k1}{z}, zmm1, 27", "vpshufd zmm0{k1}, zmm1, 27", lane.Differ, 0, false},
		{"vpshufd zmm0{k1}, zmm1, 27", "vpshufd zmm0{k1}, zmm1, 26", lane.Differ, 0, true},
		{"vpshufd ymm0{k1}{z}, ymm1, 0xE4", "vmovdqa32 ymm0{k1}{z}, ymm1", lane.Equal, -1, true},
		{"vmovdqa64 ymm0{k1}{z}, ymm1", "vmovdqa32 ymm0{k1}{z}, ymm1", lane.Differ, 1, false},
		{"vpshufd ymm0{k1}, ymm1, 0xE4", "vpshufd ymm0, ymm1, 0xE4", lane.Differ, 0, false},
		{"_mm512_maskz_shuffle_epi32(k1, a, 27)", "vpshufd $27, %zmm1, %zmm0 {%k1} {z}", lane.Equal, -1, true},
		{"_mm512_mask_shuffle_epi32(s, k1, a, 27)", "vpshufd zmm0{k1}, zmm1, 27", lane.Equal, -1, true},
		{"vpshufd ymm0{k1}{z}, ymm1, 0xE4", "vshufps ymm0{k1}{z}, ymm1, ymm2, 0xE4", lane.Differ, 2, true},
		{"sv.mv.swiz/vec2/w=32/m=r3 *32,*64,YX vl=2", "sv.mv.swiz/vec2/w=32/m=r3 *32,*64,YX vl=2", lane.Equal, -1, true},
	} {
		a, errA := form.Parse(row.a, form.Options{})
		b, errB := form.Parse(row.b, form.Options{})
		if errA != nil || errB != nil {
			t.Errorf("%s, %s: %v, %v", row.a, row.b, errA, errB)
			continue
		}
		v, err := form.CompareGuarded(a, b)
		if err != nil || v.Relation != row.want || v.Lane != row.at || v.OnA != row.on {
			t.Errorf("%s and %s: %v at lane %d, bit %v, %v", row.a, row.b, v.Relation, v.Lane, v.OnA, err)
		}
		if !strings.Contains(strings.Join(a.Warnings, " "), "under ") {
			t.Errorf("%s does not say that it is under a predicate: %q", row.a, a.Warnings)
		}
	}
	a, _ := form.Parse("vpshufd xmm0{k1}, xmm1, 27", form.Options{})
	b, _ := form.Parse("vpshufd xmm0{k2}, xmm1, 27", form.Options{})
	if _, err := form.CompareGuarded(a, b); err == nil {
		t.Error("two predicates are compared as if they were one")
	}
}
