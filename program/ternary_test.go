package program_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// Each of the 256 functions of three bits, of whatever is known of these: what it is said to make it makes of all bits that there may be, and where nothing is said no lane and no constant would do.
func TestTernary(t *testing.T) {
	zero, ones := lane.Zero(), lane.Fixed(lane.Ones(1))
	kinds := []lane.Lane{zero, ones, lane.From(0, 0), lane.From(1, 0), lane.From(2, 0), {}}
	one := func(l lane.Lane) lane.Map { return lane.Map{Bits: 1, Src: []int{1, 1, 1}, Lane: []lane.Lane{l}} }
	moves := 0
	for table := range 256 {
		for n := range len(kinds) * len(kinds) * len(kinds) {
			of := [3]lane.Lane{kinds[n%6], kinds[n/6%6], kinds[n/36]}
			m, err := program.Ternary("it", uint8(table), one(of[0]), one(of[1]), one(of[2]))
			free := of[0].Kind == lane.Undefined || of[1].Kind == lane.Undefined || of[2].Kind == lane.Undefined
			switch {
			case err != nil:
				for _, l := range append(kinds[:2:2], of[:]...) {
					if makes(uint8(table), of, l) || free {
						t.Fatalf("%d of %v is %v, and is refused", table, of, l)
					}
				}
			case m.Lane[0].Kind == lane.Undefined && free:
			case !makes(uint8(table), of, m.Lane[0]):
				t.Fatalf("%d of %v is said to be %v", table, of, m.Lane[0])
			default:
				moves++
			}
		}
	}
	if moves < 10_000 {
		t.Errorf("only %d are movements", moves)
	}
}

// makes says whether a function makes a lane of three, whatever bits the sources have, and those that are undefined.
func makes(table uint8, of [3]lane.Lane, l lane.Lane) bool {
	for bits := range 64 { // of three sources, and of three operands that may be undefined
		bit := func(l lane.Lane, operand int) int {
			switch l.Kind {
			case lane.Source:
				return bits >> l.Src & 1
			case lane.Undefined:
				return bits >> (3 + operand) & 1
			}
			v, _ := l.Const.Uint64()
			return int(v)
		}
		made := int(table) >> (4*bit(of[0], 0) + 2*bit(of[1], 1) + bit(of[2], 2)) & 1
		if l.Kind == lane.Undefined || made != bit(l, 0) {
			return false
		}
	}
	return true
}
