package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/svp64"
)

// The schemas of what the svp64 commands answer.
const (
	SVP64AsmSchema = "lanescope.svp64.asm/1"
	SVP64DisSchema = "lanescope.svp64.dis/1"
	SVP64RunSchema = "lanescope.svp64.run/1"
)

// SVP64Assemble is the words of an instruction, and what is to be said of its text: what can be read in two ways, and what a pair does not look at.
func SVP64Assemble(text string, e svp64.Encoding) (w SVP64Words, err error) {
	if _, err := svp64.Parse(text); err != nil {
		return w, err // also what stands behind an instruction, for which words have no room
	}
	l, err := svp64.ParseLine(text)
	if err != nil {
		return w, err
	}
	w.Words, err = e.Encode(l.Inst)
	w.Warnings = append(l.Doubts, l.Ignored()...)
	return w, err
}

// SVP64Words are an instruction's words, and what is to be said of its text.
type SVP64Words struct {
	svp64.Words
	Warnings []string
}

// AppendJSON appends the words as one JSON object.
func (w SVP64Words) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64AsmSchema)
	o.strings("words", strings.Fields(w.String()))
	if len(w.Warnings) > 0 {
		o.strings("flags", w.Warnings)
	}
	return o.end()
}

// SVP64Disassemble is the instructions that a sequence of words is, as text. At a word that is none it ends with what came before, and the error says where the word stands.
func SVP64Disassemble(words []uint32, e svp64.Encoding) (SVP64Text, error) {
	var list SVP64Text
	for at := 0; at < len(words) || list == nil; {
		i, n, _, err := e.Decode(words[at:])
		if err != nil && at > 0 {
			err = fmt.Errorf("word %d, at byte %d: %w", at+1, 4*at, err)
			return list, &partialError{list.String(), err}
		} else if err != nil {
			return nil, err
		}
		list = append(list, i.String())
		at += n
	}
	return list, nil
}

// A partialError is one before which something was read.
type partialError struct {
	text string
	err  error
}

func (e *partialError) Error() string { return e.err.Error() }

func (e *partialError) Unwrap() error { return e.err }

// An SVP64Text is instructions as text.
type SVP64Text []string

// String is a line for each.
func (t SVP64Text) String() string { return strings.Join(t, "\n") }

// AppendJSON appends the text as one JSON object.
func (t SVP64Text) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64DisSchema)
	o.string("text", t.String())
	return o.end()
}

// An SVP64Run is an execution with everything in it that it needs, as a line of a batch has it: an instruction, registers, and predicates as their values.
type SVP64Run struct {
	Op        string   `json:"op"`         // mv.swiz, fmv.swiz, or with sv. in front
	Text      string   `json:"text"`       // the swizzle
	Imm       string   `json:"imm"`        // the swizzle as hexadecimal digits; may be left out
	VL        *int     `json:"vl"`         // 1 if left out, like SubVL
	SubVL     *int     `json:"subvl"`      //
	SrcBits   *int     `json:"sw"`         // 64 if left out
	DstBits   *int     `json:"dw"`         //
	Sat       *string  `json:"sat"`        // null, "s" or "u"
	Pack      flag     `json:"pack"`       //
	Unpack    flag     `json:"unpack"`     //
	Pred      string   `json:"pred"`       // "none": the masks are not looked at
	SrcMask   *uint64  `json:"smask"`      // bit i for subvector i
	DstMask   *uint64  `json:"dmask"`      //
	SZ        flag     `json:"sz"`         //
	DZ        flag     `json:"dz"`         //
	RT        *uint8   `json:"RT"`         // 32 if left out
	RA        *uint8   `json:"RA"`         // 64 if left out
	Src       []string `json:"src"`        // the registers from RA on
	DstBefore []string `json:"dst_before"` // the registers from RT on
	DstSubVL  *int     `json:"dst_subvl"`  // the swizzle says it; if it is there it must agree

	After map[string]string `json:"after"` // registers as they have to be then, if they are given
}

// A flag is 0, 1, false or true.
type flag bool

// UnmarshalJSON reads any of the four.
func (f *flag) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "1", "true":
		*f = true
	case "0", "false", "null":
		*f = false
	default:
		return fmt.Errorf("expected 0 or 1, found %s", b)
	}
	return nil
}

// ParseSVP64Run reads a line of a batch.
func ParseSVP64Run(line string) (SVP64Run, error) {
	var r SVP64Run
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&r)
	if err == nil && d.More() {
		err = errors.New("something follows the object")
	}
	if err != nil {
		err = fmt.Errorf("expected an object with op, text, vl, subvl, sw, dw, sat, pack, unpack, smask, dmask, sz, dz, RT, RA, src and dst_before: %w", err)
	}
	return r, err
}

// Changed is the registers that an execution changed, by number, and what is to be said of it.
type Changed struct {
	Before, After *svp64.File
	Float         bool // they are those of numbers with a point
	Flags         []string
	Trace         []string // every move, if that is asked for
}

// Run executes. Where the line says what comes out, another result is an error.
func (r SVP64Run) Run() (Changed, error) {
	c, err := r.execute()
	if err != nil {
		return c, err
	}
	for name, text := range r.After {
		n, err := strconv.ParseUint(name, 10, 8)
		if err != nil || n >= svp64.NumRegs {
			return c, fmt.Errorf("after has register %q: %w", name, svp64.ErrRegister)
		}
		if v, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 64); err != nil || v != c.After[n] {
			return c, fmt.Errorf("register %d is %016x, and after has %s", n, c.After[n], text)
		}
	}
	return c, nil
}

func (r SVP64Run) execute() (Changed, error) {
	vector := strings.HasPrefix(r.Op, "sv.")
	name := strings.TrimPrefix(r.Op, "sv.")
	if name != "mv.swiz" && name != "fmv.swiz" {
		return Changed{}, fmt.Errorf("op is %q; expected mv.swiz or fmv.swiz, with or without sv. in front", r.Op)
	}
	swizzle, err := r.swizzle()
	if err != nil {
		return Changed{}, err
	}
	if r.DstSubVL != nil && *r.DstSubVL != swizzle.Len() {
		return Changed{}, fmt.Errorf("dst_subvl is %d, and %v has %d lanes", *r.DstSubVL, swizzle, swizzle.Len())
	}
	i := svp64.Inst{
		Float: name == "fmv.swiz", Swizzle: swizzle,
		RT: svp64.Reg{No: or(r.RT, 32), Vector: vector}, RA: svp64.Reg{No: or(r.RA, 64), Vector: vector},
	}
	before, err := r.registers(i)
	if err != nil {
		return Changed{}, err
	}
	after := *before
	if !vector {
		return r.runPair(i, before, &after)
	}
	l, err := r.loop(i)
	if err != nil {
		return Changed{}, err
	}
	plan, err := l.Compile()
	if err != nil {
		return Changed{}, err
	}
	plan.Run(&after)
	return Changed{Before: before, After: &after, Flags: l.Warnings()}, nil
}

// runPair executes the pair form. Its registers may be any of the 128, as if they had a prefix's help. What only a loop has is refused.
func (r SVP64Run) runPair(i svp64.Inst, before, after *svp64.File) (Changed, error) {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"vl", or(r.VL, 1) != 1}, {"subvl", or(r.SubVL, 1) != 1}, {"sw", r.SrcBits != nil}, {"dw", r.DstBits != nil}, {"sat", or(r.Sat, "") != ""}, {"pack", bool(r.Pack)}, {"unpack", bool(r.Unpack)},
		{"sz", bool(r.SZ)}, {"dz", bool(r.DZ)}, {"smask", r.Pred != "none" && r.SrcMask != nil}, {"dmask", r.Pred != "none" && r.DstMask != nil},
	} {
		if f.given {
			return Changed{}, fmt.Errorf("%s is said of %s, which moves a pair of registers without a prefix", f.name, r.Op)
		}
	}
	i.Form, i.SubVL = svp64.Vector, 1
	s := svp64.NewState(1)
	s.GPR, s.FPR = *before, *before
	if err := s.Run(i); err != nil {
		return Changed{}, err
	}
	if *after = s.GPR; i.Float {
		*after = s.FPR
	}
	return Changed{Before: before, After: after}, nil
}

// swizzle is the immediate. Digits and text must agree if both are there.
func (r SVP64Run) swizzle() (svp64.Swizzle, error) {
	if r.Imm == "" {
		return svp64.ParseSwizzle(r.Text)
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(r.Imm, "0x"), 16, 12)
	if err != nil {
		return 0, fmt.Errorf("imm is %q; expected three hexadecimal digits", r.Imm)
	}
	if r.Text != "" {
		s, err := svp64.ParseSwizzle(r.Text)
		if err != nil {
			return 0, err
		}
		if s.Canonical() != svp64.Swizzle(v).Canonical() {
			return 0, fmt.Errorf("text is %q, which is %03x, and imm is %q", r.Text, uint16(s), r.Imm)
		}
	}
	return svp64.Swizzle(v), nil
}

func (r SVP64Run) loop(i svp64.Inst) (svp64.Loop, error) {
	l := svp64.Loop{
		Swizzle: i.Swizzle, Float: i.Float, RT: i.RT, RA: i.RA, VL: or(r.VL, 1), SubVL: or(r.SubVL, 1),
		SrcBits: or(r.SrcBits, 64), DstBits: or(r.DstBits, 64), Pack: bool(r.Pack), Unpack: bool(r.Unpack),
		SrcMask: ^uint64(0), DstMask: ^uint64(0), SZ: bool(r.SZ), DZ: bool(r.DZ),
	}
	if r.Pred != "none" {
		l.SrcMask, l.DstMask = or(r.SrcMask, l.SrcMask), or(r.DstMask, l.DstMask)
	}
	switch or(r.Sat, "") {
	case "":
	case "s", "sats":
		l.Sat = svp64.Signed
	case "u", "satu":
		l.Sat = svp64.Unsigned
	default:
		return l, fmt.Errorf(`sat is %q; expected null, "s" or "u"`, *r.Sat)
	}
	return l, nil
}

// registers are those of the line; where source and destination are the same register, the source's value counts.
func (r SVP64Run) registers(i svp64.Inst) (*svp64.File, error) {
	f := new(svp64.File)
	for _, part := range []struct {
		name   string
		first  uint8
		values []string
	}{{"dst_before", i.RT.No, r.DstBefore}, {"src", i.RA.No, r.Src}} {
		if int(part.first)+len(part.values) > svp64.NumRegs {
			return nil, fmt.Errorf("%s has %d registers from %d on: there are %d", part.name, len(part.values), part.first, svp64.NumRegs)
		}
		for k, text := range part.values {
			v, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 64)
			if err != nil {
				return nil, fmt.Errorf("%s[%d] is %q; expected up to 16 hexadecimal digits", part.name, k, text)
			}
			f[int(part.first)+k] = v
		}
	}
	return f, nil
}

// or is what a pointer points to, or a default.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// AppendJSON appends the registers that changed as one JSON object.
func (c Changed) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64RunSchema)
	o.within("after", func(after *object) {
		for k, v := range c.After {
			if v != c.Before[k] {
				after.string(strconv.Itoa(k), fmt.Sprintf("%016x", v))
			}
		}
	})
	if len(c.Flags) > 0 {
		o.strings("flags", c.Flags)
	}
	if len(c.Trace) > 0 {
		o.strings("trace", c.Trace)
	}
	return o.end()
}

// ParseWords reads words of eight hexadecimal digits each.
func ParseWords(code []byte) ([]uint32, error) {
	if len(code)%4 != 0 || len(code) == 0 {
		return nil, errors.New("expected words of eight hexadecimal digits")
	}
	words := make([]uint32, len(code)/4)
	for k := range words {
		words[k] = uint32(code[4*k])<<24 | uint32(code[4*k+1])<<16 | uint32(code[4*k+2])<<8 | uint32(code[4*k+3])
	}
	return words, nil
}
