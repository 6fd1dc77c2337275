// Package errata gives a number to every departure from a seed document and to every choice where one is silent.
//
//	105  seed 001, canonical order      silent
//	     says   nothing of two operands that are the same value
//	     does   folds them into one: selector mod n, the other operand unused
//	     test   TestCanonicalUnique
//
// The hundreds of a number tell the seed: 1 to 99 are seed 000 (SVP64), 101 to 199 seed 001 (shufflevector), 201 to 299 seed 002 (vISA), 301 to 399 seed
// 003 (Apple G13), 401 to 499 what lies between them, and 501 on documents of others. A number is never used again.
package errata

import (
	"fmt"
	"strings"
)

// Ground is why an entry departs from its seed, or that it does not.
type Ground string

// The grounds on which house rule 3 allows a departure.
const (
	Impossible  Ground = "impossible"         // what the seed says cannot be
	Contradicts Ground = "contradicts itself" // one sentence or example of the seed against another
	Hardware    Ground = "hardware"           // a test on the hardware says otherwise
	TwoSources  Ground = "two sources"        // two independent sources say otherwise
	MakersTool  Ground = "the maker's tool"   // spelling of text only: the maker's tool of the seed's release
	Silent      Ground = "silent"             // the seed does not say; this is our choice
)

// An Entry is one numbered departure or choice.
type Entry struct {
	No       int
	Seed     string // "001"
	Title    string // what it is about, in a few words
	Says     string // what the seed says, or that it says nothing
	Does     string // what Lanescope does
	Ground   Ground
	Evidence string // how one can see that it is right
	Test     string // the name of a test that fails if Lanescope does otherwise
}

// Text is the entry in full, as lines of a field each.
func (e Entry) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d  seed %s, %s\n", e.No, e.Seed, e.Title)
	for _, f := range e.fields() {
		fmt.Fprintf(&b, "  %-9s %s\n", f[0], f[1])
	}
	return b.String()
}

func (e Entry) fields() [][2]string {
	return [][2]string{{"ground", string(e.Ground)}, {"says", e.Says}, {"does", e.Does}, {"evidence", e.Evidence}, {"test", e.Test}}
}

// Markdown is a page of entries.
func Markdown(entries []Entry) []byte {
	var b strings.Builder
	b.WriteString("# Errata\n\nWhere Lanescope departs from the documents that it implements, and what it chose where they are silent. `lanescope errata` prints this list; " +
		"the table is in each dialect's `errata.go`.\n")
	seed := ""
	for _, e := range entries {
		if e.Seed != seed {
			seed = e.Seed
			fmt.Fprintf(&b, "\n## Seed %s\n", seed)
		}
		fmt.Fprintf(&b, "\n### %d: %s\n\n", e.No, e.Title)
		for _, f := range e.fields() {
			fmt.Fprintf(&b, "- **%s:** %s\n", f[0], markdownText(f[0], f[1]))
		}
	}
	return []byte(b.String())
}

// markdownText sets names of tests as code, and keeps what looks like markup from being it.
func markdownText(field, s string) string {
	if field == "test" {
		return "`" + s + "`"
	}
	return strings.NewReplacer("<", "\\<", "*", "\\*", "_", "\\_").Replace(s)
}
