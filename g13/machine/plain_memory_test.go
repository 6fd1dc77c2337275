package machine_test

import (
	"fmt"
	"math/big"

	"github.com/lanescope/lanescope/g13"
)

// Memory as the documents speak of it: a byte after the other, an element after the other, a thread after the other.

// A plainBuffer is bytes of device memory that have addresses.
type plainBuffer struct {
	address uint64
	bytes   []byte
}

// A plainMemory is all that a SIMD-group can reach. Threadgroup memory and the threads' stacks begin at 0.
type plainMemory struct {
	device      []plainBuffer
	threadgroup []byte
	stack       [32][]byte
	sp          int64
	fault       *plainFault
}

// A plainFault is a thread some of whose elements are nowhere, and where its first one is. Nothing has happened then.
type plainFault struct {
	thread  int
	address uint64
}

func (f *plainFault) String() string {
	if f == nil {
		return "no fault"
	}
	return fmt.Sprintf("lane %d at %#x", f.thread, f.address)
}

// A plainSpace is where elements are: a byte in a thread's memory, or nil.
type plainSpace func(g *plainGroup, thread int, address uint64) *byte

func deviceByte(g *plainGroup, _ int, address uint64) *byte {
	for _, b := range g.memory.device {
		if address >= b.address {
			if p := byteOf(b.bytes, address-b.address); p != nil {
				return p
			}
		}
	}
	return nil
}

func threadgroupByte(g *plainGroup, _ int, address uint64) *byte {
	return byteOf(g.memory.threadgroup, address)
}

func stackByte(g *plainGroup, thread int, address uint64) *byte {
	return byteOf(g.memory.stack[thread], address)
}

func byteOf(all []byte, address uint64) *byte {
	if address >= uint64(len(all)) {
		return nil
	}
	return &all[address]
}

// A plainElement is one that a thread reads or writes.
type plainElement struct {
	address   uint64
	component int // 0 to 3 as the mask has it
}

// plainTransfer is how an instruction says what is moved where.
type plainTransfer struct {
	space    plainSpace
	stores   bool
	format   int
	elements func(g *plainGroup, i *plainInst, thread int) []plainElement
}

const transferForms = "device_load device_store threadgroup_load threadgroup_store stack_load stack_store"

// transferOf is the loads and stores, by the bits that the documents print.
func transferOf(i *plainInst) plainTransfer {
	switch i.name {
	case "device_load", "device_store":
		return plainTransfer{deviceByte, i.set(6), int(i.field(9, 7) | i.field(48, 48)<<3), deviceElements}
	case "threadgroup_load", "threadgroup_store":
		return plainTransfer{threadgroupByte, !i.set(6), int(i.field(27, 24)), threadgroupElements}
	}
	return plainTransfer{stackByte, i.set(7), int(i.field(9, 8) | i.field(51, 50)<<2), stackElements}
}

// address is an integer without bounds as 64 bits.
func address(v *big.Int) uint64 { return new(big.Int).And(v, allOnes(64)).Uint64() }

// aligned is an address rounded down.
func aligned(v *big.Int, size int) *big.Int {
	return new(big.Int).Mul(new(big.Int).Div(v, integer(int64(size))), integer(int64(size)))
}

// offset is operand O: a number, or a register that has a sign unless bit 25 is set.
func (g *plainGroup) offset(i *plainInst, t int) *big.Int {
	switch {
	case i.o.Class == g13.Number:
		return integer(i.o.Value)
	case i.set(25):
		return g.unsigned(t, i.o)
	}
	return g.signed(t, i.o)
}

// sequence is the elements of the mask from an address on, or the word for which the mask does not matter.
func sequence(first *big.Int, f plainFormat, mask uint64) (all []plainElement) {
	if f.count > 0 {
		return []plainElement{{address(first), 0}}
	}
	for n := range 4 {
		if mask>>n&1 == 1 {
			all = append(all, plainElement{address(new(big.Int).Add(first, integer(int64(n*f.size)))), n})
		}
	}
	return all
}

// deviceElements: the base, rounded down, and as many elements further as the offset says, which is shifted by no more than two.
func deviceElements(g *plainGroup, i *plainInst, t int) []plainElement {
	f := plainFormats[transferOf(i).format]
	shift := min(uint(i.field(43, 42)), 2)
	if f.count > 0 {
		shift = 0
	}
	further := new(big.Int).Lsh(g.offset(i, t), shift)
	first := further.Mul(further, integer(int64(f.size)))
	return sequence(first.Add(first, aligned(g.unsigned(t, i.a), f.size)), f, i.field(55, 52))
}

// threadgroupElements: the base in bytes, and as many elements further as the offset says.
func threadgroupElements(g *plainGroup, i *plainInst, t int) []plainElement {
	f := plainFormats[transferOf(i).format]
	return sequence(g.inThreadgroup(i, t, f.size), f, i.field(39, 36))
}

// inThreadgroup is where an element of a size is.
func (g *plainGroup) inThreadgroup(i *plainInst, t, size int) *big.Int {
	operand := func(a g13.Arg) *big.Int {
		if a.Class == g13.Number {
			return integer(a.Value)
		}
		return g.unsigned(t, a)
	}
	first := new(big.Int).Mul(operand(i.o), integer(int64(size)))
	return first.Add(first, aligned(operand(i.a), size))
}

// stackElements: so many bytes from the stack pointer.
func stackElements(g *plainGroup, i *plainInst, t int) []plainElement {
	f := plainFormats[transferOf(i).format]
	first := new(big.Int).Lsh(g.offset(i, t), min(uint(i.field(43, 42)), 2))
	return sequence(aligned(first.Add(first, integer(g.memory.sp)), f.size), f, i.field(55, 52))
}

// find is the bytes of a thread's elements. The first thread of all for which there are none is the fault.
func (g *plainGroup) find(space plainSpace, t int, size int, elements []plainElement) (bytes [][]*byte) {
	for k, e := range elements {
		bytes = append(bytes, nil)
		for n := range size {
			b := space(g, t, e.address+uint64(n))
			if b == nil && g.memory.fault == nil {
				g.memory.fault = &plainFault{t, elements[0].address}
			}
			bytes[k] = append(bytes[k], b)
		}
	}
	return bytes
}

func gather(bytes []*byte) (v uint64) {
	for n, b := range bytes {
		v |= uint64(*b) << (8 * n)
	}
	return v
}

func scatter(bytes []*byte, v uint64) {
	for n, b := range bytes {
		*b = byte(v >> (8 * n))
	}
}

// eachUnlessFault looks at what every active thread is going to do, and does it if none of it is a fault.
func (g *plainGroup) eachUnlessFault(look func(t int) (do []func())) {
	var all []func()
	g.eachActive(func(t int) { all = append(all, look(t)...) })
	if g.memory.fault == nil {
		for _, do := range all {
			do()
		}
	}
}

// transfer is loads and stores.
func (g *plainGroup) transfer(i *plainInst) {
	x := transferOf(i)
	f := plainFormats[x.format]
	g.eachUnlessFault(func(t int) (all []func()) {
		r := i.r
		elements := x.elements(g, i, t)
		for n, bytes := range g.find(x.space, t, f.size, elements) {
			var registers []g13.Arg
			for range max(f.count, 1) {
				registers = append(registers, r)
				r.Index += r.Size / 16
			}
			if x.stores {
				all = append(all, func() { scatter(bytes, g.packed(f, t, registers, elements[n].component)) })
			} else {
				all = append(all, func() { g.unpack(f, t, registers, elements[n].component, gather(bytes)) })
			}
		}
		return all
	})
}

// unpack writes an element to the registers.
func (g *plainGroup) unpack(f plainFormat, t int, registers []g13.Arg, component int, v uint64) {
	for n, r := range registers {
		to := v
		if f.number != nil {
			to = formatOf(r).bits(f.number(v, component+n), toEven)
		}
		g.write(t, r, new(big.Int).SetUint64(to))
	}
}

// packed is the registers as an element.
func (g *plainGroup) packed(f plainFormat, t int, registers []g13.Arg, component int) uint64 {
	if f.bits == nil {
		return g.raw(t, registers[0])
	}
	var x []real
	for _, r := range registers {
		x = append(x, formatOf(r).real(g.raw(t, r)))
	}
	return f.bits(x, component)
}

// formatOf is how a register holds a number.
func formatOf(r g13.Arg) format {
	if r.Size == 16 {
		return half
	}
	return single
}

const atomicForms = "atomic threadgroup_atomic"

// plainAtomics are functions of what is in memory, and of S.
var plainAtomics = []func(old, s *big.Int) *big.Int{
	func(old, s *big.Int) *big.Int { return new(big.Int).Add(old, s) },
	func(old, s *big.Int) *big.Int { return new(big.Int).Sub(old, s) },
	func(_, s *big.Int) *big.Int { return s },
	func(old, s *big.Int) *big.Int { // S is a pair: what is written, and above it what has to be there
		if old.Cmp(new(big.Int).Rsh(s, 32)) == 0 {
			return s
		}
		return old
	},
	func(old, s *big.Int) *big.Int { return firstIf(old.Cmp(s) < 0, old, s) },
	func(old, s *big.Int) *big.Int { return firstIf(signExtend(old, 32).Cmp(signExtend(s, 32)) < 0, old, s) },
	func(old, s *big.Int) *big.Int { return firstIf(old.Cmp(s) > 0, old, s) },
	func(old, s *big.Int) *big.Int { return firstIf(signExtend(old, 32).Cmp(signExtend(s, 32)) > 0, old, s) },
	func(old, s *big.Int) *big.Int { return new(big.Int).And(old, s) },
	func(old, s *big.Int) *big.Int { return new(big.Int).Or(old, s) },
	func(old, s *big.Int) *big.Int { return new(big.Int).Xor(old, s) },
}

func firstIf(first bool, a, b *big.Int) *big.Int {
	if first {
		return a
	}
	return b
}

// atomicOp is its number.
func (i *plainInst) atomicOp() int {
	if i.name == "atomic" {
		return int(i.field(9, 6))
	}
	return int(i.field(27, 24))
}

// atomic is both of them: a word of memory becomes what the operation makes of it, thread by thread, and a register gets what it was.
func (g *plainGroup) atomic(i *plainInst) {
	op := plainAtomics[i.atomicOp()]
	g.eachUnlessFault(func(t int) []func() {
		space, where := deviceByte, new(big.Int).Mul(g.offset(i, t), integer(4))
		if i.name == "threadgroup_atomic" {
			space, where = threadgroupByte, g.inThreadgroup(i, t, 4)
		} else {
			where.Add(where, aligned(g.unsigned(t, i.a), 4))
		}
		bytes := g.find(space, t, 4, []plainElement{{address: address(where)}})[0]
		return []func(){func() {
			old := new(big.Int).SetUint64(gather(bytes))
			scatter(bytes, new(big.Int).And(op(old, g.unsigned(t, i.s)), allOnes(32)).Uint64())
			if !i.r.None {
				g.write(t, i.r, old)
			}
		}}
	})
}

// stackPointer is stack_adjust and stack_get_ptr.
func (g *plainGroup) stackPointer(i *plainInst) {
	if i.name == "stack_get_ptr" {
		g.eachActive(func(t int) { g.write(t, i.r, integer(g.memory.sp)) })
		return
	}
	by := integer(i.v.Value)
	if i.v.Class == g13.Register { // all threads have the same there
		by = g.unsigned(0, i.v)
		if !i.set(25) {
			by = g.signed(0, i.v)
		}
	}
	g.memory.sp += by.Int64()
}

// wait is for what has been loaded, and that is there already.
func (g *plainGroup) wait(*plainInst) {}
