package program

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
)

// Parse reads one instruction, as String writes it or with the names of registers, aliases and the older spelling of a prefix. Branches have a displacement: a label needs a program. An error is a *syntax.Error.
func Parse(text string) (Inst, error) {
	p := statement{Cursor: syntax.Cursor{Text: text}}
	i, err := p.inst()
	switch {
	case err != nil:
		return Inst{}, err
	case p.label != "":
		return Inst{}, syntax.Errorf(text, p.labelAt, p.labelAt+len(p.label), "%s is a label, which stands in a program", syntax.Quote(p.label))
	}
	return i, nil
}

// Knows says whether a text begins with an instruction of the table that is no swizzle move, with a label or a directive: it is for whoever has to tell programs from other texts.
func Knows(text string) bool {
	c := syntax.Cursor{Text: text}
	word := strings.ToLower(c.Word())
	if word == ".long" || c.Peek() == ':' && word != "" {
		return true
	}
	_, _, _, ok := named(strings.TrimPrefix(word, "sv."))
	return ok
}

// A statement is the text of an instruction that is being read.
type statement struct {
	syntax.Cursor
	label   string // of a branch, instead of a displacement
	labelAt int
}

// inst reads one instruction up to the end of the text.
func (p *statement) inst() (i Inst, err error) {
	p.Space()
	start := p.Off
	word := strings.ToLower(p.Word())
	bare, prefixed := strings.CutPrefix(word, "sv.")
	op, a, dot, ok := named(bare)
	switch {
	case !ok:
		return p.move(start)
	case prefixed && table[op].class == unprefixed:
		return i, p.ErrorFrom(start, "%s stands without a prefix", table[op].name)
	}
	i.Op = op
	if dot {
		i.value[opRc] = 1
	}
	if prefixed {
		i.Prefix = svp64.Inst{Form: svp64.Vector, SubVL: 1}
		if err := p.specifiers(&i); err != nil {
			return i, err
		}
	}
	text := table[op].text
	if a != nil {
		text = a.text
		for field, v := range a.fixed {
			i.value[field] = v
		}
	}
	if op == Svstep && strings.Count(p.Rest(), ",") == 3 { // a spelling with an operand that has to be 0
		text = "RT,RA,SVi,vf"
	}
	if err := p.operands(&i, text); err != nil {
		return i, err
	}
	if op == Svstep && i.value[opRA] != 0 {
		return i, p.ErrorFrom(start, "the RA of svstep is 0")
	}
	if a != nil && a.same != [2]operand{} {
		i.value[a.same[1]] = i.value[a.same[0]]
		i.vectors |= i.vectors >> a.same[0] & 1 << a.same[1]
	}
	if !p.Done() {
		return i, p.Wanted("the end of the instruction")
	}
	if _, err := Encode(i, svp64.DefaultEncoding); err != nil {
		return i, p.ErrorFrom(start, "%v", err)
	}
	return i, nil
}

// move reads a swizzle move, or says what there is.
func (p *statement) move(start int) (Inst, error) {
	bare := strings.ToLower(p.Text[start:p.Off])
	for _, prefix := range []string{"svs.", "sv."} {
		bare = strings.TrimPrefix(bare, prefix)
	}
	if bare != "mv.swiz" && bare != "fmv.swiz" {
		if start == p.Off {
			return Inst{}, p.Wanted("an instruction, such as addi 3,4,5 or mv.swiz r4,r8,W.Y.")
		}
		return Inst{}, p.ErrorFrom(start, "%s is no instruction here: there are mv.swiz, fmv.swiz, %s", syntax.Quote(p.Text[start:p.Off]), strings.Join(names(), ", "))
	}
	m, err := svp64.Parse(p.Text)
	p.Off = len(p.Text)
	return Inst{Op: Move, Prefix: m}, err
}

func names() (list []string) {
	for op := Addi; op < numOps; op++ {
		list = append(list, table[op].name)
	}
	return list
}

// named is the instruction of that mnemonic: the row, an alias if it is one, and whether a full stop follows.
func named(word string) (op Op, a *alias, dot, ok bool) {
	bare, dot := strings.CutSuffix(word, ".")
	for op := Addi; op < numOps; op++ {
		if table[op].name == bare {
			return op, nil, dot, !dot || layouts()[op].bits[opRc] > 0
		}
	}
	for k := range aliases {
		if aliases[k].name == bare {
			return aliases[k].of, &aliases[k], dot, !dot || layouts()[aliases[k].of].bits[opRc] > 0
		}
	}
	return 0, nil, false, false
}

// specifiers reads those behind the mnemonic.
func (p *statement) specifiers(i *Inst) error {
	return i.Prefix.ReadSpecifiers(&p.Cursor, func(word string) bool {
		for _, own := range i.own() {
			if own.name == word {
				*own.flag = true
				return true
			}
		}
		if k := slices.Index(vlNames[:], word); k > 0 && table[i.Op].class == branch && i.vl == vlKept {
			i.vl = vlMode(k)
			return true
		}
		return false
	})
}

// operands reads what a row's text says.
func (p *statement) operands(i *Inst, text string) error {
	for text != "" {
		n := strings.IndexAny(text, ",()")
		if n < 0 {
			n = len(text)
		}
		if n > 0 {
			if err := p.operand(i, operandNamed(text[:n])); err != nil {
				return err
			}
		}
		if text = text[n:]; text != "" {
			if err := p.Expect(text[:1], `"`+text[:1]+`"`); err != nil {
				return err
			}
			text = text[1:]
		}
	}
	return nil
}

// operand reads one.
func (p *statement) operand(i *Inst, op operand) error {
	p.Space()
	start := p.Off
	if p.Accept("*") {
		if !i.prefixed() || !slices.Contains(table[i.Op].extra, op) {
			return p.ErrorFrom(start, "%s is no vector: only registers under a prefix, sv., are", operands[op].name)
		}
		i.vectors |= 1 << op
	}
	if (op == opBD || op == opLI) && p.target(i, op) {
		return nil
	}
	if op == opSPR && p.spr(i) {
		return nil
	}
	if op == opBI && p.bit(i) {
		return nil
	}
	switch {
	case op == opBF:
		p.fold("cr")
	case operands[op].register && op != opBI:
		p.fold("r")
	}
	v, ok := p.number()
	if !ok {
		p.Off = start
		return p.Wanted(operands[op].name)
	}
	i.value[op] = v
	if operands[op].register && i.prefixed() {
		if v < 0 || v >= svp64.NumRegs && op != opBI || v >= 4*svp64.NumRegs {
			return p.ErrorFrom(start, "%s is %d; there are 0 to %d", operands[op].name, v, svp64.NumRegs-1)
		}
		return nil
	}
	l := &layouts()[i.Op]
	if l.bits[op] == 0 {
		return nil
	}
	if _, err := l.put(op, v); err != nil {
		return p.ErrorFrom(start, "%v", err)
	}
	return nil
}

// fold takes letters in either case.
func (p *statement) fold(s string) bool {
	if len(p.Rest()) >= len(s) && strings.EqualFold(p.Rest()[:len(s)], s) {
		p.Off += len(s)
		return true
	}
	return false
}

// target reads a label, or a displacement from "." on.
func (p *statement) target(i *Inst, op operand) bool {
	start := p.Off
	if p.Peek() == '.' {
		p.Off++
		if v, ok := p.number(); ok {
			i.value[op] = v
			return true
		}
		p.Off = start
	}
	if word := p.Word(); syntax.IsIdentifier(word) {
		p.label, p.labelAt = word, start
		return true
	}
	p.Off = start
	return false
}

// spr reads a special-purpose register by its name.
func (p *statement) spr(i *Inst) bool {
	for no, name := range sprNames {
		if p.AcceptWord(name) || p.AcceptWord(strings.ToUpper(name)) {
			i.value[opSPR] = no
			return true
		}
	}
	return false
}

// bit reads a bit of the condition register by its name: eq, cr4.eq, 4*cr4+eq.
func (p *statement) bit(i *Inst) bool {
	start := p.Off
	ok, field := !p.Accept("4*"), 0
	if p.fold("cr") {
		field, ok = p.Uint(svp64.NumRegs - 1)
		ok = ok && field < svp64.NumRegs && (p.Accept(".") || p.Accept("+"))
	}
	k := slices.Index([]string{"lt", "gt", "eq", "so"}, p.Word())
	if !ok || k < 0 {
		p.Off = start
		return false
	}
	i.value[opBI] = int64(4*field + k)
	return true
}

// number reads a number with a sign, decimal or hexadecimal.
func (p *statement) number() (int64, bool) {
	p.Space()
	start := p.Off
	if b := p.Peek(); b == '-' || b == '+' {
		p.Off++
	}
	for b := p.Peek() | 0x20; b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b == 'x'; b = p.Peek() | 0x20 {
		p.Off++
	}
	text := strings.ToLower(p.Text[start:p.Off])
	digits := strings.TrimLeft(text, "+-")
	base := 10
	if rest, ok := strings.CutPrefix(digits, "0x"); ok {
		base, digits = 16, rest
	}
	v, err := strconv.ParseInt(digits, base, 64)
	if err != nil || v > 1<<32 {
		p.Off = start
		return 0, false
	}
	if text[0] == '-' {
		v = -v
	}
	return v, true
}
