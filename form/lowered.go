package form

import (
	"context"
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax/strings"
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
	r, err := lowerer().Lower(context.Background(), m, lower.Options{Target: t})
	return r, t, err
}

// sequenceX86 is statements of C, whose operands are called a and b: registers would be taken for sources in the order in which they happen to be read. A map of 64 bits is one of integers.
func sequenceX86(m lane.Map) ([]string, error) {
	name := "avx2"
	switch {
	case isGeneralMap(m):
		name = "bmi2"
	case m.Bits*len(m.Lane) > 256:
		name = "avx512"
	}
	r, t, err := lowered(m, name)
	if err != nil {
		return nil, err
	}
	if len(r.Code) == 0 {
		return vectorCopy(m, r.Inputs)
	}
	c, err := r.C(t, "F")
	if err != nil {
		return nil, err
	}
	_, body, _ := strings.Cut(c, "{\n")
	var all []string
	for _, line := range strings.Split(body, "\n") {
		if line = strings.TrimSpace(line); line != "" && line != "}" && !strings.HasPrefix(line, "(void)") {
			all = append(all, line)
		}
	}
	_, err = readBack(m, strings.Join(all, "\n"), readX86)
	return all, err
}

// vectorCopy is a map that moves nothing from its place.
func vectorCopy(m lane.Map, inputs []lower.Input) ([]string, error) {
	file := map[int]string{128: "vmovdqa xmm", 256: "vmovdqa ymm", 512: "vmovdqa64 zmm"}[m.Bits*len(m.Lane)]
	if file == "" {
		return nil, fmt.Errorf("no register has %d bits", m.Bits*len(m.Lane))
	}
	_, register, _ := strings.Cut(file, " ")
	line := file + "0, " + register + "1"
	back, err := readBack(m, line, readX86)
	return append(bindingLine(inputs, func(int) string { return register + "1" }, back.Names), line), err
}

// sequenceNEON is a listing, with a comment before it where its registers would be taken for other sources.
func sequenceNEON(m lane.Map) ([]string, error) {
	r, t, err := lowered(m, "neon")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	if len(all) == 0 { // the result is where the input is
		all = []string{"mov v0.16b, v0.16b"}
	}
	back, err := readBack(m, strings.Join(all, "\n"), readNEON)
	if err != nil {
		return nil, err
	}
	return append(bindingLine(r.Inputs, func(k int) string { return fmt.Sprintf("v%d", k) }, back.Names), all...), nil
}

// readBack reads a sequence, and wants as many bits as the map makes.
func readBack(m lane.Map, text string, read func(string) (Reading, error)) (Reading, error) {
	back, err := read(text)
	if err != nil {
		return back, fmt.Errorf("the sequence is not read as a form: %w", err)
	}
	if got, want := back.Map.Bits*len(back.Map.Lane), m.Bits*len(m.Lane); got != want {
		return back, fmt.Errorf("a register has %d bits, and this is %d", got, want)
	}
	return back, nil
}
