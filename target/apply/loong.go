package apply

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Lines of LoongArch. A register says by its name how long it is, and so does an instruction:
//
//	vshuf4i.w  d, a, i      vshuf4i.w  $vr0, $vr1, 27
//	xvilvl.w   d, b, a      xvilvl.w   $xr0, $xr2, $xr1
//
// Who writes by hand leaves the dollars out, which macros of the preprocessor add.

// loongNamed are the rows of LoongArch by the name of their instruction.
var loongNamed = sync.OnceValue(func() map[string][]*target.Row {
	all := map[string][]*target.Row{}
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			if r.Needs&(target.LSX|target.LASX) != 0 {
				all[r.Name] = append(all[r.Name], r)
			}
		}
	}
	return all
})

// IsLoong says whether a name is that of an instruction of LoongArch that is a row, or copies a register or makes a constant.
func IsLoong(name string) bool {
	switch strings.TrimPrefix(name, "x") {
	case "vori.b", "vor.v", "vxor.v":
		return true
	}
	return len(loongNamed()[name]) > 0
}

// LoongRegister is a register of vectors as it is called here, and how many bits of it are meant: $vr3 of $xr3, vr3 and xr3 too, as it is the lower half of the same.
func LoongRegister(word string) (name string, bits int, ok bool) {
	name = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "$")
	digits, long := strings.CutPrefix(name, "xr")
	if bits = 128; long {
		bits = 256
	} else if digits, ok = strings.CutPrefix(name, "vr"); !ok {
		return "", 0, false
	}
	n, err := strconv.Atoi(digits)
	return "$vr" + digits, bits, err == nil && n >= 0 && n < 32 && digits == strconv.Itoa(n)
}

// Loong executes the first row whose text the line is. Copy says that it is a copy of a register.
func Loong(p *program.Values, line string) (m lane.Map, to string, reads []string, copied bool, err error) {
	c := syntax.Cursor{Text: line}
	c.Space()
	start := c.Off
	name := strings.ToLower(c.Word())
	words := strings.Split(strings.ToLower(c.Rest()), ",")
	for k := range words {
		words[k] = strings.TrimSpace(words[k])
	}
	if m, to, ok := loongConstant(name, words); ok {
		one := []lane.Map{m}
		err := p.Level(one)
		return one[0], to, nil, false, err
	}
	if to, from, bits, ok := loongCopy(name, words); ok {
		one := make([]lane.Map, 1)
		if err = p.Argument(&one[0], from, bits, 8); err == nil {
			err = p.Level(one)
		}
		return one[0], to, []string{from}, true, err
	}
	var reason error
	for _, r := range loongNamed()[name] {
		operands, reads, err := loongOperands(r, words)
		if err == nil {
			if m, err = Row(p, r, operands); err == nil {
				return m, operands['d'].Name, reads, false, nil
			}
		}
		if reason == nil || r.Index == nil {
			reason = err
		}
	}
	if reason == nil {
		reason = fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
	}
	return m, "", nil, false, syntax.Errorf(line, start, len(line), "%v", reason)
}

// loongOperands are a row's operands, and the registers among them that it reads.
func loongOperands(r *target.Row, words []string) (operands map[byte]Operand, reads []string, err error) {
	places := strings.Split(r.Asm, ", ")
	if len(places) != len(words) {
		return nil, nil, fmt.Errorf("%s has %d operands, %s, and this has %d", r.Name, len(places), r.Asm, len(words))
	}
	operands = map[byte]Operand{}
	for k, place := range places {
		if len(place) > 1 {
			if bare := strings.TrimPrefix(words[k], "$"); "$"+bare != place && bare != "r0" { // $zero
				return nil, nil, fmt.Errorf("%s of %s is no movement: only of %s", r.Name, syntax.Quote(words[k]), place)
			}
			continue
		}
		if place == "i" {
			v, err := loongValue(r, words[k])
			if err != nil {
				return nil, nil, err
			}
			operands['i'] = Operand{Number: v}
			continue
		}
		name, bits, ok := LoongRegister(words[k])
		if !ok || bits != r.Bits {
			return nil, nil, fmt.Errorf("%s has registers of %d bits, found %s", r.Name, r.Bits, syntax.Quote(words[k]))
		}
		operands[place[0]] = Operand{Name: name, Bits: bits}
	}
	if r.Destroys {
		operands['a'] = operands['d']
	}
	for _, letter := range []byte("abk") {
		if o, ok := operands[letter]; ok {
			reads = append(reads, o.Name)
		}
	}
	if r.Spends {
		reads = append(reads, operands['d'].Name)
	}
	return operands, reads, nil
}

// loongValue is the value of a row's immediate for which a number is written.
func loongValue(r *target.Row, word string) (int, error) {
	number, err := strconv.ParseInt(word, 0, 32)
	if err == nil {
		if v, ok := ValueWritten(r, int(number)); ok {
			return v, nil
		}
	}
	return 0, noImmediate(r, word)
}

// ValueWritten is the value of a row's immediate for which a number is written, if there is one.
func ValueWritten(r *target.Row, number int) (v int, ok bool) {
	if r.Imm == nil {
		return 0, false
	}
	for v := range r.Imm.Values {
		if r.Written(v) == strconv.Itoa(number) {
			return v, true
		}
	}
	return 0, false
}

func noImmediate(r *target.Row, word string) error {
	return fmt.Errorf("%s has no immediate %s: it is one of %d, from %s on", r.Name, syntax.Quote(word), r.Imm.Values, r.Written(0))
}

// loongCopy knows vori.b $vr0, $vr1, 0 and vor.v of a register with itself.
func loongCopy(name string, words []string) (to, from string, bits int, ok bool) {
	bare, long := strings.CutPrefix(name, "x")
	if len(words) != 3 || !(bare == "vori.b" && words[2] == "0" || bare == "vor.v" && words[1] == words[2]) {
		return "", "", 0, false
	}
	to, bits, ok = LoongRegister(words[0])
	from, read, known := LoongRegister(words[1])
	return to, from, bits, ok && known && read == bits && long == (bits == 256)
}

// loongConstant is a register that is loaded with a number, as listings of sequences say it, vld $vr2, 0x0f0e…; one that is all zeros, vxor.v of a register with itself; and vrepli with numbers of ten bits, of which the rows have those of eight.
func loongConstant(name string, words []string) (m lane.Map, to string, ok bool) {
	to, bits, ok := LoongRegister(words[0])
	bare, long := strings.CutPrefix(name, "x")
	if !ok || long != (bits == 256) && bare != "vld" {
		return m, "", false
	}
	var c lane.Const
	kind, letter, _ := strings.Cut(bare, ".")
	elem := map[string]int{"b": 8, "h": 16, "w": 32, "d": 64}[letter]
	switch {
	case bare == "vxor.v" && len(words) == 3 && words[1] == words[2]:
		if _, read, known := LoongRegister(words[1]); !known || read != bits {
			return m, "", false
		}
	case kind == "vld" && len(words) == 2:
		hex, isHex := strings.CutPrefix(words[1], "0x")
		var err error
		if c, err = lane.ConstHex(hex); !isHex || len(hex) > bits/4 || err != nil {
			return m, "", false
		}
	case kind == "vrepli" && len(words) == 2 && elem > 0:
		number, err := strconv.ParseInt(words[1], 0, 16)
		if err != nil || number < -512 || number > 511 {
			return m, "", false
		}
		all := make([]lane.Const, bits/elem)
		for i := range all {
			all[i] = lane.ConstOf(uint64(number)).Slice(0, elem)
		}
		c = lane.Join(elem, all...)
	default:
		return m, "", false
	}
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, bits/8)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, to, true
}
