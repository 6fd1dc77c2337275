package cexpr

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// What one walk over a text finds is what is found from each place anew.
func TestLooksByOneWalk(t *testing.T) {
	intrinsic := func(text string) bool {
		for at := range len(text) {
			if text[at] != 'v' || at > 0 && (syntax.IsIdentifier("_"+text[at-1:at]) || text[at-1] == '%' || text[at-1] == '.') {
				continue
			}
			c := syntax.Cursor{Text: text, Off: at}
			if _, typ, ok := cutLast(c.Word(), "_"); ok && neonTypes[typ].bits > 0 && (c.Accept("(") || c.Accept("::<")) {
				return true
			}
		}
		return false
	}
	dialecttest.Looks(t, chance.Random(t, 1), "looksNEONIntrinsic", looksNEONIntrinsic, intrinsic)
}

// Each call of std::simd's is one with its namespace or before a lambda, and not beside other words; the long names need none.
func TestLooksStandard(t *testing.T) {
	long := strings.Fields("simd_permute simd_split simd_cat simd_chunk simd_compress simd_expand simd_select")
	short := strings.Fields("permute chunk cat split concat compress expand unchecked_gather_from partial_gather_from")
	if len(long) != len(standardLong) || len(short) != len(standardShort) {
		t.Fatal("there are other names than these")
	}
	for _, name := range long {
		for text, want := range map[string]bool{name + "(v)": true, name + "<2>(v)": true, name: false, "x." + name + "(v)": false, name[1:] + "(v)": false} {
			if got := LooksStandard(text); got != want {
				t.Errorf("%s looks like std::simd: %v", text, got)
			}
		}
	}
	for _, name := range short {
		for text, want := range map[string]bool{
			"std::simd::" + name + "(v)": true, "stdx::" + name + "<2>(v)": true, "std::experimental::" + name + "(v)": true, name + "(v, [](auto i) { return i; })": true,
			name + "(v)": false, "std::" + name + "(v)": false, "simd::x " + name: false, "simd::v." + name + "(v)": false, "simd::" + name + "_(v)": false,
		} {
			if got := LooksStandard(text); got != want {
				t.Errorf("%s looks like std::simd: %v", text, got)
			}
		}
	}
}
