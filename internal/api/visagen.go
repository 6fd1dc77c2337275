package api

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// VISAGenSchema is the schema of a VISAGen.
const VISAGenSchema = "lanescope.visa.gen/1"

// A VISAGen is what became of a program on a machine, instruction by instruction: by Intel's finaliser, or by our own legaliser.
type VISAGen struct {
	Platform visa.Platform
	By       string
	Executed bool // both were, and compared
	Insts    []gen.Audited
}

// Who makes instructions of the machine.
const (
	ByFinaliser = "finaliser"
	ByLanescope = "lanescope"
)

// WholeVISA is a program as Intel's tools take it: with a version and a kernel's name in front, and an end behind, where it has none.
func WholeVISA(program string) string {
	var head, last string
	version, kernel := false, false
	for line := range strings.Lines(program) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		version, kernel = version || word == ".version", kernel || word == ".kernel"
		if word != "" && !strings.HasPrefix(word, "//") {
			last = word
		}
	}
	switch {
	case version: // whoever writes one writes what follows it
	case kernel:
		head = ".version 3.6\n"
	default:
		head = ".version 3.6\n.kernel \"k\"\n"
	}
	if last != "ret" {
		program = strings.TrimRight(program, "\n") + "\nret (M1, 1)\n"
	}
	return head + program
}

// VISAGenOf holds the instructions of a program beside the finaliser's listing, and executes both where that is asked for.
func VISAGenOf(program string, l *gen.Listing, execute bool) (VISAGen, error) {
	g, err := visaProgram(program, l.Platform)
	if err != nil {
		return VISAGen{}, err
	}
	return heldBeside(g, l, ByFinaliser, execute), nil
}

// VISALegalOf makes instructions of the machine of a program's movs, without Intel's tools, and executes both where that is asked for.
func VISALegalOf(program string, p visa.Platform, execute bool) (VISAGen, error) {
	g, err := visaProgram(program, p)
	if err != nil {
		return VISAGen{}, err
	}
	l, err := gen.Legalise(g, p)
	if err != nil {
		return VISAGen{}, err
	}
	return heldBeside(g, l, ByLanescope, execute), nil
}

func visaProgram(program string, p visa.Platform) (*visa.Program, error) {
	g, errs := visa.ParseProgram(program, visa.NewDecls(p.GRF(), visa.D), visa.Spec)
	return g, errors.Join(errs...)
}

func heldBeside(g *visa.Program, l *gen.Listing, by string, execute bool) VISAGen {
	x := VISAGen{Platform: l.Platform, By: by, Executed: execute}
	if execute {
		x.Insts = gen.Audit(g, l, rand.New(rand.NewPCG(1, 2))) // the same answer each time
	} else {
		x.Insts = gen.Beside(g, l)
	}
	return x
}

// Wrong says whether a restriction of the machine is broken or an instruction does something else.
func (x VISAGen) Wrong() bool {
	return slices.ContainsFunc(x.Insts, func(a gen.Audited) bool { return a.Verdict == gen.Differs || len(a.Broken) > 0 })
}

// AppendJSON appends the comparison as one JSON object.
func (x VISAGen) AppendJSON(b []byte) []byte {
	o := newObject(b, VISAGenSchema)
	o.bool("ok", !x.Wrong())
	o.string("platform", x.Platform.String())
	o.string("by", x.By)
	broken := func(e *object, name string, list []gen.Broken) {
		objects(e, name, list, func(f *object, k gen.Broken) {
			f.string("rule", k.Rule)
			f.string("message", k.Message)
		})
	}
	objects(o, "instructions", x.Insts, func(e *object, a gen.Audited) {
		e.string("text", a.Text)
		var lines []string
		for _, i := range a.Gen {
			lines = append(lines, i.Text)
		}
		e.strings("gen", lines)
		if x.By == ByFinaliser { // ours keeps them all
			broken(e, "broken", a.Broken)
		}
		if len(a.Mended) > 0 {
			e.string("directly", a.Directly)
			broken(e, "mended", a.Mended)
		}
		if x.Executed {
			e.string("verdict", string(a.Verdict))
		}
		if a.Why != "" {
			e.string("why", a.Why)
		}
	})
	return o.end()
}
