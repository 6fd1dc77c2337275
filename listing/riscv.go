package listing

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Lines of RISC-V's vectors mean what the mode says that a line before them has set. VLEN is 128, or 256 where more lanes are set than
// that has, or a constant is longer.
//
//	vsetivli zero, 4, e32, m1, tu, mu
//	vmv1r.v v0, 0x5                        a constant, as listings of sequences have it
//	vslidedown.vi v8, v9, 1, v0.t          lanes 0 and 2; the others are those of v8
//
// A line writes the lanes of the mode, as the row of a whole register does: those behind and those that a mask turns off stay, or may be anything.

// RISCV is lines of RISC-V's vectors.
func RISCV() dialect.Dialect {
	return dialect.Dialect{
		Name: "rvv", Meaning: "lines of listings of RISC-V's vectors, with the modes that are set", Example: "vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1",
		Looks: looksRISCV, Read: dialect.WithoutOptions(readRISCV), Say: sayOnTarget, Sequence: sequenceRISCV, Whole: true,
	}
}

// A riscvRow is one instruction of a row.
type riscvRow struct {
	row     *target.Row
	letters []string // its operands
}

// riscvRows are the rows of whole registers of so many bits, by the name of their last instruction. Those that keep what is in their destination say most, and are the first.
func riscvRows(bits int) map[string][]riscvRow {
	if bits == 256 {
		return riscvRows256()
	}
	return riscvRows128()
}

var (
	riscvRows128 = sync.OnceValue(func() map[string][]riscvRow { return riscvRowsOf("rvv128", "rvv128+zvbb") })
	riscvRows256 = sync.OnceValue(func() map[string][]riscvRow { return riscvRowsOf("rvv256") })
)

func riscvRowsOf(targets ...string) map[string][]riscvRow {
	all, seen := map[string][]riscvRow{}, map[*target.Row]bool{}
	for _, name := range targets {
		t, ok := target.Find(name)
		if !ok {
			continue
		}
		for _, r := range t.Rows {
			if seen[r] || r.Mode.Elem > 0 && !r.Mode.Half && !r.Mode.Whole() {
				continue
			}
			seen[r] = true
			names, texts := strings.Split(r.Name, "+"), strings.Split(r.Asm, "; ")
			last := len(names) - 1
			all[names[last]] = append(all[names[last]], riscvRow{r, strings.Split(texts[last], ", ")})
		}
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(x, y riscvRow) int {
			switch {
			case x.row.Destroys == y.row.Destroys:
				return 0
			case x.row.Destroys:
				return -1
			}
			return 1
		})
	}
	return all
}

func looksRISCV(text string) bool {
	for _, at := range strings.Statements(text) {
		name, operands := riscvWords(text[at[0]:at[1]])
		switch {
		case name == "" || name == "li" || addressesRISCV[name]:
		case strings.HasPrefix(name, "vset") && len(operands) >= 3:
			return true
		default:
			_, loads := loadedRISCV(name)
			return len(operands) > 0 && isRISCVVector(operands[0]) && (len(riscvRows128()[name]) > 0 || name == "vmv1r.v" || loads && len(operands) == 2)
		}
	}
	return false
}

// riscvWords are the name and the operands of a line without its comment; no name where there is no instruction.
func riscvWords(line string) (name string, operands []string) {
	line, _, _ = strings.Cut(strings.ToLower(line), "#")
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, ".") || strings.HasSuffix(line, ":") || line == "ret" {
		return "", nil
	}
	end := strings.IndexAny(line, " \t")
	if end < 0 {
		return line, nil
	}
	for o := range strings.SplitSeq(line[end:], ",") {
		operands = append(operands, strings.TrimSpace(o))
	}
	return line[:end], operands
}

// isRISCVVector knows v0 to v31.
func isRISCVVector(word string) bool {
	if len(word) < 2 || len(word) > 3 || word[0] != 'v' {
		return false
	}
	n, err := strconv.Atoi(word[1:])
	return err == nil && n >= 0 && n < 32 && strconv.Itoa(n) == word[1:]
}

// A riscvReader follows lines.
type riscvReader struct {
	p       *program.Values
	bits    int // VLEN
	mode    target.Mode
	numbers map[string]int    // in general registers
	labels  map[string]string // constants that general registers point to
	data    map[string][]byte // what stands behind labels, in a text that is all there is
	sum     []string          // the operands of vwaddu.vv, whose sum no row knows before vwmaccu.vx
}

// newRISCV knows the values that there are, in registers of so many bits, and no mode.
func newRISCV(p *program.Values, bits int) riscvReader {
	return riscvReader{p: p, bits: bits, numbers: map[string]int{"zero": 0, "x0": 0}, labels: map[string]string{}}
}

func readRISCV(text string) (dialect.Reading, error) {
	pieces := strings.Statements(text)
	if len(pieces) > program.MaxLines {
		return dialect.Reading{}, syntax.Errorf(text, pieces[program.MaxLines][0], pieces[program.MaxLines][1], "more than %d lines", program.MaxLines)
	}
	f := newRISCV(&program.Values{Named: map[string]lane.Map{}, Patient: true}, 128)
	f.data = Constants(strings.SplitSeq(strings.ToLower(text), "\n")) // as lines are read
	long := longestOf(f.data) > 128/8
	for _, at := range pieces {
		name, operands := riscvWords(text[at[0]:at[1]])
		if bits, loads := loadedRISCV(name); longRISCV(name, operands) || loads && bits == 0 && long {
			f.bits = 256
		}
	}
	r := dialect.Reading{}
	for _, at := range pieces {
		name, operands := riscvWords(text[at[0]:at[1]])
		if name == "" {
			continue
		}
		if err := missingRegister(text[at[0]:at[1]], riscvFiles); err != nil && len(operands) > 0 && isCalled(operands[0], riscvFiles, "v") {
			return dialect.Reading{}, syntax.Moved(err, text, at[0])
		}
		if addressesRISCV[name] && len(operands) > 1 {
			f.general(name, operands)
			continue
		}
		if bits, ok := loadedRISCV(name); ok && len(operands) == 2 && isRISCVVector(operands[0]) {
			if err := f.load(operands, bits); err != nil {
				return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "%s: %v", name, err)
			}
			continue
		}
		to, err := f.lineBeside(name, operands)
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
		if to != "" {
			r.To = to
		}
	}
	if r.To == "" || f.sum != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "no line moves lanes: vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1")
	}
	one := []lane.Map{f.p.Named[r.To]}
	if err := f.p.Level(one); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	m, names, err := f.p.WithoutComputed(one[0])
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r.Map, r.Names = program.Readable(m), names
	return r, dialect.Checked(text, r.Map)
}

// addressesRISCV are lines that make an address, or a part of one.
var addressesRISCV = map[string]bool{"la": true, "lla": true, "lui": true, "auipc": true, "addi": true, "addiw": true}

// loadedRISCV is how many bits the lanes have that a line loads; 0 of one that loads a register as a whole.
func loadedRISCV(name string) (bits int, ok bool) {
	switch name {
	case "vl1r.v", "vl1re8.v", "vl1re16.v", "vl1re32.v", "vl1re64.v":
		return 0, true
	case "vle8.v", "vle16.v", "vle32.v", "vle64.v":
		bits, _ = strconv.Atoi(name[len("vle") : len(name)-len(".v")])
		return bits, true
	}
	return 0, false
}

// longestOf is how many bytes the longest constant has.
func longestOf(data map[string][]byte) (n int) {
	for _, b := range data {
		n = max(n, len(b))
	}
	return n
}

// load reads a constant that is in the text.
func (f *riscvReader) load(operands []string, bits int) error {
	label := f.labels[strings.Trim(operands[1], "()")]
	n := f.bits / 8
	if bits > 0 {
		n = bits * f.mode.Lanes / 8
	}
	b, known := f.data[label]
	switch {
	case !known:
		return fmt.Errorf("what %s points to is not in the text: expected lla a0, .LC0 and .LC0 with its numbers", operands[1])
	case bits > 0 && (f.mode.Half || n == 0):
		return fmt.Errorf("how many lanes it has is not in the text: expected vsetivli zero, 4, e32, m1, ta, ma before it")
	case len(b) < n:
		return fmt.Errorf("%s has %d bytes, and this wants %d", label, len(b), n)
	}
	m, err := f.loaded(b[:n], operands[0])
	if err == nil {
		f.p.Named[operands[0]] = m
	}
	return err
}

// loaded is a register into which a constant has been loaded.
func (f *riscvReader) loaded(b []byte, to string) (lane.Map, error) {
	return f.behind(padded(bytesMap(b), f.bits), to, 8*len(b))
}

// longRISCV says whether a line wants registers of 256 bits: its constant is longer than half of that, or it sets more lanes.
func longRISCV(name string, operands []string) bool {
	if name == "vmv1r.v" {
		return len(operands) == 2 && strings.HasPrefix(operands[1], "0x") && len(operands[1]) > 2+128/4
	}
	m, ok := riscvMode(name, operands)
	return ok && (m.Elem*m.Lanes > 128 || m.Half && m.Elem*m.Lanes > 64)
}

// riscvMode reads vsetivli zero, 4, e32, m1, ta, ma, and vsetvli with all lanes of a register, which are 0 here.
func riscvMode(name string, o []string) (m target.Mode, ok bool) {
	if len(o) < 3 || !strings.HasPrefix(name, "vset") {
		return m, false
	}
	var err error
	switch {
	case name == "vsetivli":
		if m.Lanes, err = strconv.Atoi(o[1]); err != nil || m.Lanes < 1 || m.Lanes > 31 {
			return m, false
		}
	case name == "vsetvli" && (o[1] == "zero" || o[1] == "x0"):
	default:
		return m, false
	}
	if m.Elem, err = strconv.Atoi(strings.TrimPrefix(o[2], "e")); err != nil || !slices.Contains([]int{8, 16, 32, 64}, m.Elem) {
		return m, false
	}
	for _, word := range o[3:] {
		switch word {
		case "mf2":
			m.Half = true
		case "tu":
			m.Tail = true
		case "mu":
			m.Off = true
		case "m1", "ta", "ma":
		default:
			return m, false
		}
	}
	return m, true
}

// line executes one; to is the vector that it wrote, if it wrote one.
func (f *riscvReader) line(name string, operands []string) (to string, err error) {
	switch {
	case strings.HasPrefix(name, "vset"):
		return "", f.set(name, operands)
	case name == "li" && len(operands) == 2:
		n, err := strconv.ParseInt(operands[1], 0, 64)
		if err != nil || operands[0] == "zero" {
			return "", fmt.Errorf("%s is no number for %s", syntax.Quote(operands[1]), syntax.Quote(operands[0]))
		}
		f.numbers[operands[0]] = int(n)
		return "", nil
	case len(operands) == 0 || !isRISCVVector(operands[0]):
		return "", fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	}
	to = operands[0]
	name, operands = f.immediate(name, operands)
	m, err := f.made(name, operands)
	if err == nil && f.sum == nil {
		f.p.Named[to], f.p.Result = m, m
	}
	return to, err
}

// immediate is a line with a number in a register as the same one with the number itself, where it has room for it:
//
//	li a0, 8; vsll.vx v8, v9, a0      vsll.vi v8, v9, 8
func (f *riscvReader) immediate(name string, operands []string) (string, []string) {
	bare, ok := strings.CutSuffix(name, "x")
	if _, rows := riscvRows(f.bits)[bare+"i"]; !ok || !rows || len(operands) < 3 {
		return name, operands
	}
	if n, known := f.numbers[operands[2]]; known && n >= 0 && n < 32 {
		name, operands = bare+"i", slices.Clone(operands)
		operands[2] = strconv.Itoa(n)
	}
	return name, operands
}

func (f *riscvReader) set(name string, operands []string) error {
	m, ok := riscvMode(name, operands)
	if !ok {
		return fmt.Errorf("a mode is set as in vsetivli zero, 4, e32, m1, ta, ma; vectors of several registers, and numbers of lanes that are not in the text, are not read")
	}
	all := f.bits / m.Elem
	if m.Half {
		all /= 2
	}
	if m.Lanes == 0 {
		m.Lanes = all
	}
	if m.Lanes = min(m.Lanes, all); m.Half && m.Elem == 64 {
		return fmt.Errorf("half a register has no lanes of 64 bits")
	}
	m.Bits = f.bits
	f.mode = m
	return nil
}

var errSum = errors.New("vwaddu.vv computes sums, which are a movement only once vwmaccu.vx has added the second source as often as it takes")

// lineBeside executes a line that may stand between those of a sum, if it leaves alone what that is of.
func (f *riscvReader) lineBeside(name string, operands []string) (to string, err error) {
	sum := f.sum
	if sum == nil || name == sumRISCV || len(operands) == 0 || operands[0] == sum[0] || operands[0] == sum[2] {
		return f.line(name, operands)
	}
	f.sum = nil
	if to, err = f.line(name, operands); err == nil && f.sum != nil {
		err = errSum
	}
	f.sum = sum
	return to, err
}

// made is what a line makes of its destination.
func (f *riscvReader) made(name string, operands []string) (m lane.Map, err error) {
	if f.sum != nil && name != sumRISCV {
		return m, errSum
	}
	masked := operands[len(operands)-1] == "v0.t"
	if masked {
		operands = operands[:len(operands)-1]
	}
	if err := immediateFits(name, operands); err != nil {
		return m, err
	}
	switch {
	case name == "vmv1r.v" && len(operands) == 2 && strings.HasPrefix(operands[1], "0x"):
		return f.constant(operands[1])
	case name == "vmv1r.v" && len(operands) == 2 && isRISCVVector(operands[1]):
		return f.value(operands[1])
	case f.mode.Bits == 0:
		return m, fmt.Errorf("what %s does depends on the mode, which no line before has set: vsetivli zero, 4, e32, m1, ta, ma", name)
	case name == "vwaddu.vv" && len(operands) == 3 && !masked && isRISCVVector(operands[1]) && isRISCVVector(operands[2]) && operands[0] != operands[1] && operands[0] != operands[2]:
		f.sum = slices.Clone(operands)
		f.p.Named[firstOfSum], err = f.value(operands[1]) // its register may be another's before the sum is done
		return m, err
	case (name == "vmv.v.x" || name == "vmv.s.x") && len(operands) == 2 && !masked && f.isNumber(operands[1]):
		n, lanes := f.numbers[operands[1]], f.mode.Lanes
		if name == "vmv.s.x" {
			lanes = 1
		}
		if m, err = f.lanes(operands[0], func(int) (int, bool) { return n, true }); err != nil {
			return m, err
		}
		return f.behind(m, operands[0], lanes*f.mode.Elem)
	case name == "vmv.v.i" && len(operands) == 2 && !masked: // immediateFits has looked at the number
		n, err := strconv.ParseInt(operands[1], 0, 32)
		if err != nil {
			return m, fmt.Errorf("%s is no number", syntax.Quote(operands[1]))
		}
		return f.lanes(operands[0], func(int) (int, bool) { return int(n), true })
	case name == "vid.v" && len(operands) == 1 && !masked:
		return f.lanes(operands[0], func(i int) (int, bool) { return i, true })
	case (name == "vrsub.vi" || name == "vadd.vi") && len(operands) == 3 && !masked:
		return f.indices(name, operands)
	case name == "vmv.v.v" && len(operands) == 2 && isRISCVVector(operands[1]) && !masked:
		if m, err = f.value(operands[1]); err != nil {
			return m, err
		}
		return f.behind(m, operands[0], f.mode.Lanes*f.mode.Elem)
	}
	return f.row(name, operands, masked)
}

// immediateFits says why an instruction has no such number in it: it has five bits, of vror.vi six, and with a sign where it is computed with.
func immediateFits(name string, operands []string) error {
	if len(operands) == 0 {
		return nil
	}
	_, kind, _ := strings.Cut(name, ".")
	n, err := strconv.ParseInt(operands[len(operands)-1], 0, 64)
	if err != nil || kind != "vi" && kind != "wi" && kind != "v.i" {
		return nil
	}
	first, last := int64(0), int64(31)
	switch name {
	case "vror.vi":
		last = 63
	case "vadd.vi", "vrsub.vi", "vand.vi", "vor.vi", "vxor.vi", "vmv.v.i":
		first, last = -16, 15
	}
	switch {
	case n < 0 && first == 0:
		return fmt.Errorf("%s has no negative number", name)
	case n < first || n > last:
		return fmt.Errorf("%s has numbers from %d to %d, and this is %d", name, first, last, n)
	}
	return nil
}

// isNumber says whether a general register holds a number that is known and that no row has for itself.
func (f *riscvReader) isNumber(register string) bool {
	n, ok := f.numbers[register]
	return ok && n != 0
}

// lanes is a vector of numbers, one for each lane that the mode has.
func (f *riscvReader) lanes(to string, number func(i int) (n int, ok bool)) (m lane.Map, err error) {
	m = lane.Map{Bits: f.mode.Elem, Lane: make([]lane.Lane, f.bits/f.mode.Elem)}
	for i := range f.mode.Lanes {
		n, ok := number(i)
		if !ok {
			return m, fmt.Errorf("what is computed of lanes that are not known is no movement")
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(n)).Slice(0, m.Bits))
	}
	return f.behind(m, to, f.mode.Lanes*f.mode.Elem)
}

// indices computes a vector of numbers from one that is known, as compilers make those by which they look lanes up.
//
//	vid.v v9; vrsub.vi v10, v9, 3      3 2 1 0
func (f *riscvReader) indices(name string, operands []string) (m lane.Map, err error) {
	by, err := strconv.Atoi(operands[2])
	from, known := f.p.Named[operands[1]]
	if err != nil || !known || f.mode.Half {
		return m, fmt.Errorf("%s computes of what is not known", name)
	}
	if from, err = from.Regroup(f.mode.Elem); err != nil || len(from.Lane) < f.mode.Lanes {
		return m, fmt.Errorf("%s computes of lanes of another size", name)
	}
	return f.lanes(operands[0], func(i int) (int, bool) {
		if from.Lane[i].Kind != lane.Constant {
			return 0, false
		}
		n, ok := from.Lane[i].Const.Uint64()
		if name == "vrsub.vi" {
			return by - int(n), ok
		}
		return by + int(n), ok
	})
}

// firstOfSum is what the first source of a sum is called that is not done yet.
const firstOfSum = "the first of a sum"

// constant is a number as a vector.
func (f *riscvReader) constant(word string) (m lane.Map, err error) {
	c, err := lane.ConstHex(strings.TrimPrefix(word, "0x"))
	if err != nil || c.Len() > f.bits {
		return m, fmt.Errorf("%s is no number of %d bits", syntax.Quote(word), f.bits)
	}
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, f.bits/8)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, nil
}

// value is what a register holds.
func (f *riscvReader) value(name string) (lane.Map, error) {
	one := make([]lane.Map, 1)
	if err := f.p.Argument(&one[0], name, f.bits, 8); err != nil {
		return one[0], err
	}
	err := f.p.Level(one)
	return one[0], err
}

// row executes the first row whose operands these are.
func (f *riscvReader) row(name string, operands []string, masked bool) (m lane.Map, err error) {
	rows := riscvRows(f.bits)[name]
	if err = fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name)); len(rows) > 0 {
		err = fmt.Errorf("%s has no form with these operands in this mode", name)
	}
	for _, x := range rows {
		r := x.row
		if r.Mode.Elem > 0 && (r.Mode.Elem != f.mode.Elem || r.Mode.Half != f.mode.Half) || r.Mode.Elem == 0 && f.mode.Half || r.Mode.Half && r.Mode.Tail || masked && r.Mask == nil {
			continue
		}
		at, number, ok := f.operands(x, operands)
		if !ok {
			continue
		}
		if m, err = f.does(r, at, number); err != nil {
			continue
		}
		return f.written(r, m, operands[0], at, masked)
	}
	return m, err
}

// operands gives the letters of a row what stands there; number is the immediate as it is written.
func (f *riscvReader) operands(x riscvRow, operands []string) (at map[byte]apply.Operand, number int, ok bool) {
	if len(x.letters) != len(operands) {
		return nil, 0, false
	}
	at = map[byte]apply.Operand{}
	if x.row.Name == "vwaddu.vv+li+vwmaccu.vx" {
		if f.sum == nil || f.sum[0] != operands[0] || f.sum[2] != operands[2] || f.numbers[operands[1]] != -1 {
			return nil, 0, false
		}
		at['a'], at['b'], f.sum = apply.Operand{Name: firstOfSum, Bits: f.bits}, apply.Operand{Name: f.sum[2], Bits: f.bits}, nil
		return at, 0, true
	}
	for n, letter := range x.letters {
		word := operands[n]
		v, err := strconv.ParseInt(word, 0, 32)
		switch {
		case letter == "i" && err == nil:
			number = int(v)
		case letter == "t1":
			if number, ok = f.numbers[word]; !ok {
				return nil, 0, false
			}
		case letter == "zero":
			if known, ok := f.numbers[word]; !ok || known != 0 {
				return nil, 0, false
			}
		case letter == "0" || letter == "-1":
			if word != letter {
				return nil, 0, false
			}
		case letter == "m":
			mask, err := f.mask(word, x.row.Index.Bits)
			if err != nil || x.row.Name != "vcompress.vm" && word != "v0" {
				return nil, 0, false
			}
			at['m'] = apply.Operand{Number: int(mask)}
		case len(letter) == 1 && letter != "i" && isRISCVVector(word):
			at[letter[0]] = apply.Operand{Name: word, Bits: f.bits}
		default:
			return nil, 0, false
		}
	}
	if x.row.Destroys {
		at['a'] = at['d']
	}
	return at, number, true
}

// mask is what a register holds as a mask of so many lanes.
func (f *riscvReader) mask(name string, lanes int) (mask uint64, err error) {
	m, ok := f.p.Named[name]
	if ok {
		m, err = m.Regroup(1)
	}
	if !ok || err != nil || len(m.Lane) < lanes {
		return 0, fmt.Errorf("what a mask does is known only once %s is", name)
	}
	for i := range lanes {
		l := m.Lane[i]
		if l.Kind != lane.Constant {
			return 0, fmt.Errorf("what a mask does is known only once %s is", name)
		}
		v, _ := l.Const.Uint64()
		mask |= v << i
	}
	return mask, nil
}

// does is the row with its operands, of whole registers.
func (f *riscvReader) does(r *target.Row, at map[byte]apply.Operand, number int) (lane.Map, error) {
	moved := at[target.SourceLetters[max(len(r.Src)-1, 0)]].Name
	if r.Imm == nil || r.Imm.Values == 1 && r.Imm.First == 0 {
		return apply.Row(f.p, r, at)
	}
	n := f.bits / r.Mode.Elem
	shift := strings.HasPrefix(r.Name, "vs") && !strings.HasPrefix(r.Name, "vslide") || strings.HasPrefix(r.Name, "vror") || r.Scalars() > 0
	if shift {
		width := r.Elem
		if r.Mode.Half {
			width *= 2
		}
		number &= width - 1
	}
	switch {
	case number < 0:
		return lane.Map{}, fmt.Errorf("%s has no negative number", r.Name)
	case number == 0 && r.Imm.First == 1:
		return f.value(moved)
	case !shift && number >= n && r.Name == "vslideup.vi":
		return f.value(at['d'].Name)
	case !shift && number >= n && !r.Mode.Half:
		return f.constant("0x0")
	case number < r.Imm.First || number-r.Imm.First >= r.Imm.Values:
		return lane.Map{}, fmt.Errorf("%s has no number %d", r.Name, number)
	}
	at['i'] = apply.Operand{Number: number - r.Imm.First}
	return apply.Row(f.p, r, at)
}

// written is what the destination then holds: the lanes that the row writes, and what becomes of the others.
func (f *riscvReader) written(r *target.Row, m lane.Map, to string, at map[byte]apply.Operand, masked bool) (lane.Map, error) {
	end := f.mode.Lanes * f.mode.Elem
	switch {
	case r.Mode.Half && r.Src[0] == r.Bits && !strings.HasPrefix(r.Name, "vn"): // of lanes twice as wide
		end *= 2
	case r.Name == "vmv.s.x":
		end = min(end, f.mode.Elem)
	case f.mode.Lanes < f.bits/f.mode.Elem && !f.mode.Half && (strings.HasPrefix(r.Name, "vslide1down") || r.Name == "vcompress.vm"):
		return m, fmt.Errorf("%s of fewer lanes than a register has is not read", r.Name)
	case r.Name == "vcompress.vm":
		end = bits.OnesCount(uint(at['m'].Number)) * f.mode.Elem
	}
	if masked {
		mask, err := f.mask("v0", r.Mask.Lanes)
		if err != nil {
			return m, err
		}
		if m, err = f.choose(m, to, f.mode.Off, func(bit int) bool { return mask>>(bit/r.Mask.Elem)&1 == 1 }); err != nil {
			return m, err
		}
	}
	return f.behind(m, to, end)
}

// behind is a value of which so many bits are written.
func (f *riscvReader) behind(m lane.Map, to string, end int) (lane.Map, error) {
	if end >= f.bits {
		return m, nil
	}
	return f.choose(m, to, f.mode.Tail, func(bit int) bool { return bit < end })
}

// choose is a value where its bits are written, and elsewhere what was in the register, or anything.
func (f *riscvReader) choose(m lane.Map, to string, keep bool, written func(bit int) bool) (lane.Map, error) {
	w := lane.GCD(m.Bits, 8)
	both := []lane.Map{m, {}}
	var err error
	if keep {
		if both[1], err = f.value(to); err != nil {
			return m, err
		}
		if err = f.p.Level(both); err != nil {
			return m, err
		}
	} else {
		both[1] = both[0]
	}
	for k := range both {
		if both[k], err = both[k].Regroup(lane.GCD(w, lane.GCD(both[0].Bits, both[1].Bits))); err != nil {
			return m, err
		}
	}
	if both[0].Bits != both[1].Bits {
		if both[0], err = both[0].Regroup(both[1].Bits); err != nil {
			return m, err
		}
	}
	r := both[0].Clone()
	for i := range r.Lane {
		if written(i * r.Bits) {
			continue
		}
		if r.Lane[i] = (lane.Lane{}); keep {
			r.Lane[i] = both[1].Lane[i]
		}
	}
	return r, nil
}

// sequenceRISCV is a listing, with a comment before it where its registers would be taken for other sources.
func sequenceRISCV(ctx context.Context, m lane.Map) ([]string, error) {
	r, t, err := lower.Usual(ctx, m, "rvv128")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	if len(all) == 0 { // the result is where the input is
		all = []string{"vmv1r.v v8, v8"}
	}
	back, err := dialect.ReadBack(m, strings.Join(all, "\n"), readRISCV)
	if err != nil {
		return nil, err
	}
	registers := make([]string, len(r.Inputs))
	for k := range registers {
		registers[k] = t.Register(target.Vectors, k, 128)
	}
	for _, name := range back.Names {
		if !slices.Contains(registers, name) { // vslideup.vi keeps lanes of a register that holds nothing, and of which nothing is wanted
			return nil, fmt.Errorf("the sequence for it keeps lanes of %s, which would be taken for a source", name)
		}
	}
	return append(dialect.BindingLine(r.Sources(), registers, back.Names), all...), nil
}

// followRISCV follows a line of RISC-V's vectors; known is false for what is none. The mode is what a line of the same block has set.
func (f *Follower) followRISCV(name, operands, text string) (d Deed, known bool, err error) {
	words := splitOperands(operands)
	for k := range words {
		words[k] = strings.TrimSpace(words[k])
	}
	switch {
	case strings.HasPrefix(name, "vset") && len(words) >= 3:
		return d, true, f.modeRISCV(name, words)
	case !isRISCVLine(name, words):
		f.riscv.general(name, words)
		return d, false, nil
	}
	if err := missingRegister(text, riscvFiles); err != nil {
		return d, true, err
	}
	d = Deed{To: words[0], Needs: target.RVV}
	if name == "vmv1r.v" && strings.HasPrefix(words[len(words)-1], "0x") {
		d.Kind = Loaded
	}
	sum := f.riscv.sum
	if name != sumRISCV { // of a sum others may stand between, as long as they leave alone what it is of
		f.riscv.sum = nil
	}
	d, err = f.lineRISCV(d, name, words)
	if err == nil && f.riscv.sum == nil && name != sumRISCV && sum != nil && words[0] != sum[0] && words[0] != sum[2] {
		f.riscv.sum = sum
	}
	return d, true, err
}

// sumRISCV adds to what another line has made, and is a movement with it alone.
const sumRISCV = "vwmaccu.vx"

// modeRISCV follows a line that sets a mode. It is no movement, as the error says.
func (f *Follower) modeRISCV(name string, words []string) error {
	v := &f.riscv
	if longRISCV(name, words) && v.bits < 256 { // what is known is of shorter registers
		v.bits = 256
		for n := range 32 {
			if r := "v" + strconv.Itoa(n); f.l.Named[r].Bits > 0 {
				f.Forget(r)
			}
		}
	}
	if v.mode = (target.Mode{}); v.set(name, words) == nil {
		return fmt.Errorf("a mode is no movement")
	}
	return fmt.Errorf("a mode of lanes, or of registers, that are not in the text")
}

// lineRISCV follows a line that writes a vector: a load of a constant, or a movement.
func (f *Follower) lineRISCV(d Deed, name string, words []string) (Deed, error) {
	v := &f.riscv
	if bits, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "vle"), ".v")); err == nil && len(words) == 2 {
		d.Kind = Loaded
		return d, f.loadRISCV(words, bits)
	}
	to, err := v.line(name, words)
	if err == nil && v.sum != nil {
		err = fmt.Errorf("a sum is no movement by itself")
	}
	if err != nil {
		return d, err
	}
	var reads []string
	for k, w := range words {
		if isRISCVVector(w) && (k > 0 || v.keeps(name, words)) {
			reads = append(reads, w)
		}
	}
	return f.executed(d, f.l.Named[to], to, reads, name == "vmv1r.v" && d.Kind != Loaded || name == "vmv.v.v"), nil
}

// general notes what a line that is none of vectors does to a register: a number, or an address in one line or two.
//
//	lui a0, 8; addi a0, a0, -23                        li a0, 5
//	lui a0, %hi(.LCPI0_0); addi a0, a0, %lo(.LCPI0_0)  lla a0, .LCPI0_0
func (f *riscvReader) general(name string, words []string) {
	to := words[0]
	number, known := f.numbers[to]
	label := f.labels[to]
	delete(f.numbers, to)
	delete(f.labels, to)
	last := words[len(words)-1]
	n, err := strconv.ParseInt(last, 0, 32)
	_, part, _ := strings.Cut(last, "(")
	part = strings.TrimSuffix(part, ")")
	same := len(words) == 3 && words[1] == to
	switch {
	case to == "zero" || to == "x0" || len(words) < 2:
	case name == "li" && err == nil:
		f.numbers[to] = int(n)
	case name == "lui" && err == nil:
		f.numbers[to] = int(int32(n << 12))
	case (name == "addi" || name == "addiw") && err == nil && known && same:
		f.numbers[to] = int(int32(number + int(n)))
	case name == "la" || name == "lla":
		f.labels[to] = last
	case strings.HasPrefix(last, "%hi(") || strings.HasPrefix(last, "%pcrel_hi("):
		f.labels[to] = part
	case name == "addi" && same && (strings.HasPrefix(last, "%pcrel_lo(") || last == "%lo("+label+")"):
		f.labels[to] = label
	}
	f.numbers["zero"], f.numbers["x0"] = 0, 0
}

// loadRISCV reads lanes of so many bits that a register points to.
func (f *Follower) loadRISCV(words []string, bits int) error {
	v := &f.riscv
	b, known := f.constant(v.labels[strings.Trim(words[1], "()")], 0)
	if n := bits * v.mode.Lanes / 8; !known || v.mode.Half || n == 0 || len(b) < n || 8*n > v.bits {
		return errLoad
	} else if m, err := v.loaded(b[:n], words[0]); err != nil {
		return err
	} else {
		f.executed(Deed{}, m, words[0], nil, false)
	}
	return nil
}

// isRISCVLine says whether a line is of RISC-V's vectors: a name with a dot, and a vector by its number alone.
func isRISCVLine(name string, words []string) bool {
	_, kind, ok := strings.Cut(name, ".")
	return ok && kind != "" && (name[0] == 'v' || name[0] == 'x') && len(words) > 0 && (isRISCVVector(words[0]) || isCalled(words[0], riscvFiles, "v"))
}

// keeps says whether what was in the destination may be there afterwards.
func (f *riscvReader) keeps(name string, words []string) bool {
	masked := words[len(words)-1] == "v0.t"
	return strings.HasPrefix(name, "vslideup") || strings.HasPrefix(name, "vwmacc") || name == "vmv.s.x" || masked && f.mode.Off || f.mode.Tail && f.mode.Elem*f.mode.Lanes < f.bits
}

// groupRISCV are all registers that a line of RISC-V's vectors may write that is not followed: groups have up to eight.
func groupRISCV(name, operands string) (all []string) {
	words := splitOperands(operands)
	if words[0] = strings.TrimSpace(words[0]); !isRISCVLine(name, words) {
		return nil
	}
	first, _ := strconv.Atoi(words[0][1:])
	for n := first; n < min(first+8, 32); n++ {
		all = append(all, "v"+strconv.Itoa(n))
	}
	return all
}
