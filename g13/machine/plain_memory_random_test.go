package machine_test

import (
	"math"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// memoryTwins are the two machines with the same memories.
type memoryTwins struct {
	*twins
	memory *machine.Memory
	device []*machine.Buffer
	local  *machine.Local
}

// deviceSizes is how many bytes the buffers have: some end in the middle of a word.
var deviceSizes = []int{256, 61, 4, 0, 1}

const localSize = 203

func newMemoryTwins(r dice) (*memoryTwins, error) {
	m := &memoryTwins{twins: newTwins(r), memory: machine.NewMemory(), local: machine.NewLocal(localSize)}
	for _, size := range deviceSizes {
		b, err := m.memory.Map(size)
		if err != nil {
			return nil, err
		}
		m.device = append(m.device, b)
		m.plain.memory.device = append(m.plain.memory.device, plainBuffer{b.Address, make([]byte, size)})
	}
	m.plain.memory.threadgroup = make([]byte, localSize)
	for t := range m.plain.memory.stack {
		m.plain.memory.stack[t] = make([]byte, machine.MaxStack)
	}
	m.fill(r)
	return m, nil
}

// fill gives both memories the same new bytes, and empty stacks.
func (m *memoryTwins) fill(r dice) {
	m.fast.Attach(m.memory, m.local)
	m.plain.memory.sp = 0
	for t := range m.plain.memory.stack {
		clear(m.plain.memory.stack[t])
	}
	for n, b := range m.plain.memory.device {
		r.bytes(b.bytes)
		copy(m.device[n].Bytes, b.bytes)
	}
	r.bytes(m.plain.memory.threadgroup)
	copy(m.local.Bytes, m.plain.memory.threadgroup)
}

func (r dice) bytes(all []byte) {
	for n := range all {
		all[n] = byte(r.Uint32())
		if r.oneIn(8) {
			all[n] = []byte{0, 0xff, 0x7f, 0x80}[r.IntN(4)]
		}
	}
}

// set gives some bits of the instruction a value.
func set(i *g13.Inst, high, low int, v uint64) {
	w := &i.Word.Lo
	if low >= 64 {
		w, high, low = &i.Word.Hi, high-64, low-64
	}
	mask := uint64(1)<<(high-low+1) - 1
	*w = *w&^(mask<<low) | v&mask<<low
}

// usual sets the bits of which nobody knows what else they could be. Mostly the instruction is one that can be executed then.
func usual(i *g13.Inst) {
	switch i.Form.Name() {
	case "device_load", "device_store":
		set(i, 26, 26, 1)
		set(i, 29, 28, 0)
		set(i, 46, 46, 1)
		set(i, 51, 50, 0)
	case "stack_load", "stack_store":
		set(i, 26, 26, 1)
		set(i, 38, 36, 0)
		set(i, 46, 44, 4)
	case "stack_adjust":
		set(i, 26, 26, 1)
		set(i, 38, 36, 2)
	case "atomic":
		set(i, 26, 26, 1)
		set(i, 29, 28, 0)
		set(i, 31, 31, 1)
		set(i, 43, 42, 0)
		set(i, 46, 46, 1)
	case "threadgroup_atomic":
		set(i, 7, 6, 0)
		set(i, 37, 35, 2)
		set(i, 47, 40, 128)
	}
}

// onMemory is an instruction on memory that has a model. Few are short: those have no mask.
func (r dice) onMemory(f g13.Form) plainInst {
	short := r.oneIn(30)
	for {
		i := r.bits(f)
		if int(i.Len) < blanks()[f].size && !short {
			continue
		}
		usual(&i)
		if f.Name()[0] == 's' && r.oneIn(2) {
			set(&i, 43, 42, 0) // a shift leads to every fourth byte only
		}
		switch { // registers above r127 are none
		case f.Name()[0] == 't' && i.Word.Lo>>34&1 == 0:
			set(&i, 57, 50, 0)
		case f.Name()[0] != 't' && i.Word.Lo>>24&1 == 0:
			set(&i, 63, 56, 0)
		}
		if strings.HasPrefix(f.Name(), "device_") && r.oneIn(6) {
			r.commonest(&i)
		}
		i.Fit(!short)
		if p := plainly(i); p.hasModel() && p.reaches() {
			r.closer(&i)
			return plainly(i)
		}
	}
}

// commonest makes an access to device memory what nearly all are: a word a thread, from a uniform base on, at an offset in a register.
func (r dice) commonest(i *g13.Inst) {
	for _, v := range [][3]int{{9, 7, 2}, {48, 48, 0}, {49, 49, 1}, {10, 10, 0}, {55, 52, 1 << r.IntN(4)}, {43, 42, 0}, {27, 27, 1}, {24, 24, 0}, {20, 20, 0}, {63, 56, 0}} {
		set(i, v[0], v[1], uint64(v[2]))
	}
}

// closer makes offsets that are numbers small ones, mostly: else nearly all would lead nowhere.
func (r dice) closer(i *g13.Inst) {
	for n := range i.Args() {
		k, a := i.Operand(n).Kind, i.Arg(n)
		far := r.oneIn(8) && (k != g13.Moving || r.oneIn(16)) // the stack pointer would stay there
		if (k == g13.Offset || k == g13.HalfOr || k == g13.Moving) && a.Class == g13.Number && !far {
			a.Value = int64(r.IntN(64) - 16)
			if i.Form.Name() == "stack_adjust" && i.Word.Lo>>25&1 == 1 {
				a.Value &= 63
			}
			long := i.Long()
			if !long {
				return // there is no place for its upper bits
			}
			if err := i.SetArg(n, a); err != nil {
				panic(err)
			}
			i.Fit(long)
		}
	}
}

// memoryOperands gives an instruction's registers and uniforms values with which its elements are somewhere, mostly.
func (m *memoryTwins) memoryOperands(r dice, i *plainInst) {
	m.values(r, i)
	if i.name == "stack_adjust" {
		m.adjust(r, i)
		return
	}
	if r.oneIn(30) {
		return // it goes anywhere
	}
	safe := !r.oneIn(6)
	switch i.name {
	case "device_load", "device_store", "atomic":
		m.aimDevice(r, i, safe)
	case "threadgroup_load", "threadgroup_store", "threadgroup_atomic":
		m.aimThreadgroup(r, i, safe)
	case "stack_load", "stack_store":
		m.aimStack(r, i, safe)
	}
}

// adjust gives a register by which the stack pointer moves the same number in all threads, mostly to where it began.
func (m *memoryTwins) adjust(r dice, i *plainInst) {
	by := uint64(r.IntN(64))
	if !i.set(25) {
		by -= uint64(m.plain.memory.sp)
	}
	for t := range 32 {
		if i.v.Class == g13.Register {
			m.put(t, i.v, by&math.MaxUint32)
		}
	}
}

// values are what is stored, or what atomics have besides memory.
func (m *memoryTwins) values(r dice, i *plainInst) {
	for t := range 32 {
		reg := i.r
		for range 4 {
			if reg.None || reg.Size == 0 || reg.Index+reg.Size/16 > 256 {
				break
			}
			m.put(t, reg, r.stored(reg.Size))
			reg.Index += reg.Size / 16
		}
		if i.s.Size > 0 && i.s.Index+i.s.Size/16 <= 256 {
			m.put(t, i.s, r.integerBits(i.s.Size))
			if i.s.Size == 64 && r.oneIn(2) { // what may be there
				at := m.plain.memory.device[0].bytes
				if i.name == "threadgroup_atomic" {
					at = m.plain.memory.threadgroup
				}
				k := 4 * r.IntN(len(at)/4)
				high := uint64(at[k]) | uint64(at[k+1])<<8 | uint64(at[k+2])<<16 | uint64(at[k+3])<<24
				m.put(t, i.s, high<<32|uint64(r.Uint32()))
			}
		}
	}
}

// put gives a thread's operand a value.
func (m *memoryTwins) put(t int, a g13.Arg, v uint64) {
	halves := m.plain.thread[t].half[:]
	if a.Class == g13.Uniform {
		halves = m.plain.uniform[:]
	}
	for n := range a.Size / 16 {
		halves[a.Index+n] = uint16(v >> (16 * n))
	}
}

// stored is a number that is hard to store: half way between two steps, or nearly, at an end, or beyond.
func (r dice) stored(width int) uint64 {
	switch r.IntN(6) {
	case 0:
		return r.floatBits(width)
	case 1:
		return r.integerBits(width)
	}
	steps := float64([]int{3, 127, 255, 1023, 32767, 65535}[r.IntN(6)])
	x := (float64(r.IntN(int(steps)+2)) + float64(r.IntN(3)-1)/2) / steps
	if r.oneIn(3) { // floats of five to nine bits
		x = float64(1+r.IntN(1<<(5+r.IntN(7)))) / float64(int(1)<<(5+r.IntN(7)))
		x = math.Ldexp(x, r.IntN(40)-22)
	}
	if r.oneIn(4) {
		x = -x
	}
	v := numberBits(x, width)
	if r.oneIn(2) {
		v += uint64(r.IntN(3)) - 1
	}
	return v & (1<<width - 1)
}
