// Package strings is the standard library's, as far as readers of dialects use it, and says how much of a text each call looks at:
//
//	strings.Cut("a = b = c", " = ")     4 bytes: the rest is not looked at
//	strings.Contains("a = b", "->")     5
//	strings.TrimSpace("  a  ")          5
//
// See [syntax.Steps]. A reader that imports this package in place of the other one is counted without another change.
package strings

import (
	"iter"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// Builder is the standard library's.
type Builder = strings.Builder

// Replacer is the standard library's; it looks at all of a text.
type Replacer struct{ r *strings.Replacer }

// NewReplacer is the standard library's.
func NewReplacer(oldnew ...string) *Replacer { return &Replacer{strings.NewReplacer(oldnew...)} }

// Replace is the standard library's.
func (r *Replacer) Replace(s string) string { return r.r.Replace(looked(s)) }

// looked is a text that is looked at whole.
func looked(s string) string {
	syntax.Look(len(s))
	return s
}

// found is where something of so many bytes was found, before which all was looked at.
func found(s string, at, size int) int {
	if at < 0 {
		syntax.Look(len(s))
	} else {
		syntax.Look(at + size)
	}
	return at
}

// foundLast is found of a search from the end.
func foundLast(s string, at int) int {
	syntax.Look(len(s) - max(at, 0))
	return at
}

// trimmed is what is left of a text.
func trimmed(s, rest string) string {
	syntax.Look(len(s) - len(rest) + 1)
	return rest
}

// Index is the standard library's.
func Index(s, sub string) int { return found(s, strings.Index(s, sub), len(sub)) }

// IndexByte is the standard library's.
func IndexByte(s string, b byte) int { return found(s, strings.IndexByte(s, b), 1) }

// IndexAny is the standard library's.
func IndexAny(s, chars string) int { return found(s, strings.IndexAny(s, chars), 1) }

// LastIndex is the standard library's.
func LastIndex(s, sub string) int { return foundLast(s, strings.LastIndex(s, sub)) }

// LastIndexByte is the standard library's.
func LastIndexByte(s string, b byte) int { return foundLast(s, strings.LastIndexByte(s, b)) }

// Contains is the standard library's.
func Contains(s, sub string) bool { return Index(s, sub) >= 0 }

// ContainsAny is the standard library's.
func ContainsAny(s, chars string) bool { return IndexAny(s, chars) >= 0 }

// ContainsRune is the standard library's.
func ContainsRune(s string, r rune) bool { return found(s, strings.IndexRune(s, r), 1) >= 0 }

// Count is the standard library's.
func Count(s, sub string) int { return strings.Count(looked(s), sub) }

// Compare is the standard library's.
func Compare(a, b string) int { return strings.Compare(a, b) }

// Cut is the standard library's.
func Cut(s, sep string) (before, after string, ok bool) {
	if at := Index(s, sep); at >= 0 {
		return s[:at], s[at+len(sep):], true
	}
	return s, "", false
}

// HasPrefix is the standard library's.
func HasPrefix(s, prefix string) bool {
	syntax.Look(len(prefix))
	return strings.HasPrefix(s, prefix)
}

// HasSuffix is the standard library's.
func HasSuffix(s, suffix string) bool {
	syntax.Look(len(suffix))
	return strings.HasSuffix(s, suffix)
}

// CutPrefix is the standard library's.
func CutPrefix(s, prefix string) (after string, ok bool) {
	syntax.Look(len(prefix))
	return strings.CutPrefix(s, prefix)
}

// CutSuffix is the standard library's.
func CutSuffix(s, suffix string) (before string, ok bool) {
	syntax.Look(len(suffix))
	return strings.CutSuffix(s, suffix)
}

// TrimPrefix is the standard library's.
func TrimPrefix(s, prefix string) string {
	after, _ := CutPrefix(s, prefix)
	return after
}

// TrimSuffix is the standard library's.
func TrimSuffix(s, suffix string) string {
	before, _ := CutSuffix(s, suffix)
	return before
}

// Trim is the standard library's.
func Trim(s, cutset string) string { return trimmed(s, strings.Trim(s, cutset)) }

// TrimLeft is the standard library's.
func TrimLeft(s, cutset string) string { return trimmed(s, strings.TrimLeft(s, cutset)) }

// TrimRight is the standard library's.
func TrimRight(s, cutset string) string { return trimmed(s, strings.TrimRight(s, cutset)) }

// TrimSpace is the standard library's.
func TrimSpace(s string) string { return trimmed(s, strings.TrimSpace(s)) }

// Fields is the standard library's.
func Fields(s string) []string { return strings.Fields(looked(s)) }

// FieldsFunc is the standard library's.
func FieldsFunc(s string, f func(rune) bool) []string { return strings.FieldsFunc(looked(s), f) }

// Split is the standard library's.
func Split(s, sep string) []string { return strings.Split(looked(s), sep) }

// SplitSeq is the standard library's.
func SplitSeq(s, sep string) iter.Seq[string] { return strings.SplitSeq(looked(s), sep) }

// Join is the standard library's.
func Join(parts []string, sep string) string { return looked(strings.Join(parts, sep)) }

// Repeat is the standard library's.
func Repeat(s string, n int) string { return looked(strings.Repeat(s, n)) }

// Replace is the standard library's.
func Replace(s, old, by string, n int) string { return strings.Replace(looked(s), old, by, n) }

// ReplaceAll is the standard library's.
func ReplaceAll(s, old, by string) string { return strings.ReplaceAll(looked(s), old, by) }

// ToLower is the standard library's.
func ToLower(s string) string { return strings.ToLower(looked(s)) }

// ToUpper is the standard library's.
func ToUpper(s string) string { return strings.ToUpper(looked(s)) }

// Map is the standard library's.
func Map(f func(rune) rune, s string) string { return strings.Map(f, looked(s)) }

// ContainsFunc is the standard library's.
func ContainsFunc(s string, f func(rune) bool) bool {
	return found(s, strings.IndexFunc(s, f), 1) >= 0
}

// IndexFunc is the standard library's.
func IndexFunc(s string, f func(rune) bool) int { return found(s, strings.IndexFunc(s, f), 1) }
