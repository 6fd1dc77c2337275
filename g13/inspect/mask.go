package inspect

import "github.com/lanescope/lanescope/g13"

// What an instruction does with the counts in r0l, by which threads sleep.
type maskOp uint8

const (
	noMask    maskOp = iota
	enters           // if
	exchanges        // else
	repeats          // while
	leaves           // pop_exec
)

var maskOps = [g13.NumForms]maskOp{
	g13.IF_ICMP: enters, g13.IF_FCMP: enters, g13.ELSE_ICMP: exchanges, g13.ELSE_FCMP: exchanges, g13.WHILE_ICMP: repeats, g13.WHILE_FCMP: repeats, g13.POP_EXEC: leaves,
}

// A truth is what is known of a condition.
type truth uint8

const (
	perhaps truth = iota
	always
	never
)

// readMask finds out what an instruction does with r0l.
func (i *Instruction) readMask() {
	if i.op = maskOps[i.Inst.Form]; i.op == noMask {
		return
	}
	n, _ := i.Inst.Field("n")
	i.n = uint32(n)
	if i.op != leaves {
		i.cond = conditionOf(i.Inst)
	}
}

// conditionOf is a condition between two immediates, which is the same for all threads.
func conditionOf(i g13.Inst) truth {
	var values [2]int64
	found, code, floats := 0, int64(0), false
	for n := range i.Args() {
		switch a := i.Arg(n); i.Kind(n) {
		case g13.ICond, g13.FCond:
			code, floats = a.Value, i.Kind(n) == g13.FCond
		case g13.Src, g13.FloatSrc:
			if a.Class != g13.Immediate || a.Abs || a.Neg {
				return perhaps
			}
			values[found&1] = a.Value
			found++
		}
	}
	if found != len(values) {
		return perhaps
	}
	a, b := float64(values[0]), float64(values[1])
	if floats {
		a, b = g13.FloatImmediate(uint8(values[0])), g13.FloatImmediate(uint8(values[1]))
	}
	const inverted = 8
	holds, known := compare(code&^inverted, a, b, floats)
	switch {
	case !known:
		return perhaps
	case holds != (code&inverted != 0):
		return always
	}
	return never
}

// compare is a comparison by its code. Immediates are small and have no sign, so that the signed comparisons are as the others.
func compare(code int64, a, b float64, floats bool) (holds, known bool) {
	if !floats {
		switch code & 3 {
		case 0:
			return a == b, true
		case 1:
			return a < b, true
		case 2:
			return a > b, true
		}
		return false, false
	}
	switch code {
	case 0:
		return a == b, true
	case 1, 3:
		return a < b, true
	case 2, 7:
		return a > b, true
	case 5:
		return a >= b, true
	case 6:
		return a <= b, true
	}
	return false, false
}

// most is the highest count that is told from all higher ones.
const most = 62

// anyCount is a count of which nothing is known, or that is higher.
const anyCount = most + 1

// counts is a set of counts: bit n is n, and bit anyCount any.
type counts uint64

func oneCount(n uint32) counts { return 1 << min(n, anyCount) }

// A masked is what the counts of threads can be: of those that are active, and of those that are asleep. The two are made anew by each instruction on the mask; between, a thread may have
// a count and be active.
type masked struct{ awake, asleep counts }

// atStart is all threads active.
var atStart = masked{awake: 1}

func (m masked) join(other masked) masked {
	return masked{m.awake | other.awake, m.asleep | other.asleep}
}

// after is what is known behind an instruction.
//
//	        before     behind
//	if      0          0, or 1 if false
//	        v > 0      v + n
//	else    0          n
//	        1          0, or 1 if false
//	while   v < n      0, or n if false
//	pop     v          v - n, from 0 on
func (m masked) after(i *Instruction) masked {
	if i.op == noMask {
		return m.written(i)
	}
	before := m.awake | m.asleep
	known, unknown := before&^oneCount(anyCount), before&oneCount(anyCount)
	if unknown != 0 { // it may be each of those that matter
		known |= 1<<max(i.n, 2) - 1
	}
	all := unknown
	switch i.op {
	case enters:
		all |= i.outcome(known&1, 1) | (known &^ 1).deeper(i.n)
	case exchanges:
		all |= i.outcome(known>>1&1, 1) | known&^3
		if known&1 != 0 {
			all |= oneCount(i.n)
		}
	case repeats:
		low := counts(1)<<i.n - 1
		all |= i.outcome(known&low, i.n) | known&^low
	case leaves:
		all |= known >> i.n
		if known&(1<<i.n-1) != 0 {
			all |= 1
		}
	}
	return masked{awake: all & 1, asleep: all &^ 1}
}

// outcome is the counts of those threads, if there are any, for which a condition is asked: 0, or another one if it does not hold.
func (i *Instruction) outcome(asked counts, failed uint32) (all counts) {
	if asked == 0 {
		return 0
	}
	if i.cond != never {
		all = 1
	}
	if i.cond != always {
		all |= oneCount(failed)
	}
	return all
}

// deeper is the counts some levels deeper. Those that are too high to be told are any.
func (c counts) deeper(n uint32) counts {
	far := c >> (anyCount - n)
	c = c << n &^ oneCount(anyCount)
	if far != 0 {
		c |= oneCount(anyCount)
	}
	return c
}

// written is what is known behind an instruction that may write r0l as it would any register. The mask stays as it was until it is made anew.
func (m masked) written(i *Instruction) masked {
	if !i.Effects.Writes.Has(0) || m.awake == 0 {
		return m
	}
	written, keeps := countsWritten(i)
	if !keeps {
		m.awake = 0
	}
	m.awake |= written
	return m
}

// countsWritten are the counts that an instruction writes to r0l, and whether it may leave it as it was.
//
//	mov r0l, 2                           2
//	icmpsel ueq, r0l, r1, 0, 2, r0l      2, or as it was
func countsWritten(i *Instruction) (written counts, keeps bool) {
	switch name, _ := i.Inst.Name(); name {
	case "mov_imm":
		for k := range i.Inst.Args() {
			if i.Inst.Kind(k) == g13.Uint {
				return oneCount(uint32(i.Inst.Arg(k).Value & 0xffff)), false
			}
		}
	case "mov": // of a small number
		if a := argument(i.Inst, "A"); a.Class == g13.Immediate {
			return oneCount(uint32(a.Value)), false
		}
	case "icmpsel", "fcmpsel":
		for _, operand := range []string{"X", "Y"} {
			switch a := argument(i.Inst, operand); {
			case a.Class == g13.Immediate:
				written |= oneCount(uint32(a.Value))
			case a.Class == g13.Register && a.Index == 0 && a.Size == 16:
				keeps = true
			default:
				written |= oneCount(anyCount)
			}
		}
		return written, keeps
	}
	return oneCount(anyCount), false
}
