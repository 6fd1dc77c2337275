package lower

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Certificate is the result as a text that can be checked by who trusts neither this package nor the author: the map, the rows of the target as tables of bytes, the ops with what each makes, and with
// how few ops, constants and copies nothing does the map. Package internal/certificate checks it and shares no line with this one.
//
//	do 3 v0 v1 = a0 b0 a1 b1 …      op 3 of the rows makes value v2 of the inputs
//	result v2 16
//	none 1 1 0                      one op does not, with a constant or without
//
// What the search refuted and the check does not try, sequences of three ops and more or of two and a constant, stands in a comment.
func (r *Result) Certificate(t *target.Target) (string, error) {
	switch {
	case r.Memory != nil:
		return "", errNoMemory
	case r.File != target.Vectors || r.Map.Bits%8 != 0:
		return "", errors.New("certificates are of vectors, and lanes of whole bytes")
	}
	n := &notary{r: r, rowBook: &rowBook{t: t, is: map[rowForm]int{}}}
	if !r.Several() {
		n.rowBook = rowsAt(t, max(r.Bits, slices.Max(r.Wide))).copied()
	}
	if err := n.ops(); err != nil {
		return "", err
	}
	n.result()
	if !r.Several() {
		n.claims()
	}
	return fmt.Sprintf("lanescope certificate 1\n# on %s: %s\nmap %v\n%s", t.Name, strings.Join(r.Listing(t), "; "), r.Map, n.text), nil
}

// A notary writes a certificate: the rows, and what is done with them.
type notary struct {
	*rowBook
	r *Result
}

// A rowBook is rows as a certificate has them.
type rowBook struct {
	t       *target.Target
	text    []byte
	is      map[rowForm]int // their numbers
	rows    int
	inline  bool     // there are rows with a constant of their own, of which any number are
	without []string // rows that have no place in a certificate
}

// copied is a book that can be gone on with.
func (n *rowBook) copied() *rowBook {
	own := *n
	own.text, own.is = slices.Clip(own.text), maps.Clone(own.is)
	return &own
}

// A rowSize is a target, and bits of the registers in which its rows are.
type rowSize struct {
	t    *target.Target
	bits int
}

// books are the rows of a target, which are found once: constants that ops make are many, on NEON thousands for each row.
var books once.Table[rowSize, *rowBook]

func rowsAt(t *target.Target, bits int) *rowBook {
	return books.Of(rowSize{t, bits}, func() *rowBook {
		n := &rowBook{t: t, is: map[rowForm]int{}}
		n.everyRow(bits)
		return n
	})
}

// A rowForm is a row in one form. With a constant it is the row that reads just that, or loads it.
type rowForm struct {
	row  *target.Row
	form Form
	k    string
}

func (n *rowBook) linef(format string, args ...any) {
	n.text = append(fmt.Appendf(n.text, format, args...), '\n')
}

// everyRow writes all rows that vectors of so many bits can be moved by.
func (n *rowBook) everyRow(bits int) {
	for _, row := range n.t.RowsIn(target.Vectors) {
		if row.General != "" || row.Access != nil || row.Length() > bits || row.Index != nil && row.Index.Kind == target.Load {
			continue
		}
		if !n.write(row) {
			n.without = append(n.without, row.Name)
		}
	}
}

// write writes a row in all forms; ok is false if it is none of bytes.
func (n *rowBook) write(row *target.Row) (ok bool) {
	var what []string
	loads := 0
	switch {
	case row.Union != nil:
		n.head(rowForm{row: row}, unionWords(row), 0, 0)
		return true
	case row.Imm != nil:
		what = doesLines(row.Imm.Values, func(v int) lane.Map { return row.Imm.Map(v) })
	case row.Index.Kind.Joint() && row.Index.Bits <= fewLanes:
		what = doesLines(1<<row.Index.Bits, func(v int) lane.Map { return row.Index.Apply(lane.ConstOf(uint64(v))) })
	case !row.Index.Kind.Joint():
		what = partLines(row.Index.Parts())
		n.inline = n.inline || row.Index.Inline && len(what) > 0
	}
	if row.Index != nil && !row.Index.Inline {
		loads = 1
	}
	if len(what) == 0 {
		return false
	}
	base := n.head(rowForm{row: row}, kindWords(row), 0, loads, what...)
	if k := row.Mask; k != nil && k.Needs.In(n.t.Has) {
		if !k.Merges {
			n.head(rowForm{row: row, form: Zeroed}, fmt.Sprintf("zero %d", k.Elem/8), 0, loads+1, fmt.Sprint("as ", base))
		}
		n.head(rowForm{row: row, form: Merged}, fmt.Sprintf("keep %d", k.Elem/8), 0, loads+1, fmt.Sprint("as ", base))
	}
	n.withMade(row)
	return true
}

// fewLanes are so few that all constants with a bit for each are looked at.
const fewLanes = 8

// head writes a row and what it makes, and gives its number.
func (n *rowBook) head(f rowForm, kind string, ops, loads int, what ...string) int {
	row := f.row
	lost, reads := 0, row.Src
	switch {
	case f.form == Merged && !row.Destroys:
		reads = append(slices.Clip(reads), row.Bits)
		lost = len(reads)
	case row.Destroys:
		lost = 1
	}
	if len(what) > 0 && strings.HasPrefix(what[len(what)-1], "with") {
		reads = append(slices.Clip(reads), row.Index.Bits)
	}
	line := fmt.Sprintf("row %s %s bytes:%d ops:%d loads:%d lost:%d", strings.ReplaceAll(row.Name, " ", "+"), kind, row.Bits/8, row.Ops()+ops, loads, lost)
	for _, bits := range reads {
		line += fmt.Sprintf(" reads:%d", bits/8)
	}
	n.linef("%s", line)
	for _, w := range what {
		n.linef("%s", w)
	}
	n.is[f] = n.rows
	n.rows++
	return n.rows - 1
}

// kindWords say whether the row's sources follow one another.
func kindWords(row *target.Row) string {
	if row.Consecutive {
		return "list 0"
	}
	return "moves 0"
}

// unionWords say what the row computes.
func unionWords(row *target.Row) string {
	switch row.Union.Kind {
	case target.Or:
		return "or 0"
	case target.And:
		return "and 0"
	case target.AndNot:
		return fmt.Sprint("andnot ", row.Union.Inverted)
	}
	return fmt.Sprint("pack ", row.Elem/4)
}

// doesLines are lines of all different things that maps do, but for those that make no whole byte.
func doesLines(values int, does func(v int) lane.Map) (lines []string) {
	seen := map[string]bool{}
	for v := range values {
		m := does(v)
		if m.ReadsOld() {
			return nil
		}
		line, known := "does", false
		for _, b := range target.BytesOf(m) {
			text := byteText(b, operandByte)
			line, known = line+" "+text, known || text != "_"
		}
		if known && !seen[line] {
			seen[line] = true
			lines = append(lines, line)
		}
	}
	return lines
}

// operandByte is a byte of an operand.
func operandByte(k, i int) string { return fmt.Sprint(lane.SourceName(k), i) }

// byteText is a byte as a certificate has it.
func byteText(b target.Byte, source func(k, i int) string) string {
	if k, i, ok := b.Source(); ok {
		return source(k, i)
	}
	if b <= target.ZeroByte && b != target.PartByte {
		return fmt.Sprintf("0x%02x", int(target.ZeroByte-b))
	}
	return "_"
}

// partLines are lines of the parts of a constant.
func partLines(parts []target.Part) (lines []string) {
	for _, p := range parts {
		line := "part"
		for _, i := range p.Bytes {
			line += fmt.Sprint(" ", i)
		}
		line += " :"
		for _, can := range p.Can {
			for _, b := range target.BytesOf(lane.Map{Bits: 8, Lane: can}) {
				line += " " + byteText(b, operandByte)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// withMade writes what the row does with the constants that another op makes: two ops, of which only what comes out counts.
func (n *rowBook) withMade(row *target.Row) {
	x := row.Index
	if x == nil || x.Inline || x.Mask || row.Ops() > 1 {
		return
	}
	made := n.makeable(x.Bits)
	what := doesLines(len(made), func(v int) lane.Map { return x.Apply(made[v]) })
	if len(what) > 0 {
		n.head(rowForm{row: row, k: "made"}, kindWords(row), 1, 0, what...) // nobody asks for it by that name
	}
}

// makeable are the constants of so many bits that one op makes.
func (n *rowBook) makeable(bits int) (list []lane.Const) {
	eachMade(n.t.RowsIn(target.Vectors), bits, func(row *target.Row, _ int, m lane.Map) {
		if k, ok := constantOf(lowBits(m, bits, lane.Zero())); ok && row.Ops() == 1 && !slices.Contains(list, k) {
			list = append(list, k)
		}
	})
	return list
}

// ops writes the inputs and the ops. The rows of constants that are loaded or made are those of the ops alone, and come before.
func (n *notary) ops() error {
	values, err := n.r.values()
	if err != nil {
		return err
	}
	rows := make([]int, len(n.r.Code))
	for k := range n.r.Code {
		if rows[k], err = n.rowOf(&n.r.Code[k], values); err != nil {
			return err
		}
	}
	for k := range n.r.Inputs {
		line := "input"
		for i := range n.r.Wide[k] / 8 {
			line += " " + n.inputByte(k, i)
		}
		n.linef("%s", line)
	}
	for k := range n.r.Code {
		o := &n.r.Code[k]
		line := fmt.Sprint("do ", rows[k])
		for _, a := range o.Args {
			line += fmt.Sprint(" v", a)
		}
		if o.Made {
			line += fmt.Sprint(" v", o.By)
		}
		line += " ="
		for _, b := range target.BytesOf(values[len(n.r.Inputs)+k]) {
			line += " " + byteText(b, n.inputByte)
		}
		n.linef("%s", line)
	}
	return nil
}

// inputName is the source of an input.
func (n *notary) inputName(k int) string {
	if in := n.r.Inputs[k]; !in.Old {
		return lane.SourceName(in.Source)
	}
	return "d"
}

// inputByte is a byte of an input as one of its source.
func (n *notary) inputByte(k, i int) string {
	return fmt.Sprint(n.inputName(k), n.r.Inputs[k].Part*n.r.Wide[k]/8+i)
}

// rowOf is the number of an op's row. Those that are not there yet are written.
func (n *notary) rowOf(o *Op, values []lane.Map) (int, error) {
	f := rowForm{row: o.Row, form: o.Form}
	switch {
	case o.Made:
		k, ok := constantOf(lowBits(values[o.By], o.Row.Index.Bits, above(o.By, len(n.r.Inputs))))
		if !ok {
			return 0, fmt.Errorf("the constant of %s is none", o.Row.Name)
		}
		if f.k = k.Hex(); !n.has(f) {
			does := doesLines(1, func(int) lane.Map { return o.Row.Index.Apply(k) })
			n.head(f, kindWords(o.Row), 0, 0, append(does, "with"+hexBytes(k, o.Row.Index.Bits))...)
		}
	case o.IsLoad():
		if f.k = o.Const.Hex(); !n.has(f) {
			n.head(f, "moves 0", -o.Row.Ops(), 1, "does"+hexBytes(o.Const, o.Row.Bits))
		}
	case !n.has(f) && !n.write(o.Row) && o.Row.Index != nil && o.Form == Plain: // it has too many constants to be listed
		f.k = o.Const.Hex()
		n.head(f, kindWords(o.Row), 0, 1, doesLines(1, func(int) lane.Map { return o.Row.Index.Apply(o.Const) })...)
	}
	number, ok := n.is[f]
	if !ok {
		return 0, fmt.Errorf("%s is no row of whole bytes", o.Row.Name)
	}
	return number, nil
}

func (n *rowBook) has(f rowForm) bool {
	_, ok := n.is[f]
	return ok
}

// hexBytes are the bytes of a constant.
func hexBytes(k lane.Const, bits int) (text string) {
	for at := 0; at < bits; at += 8 {
		v, _ := k.Slice(at, 8).Uint64()
		text += fmt.Sprintf(" 0x%02x", v)
	}
	return text
}

// result writes where the result is.
func (n *notary) result() {
	line := "result"
	if !n.r.Several() {
		line += fmt.Sprintf(" v%d %d", n.r.Result, (n.r.Map.Bits*len(n.r.Map.Lane)+7)/8)
	}
	for _, x := range n.r.Results {
		if x.Any {
			x.Value = 0 // like any other
		}
		line += fmt.Sprintf(" v%d %d", x.Value, x.Bits/8)
	}
	n.linef("%s", line)
}

// claims writes with how few ops, constants and copies there is nothing, of all that the proof says.
func (n *notary) claims() {
	if n.r.Cost.OfCPU() {
		n.linef("# what is cheapest by the figures of a CPU is not shown here")
		return
	}
	var left []string
	for ops := 1; ops <= n.r.Ops; ops++ {
		for constants := mostCounted; constants >= 0; constants-- {
			copies := ops
			for copies >= 0 && !n.refuted(ops, constants, copies) {
				copies--
			}
			switch {
			case copies < 0:
			case ops == 1 && copies > 0: // which says it of fewer constants too; whether one op takes a copy is not looked at
				n.linef("none 1 %d 0", constants)
				constants = 0
			case ops == 2 && constants == 0 && !n.modes() && !n.inline:
				n.linef("none %d %d %d", ops, constants, copies)
			default:
				left = append(left, fmt.Sprintf("%d %d %d", ops, constants, copies))
			}
		}
	}
	if len(left) > 0 {
		n.linef("# not shown here: none %s", strings.Join(left, ", none "))
	}
	if len(n.without) > 0 {
		n.linef("# without rows that move bits, or have too many constants to be listed: %s", strings.Join(slices.Compact(slices.Sorted(slices.Values(n.without))), ", "))
	}
}

// modes says whether rows of the target do only what a mode says, which costs something and is not counted in a certificate.
func (n *notary) modes() bool { return len(n.t.InOneMode()) > 0 }

// refuted says whether the proof speaks of sequences with so many ops, constants and copies: of all that are cheaper if it is minimal, and else of those that have fewer ops than any that is as cheap.
func (n *notary) refuted(ops, constants, copies int) bool {
	r := n.r
	cost, own := r.Cost.keyOf(ops, constants, copies, 0), r.Cost.keyOfCount(r.Count)
	if r.Cost == Instructions {
		return ops < r.LowerBound
	}
	const ties = 36 // see key
	return ops < r.LowerBound && cost>>ties <= own>>ties || r.Proof == Minimal && cost>>ties < own>>ties
}
