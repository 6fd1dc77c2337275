package inspect

import "github.com/lanescope/lanescope/g13"

// MaxCode is how many bytes a program may have.
const MaxCode = 1 << 20

// An Instruction is one that a run can come to.
type Instruction struct {
	Offset  int
	Inst    g13.Inst // Len is 0 where there is none
	Err     error    // why the bytes are none
	Effects Effects
	Target  int // of a jump or a call: the offset that it leads to; else -1

	goes flow
	cond truth // of if, else and while
	n    uint32
	op   maskOp
	over bool // it begins inside of another one

	awake  bool // some thread may be active, before it
	asleep bool // some may be asleep
}

// end is the offset behind the instruction. Bytes that are none are two.
func (i *Instruction) end() int {
	if i.Err != nil {
		return i.Offset + 2
	}
	return i.Offset + int(i.Inst.Len)
}

// A flow is where an instruction goes on.
type flow uint8

const (
	next         flow = iota // behind it
	jumps                    // there, or to its target
	calls                    // to its target, and behind it when that returns
	callsAnybody             // to an address in a register, and behind it when that returns
	returns                  // to an address in a register
	ends                     // nowhere
	fails                    // nowhere: it is no instruction, or trap
)

var flows = [g13.NumForms]flow{
	g13.JMP_EXEC_ANY: jumps, g13.JMP_EXEC_NONE: jumps, g13.JMP_INCOMPLETE: jumps, g13.JMP_IF_SKIPPING_DOORBELL: jumps,
	g13.CALL: calls, g13.CALL_REG: callsAnybody, g13.RET: returns, g13.STOP: ends, g13.TRAP: fails,
}

// reached is how the program is being decoded: from where a run can come to, and nowhere else.
type reached struct {
	code   []byte
	all    []Instruction
	start  []int32 // by halfword: which instruction begins there, or -1
	inside []int32 // by halfword: within which of those that were found first it lies, or -1
	queue  []int

	rets   int   // how many there are
	behind []int // what lies behind calls
}

// decode finds the instructions that a run can come to. Those that it comes to by going straight on are found first, so that a jump into one of them is known as such.
//
//	0           6     a                 from the start
//	│if_icmp    │iadd │jmp_exec_any 2
//	   │…                               from 2: inside of the first one
func decode(code []byte) *reached {
	d := &reached{code: code, start: make([]int32, len(code)/2+1), inside: make([]int32, len(code)/2+1)}
	for k := range d.start {
		d.start[k], d.inside[k] = -1, -1
	}
	d.queue = append(d.queue, 0)
	for len(d.queue) > 0 {
		at := d.queue[0]
		d.queue = d.queue[1:]
		d.sweep(at)
	}
	return d
}

// sweep decodes from an offset on, as far as a run goes without a jump.
func (d *reached) sweep(at int) {
	for at >= 0 && at < len(d.code) && at&1 == 0 && d.start[at/2] < 0 {
		i := d.instruction(at)
		k := int32(len(d.all))
		d.start[at/2] = k
		i.over = d.inside[at/2] >= 0
		if !i.over {
			for b := at + 2; b < min(i.end(), len(d.code)); b += 2 {
				if d.start[b/2] < 0 {
					d.inside[b/2] = k
				}
			}
		}
		d.all = append(d.all, i)
		if d.follow(&i) {
			return
		}
		at = i.end()
	}
}

// instruction is what stands at an offset.
func (d *reached) instruction(at int) Instruction {
	i := Instruction{Offset: at, Target: -1}
	if i.Inst, i.Err = g13.Decode(d.code[at:]); i.Err != nil {
		i.Inst, i.goes = g13.Inst{}, fails
		return i
	}
	i.Effects = EffectsOf(i.Inst)
	i.goes = flows[i.Inst.Form]
	for n := range i.Inst.Args() {
		if i.Inst.Kind(n) == g13.PCRel {
			i.Target = at + int(i.Inst.Arg(n).Value)
		}
	}
	i.readMask()
	return i
}

// follow notes where a run goes on other than behind the instruction, and says whether it does not go on there.
func (d *reached) follow(i *Instruction) (over bool) {
	switch i.goes {
	case jumps:
		d.queue = append(d.queue, i.Target)
	case calls:
		d.queue = append(d.queue, i.Target)
		fallthrough
	case callsAnybody:
		d.behind = append(d.behind, i.end())
		if d.rets > 0 || i.goes == callsAnybody {
			d.queue = append(d.queue, i.end())
		}
		return true
	case returns:
		if d.rets == 0 {
			d.queue = append(d.queue, d.behind...)
		}
		d.rets++
		return true
	case ends, fails:
		return true
	}
	return false
}
