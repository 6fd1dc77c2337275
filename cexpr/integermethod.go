package cexpr

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Other languages have what C has functions for in a package or a class, or as methods of integers.
//
//	bits.ReverseBytes32(x)     Go            x.swap_bytes().rotate_left(8)      Rust
//	Integer.reverse(x)         Java          x.rotateLeft(8)                    Kotlin
//	BinaryPrimitives.ReverseEndianness(x)    C#

// libraryIntegers are functions of an integer by their packages and classes, with its bits; 0 of those that take any.
var libraryIntegers = map[string]integerFunction{
	"bits.Reverse8": {reversesBits, 8}, "bits.Reverse16": {reversesBits, 16}, "bits.Reverse32": {reversesBits, 32}, "bits.Reverse64": {reversesBits, 64}, "bits.Reverse": {reversesBits, 64},
	"bits.ReverseBytes16": {swapsBytes, 16}, "bits.ReverseBytes32": {swapsBytes, 32}, "bits.ReverseBytes64": {swapsBytes, 64}, "bits.ReverseBytes": {swapsBytes, 64},
	"bits.RotateLeft8": {rotatesLeft, 8}, "bits.RotateLeft16": {rotatesLeft, 16}, "bits.RotateLeft32": {rotatesLeft, 32}, "bits.RotateLeft64": {rotatesLeft, 64}, "bits.RotateLeft": {rotatesLeft, 64},

	"Integer.reverse": {reversesBits, 32}, "Integer.reverseBytes": {swapsBytes, 32}, "Integer.rotateLeft": {rotatesLeft, 32}, "Integer.rotateRight": {rotatesRight, 32},
	"Long.reverse": {reversesBits, 64}, "Long.reverseBytes": {swapsBytes, 64}, "Long.rotateLeft": {rotatesLeft, 64}, "Long.rotateRight": {rotatesRight, 64},
	"Short.reverseBytes": {swapsBytes, 16}, "Character.reverseBytes": {swapsBytes, 16},

	"BitOperations.RotateLeft": {rotatesLeft, 0}, "BitOperations.RotateRight": {rotatesRight, 0}, "BinaryPrimitives.ReverseEndianness": {swapsBytes, 0},
}

// libraryDeposits are functions that gather and scatter bits by a mask, as intrinsics do.
var libraryDeposits = map[string]string{
	"Integer.compress": "_pext_u32", "Integer.expand": "_pdep_u32", "Long.compress": "_pext_u64", "Long.expand": "_pdep_u64",
	"Bmi2.ParallelBitExtract": "_pext_u32", "Bmi2.ParallelBitDeposit": "_pdep_u32", "Bmi2.X64.ParallelBitExtract": "_pext_u64", "Bmi2.X64.ParallelBitDeposit": "_pdep_u64",
}

// integerMethods are methods of an integer of whatever bits.
var integerMethods = map[string]turn{
	"swap_bytes": swapsBytes, "reverse_bits": reversesBits, "rotate_left": rotatesLeft, "rotate_right": rotatesRight, "to_be": inNetworkOrder,
	"rotateLeft": rotatesLeft, "rotateRight": rotatesRight,
}

// LooksLibraryInteger says whether a text calls a function of a library.
func LooksLibraryInteger(text string) bool {
	return callsWithStops(text, func(name string, _ bool) bool {
		_, ok := libraryIntegers[name]
		return ok || libraryDeposits[name] != ""
	})
}

// looksIntegerMethod says whether a text calls a method of an integer.
func looksIntegerMethod(text string) bool {
	return callsWithStops(text, func(name string, behind bool) bool {
		value, method, ok := cutMethod(name)
		_, known := integerMethods[method]
		first, _, _ := strings.Cut(value, ".")
		return ok && known && behind == (value == "") && first != "std" // of Zig, whose functions stand there
	})
}

// callsWithStops says whether there is a call with such a name, which has full stops; behind says that it begins with one, behind a parenthesis or a bracket.
func callsWithStops(text string, is func(name string, behind bool) bool) bool {
	syntax.Look(len(text))
	start := 0
	for at := 0; at < len(text); at++ {
		switch b := text[at]; {
		case isWordStart(b) || b >= '0' && b <= '9' || b == '.':
		case b == '(' && is(text[start:at], start > 0 && (text[start-1] == ')' || text[start-1] == ']')):
			return true
		default:
			start = at + 1
		}
	}
	return false
}

// cutMethod is what stands before the last full stop of a name, and what is behind it.
func cutMethod(name string) (value, method string, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "", "", false
	}
	return name[:dot], name[dot+1:], true
}

// libraryCall is a call of such a function, or of a method of a variable.
func (e *expressions) libraryCall(name string, args []operand) (o operand, ok bool, err error) {
	if f, ok := libraryIntegers[name]; ok {
		o, err = e.turned(f, name, args)
		return o, true, err
	}
	value, method, ok := cutMethod(name)
	if does, known := integerMethods[method]; ok && known && value != "" {
		o, err = e.turned(integerFunction{does: does}, method, append([]operand{e.variable(value)}, args...))
		return o, true, err
	}
	return o, false, nil
}

// method is a method of what was computed, if one follows: x.swap_bytes().rotate_left(8).
func (e *expressions) method(of operand, start int) (o operand, ok bool, err error) {
	before := e.Off
	_, method, _ := cutMethod(e.Word())
	does, known := integerMethods[method]
	if !known || !e.Accept("(") {
		e.Off = before
		return of, false, nil
	}
	args, err := e.arguments(start)
	if err != nil {
		return of, true, err
	}
	if o, err = e.turned(integerFunction{does: does}, method, append([]operand{of}, args...)); err != nil {
		err = e.ErrorFrom(start, "%s: %v", method, err)
	}
	return o, true, err
}

// rustTypes are the bits of all variables of a text behind whose names such a type stands, or a reference to one.
func rustTypes(text string) map[string]int {
	syntax.Look(len(text))
	types := map[string]int{}
	for at := 0; at < len(text); {
		end := max(wordEnd(text, at), at+1)
		if rest, ok := strings.CutPrefix(text[end:], ":"); ok {
			rest = pointedTo(strings.TrimLeft(rest, "& "))
			if bits := rustInteger(rest[:wordEnd(rest, 0)]); bits > 0 {
				types[text[at:end]] = bits
			}
		}
		at = end
	}
	return types
}
