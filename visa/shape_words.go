package visa

import (
	"math/bits"
	"slices"
	"strings"
)

// What the parts of shaped instructions say, in words and in bits.

// A precision is the type of the elements that dpas multiplies, by the code of its byte.
const (
	precU1 = 1 + iota
	precS1
	precU2
	precS2
	precU4
	precS4
	precU8
	precS8
	precBF
	precHF
	precTF32

	numPrecisions
)

// precisions are the words for them, and how many bits an element has.
var precisions = [numPrecisions]struct {
	word string
	bits int
}{
	precU1: {"u1", 1}, precS1: {"s1", 1}, precU2: {"u2", 2}, precS2: {"s2", 2}, precU4: {"u4", 4}, precS4: {"s4", 4}, precU8: {"u8", 8}, precS8: {"s8", 8},
	precBF: {"bf", 16}, precHF: {"hf", 16}, precTF32: {"tf32", 32},
}

// A systolic is what dpas does beside its operands, from the word in its bytes:
//
//	31..24         23..16     15..8                7..0
//	repeat count   depth      precision of src2    precision of src1
type systolic struct{ weights, activations, depth, repeat int }

func (i *Inst) systolic() systolic {
	n := int(i.Number)
	return systolic{weights: n & 0xff, activations: n >> 8 & 0xff, depth: n >> 16 & 0xff, repeat: n >> 24 & 0xff}
}

func (s systolic) number() uint32 {
	return uint32(s.repeat)<<24 | uint32(s.depth)<<16 | uint32(s.activations)<<8 | uint32(s.weights)
}

// valid says whether there are words for it.
func (s systolic) valid() bool {
	known := func(code int) bool { return code > 0 && code < numPrecisions }
	return known(s.weights) && known(s.activations) && (s.weights == precTF32) == (s.activations == precTF32) && s.depth > 0 && s.depth <= 8 && s.depth&(s.depth-1) == 0 && s.repeat > 0 && s.repeat <= 8
}

// precisions reads the .s8.u4.8.8 of dpas: the precisions of src1 and src2, depth and repeat count.
func (p *Parser) precisions(i *Inst) bool {
	var s systolic
	for _, to := range []*int{&s.weights, &s.activations} {
		w, start, ok := p.dotted("a precision, as in .s8")
		if !ok {
			return false
		}
		*to = slices.IndexFunc(precisions[:], func(row struct {
			word string
			bits int
		}) bool {
			return row.word != "" && row.word == strings.ToLower(w)
		})
		if *to < 0 {
			return p.fail(start, p.off, "expected a precision: u1, s1, u2, s2, u4, s4, u8, s8, bf, hf or tf32")
		}
	}
	start := p.peekOff()
	for _, to := range []*int{&s.depth, &s.repeat} {
		var n int64
		if !p.expect('.', "the depth and the repeat count, as in .8.8") || !p.decimal(&n, "a number") {
			return false
		}
		*to = int(min(n, 99))
	}
	if !s.valid() {
		return p.fail(start, p.off, "expected a depth of 1, 2, 4 or 8 and a repeat count of 1 to 8; tf32 is the precision of both sources or of none")
	}
	i.Number = s.number()
	return true
}

// samplerLanes are the lanes of sample and load, by a bit beside their channels.
var samplerLanes = [...]int{8, 16}

// samplerLanes reads the (16) of sample, which may be left out: 8.
func (p *Parser) samplerLanes(i *Inst) bool {
	start := p.peekOff()
	if !p.accept('(') {
		return true
	}
	var n int64
	if !p.decimal(&n, "8 or 16 lanes") || !p.expect(')', `")"`) {
		return false
	}
	switch {
	case n == 16:
		i.Func |= 1 << 4
	case n != 8 && (n != 32 || p.Dialect == Spec): // which the tool takes for 8
		return p.fail(start, p.off, "expected 8 or 16 lanes, found %d", n)
	}
	return true
}

// outputFormats are what sample_unorm returns, by two bits beside its channels.
var outputFormats = [...]string{"16-full", "16-downsampled", "8-full", "8-downsampled"}

func (p *Parser) outputFormat(i *Inst) bool {
	start := p.peekOff()
	for code, w := range outputFormats {
		if p.suffix("." + w) {
			i.Func |= uint8(code) << 4
			return true
		}
	}
	return p.fail(start, p.off, "expected a format: .%s", strings.Join(outputFormats[:], ", ."))
}

// avsFormats are what avs returns, and avsModes how much at once. No mode has the number 1.
var (
	avsFormats = [...]string{"AVS_16_FULL", "AVS_16_DOWN_SAMPLE", "AVS_8_FULL", "AVS_8_DOWN_SAMPLE"}
	avsModes   = [...]string{"AVS_16x4", "", "AVS_16x8"}
)

// samplerFlags are what samplers of three dimensions can be told beside, a bit each.
var samplerFlags = [...]string{"pixel_null_mask", "cps", "divS"}

// isSampler3D says whether the message is one of samplers of three dimensions with flags.
func (o Op) isSampler3D() bool { return o >= opSample3d && o <= opSample4PoC }

func (p *Parser) samplerFlags(i *Inst) bool {
	for bit, w := range samplerFlags {
		if (bit == 0 || opcodes[i.Op].code == opcodes[opSample3d].code) && p.suffix("."+w) {
			i.Sizes[0] |= 1 << bit
		}
	}
	return true
}

// channel reads the .R of sample4: one channel.
func (p *Parser) channel(i *Inst) bool {
	w, start, ok := p.dotted("a channel, as in .R")
	if !ok {
		return false
	}
	if len(w) != 1 || !strings.Contains(channelLetters, w) {
		return p.fail(start, p.off, "expected one channel: .R, .G, .B or .A")
	}
	i.Func = uint8(strings.Index(channelLetters, w))
	return true
}

// targetModes are the bits of a render target's mode, by their numbers. Those of operands say which ones there are.
var targetModes = [...]string{2: "RTI", 3: "A", 4: "O", 5: "Z", 6: "ST", 7: "LRTW", 8: "CPS", 9: "PS", 10: "CM", 11: "SI", 12: "NULLRT"}

const (
	targetIndex   = 1 << 2
	targetCounter = 1 << 8
	targetSample  = 1 << 11
	targetControl = targetIndex | targetCounter | targetSample // vector operands, in front of raw ones
	targetRaw     = 1<<3 | 1<<4 | 1<<5 | 1<<6
	targetUnknown = ^uint32(1<<len(targetModes)-1) | 3
)

// targetOperands is how many operands a write to a render target has behind its header: four colours, and what its mode says.
func (i *Inst) targetOperands() int {
	return 4 + bits.OnesCount32(i.Number&(targetControl|targetRaw))
}

// furtherClasses is what may stand as operand k behind those that the table names.
func (i *Inst) furtherClasses(k int, dialect Dialect) classSet {
	if i.Op == opRtWrite && k-len(opcodes[i.Op].operands) < bits.OnesCount32(i.Number&targetControl) {
		if dialect == Intel {
			return 1<<General | immediateSet
		}
		return generalSet | immediateSet
	}
	return rawSet
}

// targetModes reads the .<RTI><A>, in any order.
func (p *Parser) targetModes(i *Inst) bool {
	start := p.peekOff()
	if !p.accept('.') {
		return true
	}
	for p.peek() == '<' {
		p.off++
		w := p.word()
		k := slices.Index(targetModes[:], w)
		if w == "" || k < 0 {
			return p.fail(start, p.off, "expected modes: <RTI>, <A>, <O>, <Z>, <ST>, <LRTW>, <CPS>, <PS>, <CM>, <SI> and <NULLRT>")
		}
		if i.Number |= 1 << k; !p.expect('>', `">"`) {
			return false
		}
	}
	return i.Number != 0 || p.wanted("a mode, as in .<RTI>")
}

// lengths reads the .10.1.0.2 of raw_sends: the unit, registers of both sources and of the result. raw_sendsc has no unit in the tool's text.
func (p *Parser) lengths(i *Inst) bool {
	var all []int64
	start := p.peekOff()
	for p.accept('.') {
		var n int64
		if !p.decimal(&n, "a number of registers") {
			return false
		}
		if all = append(all, n); n < 0 || n > 255 && p.Dialect == Spec {
			return p.fail(start, p.off, "%d does not fit in a byte", n)
		}
	}
	wants := 4
	if i.Op == opRawSendsc || i.Op == opRawSendscEot {
		if wants = 3; p.Dialect == Spec && len(all) == 4 {
			wants = 4
		}
	}
	if len(all) != wants {
		return p.fail(start, p.off, "expected %d numbers behind full stops: the unit, registers of both sources and of the result", wants)
	}
	if wants == 3 {
		all = append([]int64{0}, all...)
	}
	i.Number = uint32(uint8(all[1])) | uint32(uint8(all[2]))<<8 | uint32(uint8(all[3]))<<16 | uint32(uint8(all[0]))<<24
	return true
}

// cases reads the labels of a switchjmp, of which there are 1 to 32.
func (p *Parser) cases(i *Inst) bool {
	if !p.expect('(', `"(" and labels`) {
		return false
	}
	var all []byte
	start := p.peekOff()
	for !p.accept(')') {
		if !p.target(i) {
			return false
		}
		all = append(all, byte(i.Label), byte(i.Label>>8))
		for p.accept(',') {
		}
	}
	i.Label, i.Labels = 0, string(all)
	if n := len(all) / 2; n < 1 || n > maxCases {
		return p.fail(start, p.off, "%d labels: expected 1 to %d", n, maxCases)
	}
	return true
}

// maxCases is the most labels of a switchjmp.
const maxCases = 32

// appendCases appends the labels of a switchjmp.
func (i *Inst) appendCases(b []byte, d *Decls) []byte {
	b = append(b, '(')
	for k, l := range i.places() {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = append(b, d.labelName(l, blockPlace)...)
	}
	return append(b, ')')
}

// places are the labels that an instruction names, with their numbers.
func (i *Inst) places() func(yield func(k int, label uint16) bool) {
	return func(yield func(k int, label uint16) bool) {
		if i.Op.jumps() {
			yield(0, i.Label)
		}
		for k := 0; k+1 < len(i.Labels); k += 2 {
			if !yield(k/2, uint16(i.Labels[k])|uint16(i.Labels[k+1])<<8) {
				return
			}
		}
	}
}

// appendDotted appends a part that hangs on the mnemonic.
func (i *Inst) appendDotted(b []byte, letter rune) []byte {
	switch letter {
	case 'D':
		s := i.systolic()
		b = append(append(b, '.'), precisions[s.weights%numPrecisions].word...)
		b = append(append(b, '.'), precisions[s.activations%numPrecisions].word...)
		return appendInt(append(appendInt(append(b, '.'), int64(s.depth)), '.'), int64(s.repeat))
	case 'C':
		b = append(b, '.')
		for set := i.Func & 15; set != 0; set &= set - 1 {
			b = append(b, channelLetters[bits.TrailingZeros8(set)])
		}
	case 'c':
		return append(b, '.', channelLetters[i.Func&3])
	case 'O':
		return append(append(b, '.'), outputFormats[i.Func>>4&3]...)
	case 'P':
		for bit, w := range samplerFlags {
			if i.Sizes[0]>>bit&1 != 0 {
				b = append(append(b, '.'), w...)
			}
		}
	case 'Q':
		if unit := i.Number >> 24; unit != 0 || i.Op == opRawSends || i.Op == opRawSendsEot {
			b = appendInt(append(b, '.'), int64(unit))
		}
		for shift := 0; shift < 24; shift += 8 {
			b = appendInt(append(b, '.'), int64(i.Number>>shift&0xff))
		}
	case 'm':
		dot := "."
		for bit, w := range targetModes {
			if w != "" && i.Number>>bit&1 != 0 {
				b, dot = append(append(append(append(b, dot...), '<'), w...), '>'), ""
			}
		}
	}
	return b
}
