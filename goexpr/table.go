package goexpr

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A goType is a vector of Go, or a mask for one: Int32x4, Mask32x4.
type goType struct {
	kind        byte // 'I', 'U', 'F', 'M'
	elem, lanes int
}

var goKinds = map[byte]string{'I': "Int", 'U': "Uint", 'F': "Float", 'M': "Mask"}

func (t goType) String() string { return fmt.Sprintf("%s%dx%d", goKinds[t.kind], t.elem, t.lanes) }

func (t goType) bits() int { return t.elem * t.lanes }

// like says whether two types have the same lanes.
func (t goType) like(u goType) bool { return t.elem == u.elem && t.lanes == u.lanes }

// of is the vector of so many bits with elements of a size.
func (t goType) of(elem, bits int) goType { return goType{t.kind, elem, bits / elem} }

func goTypeNamed(name string) (goType, bool) {
	for kind, word := range goKinds {
		shape, ok := strings.CutPrefix(name, word)
		elem, lanes, x := strings.Cut(shape, "x")
		e, errE := strconv.Atoi(elem)
		n, errN := strconv.Atoi(lanes)
		if !ok || !x || errE != nil || errN != nil || elem[0] == '0' || lanes[0] == '0' {
			continue
		}
		t := goType{kind, e, n}
		element := slices.Contains([]int{8, 16, 32, 64}, e) && (kind != 'F' || e >= 32)
		return t, element && slices.Contains(goBits, t.bits())
	}
	return goType{}, false
}

var goBits = []int{128, 256, 512}

// A goMethod is one method on all types that have it. What stands in its parentheses is one letter each:
//
//	v  a vector like the receiver       n  a number                  x  a vector of unsigned indices like the receiver
//	h  a vector of half its length      s  one lane of a vector      o  a vector of signed indices     m  a mask
type goMethod struct {
	name  string
	types []goType
	takes string
	below int                   // numbers are below this; 0: any of eight bits
	gives func(t goType) goType // nil: a vector like the receiver
	cell  func(c goCall, i int) lane.Lane
	guess func(c goCall, want []lane.Lane) []uint64 // numbers with which the call may do what is wanted; nil where it takes none
	parts bool                                      // of elements are moved by the first number of bits, as by a shift
	bits  program.Bitwise                           // instead of cell, of the operations that move where an operand is known
}

// A goCall is a method of a type with its numbers: those in the text, and of indices and masks one for each lane. Lanes are as wide as the smaller
// of the receiver's and the result's; a lane of the receiver is From(0, …), of the vector between the parentheses From(1, …).
type goCall struct {
	on, to goType
	n      []uint64
	width  int
}

// group is the number of lanes in 128 bits.
func (c goCall) group() int { return 128 / c.on.elem }

// goTypes are the types of the kinds, sizes and elements.
func goTypes(kinds string, bits []int, elems ...int) (all []goType) {
	for _, b := range bits {
		for _, e := range elems {
			for _, k := range []byte(kinds) {
				if k != 'F' || e >= 32 {
					all = append(all, goType{k, e, b / e})
				}
			}
		}
	}
	return all
}

var (
	goShort, goLong = []int{128}, []int{256, 512}

	goMethods = sync.OnceValue(func() []goMethod {
		return slices.Concat(goInLane(), goByIndex(), goHalves(), goByMask(), goWithinElements(), goResized())
	})
	goMethodNames = sync.OnceValue(func() map[string]bool {
		all := map[string]bool{"ToMask": true}
		for _, m := range goMethods() {
			all[m.name] = true
		}
		return all
	})
)

// goInLane are the methods whose numbers or names say all, each 128 bits alike.
func goInLane() (all []goMethod) {
	for _, bits := range [][]int{goShort, goLong} {
		grouped := ""
		if bits[0] > 128 {
			grouped = "Grouped"
		}
		all = append(all,
			goMethod{name: "PermuteScalars" + grouped, types: goTypes("IU", bits, 32), takes: "nnnn", below: 4,
				cell:  func(c goCall, i int) lane.Lane { return lane.From(0, i&^3+int(c.n[i&3])) },
				guess: func(_ goCall, want []lane.Lane) []uint64 { return firstIndices(want[:4], 4) }},
			goMethod{name: "PermuteScalarsLo" + grouped, types: goTypes("IU", bits, 16), takes: "nnnn", below: 4,
				cell:  func(c goCall, i int) lane.Lane { return quarter(c, i, 0) },
				guess: func(_ goCall, want []lane.Lane) []uint64 { return firstIndices(want[:4], 4) }},
			goMethod{name: "PermuteScalarsHi" + grouped, types: goTypes("IU", bits, 16), takes: "nnnn", below: 4,
				cell:  func(c goCall, i int) lane.Lane { return quarter(c, i, 4) },
				guess: func(_ goCall, want []lane.Lane) []uint64 { return firstIndices(want[4:8], 4) }},
			goMethod{name: "InterleaveLo" + grouped, types: goTypes("IU", bits, 32, 16, 64), takes: "v",
				cell: func(c goCall, i int) lane.Lane { return interleaved(c, i, 0) }},
			goMethod{name: "InterleaveHi" + grouped, types: goTypes("IU", bits, 32, 16, 64), takes: "v",
				cell: func(c goCall, i int) lane.Lane { return interleaved(c, i, c.group()/2) }},
			goMethod{name: "SelectFromPair" + grouped, types: goTypes("IUF", bits, 64), takes: "nnv", below: 4,
				cell: selected, guess: func(_ goCall, want []lane.Lane) []uint64 { return pairIndices(want[:2], 2) }},
			goMethod{name: "SelectFromPair" + grouped, types: goTypes("IUF", bits, 32), takes: "nnnnv", below: 8,
				cell: selected, guess: func(_ goCall, want []lane.Lane) []uint64 { return pairIndices(want[:4], 4) }},
			goMethod{name: "ConcatShiftBytesRight" + grouped, types: goTypes("U", bits, 8), takes: "nv", cell: shiftedPair, guess: shiftOfPair},
			goMethod{name: "PermuteOrZero" + grouped, types: goTypes("IU", bits, 8), takes: "o",
				cell: func(c goCall, i int) lane.Lane {
					if c.n[i]&0x80 != 0 {
						return lane.Zero()
					}
					return lane.From(0, i&^15+int(c.n[i]&15))
				},
				guess: indicesOrZero})
	}
	return all
}

// quarter moves the four words from the given one on of each eight, and leaves the others.
func quarter(c goCall, i, from int) lane.Lane {
	if i&4 != from {
		return lane.From(0, i)
	}
	return lane.From(0, i&^3+int(c.n[i&3]))
}

func interleaved(c goCall, i, half int) lane.Lane {
	g := c.group()
	return lane.From(i%2, i/g*g+half+i%g/2)
}

// selected counts the lanes of x and then those of y in each group.
func selected(c goCall, i int) lane.Lane {
	g := c.group()
	n := int(c.n[i%g])
	return lane.From(n/g, i/g*g+n%g)
}

// shiftedPair is the bytes of x:y from one on, in each 128 bits.
func shiftedPair(c goCall, i int) lane.Lane {
	at := i&15 + int(c.n[0])
	switch {
	case at < 16:
		return lane.From(1, i&^15+at)
	case at < 32:
		return lane.From(0, i&^15+at-16)
	}
	return lane.Zero()
}

func shiftOfPair(_ goCall, want []lane.Lane) []uint64 {
	for i, l := range want[:16] {
		if l.Kind == lane.Source {
			return []uint64{uint64(l.Index&15+16*(1-l.Src)-i) & 31}
		}
	}
	return []uint64{32}
}

// goByIndex are the methods that take a vector of indices, and the one that takes two numbers for halves.
func goByIndex() []goMethod {
	permuted := slices.Concat(goTypes("IU", goBits, 8, 16), goTypes("IUF", goLong, 32, 64))
	return []goMethod{
		{name: "Select128FromPair", types: goTypes("IUF", []int{256}, 32, 8, 16, 64), takes: "nnv", below: 4,
			cell: func(c goCall, i int) lane.Lane {
				half := c.on.lanes / 2
				n := int(c.n[i/half])
				return lane.From(n/2, n%2*half+i%half)
			},
			guess: func(c goCall, want []lane.Lane) []uint64 {
				half := c.on.lanes / 2
				n := make([]uint64, 2)
				for i, l := range want {
					n[i/half] = max(n[i/half], uint64(2*l.Src+l.Index/half))
				}
				return n
			}},
		{name: "Permute", types: permuted, takes: "x",
			cell:  func(c goCall, i int) lane.Lane { return lane.From(0, int(c.n[i])&(c.on.lanes-1)) },
			guess: func(_ goCall, want []lane.Lane) []uint64 { return pairIndices(want, len(want)) }},
		{name: "ConcatPermute", types: slices.Concat(goTypes("IU", goBits, 8, 16), goTypes("IUF", goBits, 32, 64)), takes: "vx",
			cell: func(c goCall, i int) lane.Lane {
				n := int(c.n[i]) & (2*c.on.lanes - 1)
				return lane.From(n/c.on.lanes, n%c.on.lanes)
			},
			guess: func(_ goCall, want []lane.Lane) []uint64 { return pairIndices(want, len(want)) }},
	}
}

// goHalves take and put parts of vectors.
func goHalves() []goMethod {
	halved := func(t goType) goType { return t.of(t.elem, t.bits()/2) }
	all := []goMethod{
		{name: "GetLo", types: goTypes("IUF", goLong, 32, 8, 16, 64), gives: halved, cell: func(_ goCall, i int) lane.Lane { return lane.From(0, i) }},
		{name: "GetHi", types: goTypes("IUF", goLong, 32, 8, 16, 64), gives: halved, cell: func(c goCall, i int) lane.Lane { return lane.From(0, i+c.to.lanes) }},
		{name: "SetLo", types: goTypes("IUF", goLong, 32, 8, 16, 64), takes: "h", cell: func(c goCall, i int) lane.Lane { return halfSet(c, i, 0) }},
		{name: "SetHi", types: goTypes("IUF", goLong, 32, 8, 16, 64), takes: "h", cell: func(c goCall, i int) lane.Lane { return halfSet(c, i, c.on.lanes/2) }},
		{name: "SetElem", types: goTypes("IUF", goShort, 32, 8, 16, 64), takes: "ns",
			cell: func(c goCall, i int) lane.Lane {
				if i == int(c.n[0]) {
					return lane.From(1, 0)
				}
				return lane.From(0, i)
			}},
		{name: "GetElem", types: goTypes("IUF", goShort, 32, 8, 16, 64), takes: "n", gives: func(t goType) goType { return goType{t.kind, t.elem, 1} },
			cell: func(c goCall, _ int) lane.Lane { return lane.From(0, int(c.n[0])) }},
	}
	for lanes := 2; lanes <= 64; lanes *= 2 {
		m := goMethod{name: "Broadcast1To" + strconv.Itoa(lanes), cell: func(goCall, int) lane.Lane { return lane.From(0, 0) }}
		m.gives = func(t goType) goType { return goType{t.kind, t.elem, lanes} }
		for _, elem := range []int{32, 8, 16, 64} {
			if slices.Contains(goBits, elem*lanes) {
				m.types = append(m.types, goTypes("IUF", goShort, elem)...)
			}
		}
		all = append(all, m)
	}
	return all
}

func halfSet(c goCall, i, at int) lane.Lane {
	if i >= at && i < at+c.on.lanes/2 {
		return lane.From(1, i-at)
	}
	return lane.From(0, i)
}

// goByMask are the methods that take a mask, and the bitwise ones, which move where an operand is all zeros or ones.
func goByMask() []goMethod {
	every := goTypes("IUF", goBits, 32, 8, 16, 64)
	whole := goTypes("IU", goBits, 32, 8, 16, 64)
	return []goMethod{
		{name: "Masked", types: every, takes: "m",
			cell: func(c goCall, i int) lane.Lane { return when(c.n[i] != 0, lane.From(0, i), lane.Zero()) },
			guess: func(_ goCall, want []lane.Lane) []uint64 {
				return bitsWhere(want, func(l lane.Lane) bool { return l.Kind != lane.Constant })
			}},
		{name: "Merge", types: every, takes: "vm",
			cell: func(c goCall, i int) lane.Lane { return when(c.n[i] != 0, lane.From(0, i), lane.From(1, i)) },
			guess: func(_ goCall, want []lane.Lane) []uint64 {
				return bitsWhere(want, func(l lane.Lane) bool { return l.Kind == lane.Source && l.Src == 0 })
			}},
		{name: "Compress", types: every, takes: "m", cell: compressed, guess: func(_ goCall, want []lane.Lane) []uint64 {
			n := make([]uint64, len(want))
			for _, l := range want {
				if l.Kind == lane.Source {
					n[l.Index] = 1
				}
			}
			return n
		}},
		{name: "Expand", types: every, takes: "m",
			cell: func(c goCall, i int) lane.Lane {
				at := 0
				for _, bit := range c.n[:i] {
					at += int(bit)
				}
				return when(c.n[i] != 0, lane.From(0, at), lane.Zero())
			},
			guess: func(_ goCall, want []lane.Lane) []uint64 {
				return bitsWhere(want, func(l lane.Lane) bool { return l.Kind == lane.Source })
			}},
		{name: "And", types: whole, takes: "v", bits: program.And},
		{name: "AndNot", types: whole, takes: "v", bits: program.AndNot},
		{name: "Or", types: whole, takes: "v", bits: program.Or},
		{name: "Xor", types: whole, takes: "v", bits: program.Xor},
	}
}

func when[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}

// compressed is lane i of the lanes whose bits are set, packed.
func compressed(c goCall, i int) lane.Lane {
	for at, bit := range c.n {
		if bit != 0 {
			if i == 0 {
				return lane.From(0, at)
			}
			i--
		}
	}
	return lane.Zero()
}

// goWithinElements move bits within each element.
func goWithinElements() []goMethod {
	wide, words := goTypes("IU", goBits, 32, 64), goTypes("IU", goBits, 32, 16, 64)
	return []goMethod{
		{name: "RotateAllLeft", types: wide, takes: "n", parts: true, cell: func(c goCall, i int) lane.Lane { return rotated(c, i, -int(c.n[0])) }},
		{name: "RotateAllRight", types: wide, takes: "n", parts: true, cell: func(c goCall, i int) lane.Lane { return rotated(c, i, int(c.n[0])) }},
		{name: "ShiftAllLeft", types: words, takes: "n", parts: true, cell: func(c goCall, i int) lane.Lane { return shifted(c, i, -int(min(c.n[0], 64))) }},
		{name: "ShiftAllRight", types: goTypes("U", goBits, 32, 16, 64), takes: "n", parts: true, cell: func(c goCall, i int) lane.Lane { return shifted(c, i, int(min(c.n[0], 64))) }},
		{name: "ShiftAllLeftConcat", types: words, takes: "nv", parts: true, cell: func(c goCall, i int) lane.Lane { return funnelled(c, i, c.on.elem-int(c.n[0])%c.on.elem, 1) }},
		{name: "ShiftAllRightConcat", types: words, takes: "nv", parts: true, cell: func(c goCall, i int) lane.Lane { return funnelled(c, i, int(c.n[0])%c.on.elem, 0) }},
	}
}

// rotated is part i of elements that are rotated by so many bits to the right.
func rotated(c goCall, i, by int) lane.Lane {
	k := c.on.elem / c.width
	return lane.From(0, i/k*k+((i%k+by/c.width)%k+k)%k)
}

func shifted(c goCall, i, by int) lane.Lane {
	k := c.on.elem / c.width
	at := i%k + by/c.width
	return when(at >= 0 && at < k, lane.From(0, i/k*k+at), lane.Zero())
}

// funnelled is part i of the elements of a pair that are shifted to the right by so many bits, together with those of the other above them. Low is the pair's lower one.
func funnelled(c goCall, i, by, low int) lane.Lane {
	k := c.on.elem / c.width
	at := i%k + by/c.width
	return lane.From(when(at >= k, 1-low, low), i/k*k+at%k)
}

// goResized change the size of elements. Of signed ones only the truncations move: the others copy signs.
func goResized() (all []goMethod) {
	for _, to := range []int{16, 32, 64} {
		extends := func(name string, count int, from []goType) {
			all = append(all, goMethod{name: name, types: from,
				gives: func(t goType) goType { return goType{t.kind, to, when(count > 0, count, t.lanes)} },
				cell: func(c goCall, i int) lane.Lane {
					k := to / c.on.elem
					return when(i%k == 0, lane.From(0, i/k), lane.Zero())
				}})
		}
		for count := 2; count <= 8; count *= 2 {
			var from []goType
			for elem := 8; elem < to; elem *= 2 {
				// Where all lanes are extended the name is without a number.
				if slices.Contains(goBits, count*to) && count*elem < 128 {
					from = append(from, goTypes("U", goShort, elem)...)
				}
			}
			extends(fmt.Sprintf("ExtendLo%dToUint%d", count, to), count, from)
		}
		var from []goType
		for elem := 8; elem < to; elem *= 2 {
			for _, bits := range goBits {
				if bits/elem*to <= 512 {
					from = append(from, goTypes("U", []int{bits}, elem)...)
				}
			}
		}
		extends(fmt.Sprintf("ExtendToUint%d", to), 0, from)
	}
	for _, to := range []int{8, 16, 32} {
		for _, kind := range []string{"U", "I"} {
			m := goMethod{name: fmt.Sprintf("TruncateTo%s%d", goKinds[kind[0]], to)}
			for elem := 2 * to; elem <= 64; elem *= 2 {
				m.types = append(m.types, goTypes(kind, goBits, elem)...)
			}
			m.gives = func(t goType) goType { return t.of(to, max(128, t.lanes*to)) }
			m.cell = func(c goCall, i int) lane.Lane {
				return when(i < c.on.lanes, lane.From(0, i*(c.on.elem/to)), lane.Zero())
			}
			all = append(all, m)
		}
	}
	return slices.DeleteFunc(all, func(m goMethod) bool { return len(m.types) == 0 })
}

// The guesses: numbers that lanes ask for, where they are of the kind that the method moves.

func firstIndices(want []lane.Lane, mod int) []uint64 {
	n := make([]uint64, len(want))
	for i, l := range want {
		n[i] = uint64(l.Index % mod)
	}
	return n
}

func pairIndices(want []lane.Lane, size int) []uint64 {
	n := make([]uint64, len(want))
	for i, l := range want {
		n[i] = uint64(l.Src*size + l.Index%size)
	}
	return n
}

func indicesOrZero(_ goCall, want []lane.Lane) []uint64 {
	n := make([]uint64, len(want))
	for i, l := range want {
		if n[i] = uint64(l.Index & 15); l.Kind == lane.Constant {
			n[i] = 0x80
		}
	}
	return n
}

func bitsWhere(want []lane.Lane, is func(lane.Lane) bool) []uint64 {
	n := make([]uint64, len(want))
	for i, l := range want {
		if is(l) {
			n[i] = 1
		}
	}
	return n
}
