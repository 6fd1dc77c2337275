package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// A parameter that is a descriptor says what the lanes are, whatever stands before the function; a parameter of an unknown type says nothing, and hides what has its name outside.
func TestDescriptorsAsParameters(t *testing.T) {
	for _, elem := range []struct {
		name string
		bits int
	}{{"uint8_t", 8}, {"int16_t", 16}, {"float", 32}, {"double", 64}} {
		for _, total := range []int{128, 256, 512} {
			for _, before := range []string{"", "const Full128<uint64_t> d;\n", "const Full512<uint16_t> d;\n"} {
				for _, param := range []string{"Full%d<%s> d", "const Full%d<%s> d", "const Full%d<%s> &d", "Full%d<%s>& d"} {
					text := before + "V f(" + fmt.Sprintf(param, total, elem.name) + ", V v) { return Reverse(d, v); }"
					r, err := cexpr.Highway().Read(text, dialect.Options{})
					if err != nil {
						t.Errorf("%s: %v", text, err)
					} else if n := total / elem.bits; len(r.Map.Lane) != n || r.Map.Bits != elem.bits || r.Map.Lane[0] != lane.From(0, n-1) || len(r.Warnings) > 0 {
						t.Errorf("%s is %s, %q", text, r.Map, r.Warnings)
					}
				}
			}
		}
	}
	dialecttest.Meanings(t, cexpr.Highway(), [][2]string{
		{"const Full128<uint8_t> d; V f(Other d, V v) { return Reverse(d, v); }", " of v: i32x4 -> a3 a2 a1 a0; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
	})
}

// Between < and > stand as many numbers as a call takes, and never more than 256.
func TestNumbersBetweenAngles(t *testing.T) {
	for _, n := range []int{2, 3, 5, 255, 256, 257, 300} {
		call := "Broadcast<" + strings.TrimSuffix(strings.Repeat("0, ", n), ", ") + ">("
		row := [2]string{"‹" + call + "a)›", "Broadcast: expected a number between < and >"}
		if n > 256 {
			row = [2]string{"‹" + call + "›a)", "more than 256 numbers between < and >"}
		}
		dialecttest.Refused(t, cexpr.Highway(), [][2]string{row})
	}
}

// What is neither return, if, a block nor an assignment is told so where it begins, wherever in a lambda it stands.
func TestNoStatementsOfLambdas(t *testing.T) {
	var rows [][2]string
	for _, around := range [][2]string{{"", ""}, {"int j = 1; ", " return j;"}, {"{ ", " } return i;"}, {"if (i) ", " return i;"}, {"if (i) return 0; else ", " return i;"}, {"if (i) { return 1; } ", ""}, {"; ;  ", " return 0;"}, {"{ { } ", "} return 0;"}} {
		for _, statement := range [][2]string{{"k", ";"}, {"k", " + 1;"}, {"k", "(3);"}, {"int", ";"}, {"int", " k;"}, {"unsigned", " long k;"}, {"for", " (;;) return 1;"}, {"k", "++;"}, {"k", " += 1;"}, {"k", "[0] = 1;"}, {"+", "+k;"}, {"(", "i) = 1;"}, {"=", " 3;"}, {"*", "k = 1;"}} {
			text := "std::simd::vec<int, 4> v; std::simd::permute(v, [](int i) { " + around[0] + "‹" + statement[0] + "›" + statement[1] + around[1] + " })"
			rows = append(rows, [2]string{text, `expected return and an index, found "` + statement[0] + `"`})
		}
	}
	dialecttest.Refused(t, cexpr.Standard(), rows)
}

// Under a predicate of all lanes it is the same what becomes of the others: merged with anything, cleared or left open, a call does what it does without one.
func TestPredicatesOfAllLanes(t *testing.T) {
	for _, bits := range []int{8, 16, 32, 64} {
		typ, all := fmt.Sprintf("u%d", bits), fmt.Sprintf("svptrue_b%d()", bits)
		for _, op := range []struct {
			name string
			unit int
		}{{"svrevb", 8}, {"svrevh", 16}, {"svrevw", 32}} {
			if op.unit >= bits {
				continue
			}
			var want []string
			per := bits / op.unit
			for i := range 128 / op.unit {
				want = append(want, fmt.Sprintf("a%d", i/per*per+per-1-i%per))
			}
			for _, text := range []string{op.name + "_" + typ + "_x(" + all + ", a)", op.name + "_" + typ + "_z(" + all + ", a)", op.name + "_" + typ + "_m(a, " + all + ", a)"} {
				lanesAre(t, text, op.unit, want)
			}
			row := op.name + "_" + typ
			dialecttest.Refused(t, cexpr.Scalable(), [][2]string{{"‹" + row + "_z(p, a)›", row + "_z: what it does depends on p: it is a map only once that is known"}, {"‹" + row + "_x(svpfalse_b(), a)›", row + "_x: of some lanes alone it is not known as a movement"}})
		}
		for k := 1; k < bits/8; k++ {
			var up, down []string
			per := bits / 8
			for i := range 16 {
				at := i % per
				up, down = append(up, "z"), append(down, "z")
				if at >= k {
					up[i] = fmt.Sprintf("a%d", i-k)
				}
				if at+k < per {
					down[i] = fmt.Sprintf("a%d", i+k)
				}
			}
			for _, how := range []string{"m", "x", "z"} {
				lanesAre(t, fmt.Sprintf("svlsl_n_%s_%s(%s, a, %d)", typ, how, all, 8*k), 8, up)
				lanesAre(t, fmt.Sprintf("svlsr_n_%s_%s(%s, a, %d)", typ, how, all, 8*k), 8, down)
				lanesAre(t, fmt.Sprintf("svlsr_%s_%s(%s, a, %d)", typ, how, all, 8*k), 8, down)
			}
		}
	}
}

// Of a name that is nearly an intrinsic of SVE it is said what is wrong with it, whatever its predicate is.
func TestNearlyScalable(t *testing.T) {
	dialecttest.Refused(t, cexpr.Scalable(), [][2]string{
		{"‹svrev_u8_m(a, svptrue_b8(), b)›", "svrev_u8_m: it takes 1 arguments, and has 3"},
		{"‹svzip1_u8_m(a, svptrue_b8(), b)›", "svzip1_u8_m: it takes 2 arguments, and has 3"},
		{"‹svrev_u8_x(a)›", "svrev_u8_x: what it does depends on a: it is a map only once that is known"},
		{"‹svrev_u8_m()›", "svrev_u8_m: expected a predicate, such as svptrue_b8()"},
		{"‹svinsr_u8_m(a, svptrue_b8(), b)›", "svinsr_u8_m: it is no intrinsic that the target knows as a movement of lanes"},
	})
}
