package apply

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Lines of AArch64 listings, and the intrinsics that stand for one. A row of the target is a text with places for registers, and the line is compared with it:
//
//	zip1 v·d.4s, v·a.4s, v·b.4s
//	zip1 v0.4s,  v1.4s,  v2.4s          ·d is 0, ·a is 1, ·b is 2
//
// An immediate row has a text for each value.

// hole stands before the letter of an operand in such a text.
const hole = '\x00'

// NEONNamed are the rows of AArch64 by the name of their instruction.
var NEONNamed = sync.OnceValue(func() map[string][]*target.Row {
	all := map[string][]*target.Row{}
	if t, ok := target.Find("neon"); ok {
		for _, r := range t.Rows {
			all[r.Name] = append(all[r.Name], r)
		}
	}
	return all
})

// IsNEONOperand wants v0.4s, or a scalar such as h0 and a comma.
func IsNEONOperand(text string) bool {
	digits := 0
	for 1+digits < len(text) && text[1+digits] >= '0' && text[1+digits] <= '9' {
		digits++
	}
	if digits == 0 {
		return false
	}
	rest := text[1+digits:]
	return text[0]|0x20 == 'v' && strings.HasPrefix(rest, ".") || strings.IndexByte("bhsdqv", text[0]|0x20) >= 0 && strings.HasPrefix(rest, ",")
}

// NEON executes the first row whose text the line is.
func NEON(p *program.Values, line string) (m lane.Map, to string, err error) {
	c := syntax.Cursor{Text: line}
	c.Space()
	start := c.Off
	name := strings.ToLower(c.Word())
	name, said := NEONAlias(name, listed(Compact(c.Rest())))
	rows := NEONNamed()[name]
	if len(rows) == 0 {
		return m, "", syntax.Errorf(line, start, c.Off, "%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	}
	if name == "mov" {
		if m, to, ok := neonConstant(c.Rest()); ok {
			one := []lane.Map{m}
			err := p.Level(one)
			return one[0], to, err
		}
	}
	if to, from, bits, ok := NEONCopy(name, said); ok {
		one := make([]lane.Map, 1)
		if err := p.Argument(&one[0], from, 128, 8); err != nil {
			return m, "", syntax.Errorf(line, start, len(line), "%v", err)
		}
		if err := p.Level(one); err != nil || bits == 128 {
			return one[0], to, err
		}
		if m, err = one[0].Regroup(lane.GCD(one[0].Bits, bits)); err != nil {
			return m, "", err
		}
		m.Lane = append(slices.Clone(m.Lane[:bits/m.Bits]), slices.Repeat([]lane.Lane{lane.Zero()}, bits/m.Bits)...)
		return m, to, nil
	}
	var reason error
	for _, r := range rows {
		values := 1
		if r.Imm != nil {
			values = r.Imm.Values
		}
		for v := range values {
			at, ok := neonMatch(r, v, said)
			if !ok {
				continue
			}
			err := inList(r, at, "v")
			if err == nil {
				m, err = Row(p, r, at)
			}
			if err == nil {
				return m, at['d'].Name, nil
			}
			if reason == nil || r.Index == nil {
				reason = err
			}
			break
		}
	}
	if reason == nil {
		return m, "", syntax.Errorf(line, start, len(line), "%s has no form with these operands: it is %s", name, strings.Join(Shapes(rows), " or "))
	}
	return m, "", syntax.Errorf(line, start, len(line), "%v", reason)
}

// NEONResized is a warning about an instruction that makes elements of another size: then lanes are parts of elements, and are numbered as in the register.
func NEONResized(line string) string {
	var sizes []int
	for _, o := range strings.Split(Compact(line), ",") {
		_, shape, ok := strings.Cut(o, ".")
		if shape = strings.TrimLeft(shape, "0123456789"); !ok || shape == "" {
			continue
		}
		if k := strings.IndexByte("bhsd", shape[0]); k >= 0 && !strings.Contains(shape, "[") {
			sizes = append(sizes, 8<<k)
		}
	}
	if len(sizes) < 2 || sizes[0] == sizes[1] {
		return ""
	}
	return fmt.Sprintf("big-endian lane numbers: elements of %d bits are read and of %d written; their parts are numbered from the least significant, as in the register, and stand the other way round in big-endian memory",
		sizes[1], sizes[0])
}

// NEONAlias is an instruction by its own name: listings have others for some, with less to write behind them.
func NEONAlias(name, said string) (string, string) {
	switch name {
	case "ins":
		return "mov", said
	case "dup": // of one lane: dup d19, v28.d[1]
		if to, from, ok := strings.Cut(said, ","); ok && !strings.Contains(to, ".") && strings.HasSuffix(from, "]") && elementIs(from, to) {
			return "mov", said
		}
	case "uxtl":
		return "ushll", said + ",#0"
	case "uxtl2":
		return "ushll2", said + ",#0"
	case "bic": // of a number that is not shifted
		if o := strings.Split(said, ","); len(o) == 2 && strings.HasPrefix(o[1], "#") {
			return name, said + ",lsl#0"
		}
	case "orr", "and": // of a register with itself
		if o := strings.Split(said, ","); len(o) == 3 && o[1] == o[2] {
			return "mov", o[0] + "," + o[1]
		}
	}
	return name, said
}

// listed is operands with a range of registers as a list: {v30.16b-v0.16b} are three.
func listed(said string) string {
	open, end := strings.IndexByte(said, '{'), strings.IndexByte(said, '}')
	if open < 0 || end < open {
		return said
	}
	first, last, ok := strings.Cut(said[open+1:end], "-")
	from, shape, _ := strings.Cut(first, ".")
	to, other, _ := strings.Cut(last, ".")
	low, errLow := strconv.Atoi(strings.TrimPrefix(from, "v"))
	high, errHigh := strconv.Atoi(strings.TrimPrefix(to, "v"))
	n := (high-low)&31 + 1
	if !ok || shape != other || errLow != nil || errHigh != nil || n > 4 {
		return said
	}
	all := make([]string, n)
	for k := range all {
		all[k] = fmt.Sprintf("v%d.%s", (low+k)&31, shape)
	}
	return said[:open+1] + strings.Join(all, ",") + said[end:]
}

// elementIs says whether a scalar is as long as the element of v28.d[1].
func elementIs(from, scalar string) bool {
	_, element, ok := strings.Cut(from, ".")
	return ok && scalar != "" && element != "" && element[0] == scalar[0]
}

// NEONCopy knows mov v0.16b, v1.16b, and mov v0.8b, v1.8b, which copies 64 bits.
func NEONCopy(name, said string) (to, from string, bits int, ok bool) {
	d, s, _ := strings.Cut(said, ",")
	to, shapeD, _ := strings.Cut(d, ".")
	from, shapeS, _ := strings.Cut(s, ".")
	bits = map[string]int{"16b": 128, "8b": 64}[shapeD]
	return to, from, bits, name == "mov" && bits > 0 && shapeD == shapeS && IsNEONOperand(d) && IsNEONOperand(s)
}

// neonConstant is a register that is loaded with a number, as listings of sequences say it: v2, 0x0f0e…
func neonConstant(text string) (m lane.Map, to string, ok bool) {
	to, number, ok := strings.Cut(strings.Join(strings.Fields(text), ""), ",")
	hex, isHex := strings.CutPrefix(strings.ToLower(strings.TrimPrefix(number, "#")), "0x")
	if !ok || !isHex || len(hex) > 32 || !IsNEONOperand(to+".") {
		return m, "", false
	}
	c, err := lane.ConstHex(hex)
	if err != nil {
		return m, "", false
	}
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, 16)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, strings.ToLower(to), true
}

// Compact is operands without blanks, in small letters, and with decimal numbers. From a number that is too long on all stays as it is.
func Compact(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	if strings.Contains(text, "#00") {
		text = withoutZeros(text)
	}
	if !strings.Contains(text, "0x") {
		return text
	}
	var b strings.Builder
	for {
		before, hex, found := strings.Cut(text, "0x")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := 0
		for end < len(hex) && strings.IndexByte("0123456789abcdef", hex[end]) >= 0 {
			end++
		}
		v, err := strconv.ParseUint(hex[:end], 16, 64)
		if err != nil {
			return b.String() + "0x" + hex
		}
		b.WriteString(strconv.FormatUint(v, 10))
		text = hex[end:]
	}
}

// withoutZeros has one zero where several are behind a #.
func withoutZeros(text string) string {
	var b strings.Builder
	behind := false // a # and a zero
	for k := range len(text) {
		if behind && text[k] == '0' {
			continue
		}
		behind = text[k] == '0' && k > 0 && text[k-1] == '#'
		b.WriteByte(text[k])
	}
	return b.String()
}

// neonMatch gives the letters of a row their registers, if the operands are the row's text for the value.
func neonMatch(r *target.Row, value int, said string) (map[byte]Operand, bool) {
	return matched(r, value, said, "v")
}

// matched is neonMatch where a vector is called by such a letter and its number. Predicates are called by p.
func matched(r *target.Row, value int, said, vector string) (map[byte]Operand, bool) {
	text := r.Text(value, func(letter byte) string {
		if letter == 'm' {
			return "p" + string(rune(hole)) + "m"
		}
		return vector + string(rune(hole)) + string(rune(letter))
	})
	text = Compact(strings.TrimPrefix(text, r.Name))
	at := map[byte]Operand{'i': {Number: value}}
	k := 0
	for n := 0; n < len(text); n++ {
		if text[n] != hole {
			if k == len(said) || said[k] != text[n] {
				return nil, false
			}
			k++
			continue
		}
		n++
		start := k
		for k < len(said) && said[k] >= '0' && said[k] <= '9' {
			k++
		}
		name := "v" + said[start:k]
		if text[n] == 'm' {
			name = "p" + said[start:k]
		}
		if before, twice := at[text[n]]; start == k || twice && before.Name != name {
			return nil, false
		}
		at[text[n]] = Operand{Name: name}
	}
	if _, ok := at['a']; !ok && r.Destroys {
		at['a'] = at['d']
	}
	return at, k == len(said)
}
