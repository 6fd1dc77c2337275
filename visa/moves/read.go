package moves

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/find"
)

// Instructions of vISA as a form: moves of regions, one or several, with declarations before them or without; and a bare region, which is the read of one. All lanes of the
// execution mask are active. Registers have 32 bytes.

// The names and types that a text without declarations has.
const (
	visaGRF    = 32
	visaExec   = 8
	visaType   = visa.D
	visaResult = "V32"
	visaBudget = 1 << 10 // steps of the search for the fewest moves
)

func looksVISA(text string) bool {
	if IsRegion(text) {
		return true
	}
	if strings.HasPrefix(text, "(") { // a guard
		_, rest, ok := strings.Cut(text, ")")
		if text = strings.TrimSpace(rest); !ok {
			return false
		}
	}
	if strings.HasPrefix(text, ".decl ") {
		return true
	}
	head, rest, ok := strings.Cut(text, "(")
	name, _, _ := strings.Cut(strings.TrimSpace(head), ".")
	if _, known := visa.OpNamed(name); !known || !ok {
		return false
	}
	mask, _, closed := strings.Cut(rest, ")")
	mask = strings.TrimSpace(mask)
	return closed && (strings.HasPrefix(mask, "M") || strings.HasPrefix(mask, "NoMask") || strings.Trim(mask, "0123456789") == "" && mask != "")
}

// IsRegion wants <, a number, and a semicolon or nothing: LLVM's vectors have an x there. A text that is cut at its first semicolon ends behind the number.
func IsRegion(text string) bool {
	if !strings.HasPrefix(text, "<") {
		return false
	}
	rest := strings.TrimLeft(text[1:], " 0123456789")
	return strings.HasPrefix(rest, ";") || rest == "" && len(text) > 1
}

func readVISA(text string, opt dialect.Options) (dialect.Reading, error) {
	t := visaType
	if opt.Type != "" {
		var ok bool
		if t, ok = visa.TypeNamed(opt.Type); !ok || t.IsPacked() || t == visa.Bool {
			return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "--type %s is no type of elements: expected ud, d, uw, w, ub, b, uq, q, f, df, hf or bf", syntax.Quote(opt.Type))
		}
	}
	d := visa.NewDecls(visaGRF, t)
	d.Plain = true
	if trimmed := strings.TrimSpace(text); IsRegion(trimmed) {
		return readRegion(text, strings.Index(text, trimmed), trimmed, d, opt)
	}
	program := separated(text)
	g, errs := visa.ParseProgram(program, d, visa.Spec)
	if len(errs) > 0 {
		return dialect.Reading{}, inText(text, 0, errs[0])
	}
	if len(g.Lines) == 0 {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "expected an instruction, found declarations only")
	}
	var r dialect.Reading
	insts := make([]visa.Inst, len(g.Lines))
	for k, line := range g.Lines {
		end := len(program)
		if n := strings.IndexByte(program[line.Off:], '\n'); n >= 0 {
			end = line.Off + n
		}
		if op := line.Inst.Op; op.IsFlow() {
			return dialect.Reading{}, syntax.Errorf(text, line.Off, end, "%s is control flow, and moves no lanes", op)
		}
		warnings, err := checkedVISA(&line.Inst, d)
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, line.Off, end, "%v", err)
		}
		r.Warnings = append(r.Warnings, warnings...)
		insts[k] = line.Inst
	}
	if opt.Type == "" && !strings.Contains(text, ".decl") {
		r.Warnings = append(r.Warnings, "the text declares no types: variables are taken for "+t.String())
	}
	return copied(text, insts, d, r)
}

// readRegion reads a bare region as what it makes of a variable a.
func readRegion(text string, off int, region string, d *visa.Decls, opt dialect.Options) (dialect.Reading, error) {
	const head = "a(0,0)"
	p := visa.Parser{Decls: d}
	o, err := p.ParseOperand(head+region, visa.Source)
	if err != nil {
		return dialect.Reading{}, inText(text, off-len(head), err)
	}
	var r dialect.Reading
	exec := opt.Exec
	if exec == 0 {
		exec = max(visaExec, int(o.Region.W))
		r.Warnings = append(r.Warnings, fmt.Sprintf("a region alone has no execution size: %d lanes are taken", exec))
	}
	if opt.Type == "" {
		r.Warnings = append(r.Warnings, "a region alone has no type: "+visaType.String()+" is taken")
	}
	i, err := p.ParseInst(fmt.Sprintf("mov (M1, %d) %s(0,0)<1> %s", exec, visaResult, head+o.Region.String()))
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, off, off+len(region), "%d is no execution size: expected 1, 2, 4, 8, 16 or 32", exec)
	}
	warnings, err := checkedVISA(&i, d)
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, off, off+len(region), "%v", err)
	}
	r.Warnings = append(r.Warnings, warnings...)
	return copied(text, []visa.Inst{i}, d, r)
}

// copied adds the map.
func copied(text string, insts []visa.Inst, d *visa.Decls, r dialect.Reading) (dialect.Reading, error) {
	c, err := visa.CopyOf(insts, d)
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r.Map, r.Names, r.To = c.Map, c.Names, c.To
	return r, nil
}

// checkedVISA says what is wrong with an instruction. What spans more than two registers still moves lanes, and is a warning.
func checkedVISA(i *visa.Inst, d *visa.Decls) (warnings []string, err error) {
	c := visa.Checker{Decls: d}
	for _, f := range c.Check(i) {
		if !f.Warning && f.Rule != "two-registers" {
			return nil, errors.New(f.Message)
		}
		warnings = append(warnings, f.Message)
	}
	return warnings, nil
}

// separated is the text with line ends for the semicolons that stand between instructions, not inside a region.
func separated(text string) string {
	b := []byte(text)
	inside := false
	for k, c := range b {
		switch {
		case c == '<':
			inside = true
		case c == '>' || c == '\n':
			inside = false
		case c == ';' && !inside:
			b[k] = '\n'
		}
	}
	return string(b)
}

// inText is an error about a text of which ours is the part from off on.
func inText(text string, off int, err error) error {
	var e *syntax.Error
	if errors.As(err, &e) {
		return syntax.Errorf(text, e.Off+off, e.End+off, "%s", e.What)
	}
	return syntax.Errorf(text, 0, len(text), "%v", err)
}

// sayVISA is one mov of dwords.
func sayVISA(m lane.Map) (string, error) {
	wide, err := m.Regroup(32)
	if err != nil {
		return "", fmt.Errorf("its lanes are no dwords, and other types need declarations: %w", err)
	}
	f, d, err := frameVISA(wide, visa.D)
	if err != nil {
		return "", err
	}
	inst, ok := f.One(wide)
	switch text := inst.Text(d); {
	case !ok:
		return "", fmt.Errorf("no one region does it")
	case !saysSizes([]string{text}, wide):
		return "", fmt.Errorf("the sources' sizes need declarations")
	default:
		return text, nil
	}
}

// saysSizes says whether the sources of instructions without declarations are read as long as they are.
func saysSizes(lines []string, m lane.Map) bool {
	r, err := readVISA(strings.Join(lines, "\n"), dialect.Options{})
	if err != nil || len(r.Map.Lane)*r.Map.Bits != len(m.Lane)*m.Bits {
		return false
	}
	for k, name := range r.Names {
		if src, ok := lane.SourceIndex(name); !ok || src >= len(m.Src) || m.Src[src]*m.Bits != r.Map.Src[k]*r.Map.Bits {
			return false
		}
	}
	return true
}

// sequenceVISA is several moves. Types that are not dwords are declared.
func sequenceVISA(ctx context.Context, m lane.Map) ([]string, error) {
	lines, wide, t, err := widestMoves(ctx, m)
	if err != nil || t == visa.D && saysSizes(lines, wide) {
		return lines, err
	}
	return append(declarations(wide, t), lines...), nil
}

// widestMoves are moves of the widest elements of which the map's lanes are made, without declarations, and the map in these.
func widestMoves(ctx context.Context, m lane.Map) (lines []string, wide lane.Map, t visa.Type, err error) {
	for _, t = range []visa.Type{visa.D, visa.UQ, visa.UW, visa.UB} {
		regrouped, noWidth := m.Regroup(8 * t.Size())
		if noWidth == nil {
			lines, err = movesVISA(ctx, regrouped, t)
			return lines, regrouped, t, err
		}
		err = errors.Join(err, noWidth)
	}
	return nil, wide, t, fmt.Errorf("elements have 8, 16, 32 or 64 bits: %w", err)
}

// movesVISA are the instructions that make a map whose lanes are elements of a type.
func movesVISA(ctx context.Context, m lane.Map, t visa.Type) ([]string, error) {
	f, d, err := frameVISA(m, t)
	if err != nil {
		return nil, err
	}
	found, err := f.Find(ctx, m, visaBudget)
	if err != nil {
		return nil, err
	}
	var lines []string
	for i := range found.Insts {
		lines = append(lines, found.Insts[i].Text(d))
	}
	return lines, nil
}

// frameVISA names the variables of a map. What a text of moves alone does not say of a result is refused.
func frameVISA(m lane.Map, t visa.Type) (f find.Frame, d *visa.Decls, err error) {
	if len(m.Src) > len(dialect.SourceLetters) {
		return f, nil, fmt.Errorf("more than %d sources have no letters", len(dialect.SourceLetters))
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined {
			return f, nil, fmt.Errorf("lane %d is undefined, and a variable's element is not", i)
		}
	}
	if last := len(m.Lane) - 1; m.Lane[last].Kind == lane.Old {
		return f, nil, fmt.Errorf("lane %d, the last, is not written, and a result ends with its last element written", last)
	}
	d = visa.NewDecls(visaGRF, t)
	f = find.Frame{GRF: visaGRF, Type: t, Result: d.Add(visa.Variable{Name: visaResult, Kind: visa.GeneralKind, Type: t, Alias: -1})}
	for k := range m.Src {
		f.Sources = append(f.Sources, d.Add(visa.Variable{Name: lane.SourceName(k), Kind: visa.GeneralKind, Type: t, Alias: -1}))
	}
	return f, d, nil
}

// declarations are the lines before instructions that move elements of a type.
func declarations(m lane.Map, t visa.Type) []string {
	line := func(name string, n int) string {
		return fmt.Sprintf(".decl %s v_type=G type=%s num_elts=%d align=GRF", name, t, n)
	}
	lines := []string{line(visaResult, len(m.Lane))}
	for k, n := range m.Src {
		lines = append(lines, line(lane.SourceName(k), n))
	}
	return lines
}
