package debug

import (
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// A floatResult is where an instruction writes a number with a fraction: a register or half of one, whose size it has.
type floatResult struct {
	bits  int // 16, 32, or 0 if it writes none
	index int // the half that it begins with
}

// computing are the forms whose result is a number with a fraction. fcmpsel is none: what it chooses are bits, and it is no news that they are no number.
var computing = [g13.NumForms]bool{
	g13.FMADD32: true, g13.FADD32: true, g13.FMUL32: true, g13.FMADD16: true, g13.FADD16: true, g13.FMUL16: true,
	g13.FLOOR: true, g13.CEIL: true, g13.TRUNC: true, g13.RINT: true, g13.RCP: true, g13.RSQRT: true, g13.RSQRT_SPECIAL: true, g13.LOG2: true, g13.EXP2: true, g13.SIN_PT_1: true, g13.SIN_PT_2: true,
	g13.DFDX: true, g13.DFDY: true,
}

// floatResultOf is that of an instruction.
func floatResultOf(i g13.Inst) floatResult {
	if i.Len == 0 {
		return floatResult{}
	}
	name, _ := i.Name()
	reduces := i.Form == g13.SIMD_OP && (strings.HasSuffix(name, "fadd") || strings.HasSuffix(name, "fmul") || strings.HasSuffix(name, "min.f") || strings.HasSuffix(name, "max.f"))
	if !computing[i.Form] && !reduces {
		return floatResult{}
	}
	for n := range i.Args() {
		if i.Operand(n).Name == "D" {
			a := i.Arg(n)
			return floatResult{a.Size, a.Index}
		}
	}
	return floatResult{}
}

// isNaN says whether bits are no number.
func isNaN(bits int, v uint32) bool {
	if bits == 16 {
		return v&0x7c00 == 0x7c00 && v&0x3ff != 0
	}
	return v&0x7f800000 == 0x7f800000 && v&0x7fffff != 0
}

// nans are the lanes of a group in which a result is no number, of those that an instruction was executed in.
func (f floatResult) nans(g *machine.Group, exec uint32) (lanes uint32) {
	if f.bits == 0 {
		return 0
	}
	row := g.Register(f.index / 2)
	for lane, v := range row {
		if f.bits == 16 {
			v = v >> (f.index & 1 * 16) & 0xffff
		}
		if exec>>lane&1 != 0 && isNaN(f.bits, v) {
			lanes |= 1 << lane
		}
	}
	return lanes
}
