package program_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Blanks may stand around what separates operands, and change nothing.
func TestBlanksBetweenOperands(t *testing.T) {
	rng := chance.Random(t, 0)
	blanks := func() string { return []string{"", " ", "  ", "\t"}[rng.IntN(4)] }
	read := 0
	for read < times(400) {
		text := randomStatement(rng)
		if read < 8 {
			text = []string{"b .+8", "b .-0x10", "bc 12,cr4.lt,.+8", "bc 12,4*cr4+so,.-8", "lwz 3,-8(4)", "sv.stw *32,8(*64)", "mtspr ctr,3", "cmpi cr7,1,r3,-5"}[read]
		}
		want, err := program.Parse(text)
		if err != nil {
			continue
		}
		if read++; want.Op == program.Move {
			continue
		}
		head, rest, _ := strings.Cut(text, " ")
		var b strings.Builder
		b.WriteString(blanks() + head + " " + blanks())
		for _, r := range rest {
			switch r {
			case ',', '(', ')':
				b.WriteString(blanks() + string(r) + blanks())
			case '.':
				b.WriteString(string(r))
				if strings.HasPrefix(rest, ".") || strings.Contains(rest, ",.") && !strings.Contains(rest, "cr") {
					b.WriteString(blanks())
				}
			default:
				b.WriteRune(r)
			}
		}
		if got, err := program.Parse(b.String() + blanks()); err != nil || got != want {
			t.Errorf("%q is %v, want %v: %v", b.String(), got, want, err)
		}
	}
}

// In Vertical-First mode neither a loop nor svstep goes on where both sides do not stand at the same lane of their groups. Nothing is changed then.
func TestSidesThatStandApart(t *testing.T) {
	for sub, text := range map[int]string{2: "sv.addi/vec2 *32,*64,1", 3: "sv.addi/vec3 *32,*64,1", 4: "sv.mv.swiz/vec4 *32,*64,XYZW"} {
		for src := range sub {
			for dst := range sub {
				for name, m := range machines(t, text+"\nsvstep 0,1,0") {
					for _, first := range []bool{true, false} {
						m.PC, m.SV = program.DefaultBase, svp64.NewSVState(4, 4).WithVertical(true)
						if !first {
							if err := m.Instruction(); err != nil {
								t.Fatalf("%s: %v", text, err)
							}
						}
						m.SV = m.SV.WithPlaces(svp64.Place{Step: 1, Sub: src}, svp64.Place{Step: 1, Sub: dst})
						before := m.State
						var err error
						if name == "stepped" {
							_, err = m.Step()
						} else {
							err = m.Instruction()
						}
						if apart := src != dst; apart != errors.Is(err, svp64.ErrStep) || !apart && err != nil {
							t.Errorf("%s, %s, first %v, at %d and %d: %v", name, text, first, src, dst, err)
						} else if apart && m.State != before {
							t.Errorf("%s, %s, first %v, at %d and %d: the state has changed", name, text, first, src, dst)
						}
					}
				}
			}
		}
	}
}
