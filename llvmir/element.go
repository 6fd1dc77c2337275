package llvmir

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Operations of LLVM's IR on whole vectors and on single lanes, as functions have them:
//
//	%v = load <4 x i32>, ptr %p                                        the value of p
//	%e = extractelement <4 x i32> %v, i64 3
//	%r = insertelement <4 x i32> %v, i32 %e, i64 0
//	%s = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %r)
//	%t = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %b, <16 x i8> <i8 3, …>)
//	store <4 x i32> %s, ptr %q

// A typedOperand is an operand with its type.
type typedOperand struct {
	llvmOperand
	llvmVector
}

func (o typedOperand) total() int { return o.lanes * o.bits }

// A wholeOp makes a value of its operands: numbers are the constants that choose what it does.
type wholeOp struct {
	operands int
	number   bool       // behind them
	alike    bool       // the operands are as long as each other
	deals    int        // lanes to so many vectors
	part     llvmVector // of a vector, that is taken from it or put into it
	apply    func(all []lane.Map, n int, t llvmVector) (lane.Map, error)
}

// wholeOps are instructions, and intrinsics by what follows @llvm.
var wholeOps = func() map[string]wholeOp {
	all := map[string]wholeOp{
		"freeze":         {operands: 1, apply: func(all []lane.Map, _ int, _ llvmVector) (lane.Map, error) { return all[0], nil }},
		"extractelement": {operands: 1, number: true, apply: extractElement},
		"insertelement":  {operands: 2, number: true, apply: insertElement},
		"vector.insert":  {operands: 2, number: true, apply: insertVector},
		"vector.extract": {operands: 1, number: true}, // see extractVector

		"vector.reverse": {operands: 1, apply: byLanes(func(i, n int) int { return n - 1 - i })},
		"vector.splice": {operands: 2, number: true, alike: true, apply: spliced(-1, 1, func(n, by int) int {
			if by < 0 {
				by += n
			}
			return by
		})},
		"vector.splice.left":  {operands: 2, number: true, alike: true, apply: spliced(0, 0, func(_, by int) int { return by })},
		"vector.splice.right": {operands: 2, number: true, alike: true, apply: spliced(0, 0, func(n, by int) int { return n - by })},
	}
	for k := 2; k <= mostDealt; k++ {
		all[fmt.Sprint("vector.interleave", k)] = wholeOp{operands: k, alike: true, apply: byLanes(func(i, n int) int { return i%k*(n/k) + i/k })}
		all[fmt.Sprint("vector.deinterleave", k)] = wholeOp{operands: 1, deals: k, apply: byLanes(func(i, n int) int { return i*k%n + i*k/n })}
	}
	return all
}()

// mostDealt is of how many vectors lanes are dealt out.
const mostDealt = 8

// byLanes is an operation that has each lane of its operands, which make one list of n, in another place.
func byLanes(from func(i, n int) int) func(all []lane.Map, by int, t llvmVector) (lane.Map, error) {
	return func(all []lane.Map, _ int, t llvmVector) (lane.Map, error) {
		joined, k, err := joinedLanes(all, t)
		if err != nil {
			return lane.Map{}, err
		}
		m := joined.Clone()
		for i := range m.Lane {
			m.Lane[i] = joined.Lane[from(i/k, len(all)*t.lanes)*k+i%k]
		}
		return m, nil
	}
}

// spliced is a vector of n lanes out of two, from one on. By is low times n at least, and at most n less past.
func spliced(low, past int, from func(n, by int) int) func(all []lane.Map, by int, t llvmVector) (lane.Map, error) {
	return func(all []lane.Map, by int, t llvmVector) (lane.Map, error) {
		if n := t.lanes; by < low*n || by > n-past {
			return lane.Map{}, fmt.Errorf("expected %d to %d, found %d", low*n, n-past, by)
		}
		m, k, err := joinedLanes(all, t)
		if err == nil {
			first := from(t.lanes, by) * k
			m.Lane = m.Lane[first : first+t.lanes*k]
		}
		return m, err
	}
}

// joinedLanes are all lanes of some values, one behind another, as k parts each.
func joinedLanes(all []lane.Map, t llvmVector) (m lane.Map, k int, err error) {
	parts, err := inLanes(all, t.bits)
	if err != nil {
		return lane.Map{}, 0, err
	}
	m = parts[0].Clone()
	for _, p := range parts[1:] {
		m.Lane = append(m.Lane, p.Lane...)
	}
	return m, t.bits / m.Bits, nil
}

// inLanes are values in lanes of at most so many bits, all alike.
func inLanes(all []lane.Map, bits int) ([]lane.Map, error) {
	width := bits
	for _, m := range all {
		width = lane.GCD(width, m.Bits)
	}
	out := make([]lane.Map, len(all))
	for k, m := range all {
		var err error
		if out[k], err = m.Regroup(width); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func extractElement(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	if n < 0 || n >= t.lanes {
		return lane.Map{}, fmt.Errorf("there is no lane %d of %d: what is taken is poison", n, t.lanes)
	}
	return taken(all, n, 1, t)
}

func insertElement(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	if n < 0 || n >= t.lanes {
		return lane.Map{}, fmt.Errorf("there is no lane %d of %d: what is made is poison", n, t.lanes)
	}
	if bits := bitsOf(all[1]); bits != t.bits {
		return lane.Map{}, fmt.Errorf("a lane of %d bits is wanted, and this has %d", t.bits, bits)
	}
	return inserted(all, n, t)
}

func bitsOf(m lane.Map) int { return m.Bits * len(m.Lane) }

// taken are so many lanes of a value, from lane n on.
func taken(all []lane.Map, n, lanes int, t llvmVector) (lane.Map, error) {
	m, k, err := joinedLanes(all, t)
	if err == nil {
		m.Lane = m.Lane[n*k : (n+lanes)*k]
	}
	return m, err
}

// inserted is the first value with the second one from lane n on.
func inserted(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	parts, err := inLanes(all, t.bits)
	if err != nil {
		return lane.Map{}, err
	}
	m := parts[0].Clone()
	copy(m.Lane[n*t.bits/m.Bits:], parts[1].Lane)
	return m, nil
}

// extractVector takes so many lanes, from one on that is a multiple of that.
func extractVector(lanes int) func(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	return func(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
		if err := inPieces(n, lanes, t); err != nil {
			return lane.Map{}, err
		}
		return taken(all, n, lanes, t)
	}
}

func insertVector(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	if err := inPieces(n, bitsOf(all[1])/t.bits, t); err != nil {
		return lane.Map{}, err
	}
	return inserted(all, n, t)
}

// inPieces says whether a vector has so many lanes from lane n on, which is a multiple of them.
func inPieces(n, lanes int, t llvmVector) error {
	switch {
	case lanes > t.lanes:
		return fmt.Errorf("expected at most %d lanes, found %d", t.lanes, lanes)
	case n < 0 || n%lanes != 0 || n+lanes > t.lanes:
		return fmt.Errorf("expected a multiple of %d up to %d, found %d", lanes, t.lanes-lanes, n)
	}
	return nil
}

// A rowCall is an intrinsic that is a row of a target, whose operands these letters are.
type rowCall struct{ row, letters string }

// rowCalls are intrinsics by their names without the size of vectors behind them.
var rowCalls = map[string]rowCall{
	"x86.ssse3.pshuf.b": {"pshufb", "ak"}, "x86.avx2.pshuf.b": {"vpshufb", "ak"}, "x86.avx512.pshuf.b": {"vpshufb", "ak"},
	"x86.avx2.permd": {"vpermd", "ak"}, "x86.avx2.permps": {"vpermps", "ak"},
	"x86.avx512.permvar.qi": {"vpermb", "ak"}, "x86.avx512.permvar.hi": {"vpermw", "ak"}, "x86.avx512.permvar.si": {"vpermd", "ak"},
	"x86.avx512.permvar.di": {"vpermq", "ak"}, "x86.avx512.permvar.sf": {"vpermps", "ak"}, "x86.avx512.permvar.df": {"vpermpd", "ak"},
	"x86.avx.vpermilvar.ps": {"vpermilps", "ak"}, "x86.avx.vpermilvar.pd": {"vpermilpd", "ak"},
	"aarch64.neon.tbl1": {"tbl", "ak"}, "aarch64.neon.tbl2": {"tbl", "abk"}, "aarch64.neon.tbl3": {"tbl", "abck"}, "aarch64.neon.tbl4": {"tbl", "abcek"},
	"aarch64.neon.tbx1": {"tbx", "abk"}, "aarch64.neon.tbx2": {"tbx", "abck"},
}

// rowCallOf is such an intrinsic: the longest of the names that the call begins with.
func rowCallOf(name string) (r rowCall, ok bool) {
	for name != "" {
		if r, ok = rowCalls[name]; ok {
			return r, true
		}
		at := strings.LastIndexByte(name, '.')
		name = name[:max(at, 0)]
	}
	return r, false
}

// isCall says whether a line is a call of an intrinsic of LLVM's by itself.
func isCall(line string) bool {
	line = strings.TrimSpace(line)
	return (strings.HasPrefix(line, "call ") || strings.HasPrefix(line, "tail call ")) && strings.Contains(line, "@llvm.")
}

// wholeName is the operation of a line, with the cursor behind its name, or of a call at its first argument.
func wholeName(line string) (name string, c syntax.Cursor, ok bool) {
	_, right, assigned := strings.Cut(line, "=")
	switch {
	case isCall(line): // whose result nobody has named
		right = line
	case !assigned || !strings.HasPrefix(strings.TrimSpace(line), "%"):
		return "", c, false
	}
	c = syntax.Cursor{Text: line, Off: len(line) - len(right)}
	name = c.Word()
	for slices.Contains([]string{"tail", "musttail", "notail"}, name) {
		name = c.Word()
	}
	if name != "call" {
		_, ok = wholeOps[name]
		return name, c, ok && !strings.HasPrefix(name, "vector.") || name == "load" || name == "extractvalue"
	}
	before, after, _ := strings.Cut(c.Rest(), "(")
	_, name, _ = strings.Cut(before, "@llvm.")
	name = strings.TrimPrefix(name, "experimental.")
	c.Off = len(line) - len(after)
	if _, ok := rowCallOf(name); ok {
		return name, c, true
	}
	for at := strings.LastIndexByte(name, '.'); at >= 0 && isTypeName(name[at+1:]); at = strings.LastIndexByte(name, '.') {
		name = name[:at]
	}
	_, ok = wholeOps[name]
	return name, c, ok && strings.HasPrefix(name, "vector.")
}

// isTypeName says whether a part of an intrinsic's name is a type of vectors: v4i32, nxv4f32.
func isTypeName(part string) bool {
	count, ok := strings.CutPrefix(strings.TrimPrefix(part, "nx"), "v")
	return ok && count != "" && count[0] >= '0' && count[0] <= '9'
}

// calledType is the type of what a call makes, in front of the intrinsic's name.
func calledType(line string) (llvmVector, error) {
	before, _, _ := strings.Cut(line, "@llvm.")
	c := syntax.Cursor{Text: line, Off: max(0, strings.LastIndexByte(before, '<'))}
	return llvmType(&c)
}

// operands reads operands with their types, apart by commas.
func operands(c *syntax.Cursor, n int) ([]typedOperand, error) {
	all := make([]typedOperand, n)
	for k := range all {
		if k > 0 {
			if err := c.Expect(",", `"," and another operand`); err != nil {
				return nil, err
			}
		}
		o, err := operand(c)
		if err != nil {
			return nil, err
		}
		all[k] = o
	}
	return all, nil
}

func operand(c *syntax.Cursor) (o typedOperand, err error) {
	start := c.Off
	if o.llvmVector, err = llvmType(c); err != nil {
		return o, err
	}
	if o.total() > lane.MaxLanes {
		return o, c.ErrorFrom(start, "more than %d bits", lane.MaxLanes)
	}
	o.llvmOperand, err = llvmValue(c, o.llvmVector)
	return o, err
}

// wholeStep reads a line that is one of these operations.
func wholeStep(name string, c syntax.Cursor) (s llvmStep, err error) {
	s.name = name
	s.little.To = selectors.ResultName(c.Text)
	start := c.Off
	switch name {
	case "load":
		t, err := llvmType(&c)
		if err == nil {
			err = c.Expect(",", `"," and a pointer`)
		}
		pointer := pointerIn(c.Rest())
		if err == nil && (pointer == "" || t.lanes*t.bits > lane.MaxLanes) {
			err = c.Wanted("a pointer such as ptr %p")
		}
		s.bits = t.bits
		s.do = made(s.little.To, []typedOperand{{llvmOperand{name: pointer}, t}}, wholeOps["freeze"], 0)
		return s, err
	case "extractvalue":
		return extractValue(s, c)
	}
	if r, ok := rowCallOf(name); ok {
		all, err := operands(&c, len(r.letters))
		if err == nil {
			err = atEnd(c, true)
		}
		if err != nil {
			return s, err
		}
		s.bits = all[0].bits
		s.do = func(p *program.Values) error { return located(rowStep(p, r, all, s.little.To), c, start) }
		return s, nil
	}
	op := wholeOps[name]
	if name == "vector.extract" {
		made, err := calledType(c.Text)
		if err != nil {
			return s, err
		}
		op.apply, op.part = extractVector(made.lanes), made
	}
	all, err := operands(&c, op.operands)
	if err != nil {
		return s, err
	}
	t := all[0].llvmVector
	if name == "vector.insert" {
		op.part = all[1].llvmVector
	}
	if op.part.bits != 0 && op.part.bits != t.bits {
		return s, c.ErrorFrom(start, "expected a part in lanes of %d bits, found one of %d", t.bits, op.part.bits)
	}
	if op.deals > 0 && t.lanes%op.deals != 0 {
		return s, c.ErrorFrom(start, "expected a multiple of %d lanes, found %d", op.deals, t.lanes)
	}
	for _, o := range all[1:] {
		if op.alike && o.llvmVector != t {
			return s, c.ErrorFrom(start, "expected operands of %d lanes of %d bits, found one of %d lanes of %d", t.lanes, t.bits, o.lanes, o.bits)
		}
	}
	n := 0
	if op.number {
		if n, err = indexOf(&c, name); err != nil {
			return s, err
		}
	}
	if err := atEnd(c, strings.HasPrefix(name, "vector.")); err != nil {
		return s, err
	}
	s.bits = all[0].bits
	do := made(s.little.To, all, op, n)
	s.do = func(p *program.Values) error { return located(do(p), c, start) }
	return s, nil
}

func located(err error, c syntax.Cursor, start int) error {
	if err == nil {
		return nil
	}
	c.Space()
	return c.ErrorFrom(start, "%v", err)
}

// indexOf is the number that chooses: i64 3.
func indexOf(c *syntax.Cursor, name string) (int, error) {
	if err := c.Expect(",", `"," and the number of a lane`); err != nil {
		return 0, err
	}
	c.Space()
	start := c.Off
	o, err := operand(c)
	if err != nil {
		return 0, err
	}
	if o.name != "" {
		return 0, c.ErrorFrom(start, "what %s does depends on %s: it is a map only where that is a number", name, o.name)
	}
	l := o.constant.Lane[0]
	v, ok := l.Const.Uint64()
	if l.Kind != lane.Constant || !ok {
		return 0, c.ErrorFrom(start, "expected the number of a lane")
	}
	if o.bits <= 64 && o.bits > 1 && v>>(o.bits-1) != 0 {
		return int(int64(v<<(64-o.bits)) >> (64 - o.bits)), nil
	}
	return int(min(v, 1<<30)), nil
}

// pointerIn is the name of the pointer in "ptr %p, align 16".
func pointerIn(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		if word[0] == '%' || word[0] == '@' {
			return word
		}
	}
	return ""
}

// value is what an operand stands for.
func value(p *program.Values, o typedOperand) (lane.Map, error) {
	if o.name == "" {
		return o.constant, nil
	}
	one := make([]lane.Map, 1)
	err := p.Argument(&one[0], o.name, o.total(), o.bits)
	return one[0], err
}

// made is a step that gives a name to what an operation makes.
func made(to string, all []typedOperand, op wholeOp, n int) func(p *program.Values) error {
	return func(p *program.Values) error {
		args := make([]lane.Map, len(all))
		for k, o := range all {
			var err error
			if args[k], err = value(p, o); err != nil {
				return err
			}
		}
		if err := p.Level(args); err != nil {
			return err
		}
		m, err := op.apply(args, n, all[0].llvmVector)
		if err == nil {
			p.Named[to], p.Result = m, m
		}
		return err
	}
}

// rowStep is an intrinsic that is a row of a target.
func rowStep(p *program.Values, call rowCall, all []typedOperand, to string) error {
	rows := apply.X86Named()[call.row]
	if len(rows) == 0 {
		rows = apply.NEONNamed()[call.row]
	}
	at := map[byte]apply.Operand{}
	last := all[len(all)-1]
	for k, o := range all {
		m, err := value(p, o)
		if err != nil {
			return err
		}
		one := []lane.Map{m}
		if err := p.Level(one); err != nil {
			return err
		}
		operand := apply.Vector(one[0])
		operand.Name = o.name
		at[call.letters[k]] = operand
	}
	i := slices.IndexFunc(rows, func(r *target.Row) bool {
		return r.Index != nil && r.Bits == last.total() && len(r.Src) == len(all)-1
	})
	if i < 0 {
		return fmt.Errorf("%s has no form of %d bits", call.row, last.total())
	}
	m, err := apply.Row(p, rows[i], at)
	if err == nil {
		p.Named[to], p.Result = m, m
	}
	return err
}

// extractValue takes one of the vectors that a deinterleaving makes.
func extractValue(s llvmStep, c syntax.Cursor) (llvmStep, error) {
	start := c.Off
	if err := c.Expect("{", `"{" and the types of the vectors`); err != nil {
		return s, err
	}
	t, err := llvmType(&c)
	n := 1
	for ; err == nil && n <= mostDealt && c.Accept(","); n++ {
		_, err = llvmType(&c)
	}
	if err == nil && n < 2 {
		err = c.Expect(",", `"," and another type`)
	}
	if err == nil {
		err = c.Expect("}", `"}"`)
	}
	if err != nil {
		return s, err
	}
	from := pointerIn(c.Rest())
	_, number, _ := strings.Cut(c.Rest(), ",")
	k, err := strconv.Atoi(strings.TrimSpace(number))
	if from == "" || err != nil || k < 0 || k >= n || n*t.lanes*t.bits > lane.MaxLanes {
		return s, c.Wanted(fmt.Sprintf("%%name, and a number from 0 to %d", n-1))
	}
	s.bits, s.big = t.bits, s.little
	s.do = func(p *program.Values) error {
		whole, known := p.Named[from]
		if !known || whole.Bits*len(whole.Lane) != n*t.lanes*t.bits {
			return c.ErrorFrom(start, "%s is not what llvm.vector.deinterleave%d made", from, n)
		}
		m := whole.Clone()
		each := len(m.Lane) / n
		m.Lane = m.Lane[k*each : (k+1)*each : (k+1)*each]
		p.Named[s.little.To], p.Result = m, m
		return nil
	}
	return s, nil
}
