package listing

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target/apply"
)

// A function of three bits is a movement where what it makes of them is one of the three, or a constant, as of parts that do not meet and of masks that are known:
//
//	vpternlogd xmm0, xmm1, xmm2, 254      xmm0 | xmm1 | xmm2
//	vpternlogq xmm0, xmm1, xmm2, 202      xmm1 where xmm0 has ones, else xmm2

// isTernary says whether a line is one, of three vectors and a number.
func isTernary(name string, operands []apply.Operand) bool {
	return (name == "vpternlogd" || name == "vpternlogq" && operands[0].Mask == "") && len(operands) == 4 && !operands[3].IsVector()
}

func (l *listing) ternary(name string, operands []apply.Operand) (lane.Map, error) {
	var names []string
	var bits []int
	for _, o := range operands[:3] {
		names, bits = append(names, o.Name), append(bits, operands[0].Bits)
	}
	args, err := l.Arguments(names, bits, 8)
	if err != nil {
		return lane.Map{}, err
	}
	return program.Ternary(name, uint8(operands[3].Number), args[0], args[1], args[2])
}
