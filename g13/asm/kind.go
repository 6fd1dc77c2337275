package asm

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// A kind's row is how an operand of the kind is written. What its bits mean stands in a row of package g13.
//
//	g13.Arg ── write ─→ text ── read ─→ g13.Arg
type kindRow struct {
	wanted string // what a message and the reference page say stands here

	// write appends the argument. What it appends nothing for is left out of the text.
	write func(b []byte, i g13.Inst, n int, a g13.Arg) []byte
	read  func(p *parser, s asked) (g13.Arg, *syntax.Error)

	// here says whether an operand that may be left out begins with a word; nil: it is never left out.
	here     func(o *g13.Operand, i *g13.Inst, word string) bool
	leftOut  func(o *g13.Operand) bool // whether it may, where that depends on the form
	keywords string                    // what a word of it is called; empty: a keyword

	example g13.Arg // of the reference page; a register has the next number
}

// asked is an operand that is being read.
type asked struct {
	wanted string
	*g13.Operand
	inst *g13.Inst
	n    int
}

// kinds is one row a kind.
var kinds = [g13.NumKinds]kindRow{
	g13.Dst:        {wanted: "a destination such as r1 or r1l", write: writeValue, read: readValue, example: wholeExample},
	g13.Dst64:      {wanted: "a destination such as r1, r1l or r2_r3", write: writeValue, read: readValue, example: wholeExample},
	g13.DstOf16:    {wanted: "a destination such as r1l", write: writeValue, read: readValue, example: halfExample},
	g13.DstOf32:    {wanted: "a destination such as r1", write: writeValue, read: readValue, example: wholeExample},
	g13.Src:        {wanted: "a source such as r1, u1l or 7", write: writeValue, read: readValue, example: wholeExample},
	g13.Src64:      {wanted: "a source such as r1, r2_r3, u1l or 7", write: writeValue, read: readValue, example: wholeExample},
	g13.FloatSrc:   {wanted: "a source such as r1, u1l or 0.5", write: writeFloat, read: readFloat, example: wholeExample},
	g13.FloatSrc16: {wanted: "a source such as r1l, u1l or 0.5", write: writeFloat, read: readFloat, example: halfExample},
	g13.CmpselSrc:  {wanted: "a source such as r1, u1 or 7", write: writeValue, read: readValue, example: wholeExample},
	g13.R0L:        {wanted: "r0l", write: writeValue, read: readRegister, example: g13.Arg{Size: 16}},
	g13.SReg:       {wanted: "a special register such as sr80", write: writeSpecial, read: readSpecial, example: numbered(80)},
	g13.Reg:        {wanted: "a register such as r1", write: writeValue, read: readRegister, example: wholeExample},
	g13.Uint:       {wanted: "a number", write: writeValue, read: readWord, example: numbered(1)},
	g13.Binary:     {wanted: "a binary number", write: writeBinary, read: readBinary, example: numbered(1)},
	g13.PCRel:      {wanted: "a target such as pc+8", write: writeTarget, read: readTarget, example: numbered(16)},
	g13.Shift:      {wanted: "a shift such as lsl 2", write: writeShift, read: readShift, here: begins("lsl"), example: numbered(1)},
	g13.BitMask:    {wanted: "a mask such as mask 0xFF", write: writeBitMask, read: readBitMask, here: begins("mask"), example: numbered(8)},
	g13.ICond:      {wanted: "an integer condition such as ult", write: writeWord, read: readWord, keywords: "a condition", example: numbered(1)},
	g13.FCond:      {wanted: "a condition such as lt", write: writeWord, read: readWord, keywords: "a condition", example: numbered(1)},
	g13.Convert:    {wanted: "a conversion such as u8_to_f", write: writeWord, read: readWord, example: numbered(1)},
	g13.Round:      {wanted: "rtz or rte", write: writeWord, read: readWord, example: numbered(1)},

	g13.List: {wanted: "registers such as r4_r5", write: writeList, read: readList, here: beginsList,
		example: g13.Arg{Index: nextRegister, Size: 32, Count: 1}},
	g13.Mask:     {wanted: "components such as xy", write: writeComponents, read: readComponents, here: beginsComponents, example: numbered(1)},
	g13.Format:   {wanted: "a format such as i32", write: writeWord, read: readWord, keywords: "a format", example: numbered(1)},
	g13.Base:     {wanted: "a pair such as r2_r3 or u4_u5", write: writeValue, read: readRegister, example: pairExample},
	g13.Offset:   {wanted: "a number or a register such as r4", write: writeValue, read: readRegisterOrNumber, example: numbered(1)},
	g13.Sign:     {wanted: "signed or unsigned", write: writeWord, read: readWord, example: numbered(0)},
	g13.Flag:     {wanted: "a word", write: writeFlag, read: readFlag, here: isFlag, example: numbered(0)},
	g13.Result:   {wanted: "a register such as r4, or None", write: writeOrNone, read: readOrNone, example: wholeExample},
	g13.Reg32:    {wanted: "a register such as r4", write: writeValue, read: readRegister, example: wholeExample},
	g13.AtomicOp: {wanted: "an operation such as add", write: writeWord, read: readWord, example: numbered(0)},
	g13.AtomicS:  {wanted: "a register such as r4", write: writeValue, read: readRegister, example: wholeExample},
	g13.TgBase:   {wanted: "r1l, u1l or a number", write: writeValue, read: readRegisterOrNumber, example: numbered(1)},
	g13.HalfOr:   {wanted: "r1l or a number", write: writeValue, read: readRegisterOrNumber, example: numbered(1)},
	g13.OrHalf:   {wanted: "r1l or a number", write: writeValue, read: readRegisterOrNumber, example: numbered(1)},
	g13.Coeff:    {wanted: "cf0 or r1l", write: writeSlot("cf"), read: readSlot("cf"), example: numbered(1)},
	g13.Interp:   {wanted: "center, sample or centroid", write: writeWord, read: readWord, example: numbered(0)},
	g13.Sample:   {wanted: "r1l or a number", write: writeUnlessNone, read: readRegisterOrNumber, here: beginsRegisterOrNumber, example: noneExample},
	g13.Pixel:    {wanted: "a number or r1l_r1h", write: writeListOrNumber, read: readListOrNumber, example: numbered(1)},
	g13.Moving:   {wanted: "a number or a register such as r4", write: writeValue, read: readRegisterOrNumber, example: numbered(1)},
	g13.UBase:    {wanted: "a pair such as u4_u5", write: writeValue, read: readRegister, example: pairExample},
	g13.Numbered: {wanted: "a number", write: writeNumbered, read: readNumbered, example: numbered(1)},
	g13.Copy:     {wanted: "copy_1d or copy_2d", write: writeWord, read: readWord, example: numbered(1)},

	g13.Half: {wanted: "a register such as r1l", write: writeValue, read: readRegister, example: halfExample},
	g13.Rtz:  {wanted: "rte or rtz", write: writeWord, read: readWord, example: numbered(1)},
	g13.OptUBase: {wanted: "None or a pair such as u4_u5", write: writeOptionalBase, read: readOrNone,
		here: beginsUniformPair, leftOut: hasCount, example: noneExample},
	g13.Texture: {wanted: "a texture such as ts0, r1l or r1", write: writeSlot("ts"), read: readTexture, example: numbered(0)},
	g13.Sampler: {wanted: "a sampler such as ss0 or r1l", write: writeSlot("ss"), read: readSlot("ss"), example: numbered(0)},
	g13.Coords: {wanted: "coordinates such as r0_r1", write: writeCoordinates, read: readList,
		example: g13.Arg{Index: nextRegister, Size: 32, Count: 2}},
	g13.Dim:     {wanted: "a dimension such as tex_2d", write: writeWord, read: readWord, example: numbered(2)},
	g13.Extra:   {wanted: "1 or query_lod", write: writeUnlessZero, read: readWord, here: isExtra, example: numbered(0)},
	g13.Gather:  {wanted: "none or gather_r, gather_g, gather_b, gather_a", write: writeWord, read: readWord, example: numbered(0)},
	g13.Mask0:   {wanted: "components such as xy, or 0", write: writeComponentsOrZero, read: readComponentsOrZero, example: numbered(1)},
	g13.LodMode: {wanted: "a mode such as auto_lod", write: writeWord, read: readWord, example: numbered(0)},
	g13.Lod:     {wanted: "a level such as 0, r1l or u1l", write: writeLevel, read: readLevel, example: numbered(0)},
	g13.Compare: {wanted: "a register such as r4", write: writeComparison, read: readComparison, here: beginsWithR, example: noneExample},
}

// nextRegister stands in an example for a register that no operand before it has.
const nextRegister = -1

var (
	wholeExample = g13.Arg{Index: nextRegister, Size: 32}
	halfExample  = g13.Arg{Index: nextRegister, Size: 16}
	pairExample  = g13.Arg{Class: g13.Uniform, Size: 64}
	noneExample  = g13.Arg{None: true}
)

func numbered(v int64) g13.Arg { return g13.Arg{Class: g13.Number, Value: v} }

// optional says whether an operand is left out for some values.
func (k *kindRow) optional(o *g13.Operand) bool {
	return k.here != nil && (k.leftOut == nil || k.leftOut(o))
}

// hasCount says that a texture's base is left out rather than called None.
func hasCount(o *g13.Operand) bool { return o.Count != "" }

// present says whether an optional operand stands here.
func (p *parser) present(k *kindRow, o *g13.Operand, i *g13.Inst) bool {
	q := *p
	word := q.Word()
	if c, _ := p.constant(word); c != nil {
		word = c.sample
	}
	return k.here(o, i, word)
}

func begins(keyword string) func(*g13.Operand, *g13.Inst, string) bool {
	return func(_ *g13.Operand, _ *g13.Inst, word string) bool { return word == keyword }
}

func beginsComponents(_ *g13.Operand, _ *g13.Inst, word string) bool { return componentsOf(word) > 0 }

func isFlag(o *g13.Operand, _ *g13.Inst, word string) bool { return word == o.Name }

func isExtra(_ *g13.Operand, _ *g13.Inst, word string) bool {
	return word == "1" || word == "query_lod" || word == "3"
}

func beginsUniformPair(_ *g13.Operand, _ *g13.Inst, word string) bool {
	a, rest, ok := register(word)
	return ok && rest == "" && a.Class == g13.Uniform && a.Size == 64
}

func beginsWithR(_ *g13.Operand, _ *g13.Inst, word string) bool { return word != "" && word[0] == 'r' }

func beginsList(_ *g13.Operand, i *g13.Inst, word string) bool {
	first, _, _ := strings.Cut(word, "_")
	first, _, _ = strings.Cut(first, "..")
	a, rest, ok := register(first)
	return ok && rest == "" && a.Class == g13.Register && i.WantsList()
}

func beginsRegisterOrNumber(_ *g13.Operand, _ *g13.Inst, word string) bool {
	_, _, ok := register(word)
	return ok || word != "" && word[0] >= '0' && word[0] <= '9'
}

func writeValue(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte { return appendPlain(b, a) }

func readValue(p *parser, s asked) (g13.Arg, *syntax.Error) { return p.value(s, integerToo) }

func readFloat(p *parser, s asked) (g13.Arg, *syntax.Error) { return p.value(s, floatToo) }

func readRegister(p *parser, s asked) (g13.Arg, *syntax.Error) { return p.value(s, registerOnly) }

func writeFloat(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte { return appendFloat(b, a) }

// writeWord appends the name of a value, or its number if it has none.
func writeWord(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	if words := i.Kind(n).Words(); int(a.Value) < len(words) && words[a.Value] != "" {
		return append(b, words[a.Value]...)
	}
	return appendPlain(b, a)
}

// readWord reads a name of a value, or its number.
func readWord(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if words := s.Kind.Words(); words != nil {
		start := p.Off
		word := p.Word()
		for v, name := range words {
			if name == word && name != "" {
				return numbered(int64(v)), nil
			}
		}
		p.Off = start
	}
	return p.number(s)
}

func writeUnlessZero(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	if a.Value == 0 {
		return b
	}
	return writeWord(b, i, n, a)
}

func writeFlag(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	if a.Value != 0 {
		b = append(b, i.Operand(n).Name...)
	}
	return b
}

func readFlag(p *parser, _ asked) (g13.Arg, *syntax.Error) {
	_ = p.Word() // which here has seen
	return numbered(1), nil
}

func writeSpecial(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	b = strconv.AppendInt(append(b, "sr"...), a.Value, 10)
	if name := g13.SpecialRegisterName(int(a.Value)); name != "" {
		b = append(append(append(b, " ("...), name...), ')')
	}
	return b
}

// writeBinary appends all digits; those of tt stand without a prefix.
func writeBinary(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	return appendBinary(b, uint64(a.Value), i.Digits(n), i.Operand(n).Name != "tt")
}

func readBinary(p *parser, s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	word := strings.TrimPrefix(p.Word(), "0b")
	v, err := strconv.ParseUint(word, 2, 64)
	if digits := s.inst.Digits(s.n); err != nil || len(word) != digits {
		p.Off = start
		return g13.Arg{}, p.Wanted(s.wanted + " of " + strconv.Itoa(digits) + " digits")
	}
	return numbered(int64(v)), nil
}

func writeTarget(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	return appendNumber(b, g13.PCRel, a.Value)
}

func writeShift(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.Value == 0 {
		return b
	}
	return strconv.AppendInt(append(b, "lsl "...), a.Value, 10)
}

func readShift(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if p.AcceptWord("lsl") {
		return p.number(s)
	}
	return g13.Arg{}, p.Wanted(s.wanted)
}

func writeBitMask(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.Value == 0 {
		return b
	}
	return appendMask(append(b, "mask 0x"...), uint64(1)<<a.Value-1)
}

// writeList appends a list, or None where a list of depth and stencil is empty.
func writeList(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	if a.Count == 0 && i.Operand(n).Count == "zs" {
		return append(b, "None"...)
	}
	return appendList(b, a)
}

func readList(p *parser, s asked) (g13.Arg, *syntax.Error) { return p.list(s) }

func writeCoordinates(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	b = appendList(b, a)
	if a.Hint == g13.Discard {
		b = append(b, ".discard"...)
	}
	return b
}

func writeListOrNumber(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.Class == g13.Register {
		return appendList(b, a)
	}
	return appendPlain(b, a)
}

func readListOrNumber(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if p.Peek() == 'r' {
		return p.list(s)
	}
	return readRegisterOrNumber(p, s)
}

func writeComponents(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	return appendComponents(b, a.Value)
}

func readComponents(p *parser, _ asked) (g13.Arg, *syntax.Error) {
	return numbered(componentsOf(p.Word())), nil
}

func writeComponentsOrZero(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.Value == 0 {
		return append(b, '0')
	}
	return appendComponents(b, a.Value)
}

func readComponentsOrZero(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if p.AcceptWord("0") {
		return numbered(0), nil
	}
	start := p.Off
	if mask := componentsOf(p.Word()); mask > 0 {
		return numbered(mask), nil
	}
	p.Off = start
	return g13.Arg{}, p.Wanted(s.wanted)
}

func writeUnlessNone(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.None {
		return b
	}
	return appendPlain(b, a)
}

func writeOrNone(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.None {
		return append(b, "None"...)
	}
	return appendPlain(b, a)
}

func readOrNone(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if p.AcceptWord("None") {
		return g13.Arg{None: true}, nil
	}
	return p.value(s, registerOnly)
}

func writeOptionalBase(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	if o := i.Operand(n); hasCount(&o) {
		return writeUnlessNone(b, i, n, a)
	}
	return writeOrNone(b, i, n, a)
}

// writeSlot appends the number of a slot behind a word, or a register.
func writeSlot(word string) func([]byte, g13.Inst, int, g13.Arg) []byte {
	return func(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
		if a.Class == g13.Number {
			b = append(b, word...)
		}
		return appendPlain(b, a)
	}
}

func readSlot(word string) func(*parser, asked) (g13.Arg, *syntax.Error) {
	return func(p *parser, s asked) (g13.Arg, *syntax.Error) {
		if p.Accept(word) {
			return p.number(s)
		}
		return p.value(s, registerOnly)
	}
}

// readTexture reads a slot too, or the 0 of a texture that is found by its base alone.
func readTexture(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if p.AcceptWord("0") {
		return g13.Arg{Class: g13.Immediate}, nil
	}
	return readSlot("ts")(p, s)
}

func writeNumbered(b []byte, i g13.Inst, n int, a g13.Arg) []byte {
	return appendPlain(append(b, i.Operand(n).Count...), a)
}

func readNumbered(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if !p.Accept(s.Count) {
		return g13.Arg{}, p.Wanted(s.Count + "0")
	}
	return p.number(s)
}

func writeLevel(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	if a.Count > 0 {
		return appendList(b, a)
	}
	return appendPlain(b, a)
}

func readLevel(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if b := p.Peek(); b == 'r' || b == 'u' {
		return p.list(s)
	}
	return p.number(s)
}

// writeComparison appends a register, or a 32-bit one and half of the next.
func writeComparison(b []byte, _ g13.Inst, _ int, a g13.Arg) []byte {
	switch {
	case a.None:
		return b
	case a.Count == 3:
		b = appendRegister(b, 'r', g13.Arg{Index: a.Index, Size: 32})
		return appendRegister(append(b, '_'), 'r', g13.Arg{Index: a.Index + 2, Size: 16})
	}
	return appendPlain(b, a)
}

// readComparison reads a register, or r4_r5l for one and a half.
func readComparison(p *parser, s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	first, rest, ok := register(p.Word())
	if first.Size == 64 && rest == "l" { // half of the second register
		first.Size, first.Count = 32, 3
		return first, nil
	}
	if !ok || rest != "" {
		p.Off = start
		return first, p.Wanted(s.wanted)
	}
	return first, nil
}

// Wanted says what stands in an operand of a kind: "a source such as r1, u1l or 7".
func Wanted(k g13.Kind) string { return kinds[k].wanted }
