package campaign

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/tablebase"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// WriteLookup writes what a table found as a file in which maps are looked up: each canonical map once, with the cheapest of its answers. It says how many there are.
func (u *Union) WriteLookup(to io.Writer) (maps int, err error) {
	if u.Plan.Kind != tableKind {
		return 0, fmt.Errorf("this is a campaign of the kind %s: what is looked up is of the kind %s", u.Plan.Kind, tableKind)
	}
	b := tablebase.NewBuilder(u.Plan.Options.Target)
	var bad error
	err = u.lines(func(line string) {
		if bad == nil && !isBug(line) {
			bad = addLookup(b, line)
		}
	})
	if err == nil {
		err = bad
	}
	if err == nil {
		err = b.Write(to)
	}
	return b.Len(), err
}

// addLookup adds one answer, with its sources numbered as those of the canonical map.
func addLookup(b *tablebase.Builder, line string) error {
	l, err := readTableLine(line)
	if err != nil || l.refused != "" {
		return err
	}
	k, ok := tablebase.KeyOf(l.want)
	if !ok {
		return nil // which a table of masks never has
	}
	var places []string
	for n := range k.Sources() {
		places = append(places, lane.SourceName(n)+"="+l.sources[k.Source(n)])
	}
	places = append(places, resultName+"="+l.result)
	fields := strings.Split(line, "\t")
	proof := slices.Index([]string{lower.BestKnown.String(), lower.Bounded.String(), lower.Minimal.String()}, fields[4])
	if proof < 0 {
		return fmt.Errorf("%q is no proof", fields[4])
	}
	return b.Add(k, tablebase.Entry{
		Ops: l.ops, Constants: l.constants, Copies: l.all - l.ops - l.constants, LowerBound: l.bound, Proof: uint8(proof), Text: []byte(strings.Join(places, " ") + "\t" + strings.Join(l.sequence, "; ")),
	})
}
