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

// Lines of SVE. A register z0 is v0 here, whose lines of NEON write its lower 128 bits and clear what is above:
//
//	sel d.T, m, a.T, b.T      sel z0.s, p1, z1.s, z2.s

// sveNamed are the rows of SVE for vectors of so many bits, by the name of their instruction.
func sveNamed(bits int) map[string][]*target.Row {
	if bits > 128 {
		return sveRows256()
	}
	return sveRows128()
}

var (
	sveRows128 = sync.OnceValue(func() map[string][]*target.Row { return sveRowsOf("sve2-128") })
	sveRows256 = sync.OnceValue(func() map[string][]*target.Row { return sveRowsOf("sve2-256+f64mm") })
)

func sveRowsOf(name string) map[string][]*target.Row {
	all := map[string][]*target.Row{}
	if t, ok := target.Find(name); ok {
		for _, r := range t.Rows {
			if r.Needs&target.SVE != 0 {
				all[r.Name] = append(all[r.Name], r)
			}
		}
	}
	return all
}

// IsSVE says whether a name is that of an instruction of SVE that is a row.
func IsSVE(name string) bool { return len(sveNamed(128)[name]) > 0 || len(sveNamed(256)[name]) > 0 }

// SVERegister is a vector of SVE as it is called here, and the letter of its lanes if it has one: v0 and s of z0.s.
func SVERegister(word string) (name, shape string, ok bool) {
	word, shape, shaped := strings.Cut(strings.ToLower(strings.TrimSpace(word)), ".")
	digits, is := strings.CutPrefix(word, "z")
	n, err := strconv.Atoi(digits)
	if !is || err != nil || n < 0 || n > 31 || digits != strconv.Itoa(n) || shaped && ElementSVE(shape) == 0 {
		return "", "", false
	}
	return "v" + digits, shape, true
}

// PredicateSVE is a predicate of SVE, and the letter of its lanes if it has one.
func PredicateSVE(word string) (name, shape string, ok bool) {
	name, shape, _ = strings.Cut(strings.ToLower(strings.TrimSpace(word)), ".")
	name, _, _ = strings.Cut(name, "/")
	digits, is := strings.CutPrefix(name, "p")
	n, err := strconv.Atoi(digits)
	return name, shape, is && err == nil && n >= 0 && n < 16 && digits == strconv.Itoa(n)
}

// ElementSVE is how many bits the lanes of a letter have; 0 of no letter.
func ElementSVE(shape string) int {
	return map[string]int{"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}[shape]
}

// PatternSVE is how many of n lanes a pattern of SVE is, such as vl4: none stands for all, and one of more lanes than there are for none.
func PatternSVE(pattern string, n int) (int, bool) {
	pattern = strings.TrimSpace(pattern)
	count, numbered := strings.CutPrefix(pattern, "vl")
	switch v, err := strconv.Atoi(count); {
	case pattern == "" || pattern == "all":
		return n, true
	case pattern == "pow2":
		return n, true // the lengths here are powers of two
	case pattern == "mul3":
		return n / 3 * 3, true
	case pattern == "mul4":
		return n / 4 * 4, true
	case !numbered || err != nil || v < 1 || v > 8 && v != 16 && v != 32 && v != 64 && v != 128 && v != 256:
		return 0, false
	case v > n:
		return 0, true
	default:
		return v, true
	}
}

// SVE executes the first row of vectors of so many bits whose text the line is. Of a predicate a bit for each byte of a vector is known, or nothing. Copied says that it is a copy of a register.
func SVE(p *program.Values, line string, bits int, predicates map[string]uint64) (m lane.Map, to string, reads []string, copied bool, err error) {
	c := syntax.Cursor{Text: line}
	c.Space()
	start := c.Off
	name := strings.ToLower(c.Word())
	said := listedSVE(Compact(c.Rest()))
	if m, to, ok := sveConstant(name, said, bits); ok {
		if why := sveUnfit(name, said); why != "" {
			return m, "", nil, false, syntax.Errorf(line, start, len(line), "%s", why)
		}
		one := []lane.Map{m}
		err := p.Level(one)
		return one[0], to, nil, false, err
	}
	if to, from, ok := sveCopy(name, said); ok {
		one := make([]lane.Map, 1)
		if err = p.Argument(&one[0], from, bits, 8); err == nil {
			err = p.Level(one)
		}
		return one[0], to, []string{from}, true, err
	}
	name, said = sveAlias(name, said)
	rows := sveNamed(bits)[name]
	var reason error
	for _, r := range rows {
		at, ok := sveMatch(r, said)
		if !ok {
			continue
		}
		if err = inList(r, at, "z"); err == nil {
			reads, err = sveOperands(r, at, predicates)
		}
		if err == nil {
			if m, err = Row(p, r, at); err == nil {
				return m, at['d'].Name, reads, false, nil
			}
		}
		if reason == nil || r.Index == nil {
			reason = err
		}
	}
	switch {
	case reason != nil:
	case len(rows) == 0:
		reason = fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	default:
		reason = fmt.Errorf("%s has no form with these operands of %d bits: it is %s", name, bits, strings.Join(Shapes(rows), " or "))
	}
	return m, "", nil, false, syntax.Errorf(line, start, len(line), "%v", reason)
}

// sveMatch is matched for the first value of a row's immediate whose text it is.
func sveMatch(r *target.Row, said string) (map[byte]Operand, bool) {
	values := 1
	if r.Imm != nil {
		values = r.Imm.Values
	}
	for v := range values {
		if at, ok := matched(r, v, said, "z"); ok {
			return at, true
		}
	}
	return nil, false
}

// sveOperands puts into the operands what a predicate is, and says which vectors the row reads.
func sveOperands(r *target.Row, at map[byte]Operand, predicates map[string]uint64) (reads []string, err error) {
	for _, letter := range []byte(target.SourceLetters + "k") {
		if o, ok := at[letter]; ok && !slices.Contains(reads, o.Name) {
			reads = append(reads, o.Name)
		}
	}
	o, masked := at['m']
	if !masked {
		return reads, nil
	}
	all, known := predicates[o.Name]
	if !known {
		return reads, fmt.Errorf("what %s does depends on %s: it is a map only once that is known", r.Name, o.Name)
	}
	number, per := 0, r.Bits/8/r.Index.Bits
	for i := range r.Index.Bits {
		number |= int(all>>(i*per)&1) << i
	}
	at['m'] = Operand{Number: number}
	return reads, nil
}

// sveAlias is an instruction by its own name: listings have others for some, with less to write behind them.
func sveAlias(name, said string) (string, string) {
	o := strings.Split(said, ",")
	first, shape, vector := SVERegister(o[0])
	if !vector {
		return name, said
	}
	switch {
	case name == "cpy" && len(o) == 3:
		return "mov", said
	case name == "mov" && len(o) == 3 && strings.HasSuffix(o[1], "/m") && strings.HasPrefix(o[2], "z"): // mov z0.s, p0/m, z1.s
		return "sel", strings.Join([]string{o[0], strings.TrimSuffix(o[1], "/m"), o[2], o[0]}, ",")
	case name == "mov" && len(o) == 2 && strings.HasSuffix(o[1], "]"): // mov z0.s, z1.s[3]
		return "dup", said
	case name == "mov" && len(o) == 2 && shape != "" && o[1] != "" && strings.HasPrefix(o[1], shape) && first != "": // mov z0.s, s1
		return "dup", o[0] + ",z" + o[1][1:] + "." + shape + "[0]"
	case name == "tbl" && len(o) == 3 && !strings.HasPrefix(o[1], "{"):
		return name, o[0] + ",{" + o[1] + "}," + o[2]
	}
	return name, said
}

// listedSVE is operands with a range of two registers as a list: {z30.b-z31.b}.
func listedSVE(said string) string {
	before, rest, _ := strings.Cut(said, "{")
	inner, after, closed := strings.Cut(rest, "}")
	first, last, ranged := strings.Cut(inner, "-")
	if !closed || !ranged {
		return said
	}
	return before + "{" + first + "," + last + "}" + after
}

// sveCopy knows mov z0.d, z1.d, the same without lanes as listings of sequences have it, movprfx and an or of a register with itself.
func sveCopy(name, said string) (to, from string, ok bool) {
	o := strings.Split(said, ",")
	if name == "orr" && len(o) == 3 && o[1] == o[2] {
		name, o = "mov", o[:2]
	}
	if name != "mov" && name != "movprfx" || len(o) != 2 {
		return "", "", false
	}
	to, shapeTo, okTo := SVERegister(o[0])
	from, shapeFrom, okFrom := SVERegister(o[1])
	return to, from, okTo && okFrom && shapeTo == shapeFrom
}

// sveConstant is a register that is loaded with a number: as listings of sequences say it, mov z2, 0x0f0e…; in all lanes, mov z0.s, #5 and #1, lsl #8; and in steps, index z0.s, #3, #-1.
func sveConstant(name, said string, bits int) (m lane.Map, to string, ok bool) {
	o := strings.Split(said, ",")
	to, shape, vector := SVERegister(o[0])
	elem := ElementSVE(shape)
	if !vector || len(o) < 2 {
		return m, "", false
	}
	var numbers []int
	for _, word := range o[1:] {
		word, shifted := strings.CutPrefix(word, "lsl")
		v, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		if shifted && err == nil && len(numbers) == 1 && v == 8 {
			numbers[0] <<= 8
			continue
		}
		if err != nil || !strings.HasPrefix(word, "#") {
			return wholeConstant(name, o, bits, to, shape)
		}
		numbers = append(numbers, v)
	}
	step := 0
	switch {
	case elem == 0 || elem > 64:
		return wholeConstant(name, o, bits, to, shape)
	case name == "index" && len(numbers) == 2:
		step = numbers[1]
	case len(numbers) != 1 || name != "mov" && name != "dup" && name != "dupm" && name != "fmov":
		return m, "", false
	case name == "fmov" && numbers[0] != 0:
		return m, "", false
	}
	m = lane.Map{Bits: elem, Lane: make([]lane.Lane, bits/elem)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(numbers[0]+i*step)).Slice(0, elem))
	}
	return m, to, true
}

// sveUnfit says why an instruction that loads numbers has no such ones: a lane has so many bits, of which no number can have more, with a sign or without one; steps begin and go on by numbers of five bits.
func sveUnfit(name, said string) string {
	o := strings.Split(said, ",")
	_, shape, _ := SVERegister(o[0])
	elem := ElementSVE(shape)
	for k, word := range o[1:] {
		v, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
		switch shift := len(o) == 3 && o[2] == "lsl#8"; {
		case elem == 0 || err != nil:
		case name == "index" && (v < -16 || v > 15):
			return fmt.Sprintf("index has numbers from -16 to 15, and this is %d", v)
		case name == "index":
		case shift && elem == 8:
			return "lanes of 8 bits have no number that is shifted by 8"
		case shift && k == 0 && (v < -128 || v > 255):
			return fmt.Sprintf("a number that is shifted by 8 is -128 to 255, and this is %d", v)
		case elem < 64 && (v>>elem > 0 || v>>(elem-1) < -1):
			return fmt.Sprintf("%d does not fit in a lane of %d bits", v, elem)
		}
	}
	return ""
}

// wholeConstant is mov z2, 0x0f0e….
func wholeConstant(name string, o []string, bits int, to, shape string) (m lane.Map, _ string, ok bool) {
	if name != "mov" || shape != "" || len(o) != 2 {
		return m, "", false
	}
	var c lane.Const
	if hex, isHex := strings.CutPrefix(o[1], "0x"); isHex {
		var err error
		if c, err = lane.ConstHex(hex); err != nil || len(hex) > bits/4 {
			return m, "", false
		}
	} else {
		v, err := strconv.ParseUint(o[1], 10, 64)
		if err != nil {
			return m, "", false
		}
		c = lane.ConstOf(v)
	}
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, bits/8)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, to, true
}
