package listing

import (
	"fmt"
	"iter"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Listings of Arm's 32 bits, A32 and T32, whose NEON has registers within registers, and instructions that write two of them:
//
//	        q1                       vld1.8  {d0-d3}, [r1]       places [r1] to [r1+24]
//	 d3            d2                vzip.8  q0, q1              both hold bytes of both
//	s7    s6    s5    s4             vrev64.8 d0, d0             half of q0
//	                                 vst1.8  {d0-d3}, [r0]!      and r0 is 32 more
//	                                 bx      lr
//
// What is known is held of the sixteen registers of 128 bits. A source is what the text reads of one: q1, or d2, or s4.

// neon32State is what a Follower knows of such a text beside that.
type neon32State struct {
	is    bool                     // the text is one
	read  map[string]bool          // registers by their names here, whole or in part
	wrote map[string]neon32Written // by the name of 128 bits
}

// neon32Written says how a register was written: as a whole, and behind that which words of it.
type neon32Written struct {
	whole bool
	words byte
}

func newNEON32(is bool) neon32State {
	return neon32State{is: is, read: map[string]bool{}, wrote: map[string]neon32Written{}}
}

// isNEON32Vector says whether a word is called as such a register is, or is a list of these.
func isNEON32Vector(word string) bool {
	word = strings.TrimLeft(word, "{ \t")
	if end := strings.IndexAny(word, "-,[}"); end >= 0 {
		word = word[:end]
	}
	return isCalled(word, neon32Files, "q", "d", "s")
}

// neon32Untyped are instructions that need no type behind a point, beside those that move lanes.
var neon32Untyped = strings.Fields("vmrs vmsr")

// isNEON32Name says whether an instruction is called as those of 32-bit Arm's vectors are: with a type behind a point, or one of those that are known without.
//
//	vzip.8    vmovn.i16    vcvt.f32.s32    vswp        RISC-V: vadd.vv    LoongArch: vadd.b
func isNEON32Name(name string) bool {
	bare, types, typed := strings.Cut(name, ".")
	if !typed {
		return slices.Contains(neon32Untyped, bare) || neon32Rows[bare] != nil || neon32Accesses[bare] != nil
	}
	for kind := range strings.SplitSeq(types, ".") {
		if kind != "" && strings.IndexByte("iuspf", kind[0]) >= 0 {
			kind = kind[1:]
		}
		if !slices.Contains([]string{"8", "16", "32", "64"}, kind) {
			return false
		}
	}
	return len(bare) > 1 && bare[0] == 'v'
}

// isNEON32Line says whether a line is one of 32-bit Arm's vectors, whatever it does.
func isNEON32Line(name, operands string) bool {
	if !isNEON32Name(name) || strings.Contains(operands, "%") {
		return false
	}
	words := separateOperands(strings.ToLower(operands))
	return slices.ContainsFunc(words[:min(3, len(words))], isNEON32Vector)
}

// onNEON32 says whether an instruction is such a line.
func onNEON32(text string) bool { return isNEON32Line(nameAndOperands(strings.ToLower(text))) }

// looksNEON32Line says whether a line is such and moves lanes.
func looksNEON32Line(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	bare, _, _ := strings.Cut(name, ".")
	_, row := neon32Rows[bare]
	return (row || neon32Accesses[bare] != nil) && isNEON32Line(name, operands)
}

// isNEON32 says whether a text has such a line, whatever that does.
func isNEON32(all []statement) bool {
	return slices.ContainsFunc(all, func(s statement) bool { return onNEON32(s.text) })
}

func looksNEON32(text string) bool { return isNEON32(statements(text)) }

func readNEON32(text string) (dialect.Reading, error) {
	return readText(text, "vext.8 q0, q1, q2, #3")
}

// neon32InLine is an instruction that makes a vector of others.
func neon32InLine(l dialect.Line) (string, bool) {
	name, operands := nameAndOperands(strings.ToLower(l.Text))
	bare, kind, _ := strings.Cut(name, ".")
	row := neon32Rows[bare]
	return l.Text, row != nil && !row.computes && bare != "vmov" && !strings.HasPrefix(kind, "s") && isNEON32Line(name, operands)
}

// neon32 follows a line of a text of 32-bit Arm; known is false for what is none, and in other texts.
func (f *Follower) neon32(name, operands, text string) (d Deed, known bool, err error) {
	if !f.a32.is {
		return d, false, nil
	}
	words := separateOperands(operands)
	bare, kind, _ := strings.Cut(name, ".")
	d.Needs = arm32
	vectors := isNEON32Line(name, operands)
	access, row := neon32Accesses[bare], neon32Rows[bare]
	if vectors {
		err = missingRegister(text, neon32Files)
	}
	switch {
	case err != nil:
		return d, true, err
	case access != nil && (vectors || bare == "vpush" || bare == "vpop"):
		if d.Kind = Loaded; !f.reads && !f.knows32(words) {
			err = fmt.Errorf("what is loaded is not known, and what is stored is no movement")
		} else {
			err = access(f, &d, bare, kind, words)
		}
	case vectors && row != nil:
		err = f.neon32Row(&d, row, bare, kind, separateOperands(strings.ToLower(operands)))
		bits := err == nil && !f.reads && f.movesBits32()
		if bits {
			err = fmt.Errorf("%s moves bits here, and no lanes", bare)
		}
		if err != nil && (bits || row.computes) {
			d.Kind = Computed
		}
	case vectors:
		d.Kind, err = Computed, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
	case f.neon32Computes(withoutWidth(name), words):
		if !f.reads {
			d.Kind, err = Computed, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
		}
	default:
		d.Kind, err = Computed, fmt.Errorf("%s is not followed on 32-bit Arm", syntax.Quote(name))
	}
	if len(f.more) > 0 {
		d.To = f.more[0].key
	}
	return d, true, err
}

// arm32 is what a CPU has that no target is of.
const arm32 target.Feature = 1 << 31

// movesBits32 says whether the last line moved bits within bytes, or to a general register: programs compute with that. Else what it made is that with what the lines before it had made of the same register.
func (f *Follower) movesBits32() bool {
	for _, w := range f.more {
		if w.m.Bits < 8 && len(w.m.Src) > 0 || w.key[0] != 'q' {
			return true
		}
	}
	if len(f.more) > 0 {
		f.l.Result = f.whole32(f.more[0]).m
	}
	return false
}

// Arm32 says whether the lines that follow are of 32-bit Arm.
func (f *Follower) Arm32(is bool) { f.a32.is = is }

// IsArm32 says whether lines are of 32-bit Arm: one of them is on its vectors.
func IsArm32(lines iter.Seq[string]) bool {
	for line := range lines {
		if !strings.ContainsAny(line, "vV") || strings.Contains(line, vectorLetters) || strings.Contains(line, "%") {
			continue // as most lines
		}
		text := dialect.LineOf(line).Text
		if text != "" && text[0]|0x20 == 'v' && onNEON32(text) {
			return true
		}
	}
	return false
}

// MovesArm32 says whether a line is one of 32-bit Arm's that may move lanes.
func MovesArm32(text string) bool {
	name, _ := nameAndOperands(strings.ToLower(text))
	bare, _, _ := strings.Cut(name, ".")
	return neon32Rows[bare] != nil && looksNEON32Line(text)
}

// Beside is what the last line made in another register than the deed's, if it did: vzip.8 q0, q1 makes q1 too. Of what reads no register the reading has no source.
func (f *Follower) Beside() (to string, r dialect.Reading, ok bool) {
	if !f.a32.is || len(f.more) < 2 {
		return "", r, false
	}
	last := f.more[len(f.more)-1]
	if last.key == f.more[0].key {
		return "", r, false
	}
	f.l.Result = f.whole32(last).m
	r, _ = f.Reading()
	return last.key, r, true
}

// knows32 says whether a load is of a constant that is known.
func (f *Follower) knows32(words []string) bool {
	if len(words) < 2 {
		return false
	}
	p, err := f.place32(words[1:])
	label, offset, is := p.label()
	_, known := f.constant(label, offset)
	return err == nil && is && known
}

// neon32Vectors are the registers of 128 bits that a line reads and writes, of what is no movement.
func neon32Vectors(name string, words []string) (v namedVectors) {
	if !isNEON32Name(name) {
		return v
	}
	bare, _, _ := strings.Cut(name, ".")
	row := neon32Rows[bare]
	several := strings.HasPrefix(bare, "vldm") || row != nil && row.second != nil // the list behind a place, and both registers
	for k, word := range words {
		for _, r := range neon32Listed(word) {
			if v.reads = append(v.reads, r.key); (k == 0 || several) && !isStore(name) && bare != "vpush" {
				v.writes = append(v.writes, r.key)
			}
		}
	}
	return v
}

// mayWriteAny says whether a line of such a text is no instruction of its vectors and names some: a macro.
func (n *neon32State) mayWriteAny(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	return n.is && !isNEON32Name(name) && slices.ContainsFunc(separateOperands(operands), isNEON32Vector)
}
