package lower_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
)

// riscvLines are the lines of LLVM's code for RISC-V that no vector is in.
var riscvLines = map[string]struct{}{"lui": {}, "addi": {}, "li": {}, "auipc": {}, "slli": {}}

// A riscvCounter counts instructions of RISC-V as Lanescope counts its own: what sets a mode is a set, and so is a number in a general register that an instruction reads; what loads a vector from the pool of
// constants, or makes one of a number, is a constant, and of copies and moves the mode says which they are.
type riscvCounter struct {
	function int
	tail     bool            // lanes behind the last must stay
	numbers  map[string]bool // registers that hold a number of li that nobody has read
}

func (r *riscvCounter) count(c *lower.Count, k int, line string, fields []string) {
	if r.numbers == nil || r.function != k {
		*r = riscvCounter{function: k, numbers: map[string]bool{}}
	}
	name, last := fields[0], fields[len(fields)-1]
	switch {
	case name == "li":
		r.numbers[fields[1]] = true
	case name == "lui" || name == "addi" || name == "auipc" || name == "slli": // addresses, and numbers that are moved at once
	case strings.HasPrefix(name, "vset"):
		c.Sets++
		r.tail = strings.Contains(line, "tu")
	case strings.HasPrefix(name, "vle") || strings.HasPrefix(name, "vl1r") || strings.HasPrefix(name, "vlm"), name == "vmv.s.x" && last != "zero", name == "vmv.v.x", name == "vmv.v.i" && (fields[1] == "v0" || last != "0"):
		c.Constants++
		delete(r.numbers, last)
	case name == "vmv1r.v" || name == "vmv2r.v" || name == "vmv.v.v" && !r.tail:
		c.Copies++
	default:
		c.Ops++
		for _, word := range fields[1:] {
			if r.numbers[word] {
				c.Sets++
				delete(r.numbers, word)
			}
		}
	}
}

// Masks of four lanes cost no more than what LLVM's compiler makes of them, modes and numbers in general registers counted: some of them, or all with -full.
func TestRISCVNeverWorseThanLLC(t *testing.T) {
	t.Parallel()
	llc := oracle.Need(t, "llc")
	path, masks := writeIR(t, "i32")
	first, step := 0, 1
	if !*full {
		step = 80
		first = chance.Random(t, 61).IntN(step)
	}
	for name, options := range map[string][]string{"rvv128": {"-mattr=+v,+zvl128b"}, "rvv128+zvbb": {"-mattr=+v,+zvl128b,+zvbb"}} {
		out, err := oracle.Usual.Output(exec.Command(llc, append(slices.Clip(options), "-mtriple=riscv64", "-O2", "-o", "-", path)...))
		if err != nil {
			t.Skipf("llc: %v", err) // an old one cannot read poison
		}
		theirs := listing{string(out), countCompiled(string(out), len(masks))}
		tg := targetNamed(t, name)
		var sum gateSum
		proofs := map[lower.Proof]int{}
		for i := first; i < len(masks); i += step {
			r, err := tables.Lower(t.Context(), masks[i], lower.Options{Target: tg})
			if err != nil {
				t.Fatal(err)
			}
			sum.add(balanced(r.Count), balanced(theirs.counts[i]))
			proofs[r.Proof]++
			if balanced(r.Count) > balanced(theirs.counts[i]) {
				t.Errorf("%v: %+v by %q, llc %+v%s", masks[i], r.Count, r.Listing(tg), theirs.counts[i], theirs.body(i))
			}
			if r.Proof == lower.Minimal && r.Sets > 1+scalarsOf(r) {
				t.Errorf("%v is said to be minimal in several modes: %q", masks[i], r.Listing(tg))
			}
		}
		t.Logf("%s: cost of a mask | llc | dearer: %v; %v", name, &sum, proofs)
	}
}

func scalarsOf(r *lower.Result) (n int) {
	for i := range r.Code {
		n += r.Code[i].Row.Scalars()
	}
	return n
}
