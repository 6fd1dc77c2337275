package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Bitwise operations do not know of lanes: those on floats, on doubles and on integers of 32 and of 64 bits have the same forms and do the same in each.
func TestBitwiseSynonyms(t *testing.T) {
	groups := [][]string{
		{"pxor", "xorps", "xorpd"}, {"vpxor", "vxorps", "vxorpd"}, {"vpxord", "vpxorq"},
		{"vinserti32x4", "vinsertf32x4", "vinserti64x2", "vinsertf64x2"}, {"vinserti64x4", "vinsertf64x4"}, {"vextracti32x4", "vextractf32x4", "vextracti64x2", "vextractf64x2"}, {"vextracti64x4", "vextractf64x4"},
	}
	for _, op := range []string{"and", "or", "andn"} {
		groups = append(groups, []string{"p" + op, op + "ps", op + "pd"}, []string{"vp" + op, "v" + op + "ps", "v" + op + "pd"}, []string{"vp" + op + "d", "vp" + op + "q"})
	}
	for _, names := range groups {
		want := forms(names[0])
		if len(want) == 0 {
			t.Errorf("there is no %s", names[0])
		}
		for _, name := range names[1:] {
			got := forms(name)
			for form, what := range want {
				if got[form] != what {
					t.Errorf("%s %s is %s, and %s %s", name, form, got[form], names[0], what)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s has %d forms, and %s %d", name, len(got), names[0], len(want))
			}
		}
	}
}

// forms are what all forms of an instruction do: with a constant that has each second byte, and each immediate.
func forms(name string) map[string]string {
	all := map[string]string{}
	for _, r := range apply.X86Named()[name] {
		bits := fmt.Sprint(r.Asm, r.Bits, r.Src)
		at := map[byte]apply.Operand{}
		for k, n := range r.Src {
			at[target.SourceLetters[k]] = apply.Operand{Name: string("xyz"[k]), Bits: n}
		}
		half := make([]lane.Lane, r.Bits/8)
		for i := range half {
			half[i] = lane.Fixed(lane.ConstOf(uint64(255 * (i % 2))))
		}
		if r.Index != nil {
			at['k'] = apply.Vector(lane.Map{Bits: 8, Lane: half})
			if r.Spends {
				at['d'] = at['k']
			}
		}
		values := 1
		if r.Imm != nil {
			values = r.Imm.Values
		}
		var does []string
		for v := range values {
			at['i'] = apply.Operand{Number: v}
			m, err := apply.Row(&program.Values{Named: map[string]lane.Map{}}, r, at)
			if err != nil {
				does = append(does, strings.TrimPrefix(err.Error(), r.Name))
				continue
			}
			m, err = m.Regroup(8)
			does = append(does, fmt.Sprint(m, err))
		}
		all[bits] = strings.Join(does, "; ")
	}
	return all
}

// Numbers in lanes of SVE fit into them, with a sign or without; a number of eight bits may be shifted by as many where lanes are longer, and by no other number; steps have five bits.
func TestNumbersSVE(t *testing.T) {
	read := func(line string) (string, error) {
		m, _, _, _, err := apply.SVE(&program.Values{Named: map[string]lane.Map{}}, line, 128, nil)
		return m.String(), err
	}
	for letter, bits := range map[string]int{"b": 8, "h": 16, "s": 32} {
		for _, name := range []string{"mov", "dup"} {
			for _, v := range []int{-1<<(bits-1) - 2, -1<<(bits-1) - 1, -1 << (bits - 1), -1, 0, 1, 1<<(bits-1) - 1, 1<<bits - 1, 1 << bits, 1<<bits + 1} {
				line := fmt.Sprintf("%s z3.%s, #%d", name, letter, v)
				got, err := read(line)
				fits := v >= -1<<(bits-1) && v < 1<<bits
				want := lane.Map{Bits: bits, Lane: make([]lane.Lane, 128/bits)}
				for i := range want.Lane {
					want.Lane[i] = lane.Fixed(lane.ConstOf(uint64(v)).Slice(0, bits))
				}
				switch {
				case fits && (err != nil || got != want.String()):
					t.Errorf("%s: %s, %v, want %s", line, got, err, want)
				case !fits && (err == nil || err.Error() != fmt.Sprintf("1:1: %d does not fit in a lane of %d bits", v, bits)):
					t.Errorf("%s: %s, %v", line, got, err)
				}
			}
			for shift := range 17 {
				for _, v := range []int{-129, -128, -1, 1, 255, 256} {
					line := fmt.Sprintf("%s z3.%s, #%d, lsl #%d", name, letter, v, shift)
					_, err := read(line)
					wrong := ""
					switch {
					case shift != 8:
						wrong = name + " has no form with these operands of 128 bits: it is "
					case bits == 8:
						wrong = "lanes of 8 bits have no number that is shifted by 8"
					case v < -128 || v > 255:
						wrong = fmt.Sprintf("a number that is shifted by 8 is -128 to 255, and this is %d", v)
					}
					if wrong == "" && err != nil || wrong != "" && (err == nil || err.Error() != "1:1: "+wrong && (shift == 8 || !strings.HasPrefix(err.Error(), "1:1: "+wrong))) {
						t.Errorf("%s: %v, want %s", line, err, wrong)
					}
				}
			}
		}
		for _, v := range []int{-17, -16, -1, 0, 15, 16} {
			for _, line := range []string{fmt.Sprintf("index z3.%s, #%d, #1", letter, v), fmt.Sprintf("index z3.%s, #1, #%d", letter, v)} {
				_, err := read(line)
				if fits := v >= -16 && v <= 15; fits != (err == nil) || !fits && err.Error() != fmt.Sprintf("1:1: index has numbers from -16 to 15, and this is %d", v) {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
	for _, v := range []string{"-9223372036854775808", "-1", "9223372036854775807"} {
		if _, err := read("mov z3.d, #" + v); err != nil {
			t.Error(err)
		}
	}
}
