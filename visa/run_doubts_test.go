package visa

import (
	"strings"
	"testing"
)

// What nobody has verified is said once, and nothing is said of what is known.
func TestUnverifiedIsSaid(t *testing.T) {
	for _, row := range []struct {
		dialect Dialect
		lines   []string
		want    string
	}{
		{Spec, []string{"mad (M1, 1) V(0,0)<1> 1:d 2:d 3:d", "add.sat (M1, 1) V(0,0)<1> (-)V(0,0)<0;1,0> 3:d", "add (M1, 1) X(0,0)<1> 1.0:f 2.0:f"}, ""},
		{Spec, []string{"mad.sat (M1, 1) V(0,0)<1> 1:d 2:d 3:d", "mad.sat (M1, 1) V(0,0)<1> 1:d 2:d 3:d"}, "mad.sat"},
		{Spec, []string{"mov (M1, 1) U(0,0)<1> 5:ud", "mov (M1, 1) Q(0,0)<1> (-)U(0,0)<0;1,0>"}, "the sign of a source"},
		{Spec, []string{"mov (M1, 1) X(0,0)<1> 0x7f800000:f", "add (M1, 1) X(0,0)<1> X(0,0)<0;1,0> (-)X(0,0)<0;1,0>"}, "the bits of a NaN"},
		{Spec, []string{"setp (M1_NM, 8) P3 1:uw", "(P3.any) mov (M1, 8) V(0,0)<1> 1:d"}, ""},
		{Intel, []string{"setp (M1_NM, 8) P3 1:uw", "(P3.any) mov (M1, 8) V(0,0)<1> 1:d"}, "of 8 elements"},
		{Intel, []string{"setp (M1_NM, 16) P1 1:uw", "(P1.any) mov (M1, 8) V(0,0)<1> 1:d"}, ""},
	} {
		b := newBench(t)
		b.dialect = row.dialect
		b.ok(row.lines...)
		got := b.m.Unverified()
		if len(got) > 1 || len(got) == 0 != (row.want == "") || len(got) == 1 && !strings.Contains(got[0], row.want) {
			t.Errorf("%s: %q, want %q", row.lines, got, row.want)
		}
	}
}
