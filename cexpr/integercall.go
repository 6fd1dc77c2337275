package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A turn is what a function makes of an integer.
type turn uint8

// The turns.
const (
	swapsBytes   turn = iota // the bytes in reverse
	reversesBits             // the bits in reverse
	rotatesLeft              // by a number
	rotatesRight
	inNetworkOrder // the bytes in reverse on a machine that has the lowest first
)

// An integerFunction is what a function makes of one integer, and its bits; 0 of one that takes any.
type integerFunction struct {
	does turn
	bits int
}

// integerCalls are functions of C and C++.
var integerCalls = map[string]integerFunction{
	"_bswap": {swapsBytes, 32}, "_bswap64": {swapsBytes, 64}, "__bswapd": {swapsBytes, 32}, "__bswapq": {swapsBytes, 64},
	"__builtin_bswap16": {swapsBytes, 16}, "__builtin_bswap32": {swapsBytes, 32}, "__builtin_bswap64": {swapsBytes, 64},
	"_byteswap_ushort": {swapsBytes, 16}, "_byteswap_ulong": {swapsBytes, 32}, "_byteswap_uint64": {swapsBytes, 64},
	"bswap_16": {swapsBytes, 16}, "bswap_32": {swapsBytes, 32}, "bswap_64": {swapsBytes, 64},
	"__bswap_16": {swapsBytes, 16}, "__bswap_32": {swapsBytes, 32}, "__bswap_64": {swapsBytes, 64},
	"bswap16": {swapsBytes, 16}, "bswap32": {swapsBytes, 32}, "bswap64": {swapsBytes, 64},
	"swab16": {swapsBytes, 16}, "swab32": {swapsBytes, 32}, "swab64": {swapsBytes, 64},
	"__swab16": {swapsBytes, 16}, "__swab32": {swapsBytes, 32}, "__swab64": {swapsBytes, 64},
	"byteswap": {swapsBytes, 0},

	"htons": {inNetworkOrder, 16}, "htonl": {inNetworkOrder, 32}, "htonll": {inNetworkOrder, 64},
	"ntohs": {inNetworkOrder, 16}, "ntohl": {inNetworkOrder, 32}, "ntohll": {inNetworkOrder, 64},
	"htobe16": {inNetworkOrder, 16}, "htobe32": {inNetworkOrder, 32}, "htobe64": {inNetworkOrder, 64},
	"be16toh": {inNetworkOrder, 16}, "be32toh": {inNetworkOrder, 32}, "be64toh": {inNetworkOrder, 64},
	"cpu_to_be16": {inNetworkOrder, 16}, "cpu_to_be32": {inNetworkOrder, 32}, "cpu_to_be64": {inNetworkOrder, 64},
	"be16_to_cpu": {inNetworkOrder, 16}, "be32_to_cpu": {inNetworkOrder, 32}, "be64_to_cpu": {inNetworkOrder, 64},

	"__builtin_bitreverse8": {reversesBits, 8}, "__builtin_bitreverse16": {reversesBits, 16}, "__builtin_bitreverse32": {reversesBits, 32}, "__builtin_bitreverse64": {reversesBits, 64},

	"__rold": {rotatesLeft, 32}, "__rolq": {rotatesLeft, 64}, "__rord": {rotatesRight, 32}, "__rorq": {rotatesRight, 64},
	"__rolw": {rotatesLeft, 16}, "__rorw": {rotatesRight, 16}, "__rolb": {rotatesLeft, 8}, "__rorb": {rotatesRight, 8},
	"_rotl": {rotatesLeft, 32}, "_rotl64": {rotatesLeft, 64}, "_lrotl": {rotatesLeft, 64}, "_rotr": {rotatesRight, 32}, "_rotr64": {rotatesRight, 64}, "_lrotr": {rotatesRight, 64},
	"_rotl8": {rotatesLeft, 8}, "_rotl16": {rotatesLeft, 16}, "_rotr8": {rotatesRight, 8}, "_rotr16": {rotatesRight, 16},
	"__builtin_rotateleft8": {rotatesLeft, 8}, "__builtin_rotateleft16": {rotatesLeft, 16}, "__builtin_rotateleft32": {rotatesLeft, 32}, "__builtin_rotateleft64": {rotatesLeft, 64},
	"__builtin_rotateright8": {rotatesRight, 8}, "__builtin_rotateright16": {rotatesRight, 16}, "__builtin_rotateright32": {rotatesRight, 32}, "__builtin_rotateright64": {rotatesRight, 64},
	"rol8": {rotatesLeft, 8}, "rol16": {rotatesLeft, 16}, "rol32": {rotatesLeft, 32}, "rol64": {rotatesLeft, 64},
	"ror8": {rotatesRight, 8}, "ror16": {rotatesRight, 16}, "ror32": {rotatesRight, 32}, "ror64": {rotatesRight, 64},
	"rotl": {rotatesLeft, 0}, "rotr": {rotatesRight, 0},
}

// looksIntegerCall says whether a text calls such a function, or pext or pdep.
func looksIntegerCall(text string) bool {
	return LooksLibraryInteger(text) || looksIntegerMethod(text) || calls(text, func(name string, next byte) bool {
		_, ok := integerCalls[name]
		return next == '(' && (ok || strings.HasPrefix(name, "_pext_u") || strings.HasPrefix(name, "_pdep_u"))
	})
}

// of is what a turn makes of an integer of so many bits.
func (t turn) of(bits, by int) lane.Map {
	size := when(t == swapsBytes || t == inNetworkOrder, 8, 1)
	n := bits / size
	m := lane.Map{Bits: size, Src: []int{n}, Lane: make([]lane.Lane, n)}
	for i := range m.Lane {
		k := n - 1 - i
		switch t {
		case rotatesLeft:
			k = ((i-by)%n + n) % n
		case rotatesRight:
			k = ((i+by)%n + n) % n
		}
		m.Lane[i] = lane.From(0, k)
	}
	return m
}

// rotates says whether a number says how far.
func (t turn) rotates() bool { return t == rotatesLeft || t == rotatesRight }

// integerCall is a call of integerCalls, or of a library's.
func (e *expressions) integerCall(name string, args []operand) (o operand, ok bool, err error) {
	call, ok := integerCalls[name]
	if !ok {
		return e.libraryCall(name, args)
	}
	o, err = e.turned(call, name, args)
	return o, true, err
}

// turned is what a function makes of its arguments.
func (e *expressions) turned(call integerFunction, name string, args []operand) (o operand, err error) {
	by := 0
	switch {
	case call.does.rotates() != (len(args) == 2), len(args) == 0:
		return o, fmt.Errorf("it has %d arguments here", len(args))
	case len(args) == 2 && args[1].IsVector():
		return o, fmt.Errorf("it is a movement only by a number")
	case len(args) == 2:
		by = args[1].Number
	}
	a, bits := args[0], call.bits
	untyped := a.IsVector() && a.Value == nil
	if bits == 0 && untyped { // what it becomes says its type
		if bits = e.into; bits == 0 {
			if e.rust == nil {
				e.rust = rustTypes(e.Text)
			}
			bits = e.rust[a.Name]
		}
	}
	if bits == 0 {
		name := a.Name
		if a, err = e.anInteger(a); err != nil {
			return o, err
		}
		if bits = a.Bits; untyped {
			e.warn(noTypeOf(name, bits))
		}
	}
	if a, err = e.converted(a, bits); err != nil {
		return o, err
	}
	m, err := call.does.of(bits, by).Of(*a.Value)
	if call.does == inNetworkOrder {
		e.warn(name + " is taken as it is where the lowest byte is the first, as on x86 and most of ARM")
	}
	return integerOperand(m, false), err
}
