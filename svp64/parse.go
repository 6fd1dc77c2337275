package svp64

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// Parse reads an instruction, in the spelling of 2024 or that of the older pages:
//
//	mv.swiz r4,r8,W.Y.                        fmv.swiz f4,f8,XYZ1
//	sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1       sv.mv.swiz/sats/vec2/ew=8 32.v, 64.v, Y1
//	svs.mv.swiz/m=eq r4,r8,YX                 under SVP64Single
//
// An error is a *syntax.Error.
func Parse(text string) (Inst, error) {
	p := newParser(text)
	i, err := p.inst()
	if err == nil && !p.Done() {
		err = p.Wanted("the end of the instruction")
	}
	if err != nil {
		return Inst{}, err
	}
	return i, nil
}

// A parser walks over a text that is an instruction.
type parser struct {
	syntax.Cursor
	seen    []string          // keys of the specifiers so far
	onCR    map[string]bool   // of those that are predicates: whether they are of the condition register
	operand map[string][2]int // where RT and RA stand
	doubts  []string          // what can be read in two ways
}

func newParser(text string) parser {
	return parser{Cursor: syntax.Cursor{Text: text}, onCR: map[string]bool{}, operand: map[string][2]int{}}
}

func (p *parser) inst() (i Inst, err error) {
	if i, err = p.mnemonic(); err != nil {
		return Inst{}, err
	}
	for p.Peek() == '/' {
		if err := p.specifier(&i); err != nil {
			return Inst{}, err
		}
	}
	if err := p.predicates(i); err != nil {
		return Inst{}, err
	}
	if i.RT, err = p.register(&i, "RT"); err != nil {
		return Inst{}, err
	}
	if i.RA, err = p.register(&i, "RA"); err != nil {
		return Inst{}, err
	}
	if i.Swizzle, err = p.swizzle(); err != nil {
		return Inst{}, err
	}
	if err := i.Check(); err != nil {
		return Inst{}, p.checked(err)
	}
	return i, nil
}

// swizzle reads the last operand. An immediate has three digits, so that 0x1 has the selectors 0, X and 1; who writes a small x may have meant a number.
func (p *parser) swizzle() (Swizzle, error) {
	p.Space()
	start := p.Off
	s, err := readSwizzle(&p.Cursor)
	if word := p.Text[start:p.Off]; err == nil && len(word) <= Lanes && strings.HasPrefix(word, "0x") {
		number, _ := strconv.ParseUint(word[len("0x"):]+"0", 16, 16) // no digits are the number 0
		p.doubts = append(p.doubts, fmt.Sprintf("%s is the swizzle %v; the immediate of that number is written 0x%03x", word, s, number>>4))
	}
	return s, err
}

// checked gives the place of an operand to an error about it.
func (p *parser) checked(err error) error {
	var at *OperandError
	if !errors.As(err, &at) {
		return syntax.Errorf(p.Text, 0, p.Off, "%v", err)
	}
	place := p.operand[at.Name]
	return syntax.Errorf(p.Text, place[0], place[1], "%v", err)
}

func (p *parser) mnemonic() (i Inst, err error) {
	p.Space()
	start := p.Off
	word := p.Word()
	name := strings.ToLower(word)
	switch {
	case strings.HasPrefix(name, prefixes[Single]):
		i.Form = Single
	case strings.HasPrefix(name, prefixes[Vector]):
		i.Form = Vector
	}
	if i.Form != Pair {
		i.SubVL = 1
	}
	switch strings.TrimPrefix(name, prefixes[i.Form]) {
	case "mv.swiz":
	case "fmv.swiz":
		i.Float = true
	default:
		if word == "" {
			return i, p.Wanted("mv.swiz or fmv.swiz, with or without sv. in front")
		}
		return i, p.ErrorFrom(start, "%s is not mv.swiz or fmv.swiz, with or without sv. in front", syntax.Quote(word))
	}
	return i, nil
}

// exclusive lists keys that say the same thing, so that only one of them may stand.
var exclusive = map[string][]string{
	"w": {"w", "dw", "sw"}, "dw": {"w", "dw"}, "sw": {"w", "sw"},
	"m": {"m", "dm", "sm"}, "dm": {"m", "dm"}, "sm": {"m", "sm"},
	"zz": {"zz", "dz", "sz"}, "dz": {"zz", "dz"}, "sz": {"zz", "sz"},
	"sat": {"sat"}, "vec": {"vec"},
}

// specifier reads one from its slash on.
func (p *parser) specifier(i *Inst) error {
	p.Off++
	start := p.Off
	for p.Off < len(p.Text) && !strings.ContainsRune("/ \t\n\r\v\f", rune(p.Text[p.Off])) {
		p.Off++
	}
	word := p.Text[start:p.Off]
	name, value, valued := strings.Cut(word, "=")
	key, ok := i.specify(name, value, valued)
	switch {
	case key == "":
		return p.ErrorFrom(start, "%s is no specifier: there are w= dw= sw= (8, 16, 32), vec2 to vec4, m= dm= sm=, sz dz zz, sats and satu", syntax.Quote(word))
	case !ok:
		return p.ErrorFrom(start+len(name)+1, "%s", wantedValue[key])
	case i.Form == Pair:
		return p.ErrorFrom(start, "a specifier needs a prefix: sv.%s", i.Name())
	case slices.ContainsFunc(exclusive[key], func(k string) bool { return slices.Contains(p.seen, k) }):
		return p.ErrorFrom(start, "%s says again what a specifier before it says", syntax.Quote(word))
	}
	p.seen = append(p.seen, key)
	if strings.HasSuffix(key, "m") {
		_, p.onCR[key] = crPredicate(value)
	}
	return nil
}

var wantedValue = map[string]string{
	"w": wantedWidth, "dw": wantedWidth, "sw": wantedWidth,
	"m": wantedMask, "dm": wantedMask, "sm": wantedMask,
	"vec": "a subvector has 1 to 4 elements: vec2, vec3 or vec4", "zz": noValue, "dz": noValue, "sz": noValue, "sat": noValue,
}

const (
	wantedWidth = "a width is 8, 16, 32 or 64"
	wantedMask  = "a predicate is r3, ~r3, 1<<r3, r10, ~r10, r30 or ~r30, or one of lt ge gt le eq ne so ns"
	noValue     = "this specifier takes no value"
)

// specify sets what a specifier says. key is the specifier without its value, in its spelling of 2024, or empty if there is none of this name.
func (i *Inst) specify(name, value string, valued bool) (key string, ok bool) {
	switch name {
	case "w", "ew":
		i.DstWidth, ok = widthOf(value)
		i.SrcWidth = i.DstWidth
		return "w", ok
	case "dw", "dew":
		i.DstWidth, ok = widthOf(value)
		return "dw", ok
	case "sw", "sew":
		i.SrcWidth, ok = widthOf(value)
		return "sw", ok
	case "m":
		i.DstMask, ok = i.mask(value)
		i.SrcMask = i.DstMask
		return "m", ok
	case "dm":
		i.DstMask, ok = i.mask(value)
		return "dm", ok
	case "sm":
		i.SrcMask, ok = i.mask(value)
		return "sm", ok
	case "vec1", "vec2", "vec3", "vec4":
		i.SubVL = name[3] - '0'
		return "vec", !valued
	case "sats":
		i.Sat = Signed
		return "sat", !valued
	case "satu":
		i.Sat = Unsigned
		return "sat", !valued
	case "zz":
		i.SZ, i.DZ = true, true
		return "zz", !valued
	case "dz":
		i.DZ = true
		return "dz", !valued
	case "sz":
		i.SZ = true
		return "sz", !valued
	}
	return "", false
}

func widthOf(value string) (Width, bool) {
	switch value {
	case "64":
		return W64, true
	case "32":
		return W32, true
	case "16":
		return W16, true
	case "8":
		return W8, true
	}
	return 0, false
}

// crAliases are other names of conditions.
var crAliases = map[string]string{"nl": "ge", "ng": "le", "un": "so", "nu": "ns"}

// crPredicate is the condition of that name.
func crPredicate(name string) (Predicate, bool) {
	if other, ok := crAliases[name]; ok {
		name = other
	}
	k := slices.Index(crPredicates[:], name)
	return Predicate(max(k, 0)), k >= 0
}

// mask reads a predicate's name. The name tells which list it is of.
func (i *Inst) mask(name string) (Predicate, bool) {
	if k, ok := crPredicate(name); ok {
		i.CR = true
		return k, true
	}
	k := slices.Index(intPredicates[1:], name)
	return Predicate(k + 1), k >= 0
}

// predicates refuses two predicates of different lists, and one alone of the condition register, where 000 on the other side means lt and not none.
func (p *parser) predicates(i Inst) error {
	if _, both := p.onCR["m"]; both || !i.CR {
		return nil
	}
	dm, isDM := p.onCR["dm"]
	sm, isSM := p.onCR["sm"]
	switch {
	case !isDM || !isSM:
		return p.ErrorFrom(0, "a condition register predicate stands on both sides: dm= and sm=, or m=")
	case dm != sm:
		return p.ErrorFrom(0, "dm= and sm= are both of integer registers or both of the condition register")
	}
	return nil
}

// register reads an operand and the comma behind it.
func (p *parser) register(i *Inst, name string) (r Reg, err error) {
	p.Space()
	start := p.Off
	star := p.Accept("*")
	if b := p.Peek() | 0x20; b == 'r' || b == 'f' {
		if b == 'f' && !i.Float {
			return r, p.Wanted("an integer register, such as r4: mv.swiz moves those, and fmv.swiz f4")
		}
		if b == 'r' && i.Float {
			p.doubts = append(p.doubts, name+" is written as an integer register: fmv.swiz moves floating-point registers, and f of that number is read")
		}
		p.Off++
	}
	if b := p.Peek(); b < '0' || b > '9' {
		p.Off = start
		return r, p.Wanted("the register " + name + ", such as r4, or *32 for a vector")
	}
	n, _ := p.Uint(NumRegs)
	r = Reg{No: uint8(min(n, NumRegs)), Vector: star}
	suffix := ""
	if p.Peek() == '.' {
		suffix = p.Word()
	}
	switch {
	case suffix == "":
	case suffix == ".v" && !star:
		r.Vector = true
	case suffix != ".s" || star:
		return r, p.ErrorFrom(start, "a register is marked as a vector by * in front or .v behind, as a scalar by .s behind or nothing")
	}
	if n >= NumRegs {
		return r, p.ErrorFrom(start, "%v", ErrRegister)
	}
	p.operand[name] = [2]int{start, p.Off}
	return r, p.Expect(",", `"," behind the register `+name)
}
