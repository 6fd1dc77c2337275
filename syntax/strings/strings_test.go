package strings_test

import (
	"fmt"
	"reflect"
	"slices"
	gostrings "strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

func ExampleCut() {
	fmt.Println(syntax.Steps(func() { strings.Cut("a = b = c", " = ") }))
	// Output: 4
}

// Each function does what the standard library's does, and looks at no more than there is, nor at less than it has to.
func TestAsStandardLibrary(t *testing.T) {
	type two = [2]func(s, u string) []any
	list := func(v ...any) []any { return v }
	vowel := func(r rune) bool { return r == 'a' || r == 'é' }
	functions := map[string]two{
		"Index":         {func(s, u string) []any { return list(strings.Index(s, u)) }, func(s, u string) []any { return list(gostrings.Index(s, u)) }},
		"IndexByte":     {func(s, u string) []any { return list(strings.IndexByte(s, 'a')) }, func(s, u string) []any { return list(gostrings.IndexByte(s, 'a')) }},
		"IndexAny":      {func(s, u string) []any { return list(strings.IndexAny(s, u)) }, func(s, u string) []any { return list(gostrings.IndexAny(s, u)) }},
		"LastIndex":     {func(s, u string) []any { return list(strings.LastIndex(s, u)) }, func(s, u string) []any { return list(gostrings.LastIndex(s, u)) }},
		"LastIndexByte": {func(s, u string) []any { return list(strings.LastIndexByte(s, 'b')) }, func(s, u string) []any { return list(gostrings.LastIndexByte(s, 'b')) }},
		"Contains":      {func(s, u string) []any { return list(strings.Contains(s, u)) }, func(s, u string) []any { return list(gostrings.Contains(s, u)) }},
		"ContainsAny":   {func(s, u string) []any { return list(strings.ContainsAny(s, u)) }, func(s, u string) []any { return list(gostrings.ContainsAny(s, u)) }},
		"ContainsRune":  {func(s, u string) []any { return list(strings.ContainsRune(s, 'é')) }, func(s, u string) []any { return list(gostrings.ContainsRune(s, 'é')) }},
		"ContainsFunc":  {func(s, u string) []any { return list(strings.ContainsFunc(s, vowel)) }, func(s, u string) []any { return list(gostrings.ContainsFunc(s, vowel)) }},
		"IndexFunc":     {func(s, u string) []any { return list(strings.IndexFunc(s, vowel)) }, func(s, u string) []any { return list(gostrings.IndexFunc(s, vowel)) }},
		"Count":         {func(s, u string) []any { return list(strings.Count(s, u)) }, func(s, u string) []any { return list(gostrings.Count(s, u)) }},
		"Compare":       {func(s, u string) []any { return list(strings.Compare(s, u)) }, func(s, u string) []any { return list(gostrings.Compare(s, u)) }},
		"Cut":           {func(s, u string) []any { a, b, ok := strings.Cut(s, u); return list(a, b, ok) }, func(s, u string) []any { a, b, ok := gostrings.Cut(s, u); return list(a, b, ok) }},
		"CutPrefix":     {func(s, u string) []any { a, ok := strings.CutPrefix(s, u); return list(a, ok) }, func(s, u string) []any { a, ok := gostrings.CutPrefix(s, u); return list(a, ok) }},
		"CutSuffix":     {func(s, u string) []any { a, ok := strings.CutSuffix(s, u); return list(a, ok) }, func(s, u string) []any { a, ok := gostrings.CutSuffix(s, u); return list(a, ok) }},
		"HasPrefix":     {func(s, u string) []any { return list(strings.HasPrefix(s, u)) }, func(s, u string) []any { return list(gostrings.HasPrefix(s, u)) }},
		"HasSuffix":     {func(s, u string) []any { return list(strings.HasSuffix(s, u)) }, func(s, u string) []any { return list(gostrings.HasSuffix(s, u)) }},
		"TrimPrefix":    {func(s, u string) []any { return list(strings.TrimPrefix(s, u)) }, func(s, u string) []any { return list(gostrings.TrimPrefix(s, u)) }},
		"TrimSuffix":    {func(s, u string) []any { return list(strings.TrimSuffix(s, u)) }, func(s, u string) []any { return list(gostrings.TrimSuffix(s, u)) }},
		"Trim":          {func(s, u string) []any { return list(strings.Trim(s, u)) }, func(s, u string) []any { return list(gostrings.Trim(s, u)) }},
		"TrimLeft":      {func(s, u string) []any { return list(strings.TrimLeft(s, u)) }, func(s, u string) []any { return list(gostrings.TrimLeft(s, u)) }},
		"TrimRight":     {func(s, u string) []any { return list(strings.TrimRight(s, u)) }, func(s, u string) []any { return list(gostrings.TrimRight(s, u)) }},
		"TrimSpace":     {func(s, u string) []any { return list(strings.TrimSpace(s)) }, func(s, u string) []any { return list(gostrings.TrimSpace(s)) }},
		"Fields":        {func(s, u string) []any { return list(strings.Fields(s)) }, func(s, u string) []any { return list(gostrings.Fields(s)) }},
		"FieldsFunc":    {func(s, u string) []any { return list(strings.FieldsFunc(s, vowel)) }, func(s, u string) []any { return list(gostrings.FieldsFunc(s, vowel)) }},
		"Split":         {func(s, u string) []any { return list(strings.Split(s, u)) }, func(s, u string) []any { return list(gostrings.Split(s, u)) }},
		"SplitSeq":      {func(s, u string) []any { return list(slices.Collect(strings.SplitSeq(s, u))) }, func(s, u string) []any { return list(slices.Collect(gostrings.SplitSeq(s, u))) }},
		"Join":          {func(s, u string) []any { return list(strings.Join([]string{s, s}, u)) }, func(s, u string) []any { return list(gostrings.Join([]string{s, s}, u)) }},
		"Repeat":        {func(s, u string) []any { return list(strings.Repeat(s, 2)) }, func(s, u string) []any { return list(gostrings.Repeat(s, 2)) }},
		"Replace":       {func(s, u string) []any { return list(strings.Replace(s, u, "x", 1)) }, func(s, u string) []any { return list(gostrings.Replace(s, u, "x", 1)) }},
		"ReplaceAll":    {func(s, u string) []any { return list(strings.ReplaceAll(s, u, "x")) }, func(s, u string) []any { return list(gostrings.ReplaceAll(s, u, "x")) }},
		"ToLower":       {func(s, u string) []any { return list(strings.ToLower(s)) }, func(s, u string) []any { return list(gostrings.ToLower(s)) }},
		"ToUpper":       {func(s, u string) []any { return list(strings.ToUpper(s)) }, func(s, u string) []any { return list(gostrings.ToUpper(s)) }},
		"Map":           {func(s, u string) []any { return list(strings.Map(func(r rune) rune { return r + 1 }, s)) }, func(s, u string) []any { return list(gostrings.Map(func(r rune) rune { return r + 1 }, s)) }},
		"Replacer":      {func(s, u string) []any { return list(strings.NewReplacer("a", "b").Replace(s)) }, func(s, u string) []any { return list(gostrings.NewReplacer("a", "b").Replace(s)) }},
	}
	random := chance.Random(t, 1)
	piece := func(most int) (s string) {
		for range random.IntN(most + 1) {
			s += []string{"a", "b", " ", "A", "é", "\n", "ab"}[random.IntN(7)]
		}
		return s
	}
	for name, f := range functions {
		looks := int64(0)
		for range 300 {
			s, u := piece(12), piece(3)
			var got []any
			steps := syntax.Steps(func() { got = f[0](s, u) })
			if want := f[1](s, u); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s(%q, %q) is %q, want %q", name, s, u, got, want)
			}
			if looks += steps; steps > int64(2*len(s)+2*len(u)+2) {
				t.Fatalf("%s(%q, %q) looks at %d bytes", name, s, u, steps)
			}
		}
		if looks == 0 && name != "Compare" {
			t.Errorf("%s looks at nothing", name)
		}
	}
}

// A search looks at what is before the place where it ends, and at no more.
func TestSteps(t *testing.T) {
	long := gostrings.Repeat("x", 1000)
	for _, row := range []struct {
		f    func()
		want int64
	}{
		{func() { strings.Index("ab"+long, "b") }, 2},
		{func() { strings.Index(long, "b") }, 1000},
		{func() { strings.Cut("ab"+long, "b") }, 2},
		{func() { strings.LastIndexByte(long+"b", 'b') }, 1},
		{func() { strings.LastIndex(long, "b") }, 1000},
		{func() { strings.HasPrefix(long, "xy") }, 2},
		{func() { strings.TrimLeft("  "+long, " ") }, 3},
		{func() { strings.ToLower(long) }, 1000},
		{func() { c := syntax.Cursor{Text: "  " + long}; c.Space(); c.Word(); c.Uint(9) }, 3 + 1 + 1000 + 1},
	} {
		if got := syntax.Steps(row.f); got != row.want {
			t.Errorf("%d steps, want %d", got, row.want)
		}
	}
	syntax.Look(7) // nobody counts
	if n := syntax.Steps(func() {}); n != 0 {
		t.Errorf("%d steps of nothing", n)
	}
}

// Pieces are between line ends and semicolons, where they stand, and none is empty.
func TestStatements(t *testing.T) {
	if got := strings.Statements("a;;\n b \n"); len(got) != 2 || got[1] != [2]int{4, 7} {
		t.Errorf("%v", got)
	}
}
