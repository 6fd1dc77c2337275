package llvmir

import (
	"fmt"
	"slices"

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
	number   bool // behind them
	alike    bool // the operands are as long as each other
	apply    func(all []lane.Map, n int, t llvmVector) (lane.Map, error)
}

// wholeOps are instructions, and intrinsics by what follows @llvm.
var wholeOps = map[string]wholeOp{
	"freeze":         {operands: 1, apply: func(all []lane.Map, _ int, _ llvmVector) (lane.Map, error) { return all[0], nil }},
	"extractelement": {operands: 1, number: true, apply: extractElement},
	"insertelement":  {operands: 2, number: true, apply: insertElement},

	"vector.reverse": {operands: 1, apply: byLanes(1, func(i, n, _ int) int { return n - 1 - i })},
	"vector.splice": {operands: 2, number: true, alike: true, apply: byLanes(1, func(i, n, by int) int {
		if by < 0 {
			by += n
		}
		return i + by
	})},
	"vector.interleave2":   {operands: 2, alike: true, apply: byLanes(2, func(i, n, _ int) int { return i%2*n + i/2 })},
	"vector.deinterleave2": {operands: 1, apply: byLanes(1, func(i, n, _ int) int { return i*2%n + i*2/n })},
}

// byLanes is an operation that is a list of lanes of its operands in a row: n is the number of lanes of one, and so many times as many are made.
func byLanes(times int, from func(i, n, by int) int) func(all []lane.Map, by int, t llvmVector) (lane.Map, error) {
	return func(all []lane.Map, by int, t llvmVector) (lane.Map, error) {
		if by < -t.lanes || by >= max(t.lanes, 1) {
			return lane.Map{}, fmt.Errorf("expected %d to %d, found %d", -t.lanes, t.lanes-1, by)
		}
		parts, err := inLanes(all, t.bits)
		if err != nil {
			return lane.Map{}, err
		}
		k := t.bits / parts[0].Bits
		var joined []lane.Lane
		for _, p := range parts {
			joined = append(joined, p.Lane...)
		}
		m := parts[0].Clone()
		n := t.lanes
		m.Lane = make([]lane.Lane, times*n*k)
		for i := range m.Lane {
			m.Lane[i] = joined[from(i/k, n, by)*k+i%k]
		}
		return m, nil
	}
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
	parts, err := inLanes(all, t.bits)
	if err != nil {
		return lane.Map{}, err
	}
	k := t.bits / parts[0].Bits
	m := parts[0].Clone()
	m.Lane = m.Lane[n*k : (n+1)*k]
	return m, nil
}

func insertElement(all []lane.Map, n int, t llvmVector) (lane.Map, error) {
	if n < 0 || n >= t.lanes {
		return lane.Map{}, fmt.Errorf("there is no lane %d of %d: what is made is poison", n, t.lanes)
	}
	parts, err := inLanes(all, t.bits)
	if err != nil {
		return lane.Map{}, err
	}
	k := t.bits / parts[0].Bits
	if len(parts[1].Lane) != k {
		return lane.Map{}, fmt.Errorf("a lane of %d bits is wanted, and this has %d", t.bits, parts[1].Bits*len(parts[1].Lane))
	}
	m := parts[0].Clone()
	copy(m.Lane[n*k:], parts[1].Lane)
	return m, nil
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
		return name, c, ok || name == "load" || name == "extractvalue"
	}
	before, after, _ := strings.Cut(c.Rest(), "(")
	_, name, _ = strings.Cut(before, "@llvm.")
	name = strings.TrimPrefix(name, "experimental.")
	c.Off = len(line) - len(after)
	if _, ok := rowCallOf(name); ok {
		return name, c, true
	}
	if at := strings.LastIndexByte(name, '.'); at >= 0 { // the type follows
		name = name[:at]
	}
	_, ok = wholeOps[name]
	return name, c, ok && strings.HasPrefix(name, "vector.")
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
		if err != nil {
			return s, err
		}
		s.bits = all[0].bits
		s.do = func(p *program.Values) error { return located(rowStep(p, r, all, s.little.To), c, start) }
		return s, nil
	}
	op := wholeOps[name]
	all, err := operands(&c, op.operands)
	if err != nil {
		return s, err
	}
	if t := all[0].llvmVector; op.alike && all[1].total() != all[0].total() {
		return s, c.ErrorFrom(start, "expected operands of %d lanes of %d bits, found one of %d lanes of %d", t.lanes, t.bits, all[1].lanes, all[1].bits)
	}
	n := 0
	if op.number {
		if n, err = indexOf(&c, name); err != nil {
			return s, err
		}
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

// extractValue takes one of the two vectors that deinterleave2 makes.
func extractValue(s llvmStep, c syntax.Cursor) (llvmStep, error) {
	start := c.Off
	if err := c.Expect("{", `"{" and the types of the two vectors`); err != nil {
		return s, err
	}
	t, err := llvmType(&c)
	if err == nil {
		err = c.Expect(",", `"," and another type`)
	}
	if err == nil {
		_, err = llvmType(&c)
	}
	if err == nil {
		err = c.Expect("}", `"}"`)
	}
	if err != nil {
		return s, err
	}
	from := pointerIn(c.Rest())
	_, number, _ := strings.Cut(c.Rest(), ",")
	k := strings.TrimSpace(number)
	if from == "" || k != "0" && k != "1" || 2*t.lanes*t.bits > lane.MaxLanes {
		return s, c.Wanted("%name, 0 or %name, 1")
	}
	s.bits = t.bits
	s.do = func(p *program.Values) error {
		whole, known := p.Named[from]
		if !known || whole.Bits*len(whole.Lane) != 2*t.lanes*t.bits {
			return c.ErrorFrom(start, "%s is not what llvm.vector.deinterleave2 made", from)
		}
		m := whole.Clone()
		half := len(m.Lane) / 2
		m.Lane = m.Lane[:half:half]
		if k == "1" {
			m.Lane = whole.Clone().Lane[half:]
		}
		p.Named[s.little.To], p.Result = m, m
		return nil
	}
	return s, nil
}
