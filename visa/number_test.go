package visa

import "testing"

// Behind a number in angles, > ends the region, and is an operator where what follows makes one of it, as the tool's grammar has it.
func TestComparisonInRegion(t *testing.T) {
	d := NewDecls(32, D)
	for _, row := range []struct{ text, want string }{
		{"mov (8) V32<1> V33(0,0)<1>6;16,1>", "mov (M1, 8) V32(0,0)<1> V33(0,0)<0;16,1>"},
		{"mov (8) V32<1> V33(0,0)<6> 1;1,0>", "mov (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>"},
		{"mov (8) V32<1> V33(0,0)<8>>1;4,1>", "mov (M1, 8) V32(0,0)<1> V33(0,0)<4;4,1>"},
		{"mov (8) V32<1>6:w", "mov (M1, 8) V32(0,0)<1> 0x6:w"},
		{"mov (8) V32<1> (6+1):w", "mov (M1, 8) V32(0,0)<1> 0x7:w"},
		{"mov (8) V32<1> -6:w", "mov (M1, 8) V32(0,0)<1> 0xfffffffa:w"},
		{"mov (8) V32<1> 0.5:f", "mov (M1, 8) V32(0,0)<1> 0x3f000000:f"},
	} {
		for _, dialect := range []Dialect{Spec, Intel} {
			p := Parser{Decls: d, Dialect: dialect}
			if i, err := p.ParseInst(row.text); err != nil || i.Text(d) != row.want {
				t.Errorf("%s: %s, %v, want %s", row.text, i.Text(d), err, row.want)
			}
		}
	}
}
