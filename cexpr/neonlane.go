package cexpr

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// One lane of a vector of NEON that comes from memory, or goes there.
//
//	vld1q_lane_u32(p, a, 1)       a0 p0 a2 a3
//	vst1q_lane_u32(p, a, 1)       a1

// neonLaneAccess is the vector of such a function.
func neonLaneAccess(name string) (t vectorType, stores, ok bool) {
	op, typ, _ := cutLast(name, "_")
	op, ok = strings.CutSuffix(op, "_lane")
	op, q := strings.CutSuffix(op, "q")
	t.bits = neonTypes[typ].bits
	if !ok || t.bits == 0 || op != "vld1" && op != "vst1" {
		return t, false, false
	}
	t.lanes = when(q, 128, 64) / t.bits
	return t, op == "vst1", true
}

// laneInMemory is a call of such a function, whose opening parenthesis has been read.
func (e *expressions) laneInMemory(name string, t vectorType, stores bool, start int) (operand, error) {
	address := e.untilArgumentEnds()
	var args []operand
	for e.Accept(",") {
		o, err := e.expression()
		if err != nil {
			return o, err
		}
		if args = append(args, o); len(args) > 2 {
			break
		}
	}
	if err := e.Expect(")", `")"`); err != nil {
		return operand{}, err
	}
	if len(args) != 2 || address == "" || args[1].IsVector() {
		return operand{}, e.ErrorFrom(start, "%s takes an address, a vector and the number of a lane", name)
	}
	if err := t.lacks(args[1].Number); err != nil {
		return operand{}, e.ErrorFrom(start, "%s: %v", name, err)
	}
	o, err := e.laneMoved(address, t, args[0], args[1].Number, stores)
	if err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	return o, nil
}

func (e *expressions) laneMoved(address string, t vectorType, of operand, at int, stores bool) (operand, error) {
	m, err := e.typedArgument(of, t)
	if err != nil {
		return of, err
	}
	if stores {
		e.stored++
		return e.part(vector(m), t.total(), t.bits, at)
	}
	p, _, err := e.atAddress(address, t.bits)
	if err != nil {
		return of, err
	}
	both := []lane.Map{m, p}
	if err := e.Level(both); err != nil {
		return of, err
	}
	m, err = e.Overwritten(both[0], both[1], at*t.bits)
	return vector(widened(m, t.bits)).as(t), err
}
