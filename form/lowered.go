package form

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// The dialects of real machines say a map in the cheapest instructions that are known, of the target that is the usual one for its size. Whoever wants another target or
// another cost asks package lower.

var lowerer = sync.OnceValue(func() *lower.Lowerer { return new(lower.Lowerer) })

func lowered(m lane.Map, name string) (*lower.Result, *target.Target, error) {
	t, _ := target.Find(name)
	if m.ReadsOld() {
		return nil, t, fmt.Errorf("lanes keep the old destination, which here would be a source like any other")
	}
	r, err := lowerer().Lower(m, lower.Options{Target: t, MaxConstants: lower.Unlimited})
	return r, t, err
}

// sequenceX86 is intrinsics, whose operands are called a and b: registers would be taken for sources in the order in which they happen to be read.
func sequenceX86(m lane.Map) ([]string, error) {
	name := "avx2"
	if m.Bits*len(m.Lane) > 256 {
		name = "avx512"
	}
	r, t, err := lowered(m, name)
	if err != nil {
		return nil, err
	}
	c, err := r.C(t, "F")
	if err != nil {
		return nil, err
	}
	_, body, _ := strings.Cut(c, "{\n")
	var all []string
	for _, line := range strings.Split(body, "\n") {
		if line = strings.TrimSpace(line); line != "" && line != "}" {
			all = append(all, line)
		}
	}
	return all, sameSize(m, strings.Join(all, "\n"), readX86)
}

func sequenceNEON(m lane.Map) ([]string, error) {
	if !readInOrder(m) {
		return nil, fmt.Errorf("not all sources are read, and a reader would number the others so")
	}
	r, t, err := lowered(m, "neon")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	return all, sameSize(m, strings.Join(all, "\n"), readNEON)
}

// sameSize says whether a sequence, read, is about the map's sources in their order and makes as many bits.
func sameSize(m lane.Map, text string, read func(string) (Reading, error)) error {
	back, err := read(text)
	if err != nil {
		return fmt.Errorf("the sequence is not read as a form: %w", err)
	}
	if got, want := back.Map.Bits*len(back.Map.Lane), m.Bits*len(m.Lane); got != want {
		return fmt.Errorf("a register has %d bits, and this is %d", got, want)
	}
	for k, name := range back.Names {
		inOrder := name == lane.SourceName(k) || strings.TrimLeft(name, "v") == fmt.Sprint(k)
		if letters := !slices.ContainsFunc(back.Names, func(s string) bool { return !isLetter(s) }); !inOrder && !letters {
			return fmt.Errorf("the sequence reads source %s first, and a reader would call that a: lanescope lower --target neon says it with registers", lane.SourceName(1))
		}
	}
	return nil
}
