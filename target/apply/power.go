package apply

import (
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Lines of Power. What stands for a register is a name or its number alone, and the letter of the row says among which it counts:
//
//	vperm  d, a, b, k      vperm  v0, v1, v2, v3      vperm  %v0, %v1, %v2, %v3      vperm  0, 1, 2, 3
//	xxperm D, B, K         xxperm vs32, vs33, vs34                                   xxperm 32, 33, 34

// PowerNamed are the rows of Power by the name of their instruction.
var PowerNamed = sync.OnceValue(func() map[string][]*target.Row {
	all, seen := map[string][]*target.Row{}, map[*target.Row]bool{}
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			if t.Has&target.POWER9 != 0 && !seen[r] {
				seen[r] = true
				all[r.Name] = append(all[r.Name], r)
			}
		}
	}
	return all
})

// powerAliases are other names of rows, and instructions that do what a row does. Capital letters are registers as VSX calls them, and s is a number of five bits with its sign.
var powerAliases = []struct{ name, operands, row string }{
	{"xxmrghd", "D, A, B", "xxpermdi D, A, B, 0"}, {"xxmrgld", "D, A, B", "xxpermdi D, A, B, 3"}, {"xxswapd", "D, A", "xxpermdi D, A, A, 2"},
	{"xxspltd", "D, A, 0", "xxpermdi D, A, A, 0"}, {"xxspltd", "D, A, 1", "xxpermdi D, A, A, 3"},
	{"xxmrghw", "D, A, B", "vmrghw d, a, b"}, {"xxmrglw", "D, A, B", "vmrglw d, a, b"}, {"vspltw", "d, a, i", "xxspltw D, A, i"},
	{"vextractuw", "d, a, i", "xxextractuw D, A, i"}, {"vinsertw", "d, a, i", "xxinsertw D, A, i"}, {"vspltisb", "d, s", "xxspltib D, s"},
	{"vsel", "d, a, b, c", "xxsel D, A, B, C"}, {"vand", "d, a, b", "xxland D, A, B"}, {"vandc", "d, a, b", "xxlandc D, A, B"}, {"vor", "d, a, b", "xxlor D, A, B"},
	{"vxor", "d, a, a", "xxspltib D, 0"}, {"xxlxor", "D, A, A", "xxspltib D, 0"},
}

// IsPower says whether a name is that of an instruction of Power that is a row, or does what one does, or copies a register.
func IsPower(name string) bool {
	if name == "vmr" || len(PowerNamed()[name]) > 0 {
		return true
	}
	for _, x := range powerAliases {
		if x.name == name {
			return true
		}
	}
	return false
}

// PowerRegister is a register as it is called here: v2 is one of those that Altivec has too, vs2 is not. Vsx says that a number alone counts among VSX's 64.
func PowerRegister(word string, vsx bool) (string, bool) {
	word = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "%")
	digits, named := strings.CutPrefix(word, "vs")
	if !named {
		var altivec bool
		if digits, altivec = strings.CutPrefix(word, "v"); altivec && vsx {
			return "", false
		}
		named = altivec
	} else if !vsx {
		return "", false
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 0 || n > 63 || !vsx && n > 31 || digits[0] == '+':
		return "", false
	case vsx && n < 32:
		return "vs" + strconv.Itoa(n), true
	case vsx:
		n -= 32
	}
	return "v" + strconv.Itoa(n), true
}

// powerMatch gives the letters of operands what stands there.
func powerMatch(operands, said string) (map[byte]string, bool) {
	at := map[byte]string{}
	places, words := strings.Split(operands, ", "), strings.Split(said, ",")
	if len(places) != len(words) {
		return nil, false
	}
	for k, place := range places {
		word, letter := strings.TrimSpace(words[k]), place[0]|0x20
		switch {
		case place[0] >= '0' && place[0] <= '9':
			if word != place {
				return nil, false
			}
			continue
		case letter == 's':
			if n, err := strconv.ParseInt(word, 0, 8); err != nil || n < -16 || n > 15 {
				return nil, false
			}
		case letter != 'i':
			register, ok := PowerRegister(word, place[0] < 'a')
			if before, twice := at[letter]; !ok || twice && before != register {
				return nil, false
			}
			word = register
		}
		at[letter] = word
	}
	return at, true
}

// Power executes the first row whose text the line is. Copy says that it is a copy of a register.
func Power(p *program.Values, line string) (m lane.Map, to string, reads []string, copied bool, err error) {
	c := syntax.Cursor{Text: line}
	c.Space()
	start := c.Off
	name := strings.ToLower(c.Word())
	said := strings.ToLower(c.Rest())
	if m, to, ok := powerConstant(name, said); ok {
		one := []lane.Map{m}
		err := p.Level(one)
		return one[0], to, nil, false, err
	}
	if to, from, ok := powerCopy(name, said); ok {
		one := make([]lane.Map, 1)
		if err = p.Argument(&one[0], from, 128, 8); err == nil {
			err = p.Level(one)
		}
		return one[0], to, []string{from}, true, err
	}
	row, words := powerAliased(name, said)
	var reason error
	for _, r := range PowerNamed()[row] {
		at, ok := lettered(r, words)
		if words == nil {
			at, ok = powerMatch(r.Asm, said)
		}
		if !ok {
			continue
		}
		operands, reads, err := powerOperands(r, at)
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
		return m, "", nil, false, syntax.Errorf(line, start, len(line), "%s has no form with these operands: it is %s", name, strings.Join(powerShapes(name), " or "))
	}
	return m, "", nil, false, syntax.Errorf(line, start, len(line), "%v", reason)
}

// powerShapes are the operands that an instruction takes, by its own name and by others.
func powerShapes(name string) []string {
	all := Shapes(PowerNamed()[name])
	for _, x := range powerAliases {
		if x.name == name {
			all = append(all, x.operands+" of 128 bits")
		}
	}
	if pattern, ok := powerCopies[name]; ok {
		all = append(all, pattern+" of 128 bits")
	}
	return all
}

// powerCopies are instructions that copy a register: an or of one with itself.
var powerCopies = map[string]string{"vmr": "d, a", "vor": "d, a, a", "xxlor": "D, A, A"}

// powerAliased is the row that an instruction is, and what then stands at its places: nothing where it is called by its own name.
func powerAliased(name, said string) (row string, words []string) {
	for _, x := range powerAliases {
		if x.name != name {
			continue
		}
		at, ok := powerMatch(x.operands, said)
		if !ok {
			continue
		}
		row, places, _ := strings.Cut(x.row, " ")
		for _, place := range strings.Split(places, ", ") {
			word, ok := at[place[0]|0x20]
			if !ok {
				word = place
			}
			words = append(words, word)
		}
		return row, words
	}
	return name, nil
}

// lettered gives the letters of a row what stands at their places.
func lettered(r *target.Row, words []string) (map[byte]string, bool) {
	places := strings.Split(r.Asm, ", ")
	if len(places) != len(words) {
		return nil, false
	}
	at := map[byte]string{}
	for k, place := range places {
		at[place[0]|0x20] = words[k]
	}
	return at, true
}

// powerOperands are a row's operands, and the registers among them that it reads.
func powerOperands(r *target.Row, at map[byte]string) (operands map[byte]Operand, reads []string, err error) {
	operands = map[byte]Operand{}
	for letter, word := range at {
		if letter != 'i' {
			operands[letter] = Operand{Name: word}
		}
	}
	if r.Destroys {
		operands['a'] = operands['d']
	}
	for _, letter := range []byte("abk") {
		if o, ok := operands[letter]; ok {
			reads = append(reads, o.Name)
		}
	}
	if word, ok := at['i']; ok {
		v, err := powerValue(r, word)
		if err != nil {
			return nil, nil, err
		}
		operands['i'] = Operand{Number: v}
	}
	return operands, reads, nil
}

// powerValue is the value of a row's immediate for which a number is written. One of five bits or eight may be written with a sign, or without.
func powerValue(r *target.Row, word string) (int, error) {
	number, err := strconv.ParseInt(word, 0, 32)
	if err == nil {
		if v, ok := ValueWritten(r, int(number)); ok {
			return v, nil
		}
		if len(r.Src) == 0 && number < 0 && int(number)+r.Imm.Values >= r.Imm.Values/2 {
			return int(number) + r.Imm.Values, nil
		}
	}
	return 0, noImmediate(r, word)
}

// powerCopy knows vmr v0, v1.
func powerCopy(name, said string) (to, from string, ok bool) {
	pattern, ok := powerCopies[name]
	if !ok {
		return "", "", false
	}
	at, ok := powerMatch(pattern, said)
	return at['d'], at['a'], ok
}

// powerConstant is a register that is loaded with a number, as listings of sequences say it: vmr v2, 0x0f0e…
func powerConstant(name, said string) (m lane.Map, to string, ok bool) {
	word, number, _ := strings.Cut(said, ",")
	hex, isHex := strings.CutPrefix(strings.TrimSpace(number), "0x")
	to, ok = PowerRegister(word, false)
	if name != "vmr" || !ok || !isHex || len(hex) > 32 {
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
	return m, to, true
}
