package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Errors of decoding control flow.
var errFence = errors.New("the byte of a fence has bit 7, that it is for the compiler alone, and others")
var errBarrier = errors.New("the byte of a barrier's half is neither 0, wait, nor 1, signal")
var errLifetime = errors.New("the byte of a lifetime has bits that mean nothing: bit 0 is the end, bits 4 and 5 are 0 general, 1 address or 2 predicate variable")

// lifetimeKinds are the kinds of variables that a lifetime can be of, by their codes.
var lifetimeKinds = [...]Kind{GeneralKind, AddressKind, PredicateKind}

// lifetimeClasses are the classes of a lifetime's operand, by the same codes.
var lifetimeClasses = [...]Class{General, Address, Predicate}

// IsFlow says whether the instruction is control flow or a mark in it, and has no elements.
func (o Op) IsFlow() bool { return opcodes[o].family == flow }

// placeKind is what the labels of the instruction are.
func (o Op) placeKind() placeKind {
	switch o {
	case opSubroutine, opCall:
		return subroutinePlace
	case opFccall:
		return kernelPlace
	}
	return blockPlace
}

// jumps says whether the instruction names one place.
func (o Op) jumps() bool { return o == opJmp || o == opGoto || o == opCall || o == opFccall }

// marksPlace says whether the instruction is a place that others name.
func (o Op) marksPlace() bool { return o == opLabel || o == opSubroutine }

// decodeFields reads the fields of control flow from byte n on, and says where they end.
func (i *Inst) decodeFields(b []byte, n int) (end int, err error) {
	for _, letter := range opcodes[i.Op].fields {
		size := fieldBytes[letter]
		if len(b) < n+size {
			return 0, at(len(b), errInstShort)
		}
		var word [4]byte
		copy(word[:], b[n:n+size])
		if err := i.setField(letter, binary.LittleEndian.Uint32(word[:])); err != nil {
			return 0, at(n, err)
		}
		n += size
	}
	return n, nil
}

// fieldBytes are the sizes of the fields.
var fieldBytes = map[rune]int{'l': 2, 'f': 2, 'b': 1, 'k': 1, 'v': 4, 'n': 4, 't': 4, 'e': 1, 'B': 1, 'x': 1, 'g': 2, 'U': 1, 'W': 1, 'Y': 1}

// setField takes a field's value from bytes.
func (i *Inst) setField(letter rune, v uint32) error {
	switch letter {
	case 'l':
		i.Label = uint16(v)
	case 'f', 'n', 't':
		i.Number = v
	case 'b': // the first is the arguments'; the second pushes it there
		i.Sizes = [2]uint8{i.Sizes[1], uint8(v)}
	case 'k':
		if v&^0x31 != 0 || v>>4 >= uint32(len(lifetimeKinds)) {
			return errLifetime
		}
		i.Func, i.N = uint8(v&1), 1
		i.Operand[0].Class = lifetimeClasses[v>>4]
	case 'v':
		i.Operand[0].ID = v
	case 'e':
		i.Func, i.Op = uint8(v), fenceOf(uint8(v))
		if i.Op == opFenceSW && v != fenceSoftware {
			return errFence
		}
	case 'B':
		if v >= uint32(len(barrierHalves)) {
			return errBarrier
		}
		i.Func = uint8(v)
	case 'x', 'g', 'U', 'W', 'Y':
		return i.setLSCFence(letter, v)
	}
	return nil
}

// appendFields appends the fields of control flow.
func (i *Inst) appendFields(b []byte) ([]byte, error) {
	sizes := i.Sizes
	for _, letter := range opcodes[i.Op].fields {
		switch letter {
		case 'l':
			b = binary.LittleEndian.AppendUint16(b, i.Label)
		case 'f':
			if i.Number > 1<<16-1 {
				return b, fmt.Errorf("the name of the function is number %d, which does not fit in 16 bits", i.Number)
			}
			b = binary.LittleEndian.AppendUint16(b, uint16(i.Number))
		case 'b':
			b, sizes[0] = append(b, sizes[0]), sizes[1]
		case 'n', 't':
			b = binary.LittleEndian.AppendUint32(b, i.Number)
		case 'k':
			b = append(b, i.lifetimeByte())
		case 'e', 'B', 'W':
			b = append(b, i.Func)
		case 'x':
			b = append(b, byte(i.Exec))
		case 'g':
			b = binary.LittleEndian.AppendUint16(b, uint16(i.Guard))
		case 'U':
			b = append(b, byte(i.LSC.Unit))
		case 'Y':
			b = append(b, i.Sizes[0])
		case 'v':
			b = binary.LittleEndian.AppendUint32(b, i.Operand[0].ID)
		}
	}
	return b, nil
}

// lifetimeByte is what end of what kind of variable's life it is.
func (i *Inst) lifetimeByte() byte {
	for code, c := range lifetimeClasses {
		if i.Operand[0].Class == c {
			return byte(code)<<4 | i.Func&1
		}
	}
	return i.Func & 1
}

// appendFlowText appends control flow as the tool prints it, behind the guard.
func (i *Inst) appendFlowText(b []byte, d *Decls) []byte {
	row := &opcodes[i.Op]
	switch i.Op {
	case opLabel:
		return append(append(b, d.labelName(i.Label, blockPlace)...), ':')
	case opSubroutine:
		name := d.labelName(i.Label, subroutinePlace)
		return fmt.Appendf(b, ".function \"%s\"\n%s:", name, name)
	case opSbarrier:
		return append(append(b, "sbarrier."...), barrierHalves[i.Func&1]...)
	case opFile:
		return fmt.Appendf(b, "FILE \"%s\"", d.outsideName(i.Number))
	case opLifetime:
		b = append(append(b, "lifetime."...), lifetimeEnds[i.Func&1]...)
		return d.appendName(append(b, ' '), lifetimeKinds[i.lifetimeByte()>>4], i.Operand[0].ID)
	}
	b = append(b, row.name...)
	if i.Op.isShaped() {
		return i.appendShape(b, d)
	}
	if !row.bare {
		b = i.Exec.appendText(append(b, ' '))
	}
	switch i.Op {
	case opJmp, opGoto, opCall:
		return append(append(b, ' '), d.labelName(i.Label, i.Op.placeKind())...)
	case opFcall:
		return fmt.Appendf(b, " %s %d %d", d.outsideName(i.Number), i.Sizes[0], i.Sizes[1])
	case opLoc:
		return fmt.Appendf(b, " %d", i.Number)
	case opFenceGlobal, opFenceLocal:
		return i.appendFence(b)
	case opLscFence:
		return i.appendLSCFence(b)
	}
	return b
}

var lifetimeEnds = [...]string{"start", "end"}

// barrierHalves are the two halves of a barrier that is split, by their codes: a thread says that it has come, does something else, and waits for those that have not.
var barrierHalves = [...]string{"wait", "signal"}

// place reads a label, "L1:", or a subroutine, ".function" and its name, which can stand again before a colon. ok is false where the text is neither.
func (p *Parser) place(i *Inst) (ok, good bool) {
	start := p.peekOff()
	if strings.HasPrefix(p.text[start:], ".function") {
		return true, p.subroutine(i)
	}
	name := p.word()
	if name == "" || p.off == len(p.text) || p.text[p.off] != ':' {
		p.off = start
		return false, false
	}
	p.head = Span{start, p.off}
	if p.where[0] = p.head; !p.labelName(i, opLabel, name, p.head) {
		return true, false
	}
	p.off++
	return true, true
}

func (p *Parser) subroutine(i *Inst) bool {
	p.head.Off = p.off
	p.off += len(".function")
	start := p.peekOff()
	name, ok := p.quotedText("a name in quotation marks")
	if !ok {
		return false
	}
	if p.head.End = p.off; !isWord(name) {
		return p.fail(start, p.off, "%s is no name of a subroutine: expected letters, digits and underscores, a digit not the first", quoted(name))
	}
	if p.where[0] = (Span{start, p.off}); !p.labelName(i, opSubroutine, name, Span{start, p.off}) {
		return false
	}
	again := p.peekOff()
	if w := p.word(); w == "" {
		return true
	} else if w != name || !p.accept(':') {
		return p.fail(again, p.off, `expected "%s:", the subroutine's name again`, name)
	}
	return true
}

// isWord says whether a text is a name as labels have it.
func isWord(s string) bool {
	p := Parser{}
	p.start(s)
	return s != "" && s[0] != '%' && p.word() == s
}

// labelName gives the instruction the label of a name, which stands there.
func (p *Parser) labelName(i *Inst, op Op, name string, at Span) bool {
	if name[0] == '%' {
		return p.fail(at.Off, at.End, "%s is no name of a label", quoted(name))
	}
	if _, taken := OpNamed(name); taken {
		return p.fail(at.Off, at.End, "%s is an instruction, and no name of a label", name)
	}
	n, err := p.Decls.label(name, op.placeKind())
	if err != nil {
		return p.fail(at.Off, at.End, "%v", err)
	}
	i.Op, i.Label = op, n
	return true
}

// fields reads what control flow has behind its mnemonic.
func (p *Parser) fields(i *Inst) bool {
	start := p.peekOff()
	defer func() { p.where[0] = Span{start, max(start, p.off)} }()
	switch i.Op {
	case opJmp, opGoto, opCall:
		return p.target(i)
	case opFcall:
		return p.fcall(i)
	case opLifetime:
		return p.lifetime(i)
	case opFenceGlobal, opFenceLocal, opFenceSW:
		return p.fence(i)
	case opLscFence:
		return p.lscFence(i)
	case opSbarrier:
		return p.barrierHalf(i)
	case opFile:
		name, ok := p.quotedText("a name in quotation marks")
		i.Number = p.Decls.outside(name)
		return ok
	case opLoc:
		var line int64
		if !p.decimal(&line, "a number of a line") {
			return false
		}
		if i.Number = uint32(line); int64(i.Number) != line {
			return p.fail(start, p.off, "the line is %d: expected a number of 32 bits", line)
		}
	}
	return true
}

// target reads the name of a label.
func (p *Parser) target(i *Inst) bool {
	start := p.peekOff()
	name := p.word()
	if name == "" {
		return p.wanted("a label")
	}
	return p.labelName(i, i.Op, name, Span{start, p.off})
}

// fcall reads a function's name and the registers of its arguments and results.
func (p *Parser) fcall(i *Inst) bool {
	name, ok := p.quotedText("the name of a function")
	if !ok {
		return false
	}
	start := p.off
	i.Number = p.Decls.outside(name)
	for k := range i.Sizes {
		var n int64
		if !p.decimal(&n, "a number of registers") {
			return false
		}
		if i.Sizes[k] = uint8(n); int64(i.Sizes[k]) != n {
			return p.fail(start, p.off, "%d registers: expected 0 to 255", n)
		}
	}
	return true
}

// barrierHalf reads .wait or .signal.
func (p *Parser) barrierHalf(i *Inst) bool {
	for code, half := range barrierHalves {
		if p.suffix("." + half) {
			i.Func, p.head.End = uint8(code), p.off
			return true
		}
	}
	return p.wanted("sbarrier.signal or sbarrier.wait")
}

// lifetime reads .start or .end, and a variable.
func (p *Parser) lifetime(i *Inst) bool {
	switch {
	case p.suffix(".start"):
	case p.suffix(".end"):
		i.Func = 1
	default:
		return p.wanted("lifetime.start or lifetime.end")
	}
	p.head.End = p.off
	start := p.peekOff()
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	if p.Dialect == Intel && p.text[start] == '%' {
		return p.fail(start, p.off, "the tool takes no predefined variable here")
	}
	for code, k := range lifetimeKinds {
		if b.kind == k {
			i.N, i.Operand[0] = 1, Operand{Class: lifetimeClasses[code], ID: b.id}
			return true
		}
	}
	return p.fail(start, p.off, "%s is %s variable: expected a general, address or predicate variable", quoted(p.text[start:p.off]), article(b.kind.String()))
}
