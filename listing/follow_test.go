package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/listing"
)

// Registers through the lines of a listing: what each line made, or that it is no movement.
func TestFollower(t *testing.T) {
	data := map[string][]byte{".LC0": {0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255}}
	f := listing.NewFollower(data)
	for _, row := range []struct{ text, comment, want string }{
		{"pshufd $233, %xmm1, %xmm1", "", "i32x4 -> a1 a2 a2 a3 of mm1, mm1 from mm1, moved"},
		{"movdqa %xmm1, %xmm2", "", "i32x4 -> a1 a2 a2 a3 of mm1, mm2 from mm1, copied"},
		{"pand .LC0(%rip), %xmm2", "", "i32x4 -> z a2 z a3 of mm1, mm2 from mm2, moved with .LC0"},
		{"punpckldq %xmm0, %xmm2", "", "i32x4 i32x4 -> z b0 a2 b1 of mm1 mm0, mm2 from mm2 mm0, moved"},
		{"paddd %xmm1, %xmm2", "", "is no movement"},
		{"vpshufb (%rdi), %xmm1, %xmm3", "xmm3 = xmm1[12],zero,xmm1[0,1],zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero", "i8x16 -> a12 z a4 a5 z z z z z z z z z z z z of mm1, mm3 from mm1, moved"},
		{"vpmovsxbd .LC9(%rip), %xmm4", "xmm4 = [3,-1,1,u]", "-> i32x4: #3 m 1 _ of , mm4 from , loaded"},
		{"movl $5, %eax", "", ", rax from , loaded"},
		{"kmovw %eax, %k1", "", ", k1 from , masked"},
		{"vpshufd $27, %xmm0, %xmm5 {%k1} {z}", "", "i32x4 -> a3 z a1 z of mm0, mm5 from mm0 k1, moved"},
		{"vpshufd $27, %xmm0, %xmm5 {%k2} {z}", "", "which is not known"},
		{"zip1 v0.4s, v1.4s, v2.4s", "", "i32x4 i32x4 -> a0 b0 a1 b1 of v1 v2, v0 from v1 v2, moved"},
		{"mov v0.s[1], v2.s[3]", "", "i32x4 i32x4 -> a0 b3 a1 b1 of v1 v2, v0 from v2 v0, moved"},
		{"ldr q3, [x8, :lo12:.LC0]", "", ", v3 from , loaded"},
		{"movaps %xmm1, (%rdi)", "", "a store is no movement"},
		{"movdqa (%rdi), %xmm1", "", "a load is no movement"},
	} {
		d, err := f.Line(row.text, row.comment)
		got := fmt.Sprint(err)
		if err == nil {
			kind := []string{"moved", "copied", "loaded", "masked"}[d.Kind]
			if len(d.Loads) > 0 {
				kind += " with " + strings.Join(d.Loads, " ")
			}
			got = fmt.Sprintf(", %s from %s, %s", d.To, strings.Join(d.Reads, " "), kind)
			if r, ok := f.Reading(); ok && d.Kind != listing.Masked && !strings.HasPrefix(row.want, ",") {
				m := r.Map
				if wide, err := m.Regroup(32); err == nil {
					m = wide
				}
				got = fmt.Sprintf("%s of %s", m, strings.Join(r.Names, " ")) + got
			}
		}
		if got != row.want && (err == nil || !strings.Contains(got, row.want)) {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
		if err != nil && d.To != "" {
			f.Forget(d.To)
		}
	}
	f.Forget("mm1")
	if _, err := f.Line("pshufd $27, %xmm1, %xmm7", ""); err != nil {
		t.Fatal(err)
	}
	if r, _ := f.Reading(); r.Map.String() != "i32x4 -> a3 a2 a1 a0" {
		t.Errorf("after xmm1 was forgotten its lanes are those of another vector, and not %s", r.Map)
	}
}
