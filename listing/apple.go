package listing

import (
	"slices"

	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Apple's assembler may have the elements at the name:
//
//	zip1.4s v0, v0, v1          zip1 v0.4s, v0.4s, v1.4s
//	dup.4s v0, v0[1]            dup v0.4s, v0.s[1]
//	ushll.8h v0, v0, #0         ushll v0.8h, v0.8b, #0
//	st2.16b { v0, v1 }, [x0]    st2 { v0.16b, v1.16b }, [x0]

// appleShapes are the elements, with what is read where elements double or halve.
var appleShapes = map[string]struct{ narrow, whole, wide string }{
	"16b": {"", "", "8h"}, "8b": {"", "", "8h"}, "8h": {"8b", "16b", "4s"}, "4h": {"", "", "4s"}, "4s": {"4h", "8h", "2d"}, "2s": {"", "", "2d"}, "2d": {"2s", "4s", ""},
	"b": {}, "h": {}, "s": {}, "d": {},
}

// fromApple is such a line with the elements at the operands.
func fromApple(text string) (string, bool) {
	whole, operands := nameAndOperands(text)
	name, shape, ok := strings.Cut(whole, ".")
	shapes, known := appleShapes[shape]
	if open, end, in := braced(operands); ok && known && in && slices.Contains(armMemory, name) {
		list := strings.Split(operands[open+1:end], ",")
		return name + " " + operands[:open+1] + strings.Join(list, "."+shape+",") + "." + shape + operands[end:], !strings.Contains(operands[open:end], "-")
	}
	bare, _ := apply.NEONAlias(name, "")
	if !ok || !known || len(apply.NEONNamed()[bare]) == 0 && name != "movi" {
		return "", false
	}
	first, rest, _ := strings.Cut(operands, ",")
	source := shape
	switch {
	case slices.Contains([]string{"ushll", "uxtl"}, name):
		source = shapes.narrow
	case slices.Contains([]string{"ushll2", "uxtl2"}, name):
		source = shapes.whole
	case slices.Contains([]string{"xtn", "xtn2", "shrn", "shrn2"}, name):
		source = shapes.wide
	}
	return name + " " + withShape(first, shape) + "," + withShape(rest, source), true
}

// braced is where a list of registers begins, and where it ends but for blanks.
func braced(operands string) (open, end int, ok bool) {
	open, end = strings.IndexByte(operands, '{'), strings.IndexByte(operands, '}')
	if open < 0 || end < open {
		return 0, 0, false
	}
	return open, open + len(strings.TrimRight(operands[open:end], " ")), true
}

// withShape puts the elements behind the registers of a text, or the element's letter in front of an index. What tbl reads in braces are whole registers.
func withShape(text, shape string) string {
	var b strings.Builder
	braces := false
	for k := 0; k < len(text); k++ {
		b.WriteByte(text[k])
		braces = text[k] == '{' || braces && text[k] != '}'
		end := k + 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if text[k]|0x20 != 'v' || end == k+1 || k > 0 && strings.IndexByte("{ \t,", text[k-1]) < 0 {
			continue
		}
		b.WriteString(text[k+1:end] + ".")
		switch {
		case end < len(text) && text[end] == '[':
			b.WriteString(strings.TrimLeft(shape, "0123456789"))
		case braces:
			b.WriteString("16b")
		default:
			b.WriteString(shape)
		}
		k = end - 1
	}
	return b.String()
}
