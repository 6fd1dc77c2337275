package api

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// The schemas of what the visa commands answer.
const (
	VISACheckSchema  = "lanescope.visa.check/1"
	VISAEncodeSchema = "lanescope.visa.encode/1"
	VISADecodeSchema = "lanescope.visa.decode/1"
	VISAEvalSchema   = "lanescope.visa.eval/1"
)

// A VISA answers requests about operands and instructions, one after another.
type VISA struct {
	GRF      int
	Platform visa.Platform
	Dialect  visa.Dialect
	Format   visa.Format
	Type     visa.Type   // of variables that nobody declared
	Exec     int         // lanes of an operand that stands alone
	Decls    *visa.Decls // what is declared; nil: nothing
	// Addresses are values of address variables, by which VISAEval finds the elements of indirect operands: name and value.
	Addresses [][2]string
	Rules     bool // Check tells of all rules that look at an instruction
	SVG       bool // VISAEval draws

	parser  visa.Parser
	checker visa.Checker
}

// decls are the declarations for one request. Names that nobody declared are forgotten with it.
func (v *VISA) decls() *visa.Decls {
	d := v.Decls
	if d == nil {
		d = visa.NewDecls(v.GRF, v.Type)
	}
	d.Platform = v.Platform
	return d
}

// On settles the platform, whose name may be empty, and the width of registers, which the platform has; a width that was asked for has to be that.
func (v *VISA) On(platform string, asked bool) error {
	if platform == "" {
		return nil
	}
	p, ok := visa.PlatformNamed(platform)
	if !ok {
		return fmt.Errorf("platform %s: expected %s", syntax.Quote(platform), strings.Join(VISAPlatforms(), ", "))
	}
	if asked && v.GRF != p.GRF() {
		return fmt.Errorf("grf %d: registers of %s have %d bytes", v.GRF, p, p.GRF())
	}
	v.Platform, v.GRF = p, p.GRF()
	return nil
}

// VISAPlatforms are the names of all platforms.
func VISAPlatforms() (names []string) {
	for _, p := range visa.Platforms() {
		names = append(names, p.String())
	}
	return names
}

func (v *VISA) begin() *visa.Decls {
	d := v.decls()
	v.parser.Decls, v.parser.Dialect = d, v.Dialect
	v.checker.Decls, v.checker.Dialect = d, v.Dialect
	return d
}

// A VISACheck is what is wrong with an instruction.
type VISACheck struct {
	Text     string // the instruction as it is printed
	Findings []visa.Finding
	Cols     []int // of each finding, the column of the operand
	Rules    []VISARule
}

// OK says whether the instruction is legal.
func (c VISACheck) OK() bool { return visa.Legal(c.Findings) }

// Check holds an instruction against the rules. The answer is good until the next request.
func (v *VISA) Check(text string) (VISACheck, error) {
	d := v.begin()
	i, err := v.parser.ParseInst(text)
	if err != nil {
		return VISACheck{}, err
	}
	c := VISACheck{Text: i.Text(d), Findings: v.checker.Check(&i)}
	for _, f := range c.Findings {
		_, col := syntax.Errorf(text, v.parser.Where(f.Operand).Off, 0, "").Pos()
		c.Cols = append(c.Cols, col)
	}
	if v.Rules {
		c.Rules = v.rules(d, &i, c.Findings)
	}
	return c, nil
}

// AppendJSON appends the check as one JSON object.
func (c VISACheck) AppendJSON(b []byte) []byte {
	o := newObject(b, VISACheckSchema)
	o.bool("ok", c.OK())
	c.findings(o, "errors", false)
	c.findings(o, "warnings", true)
	o.string("text", c.Text)
	if c.Rules != nil {
		objects(o, "rules", c.Rules, (*object).rule)
	}
	return o.end()
}

func (c VISACheck) findings(o *object, key string, warnings bool) {
	var list []int
	for k, f := range c.Findings {
		if f.Warning == warnings {
			list = append(list, k)
		}
	}
	objects(o, key, list, func(e *object, k int) {
		f := &c.Findings[k]
		e.string("rule", f.Rule)
		e.string("message", f.Message)
		if f.Operand >= 0 {
			e.int("operand", f.Operand)
		}
		e.int("col", c.Cols[k])
		e.broken(f)
	})
}

// broken writes where a rule is broken, and what would be legal.
func (o *object) broken(f *visa.Finding) {
	if f.Lanes != nil {
		o.ints("lanes", f.Lanes)
	}
	if f.Bytes != nil {
		o.ints("bytes", f.Bytes)
	}
	if f.Rewrite != "" {
		o.string("rewrite", f.Rewrite)
		o.bool("elsewhere", f.Elsewhere)
	}
	if f.Splits {
		o.bool("splits", true)
	}
}

// VISARoles are the words before an operand in a batch: how an instruction uses it, or that it is raw, and has no tag, or a guard, the predicate control word, or a whole
// instruction.
var VISARoles = []string{"src", "dst", "raw", "guard", "inst"}

// SplitVISARole takes the role off a batch's line.
func SplitVISARole(line string) (role, rest string, err error) {
	trimmed := strings.TrimLeft(line, " \t")
	role, rest, _ = strings.Cut(trimmed, " ")
	for _, r := range VISARoles {
		if role == r {
			return role, rest, nil
		}
	}
	at := len(line) - len(trimmed)
	return "", "", syntax.Errorf(line, at, at+len(role), "expected src, dst, raw, guard or inst, found %s", syntax.Quote(role))
}

// VISARole is how a text is evaluated: as an instruction, which has a mask or size in brackets behind its mnemonic, else as an operand in the role that is given.
func VISARole(text, role string) string {
	t := strings.TrimSpace(text)
	if !strings.HasPrefix(t, "<") && strings.Contains(t, " (") && !strings.HasPrefix(t, "r[") {
		return "inst"
	}
	return role
}

// Marks behind a text: bits that it does not say, as a mask; or all of its bytes, where no text says them.
const (
	bitsMark  = " !bits="
	bytesMark = " !bytes="
)

// noGuard is the text of the control word 0.
const noGuard = "none"

// VISAEncode is the bytes of an operand's or instruction's text. Behind the text, !bits=HEX turns bits that it does not say, and !bytes=HEX are the bytes themselves; before a
// destination, .sat sets that modifier.
func (v *VISA) VISAEncode(role, text string) (VISABytes, error) {
	d := v.begin()
	if _, digits, given := strings.Cut(text, bytesMark); given {
		b, err := hex.DecodeString(strings.TrimSpace(digits))
		if err == nil {
			_, err = v.decode(d, role, b)
		}
		if err != nil {
			return nil, fmt.Errorf("expected the bytes of the text behind !bytes=: %w", err)
		}
		return b, nil
	}
	text, mask, marked := strings.Cut(text, bitsMark)
	bits, err := hex.DecodeString(strings.TrimSpace(mask))
	if marked && err != nil {
		return nil, fmt.Errorf("expected hexadecimal digits behind !bits=: %w", err)
	}
	b, err := v.encode(d, role, text)
	if err != nil {
		return nil, err
	}
	if marked && len(bits) != len(b) {
		return nil, fmt.Errorf("!bits= has %d bytes, and the operand %d", len(bits), len(b))
	}
	for i := range bits {
		b[i] ^= bits[i]
	}
	return b, nil
}

func (v *VISA) encode(d *visa.Decls, role, text string) ([]byte, error) {
	switch role {
	case "guard":
		if strings.TrimSpace(text) == noGuard {
			return []byte{0, 0}, nil
		}
		c, err := v.parser.ParseGuard(text)
		return []byte{byte(c), byte(c >> 8)}, err
	case "inst":
		i, err := v.parser.ParseInst(text)
		if err != nil {
			return nil, err
		}
		return i.AppendInst(nil, d, v.Format)
	case "dst":
		rest, sat := strings.CutPrefix(strings.TrimLeft(text, " "), ".sat ")
		o, err := v.parser.ParseOperand(rest, visa.Dest)
		if err != nil {
			return nil, err
		}
		if sat {
			o.Mod = visa.Sat
		}
		return v.stored(d, o, visa.Dest)
	}
	o, err := v.parser.ParseOperand(text, visa.Source)
	if err != nil {
		return nil, err
	}
	return v.stored(d, o, visa.Source)
}

func (v *VISA) stored(d *visa.Decls, o visa.Operand, role visa.Role) ([]byte, error) {
	if err := o.Storable(d); err != nil {
		return nil, err
	}
	o = o.Stored(d)
	return o.Append(nil, role, v.Format)
}

// VISABytes are the bytes of a text.
type VISABytes []byte

// AppendJSON appends the bytes as one JSON object.
func (x VISABytes) AppendJSON(b []byte) []byte {
	o := newObject(b, VISAEncodeSchema)
	o.hex("hex", x)
	return o.end()
}

// A VISADecoded is an operand or instruction from bytes.
type VISADecoded struct {
	Text     string
	Class    string // "instruction" for one
	Bytes    int
	Sat      bool
	Reserved []byte // bits that the text does not say, as a mask over the bytes; nil: none
	Unsaid   []byte // all bytes, where the text is no text that can be encoded
}

// String is the text, with what it does not say behind it, as encode reads it.
func (x VISADecoded) String() string {
	text := x.Text
	if x.Sat && x.Class != "instruction" {
		text = ".sat " + text
	}
	if x.Unsaid != nil {
		return text + bytesMark + hex.EncodeToString(x.Unsaid)
	}
	if x.Reserved != nil {
		text += bitsMark + hex.EncodeToString(x.Reserved)
	}
	return text
}

// AppendJSON appends the operand as one JSON object.
func (x VISADecoded) AppendJSON(b []byte) []byte {
	o := newObject(b, VISADecodeSchema)
	o.string("text", x.Text)
	o.string("class", x.Class)
	o.int("bytes", x.Bytes)
	o.bool("sat", x.Sat)
	o.hex("reserved", x.Reserved)
	if x.Unsaid != nil {
		o.hex("unsaid", x.Unsaid)
	}
	return o.end()
}

// VISADecode is the operand or instruction that the bytes are.
func (v *VISA) VISADecode(role string, b []byte) (VISADecoded, error) {
	d := v.begin()
	x, err := v.decode(d, role, b)
	if err == nil && x.Bytes != len(b) {
		err = fmt.Errorf("%s has %d bytes, and there are %d", x.Text, x.Bytes, len(b))
	}
	if err == nil {
		v.unsaid(role, b, &x)
	}
	return x, err
}

// unsaid finds what the text does not say of the bytes, by encoding it.
func (v *VISA) unsaid(role string, b []byte, x *VISADecoded) {
	text := x.Text
	if x.Sat && x.Class != "instruction" {
		text = ".sat " + text
	}
	said, err := v.encode(v.begin(), role, text)
	if err != nil || len(said) != len(b) {
		x.Unsaid = b
		return
	}
	x.Reserved = difference(b, said)
}

func (v *VISA) decode(d *visa.Decls, role string, b []byte) (x VISADecoded, err error) {
	if role == "inst" {
		i, n, err := visa.DecodeInst(b, v.Format)
		if err != nil {
			return x, err
		}
		x = VISADecoded{Text: i.Text(d), Class: "instruction", Bytes: n, Sat: i.Sat}
		return x, nil
	}
	if role == "guard" {
		return decodeGuard(d, b)
	}
	var o visa.Operand
	as := visa.Source
	switch role {
	case "raw":
		o, x.Bytes, err = visa.DecodeRaw(b, v.Format)
	case "dst":
		as = visa.Dest
		fallthrough
	default:
		o, x.Bytes, err = visa.Decode(b, as, v.Format)
	}
	if err != nil {
		return x, err
	}
	x.Text, x.Class = o.Text(as, d), o.Class.String()
	x.Sat = as == visa.Dest && o.Mod == visa.Sat && (o.Class == visa.General || o.Class == visa.Indirect)
	x.Reserved = o.Reserved(as, v.Format) // for a text that cannot be encoded
	return x, nil
}

// decodeGuard is the guard of a predicate control word.
func decodeGuard(d *visa.Decls, b []byte) (x VISADecoded, err error) {
	if len(b) < 2 {
		return x, visa.ErrShort
	}
	c := visa.Control(b[0]) | visa.Control(b[1])<<8
	x = VISADecoded{Class: "guard", Bytes: 2}
	if c.Reserved() != 0 {
		x.Reserved = []byte{0, byte(c.Reserved() >> 8)}
	}
	if x.Text = (c &^ 0x1000).Text(d); x.Text == "" {
		x.Text = noGuard
	}
	return x, c.Check()
}

// difference are the bits in which two texts of bytes differ; nil if there are none.
func difference(a, b []byte) []byte {
	if len(a) != len(b) {
		return nil
	}
	mask, any := make([]byte, len(a)), byte(0)
	for i := range a {
		mask[i] = a[i] ^ b[i]
		any |= mask[i]
	}
	if any == 0 {
		return nil
	}
	return mask
}

// A VISAAccess is the element list of one operand.
type VISAAccess struct {
	SVG    bool // draw it
	Text   string
	Role   string
	Type   visa.Type
	GRF    int
	Access visa.Access
	Size   int               // of the variable in bytes; 0: unknown
	Behind []int             // lanes behind two registers, which breaks a rule
	Places []visamoves.Place // of an indirect operand, whose address variable was given a value

	operand visa.Operand
	address string // the name of its address variable
	Why     string
}

// VISAEval is the element list of each operand of an instruction, or of one operand or bare region that stands behind its role.
func (v *VISA) VISAEval(role, text string) (VISAElements, error) {
	d := v.begin()
	if role != "inst" {
		return v.evalOperand(d, role, text)
	}
	i, err := v.parser.ParseInst(text)
	if err != nil {
		return nil, err
	}
	var all VISAElements
	for k := range int(i.N) {
		all = append(all, v.access(d, i.At(k), i.Role(k), i.Exec.Size()))
	}
	return all, nil
}

var errNoList = errors.New("the operand has no element list before run time")

func (v *VISA) evalOperand(d *visa.Decls, role, text string) ([]VISAAccess, error) {
	as := visa.Source
	if role == "dst" {
		as = visa.Dest
	}
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "<") {
		at := strings.Index(text, trimmed)
		o, err := v.parser.ParseOperand("V32(0,0)"+trimmed, as)
		if err != nil {
			return nil, shifted(err, text, at-len("V32(0,0)"))
		}
		a := v.access(d, &o, as, v.Exec)
		a.Text = o.Region.String()
		return []VISAAccess{a}, nil
	}
	o, err := v.parser.ParseOperand(text, as)
	if err != nil {
		return nil, err
	}
	return []VISAAccess{v.access(d, &o, as, v.Exec)}, nil
}

// shifted is an error about a text to which something was put in front.
func shifted(err error, text string, by int) error {
	var e *syntax.Error
	if errors.As(err, &e) {
		return syntax.Errorf(text, e.Off+by, e.End+by, "%s", e.What)
	}
	return err
}

func (v *VISA) access(d *visa.Decls, o *visa.Operand, as visa.Role, exec int) VISAAccess {
	a := VISAAccess{SVG: v.SVG, Text: o.Text(as, d), Role: as.String(), GRF: d.GRF, Behind: behind(d, o, as, exec)}
	var ok bool
	if a.Access, ok = d.Access(o, exec); !ok {
		if o.Class == visa.Indirect && len(v.Addresses) > 0 {
			a.places(v, d, o, as, exec)
			return a
		}
		a.Why = errNoList.Error()
		return a
	}
	variable := d.Variable(visa.GeneralKind, o.ID)
	a.Type, a.Size = variable.Type, variable.Size()
	if as == visa.Source && o.Region.IsMultiAddress() || o.Region.W == 0 {
		a.Why = errNoList.Error()
	}
	return a
}

// behind is the lanes that the rule of two registers names.
func behind(d *visa.Decls, o *visa.Operand, as visa.Role, exec int) []int {
	mov, _ := visa.OpNamed("mov")
	i := visa.Inst{Op: mov, N: 2}
	i.Exec, _ = visa.ExecOf(exec, 0, true)
	operand := 0
	if as == visa.Source {
		operand = 1
	}
	i.Operand[1-operand] = visa.Operand{Class: visa.General, Region: visa.Scalar}
	if i.Operand[operand] = *o; operand == 1 {
		i.Operand[0].Region = visa.Destination(1)
	}
	c := visa.Checker{Decls: d}
	for _, f := range c.Check(&i) {
		if f.Rule == "two-registers" && f.Operand == operand {
			return f.Lanes
		}
	}
	return nil
}

// VISAElements are the element lists of operands.
type VISAElements []VISAAccess

// AppendJSON appends the lists as one JSON object.
func (all VISAElements) AppendJSON(b []byte) []byte {
	o := newObject(b, VISAEvalSchema)
	if len(all) == 1 {
		all[0].fields(o)
		return o.end()
	}
	objects(o, "operands", all, func(e *object, a VISAAccess) { a.fields(e) })
	return o.end()
}

func (a VISAAccess) fields(o *object) {
	o.string("text", a.Text)
	o.string("role", a.Role)
	if a.Why != "" {
		o.string("why", a.Why)
		o.ints("behind", a.Behind)
		return
	}
	if a.SVG {
		defer func() { o.string("svg", string(a.Scene(a.Title()).SVG())) }()
	}
	if a.Places != nil {
		a.placeFields(o)
		return
	}
	o.string("type", a.Type.String())
	o.int("exec", a.Access.Exec)
	o.int("grf", a.GRF)
	o.ints("elements", a.Elements())
	o.ints("bytes", a.Access.AppendBytes(nil))
	first, n := a.Access.Registers(a.GRF)
	o.ints("registers", []int{first, first + n - 1})
	o.ints("undefined", a.Undefined())
	o.ints("behind", a.Behind)
}

// Elements are the element of each lane, counted from the variable's first.
func (a VISAAccess) Elements() []int {
	list := a.Access.AppendBytes(nil)
	for k := range list {
		list[k] /= a.Access.Size
	}
	return list
}

// Undefined are the lanes whose element is not inside the variable.
func (a VISAAccess) Undefined() []int {
	list := []int{}
	for k, p := range a.Places {
		if p.Outside {
			list = append(list, k)
		}
	}
	if a.Places != nil {
		return list
	}
	if a.Why != "" {
		return list
	}
	for k := range a.Access.Exec {
		if a.Size > 0 && a.Access.Byte(k)+a.Access.Size > a.Size {
			list = append(list, k)
		}
	}
	return list
}
