package cexpr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// An attribute says how long a vector is, wherever in its typedef it stands, however its name is spelled, and whatever else it says.
func TestSpellingsOfAttributes(t *testing.T) {
	for _, attribute := range []string{"__attribute__((vector_size(16)))", "__attribute((vector_size(16)))", "__attribute__ ((vector_size (16)))", "__attribute ((__vector_size__(16)))", "__attribute__((aligned(16), vector_size(16)))", "__attribute__((vector_size(8 * 2), may_alias))", "[[gnu::vector_size(16)]]", "[[ gnu::vector_size (4 * sizeof(int)) ]]"} {
		for _, declared := range []string{"typedef int T A;", "typedef int A T;", "typedef A int T;", "typedef unsigned int T A;", "typedef unsigned A int T;", "using T A = int;", "using T = int A;", "using T = A int;"} {
			text := strings.Replace(declared, "A", attribute, 1) + " T a, b; __builtin_shufflevector(a, b, 3, 4, 0, 7)"
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil || r.Map.String() != "i32x4 i32x4 -> a3 b0 a0 b3" || len(r.Warnings) > 0 {
				t.Errorf("%s is %s, %q, %v", text, r.Map, r.Warnings, err)
			}
		}
	}
}

// A table of NEON's lookups is one vector of 128 bits, or of 64 where the name has no q; another one is told so.
func TestLengthsOfTables(t *testing.T) {
	var rows [][2]string
	for _, q := range []string{"", "q"} {
		indices := map[string]string{"": "(uint8x8_t){0}", "q": "(uint8x16_t){0}"}[q]
		call := "vqtbl1" + q + "_u8(vget_low_u8(v), " + indices + ")"
		rows = append(rows, [2]string{"‹" + call + "›", "vqtbl1" + q + "_u8: expected a vector of 128 bits, and this has 64"})
		call = "vqtbx1" + q + "_u8(" + map[string]string{"": "vget_low_u8(v)", "q": "v"}[q] + ", vget_low_u8(v), " + indices + ")"
		rows = append(rows, [2]string{"‹" + call + "›", "vqtbx1" + q + "_u8: expected a vector of 128 bits, and this has 64"})
	}
	rows = append(rows, [2]string{"‹vtbl1_u8(vrev64q_u8(v), (uint8x8_t){0})›", "vtbl1_u8: expected a vector of 64 bits, and this has 128"})
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// A call with an argument more than it takes is told how many it takes, whatever the argument is.
func TestOneArgumentMore(t *testing.T) {
	var rows [][2]string
	for _, c := range cexpr.Calls() {
		if strings.ContainsAny(c.Args, "NmxPpDdhtw") || strings.Contains(c.Name, "/") || slices.ContainsFunc(cexpr.Calls(), func(o cexpr.Call) bool { return strings.HasPrefix(o.Name, c.Name+"/") }) {
			continue
		}
		var args []string
		for i, letter := range c.Args {
			if letter == 'v' {
				args = append(args, fmt.Sprintf("a%d", i))
			} else {
				args = append(args, "0")
			}
		}
		for _, more := range []string{"b", "3"} {
			rows = append(rows, [2]string{"‹" + c.Name + "(" + strings.Join(append(slices.Clone(args), more), ", ") + ")›", fmt.Sprintf("%s: it has %d arguments here, and takes %d", c.Name, len(args)+1, len(args))})
		}
	}
	if len(rows) < 20 {
		t.Fatalf("only %d calls are asked", len(rows))
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// Parentheses around an address are 64 at most, of a constant array as of another one, and it is told so.
func TestDepthsOfAddresses(t *testing.T) {
	for _, around := range [][2]string{{"(", ")"}, {"(const __m128i *)(", ")"}, {"reinterpret_cast<const __m128i *>(", ")"}, {"(void *)", ""}} {
		for n, ok := range map[int]bool{1: true, 30: true, 63: true, 64: false, 65: false, 200: false} {
			text := "static const uint8_t m[16] = {7}; _mm_loadu_si128(" + strings.Repeat(around[0], n) + "m" + strings.Repeat(around[1], n) + ")"
			if around[0] == "(const __m128i *)(" && n > 30 && n < 64 { // two of them each
				continue
			}
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if ok && (err != nil || len(r.Map.Src) > 0) || !ok && (err == nil || !strings.HasSuffix(err.Error(), "an address has at most 64 others around it")) {
				t.Errorf("%d of %s: %s, %v", n, around[0], r.Map, err)
			}
		}
	}
}
