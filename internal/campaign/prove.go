package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// The kind prove is a file of pairs, a line each, as `lanescope test` reads them, and how the two of each stand to each other:
//
//	pshufd $27 == <4 x i32> 3 2 1 0	equal
const betweenForms = " == "

// settleProve reads the files of pairs.
func settleProve(p *Plan) error {
	for _, path := range p.Options.Paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(text) > MaxPlanBytes {
			return fmt.Errorf("%s has more than %d bytes", path, MaxPlanBytes)
		}
		n := 0
		for line := range strings.SplitSeq(string(text), "\n") { // one at a time: of 100 MB the first that is none is soon found
			n++
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			if !strings.Contains(line, betweenForms) || strings.Contains(line, "\t") {
				return fmt.Errorf("%s:%d: expected FORM%sFORM, without tabs", path, n, betweenForms)
			}
			p.Texts = append(p.Texts, line)
		}
	}
	if len(p.Texts) == 0 {
		return errors.New("there is no pair: expected a file with a line FORM == FORM for each")
	}
	p.Options.Paths = nil // the plan has what they say
	return nil
}

// pair reads the two forms of a line, the second with its operands as the first has them.
func pair(line string) (a, b form.Form, err error) {
	left, right, _ := strings.Cut(line, betweenForms)
	if a, err = form.Parse(left, form.Options{}); err != nil {
		return a, b, err
	}
	if b, err = form.Parse(right, form.Options{}); err != nil {
		return a, b, err
	}
	b, _ = form.Bind(a, b)
	return a, b, nil
}

// relations are the words of an answer.
var relations = [...]string{lane.Equal: "equal", lane.Refines: "A refines B", lane.RefinedBy: "B refines A", lane.Differ: "differ"}

func doProve(_ context.Context, _ *Doer, _ *Plan, _ int, text string) (string, error) {
	a, b, err := pair(text)
	if err != nil {
		return oneLine(text + "\terror\t" + err.Error()), nil
	}
	v, err := form.CompareGuarded(a, b)
	switch {
	case err != nil:
		return oneLine(text + "\terror\t" + err.Error()), nil
	case v.Relation == lane.Differ:
		return fmt.Sprintf("%s\tdiffer\tat lane %d of %d bits", text, v.Lane, v.Bits), nil
	}
	return text + "\t" + relations[v.Relation], nil
}

// verifyProve moves bytes: both maps by Apply, on sources by chance, and with what is undefined counted apart.
func verifyProve(p *Plan, line string) error {
	text, verdict, ok := strings.Cut(line, "\t")
	if !ok {
		return errors.New("there is no verdict")
	}
	verdict, _, _ = strings.Cut(verdict, "\t")
	a, b, err := pair(text)
	if err != nil || a.Guard != nil || b.Guard != nil || verdict == "error" {
		if (err != nil) && verdict != "error" {
			return err
		}
		return nil // under a predicate there is no one map that moves bytes
	}
	got, err := moved(a.Map, b.Map, rand.New(rand.NewPCG(p.Seed, uint64(len(text)))))
	if err == nil && got != verdict {
		err = fmt.Errorf("bytes that were moved say %q", got)
	}
	return err
}

// turns is how many sources by chance are moved. Two unlike lanes of a bit are alike in all of them once in 2^64.
const turns = 64

// moved is how two maps stand to each other by what they do with bytes.
func moved(a, b lane.Map, rng *rand.Rand) (string, error) {
	bits := lane.GCD(a.Bits, b.Bits)
	a, err := a.Regroup(bits)
	if err != nil {
		return "", err
	}
	if b, err = b.Regroup(bits); err != nil {
		return "", err
	}
	if len(a.Lane) != len(b.Lane) {
		return relations[lane.Differ], nil
	}
	onlyA, onlyB := false, false // a lane that only one of them defines
	for k := range a.Lane {
		onlyA = onlyA || a.Lane[k].Kind != lane.Undefined && b.Lane[k].Kind == lane.Undefined
		onlyB = onlyB || b.Lane[k].Kind != lane.Undefined && a.Lane[k].Kind == lane.Undefined
		if a.Lane[k].Kind == lane.Undefined || b.Lane[k].Kind == lane.Undefined {
			a.Lane[k], b.Lane[k] = lane.Zero(), lane.Zero()
		}
	}
	for range turns {
		same, err := moveAlike(a, b, rng)
		if err != nil || !same {
			return relations[lane.Differ], err
		}
	}
	switch {
	case onlyA && onlyB:
		return relations[lane.Differ], nil
	case onlyA:
		return relations[lane.Refines], nil
	case onlyB:
		return relations[lane.RefinedBy], nil
	}
	return relations[lane.Equal], nil
}

// moveAlike moves the same bytes by both maps.
func moveAlike(a, b lane.Map, rng *rand.Rand) (bool, error) {
	fill := func(n int) []byte {
		bytes := make([]byte, n)
		for k := range bytes {
			bytes[k] = byte(rng.Uint32())
		}
		return bytes
	}
	var most [][]byte
	for k := range max(len(a.Src), len(b.Src)) {
		lanes := 0
		for _, m := range []lane.Map{a, b} {
			if k < len(m.Src) {
				lanes = max(lanes, m.Src[k])
			}
		}
		most = append(most, fill(a.Bytes(lanes)))
	}
	old := fill(a.Bytes(len(a.Lane)))
	var results [2][]byte
	for i, m := range []lane.Map{a, b} {
		var sources [][]byte
		for k, n := range m.Src {
			sources = append(sources, most[k][:m.Bytes(n)])
		}
		results[i] = make([]byte, m.Bytes(len(m.Lane)))
		if err := m.Apply(results[i], bytes.Clone(old), sources...); err != nil {
			return false, err
		}
	}
	return bytes.Equal(results[0], results[1]), nil
}

// classOfProve is the verdict.
func classOfProve(line string) string {
	fields := strings.SplitN(line, "\t", 3)
	if len(fields) < 2 {
		return "error"
	}
	return fields[1]
}
