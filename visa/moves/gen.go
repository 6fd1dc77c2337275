package moves

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// Gen is the notation of what the machine executes, in the writing of either assembler: movs of regions of registers, one or several, and an operand alone, which is the read of one.
//
//	mov (16|M0)  r10.0<1>:w  r12.0<16;8,2>:w      IGA's
//	mov(16)      g10<1>W     g12<16,8,2>W         Mesa's
func Gen() dialect.Dialect {
	return dialect.Dialect{
		Name: "gen", Meaning: "what Intel's graphics execute, as IGA or Mesa writes it", Example: "mov (16|M0) r10.0<1>:w r12.0<16;8,2>:w",
		Looks: looksGen, Read: readGen, InLine: genInLine, Sequence: sequenceGen, Scenes: genScenes, Whole: true,
	}
}

// looksGen wants a mov that is read, a source alone, or a first line that only these assemblers write.
func looksGen(text string) bool {
	text = strings.TrimSpace(text)
	if isGenOperand(text) {
		return true
	}
	for _, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "//")
		if code = strings.TrimSpace(code); code == "" || strings.HasSuffix(code, ":") {
			continue
		}
		return beginsGen(code)
	}
	return false
}

// beginsGen says whether a line begins with an instruction of the machine: its execution size names a lane of the mask, Mesa's mode stands behind it, or it is a mov between registers.
func beginsGen(line string) bool {
	if _, behind, ok := strings.Cut(line, "("); strings.Contains(line, "{ align1") && ok && behind != "" {
		return true
	}
	for rest := line; ; {
		_, size, ok := strings.Cut(rest, "(")
		if !ok {
			break
		}
		if lanes := strings.TrimLeft(size, "0123456789"); len(lanes) < len(size) && strings.HasPrefix(lanes, "|M") {
			return true
		}
		rest = size
	}
	t, err := gen.ParseText(line)
	return err == nil && len(t.Insts) > 0 && t.Insts[0].Op == "mov"
}

// isGenOperand knows r12.0<16;8,2>:w and g12<16,8,2>W.
func isGenOperand(text string) bool {
	if len(text) < 2 || text[1] < '0' || text[1] > '9' || strings.IndexByte(text, '<') < 0 || strings.ContainsAny(text, " \n({") {
		return false
	}
	t, err := gen.ParseText(readOf(text, 1) + text)
	return err == nil && len(t.Insts) == 1
}

// readOf is the mov that stands before a source whose elements it reads.
func readOf(operand string, exec int) string {
	typ := operand[len(strings.TrimRight(operand, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:")):]
	return fmt.Sprintf("mov (%d) %c0<1>%s ", exec, operand[0], typ)
}

// instsOf is the text as instructions; alone says that it is an operand, which the only one of them reads.
func instsOf(text string, opt dialect.Options) (t *gen.Text, alone bool, err error) {
	off := strings.Index(text, strings.TrimSpace(text))
	if operand := strings.TrimSpace(text); isGenOperand(operand) {
		exec := cmp.Or(opt.Exec, visaExec)
		if t, err = gen.ParseText(readOf(operand, exec) + operand); err != nil {
			return nil, true, syntax.Errorf(text, off, off+len(operand), "%d is no execution size: expected 1, 2, 4, 8, 16 or 32", exec)
		}
		t.Insts[0].Text = operand
		return t, true, nil
	}
	if opt.Type != "" || opt.Exec != 0 {
		return nil, false, syntax.Errorf(text, 0, len(text), "an instruction says its types and its execution size: --type and --exec are for what does not")
	}
	t, err = gen.ParseText(text)
	return t, false, err
}

func readGen(text string, opt dialect.Options) (dialect.Reading, error) {
	t, alone, err := instsOf(text, opt)
	if err != nil {
		return dialect.Reading{}, err
	}
	operand := strings.TrimSpace(text)
	refused := func(err error) (dialect.Reading, error) {
		var e *syntax.Error
		if alone && errors.As(err, &e) { // it is about the mov that reads the operand
			what := strings.TrimPrefix(e.What, operand+": ")
			if !strings.HasPrefix(what, operand) {
				what = e.What
			}
			err = syntax.Errorf(text, 0, len(text), "%s", what)
		}
		return dialect.Reading{}, err
	}
	copied := func() (gen.Copy, error) { return t.Copy(t.GRF()) }
	if alone {
		copied = t.Elements
	}
	c, err := copied()
	if err != nil {
		return refused(err)
	}
	r := dialect.Reading{Map: c.Map, Names: c.Names, To: c.To}
	if alone && opt.Exec == 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("an operand alone has no execution size: %d lanes are taken", visaExec))
	}
	for k := range t.Insts {
		for _, b := range t.Broken(k) {
			switch {
			case alone && b.Operand != operand:
			case b.Rule == "encoding" || b.Rule == "aligned":
				return refused(t.ErrorOf(k, errors.New(b.Message)))
			default:
				r.Warnings = append(r.Warnings, b.Message)
			}
		}
	}
	if len(c.Aside) > 0 {
		r.Warnings = append(r.Warnings, strings.Join(c.Aside, ", ")+" are written too, and are not shown")
	}
	if operand, long := t.Long(); long && t.Platform == visa.AnyPlatform {
		r.Warnings = append(r.Warnings, fmt.Sprintf("registers are taken for %d bytes, as %s is in none of %d", gen.LongGRF, operand, gen.UsualGRF))
	} else if !alone && t.Platform == visa.AnyPlatform && !isMovedBy(t, c, gen.LongGRF) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("registers are taken for %d bytes; behind a line //.platform PVC they have %d, and this moves other lanes", t.GRF(), gen.LongGRF))
	}
	if c.Bits != nil {
		r.Guard = &dialect.Guard{By: t.Insts[0].Flag, Bit: c.Bits, Else: lane.ElseKeep}
	}
	return r, nil
}

// isMovedBy says whether the same is moved where registers have so many bytes.
func isMovedBy(t *gen.Text, c gen.Copy, grf int) bool {
	other, err := t.Copy(grf)
	return err == nil && slices.Equal(other.Names, c.Names) && other.Map.String() == c.Map.String()
}

// genInLine is a line's instruction, if it is a mov of the machine.
func genInLine(l dialect.Line) (string, bool) {
	if !strings.Contains(l.Text, "mov") || !strings.Contains(l.Text, "(") {
		return "", false
	}
	t, err := gen.ParseText(l.Text)
	return l.Text, err == nil && len(t.Insts) == 1 && t.Insts[0].Op == "mov"
}

// sequenceGen is what vISA's moves of a map become on Tiger Lake.
func sequenceGen(ctx context.Context, m lane.Map) ([]string, error) {
	moves, wide, typ, err := widestMoves(ctx, m)
	if err != nil {
		return nil, err
	}
	lines := append(declarations(wide, typ), moves...)
	g, errs := visa.ParseProgram(strings.Join(lines, "\n"), visa.NewDecls(visaGRF, visa.D), visa.Spec)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	l, err := gen.Legalise(g, visa.TGL)
	if err != nil {
		return nil, err
	}
	for k := range g.Lines {
		if why := l.Unmade[k]; why != "" {
			return nil, fmt.Errorf("%s: %s", g.Lines[k].Inst.Text(g.Decls), why)
		}
	}
	var said []string
	for k := range l.Insts {
		said = append(said, l.Insts[k].Text)
	}
	r, err := dialect.ReadBack(m, strings.Join(said, "\n"), func(text string) (dialect.Reading, error) { return readGen(text, dialect.Options{}) })
	if err != nil {
		return nil, err
	}
	sources, ok := sourcesOf(m, r, l.Vars)
	if !ok {
		return nil, errors.New("the registers that are read do not say how long the sources are")
	}
	return append(dialect.BindingLine(sources, r.Names, r.Names), said...), nil
}

// sourcesOf are the sources of a map that a reading of its sequence has, by the registers of the variables of their names; ok is false if the reading is of another map.
func sourcesOf(m lane.Map, r dialect.Reading, vars map[string]gen.Place) (sources []int, ok bool) {
	for k, name := range r.Names {
		for n, size := range m.Src {
			v := vars[lane.SourceName(n)]
			if name == "r"+strconv.Itoa(v.First/visaGRF) && size*m.Bits == r.Map.Src[k]*r.Map.Bits {
				sources = append(sources, n)
			}
		}
	}
	got, err := r.Map.Regroup(m.Bits)
	if err != nil || len(sources) != len(r.Names) || len(got.Lane) != len(m.Lane) {
		return nil, false
	}
	for i, l := range got.Lane {
		if l.Kind == lane.Source {
			l.Src = sources[l.Src]
		}
		if l != m.Lane[i] {
			return nil, false
		}
	}
	return sources, true
}

// genScenes are the regions of one instruction.
func genScenes(text string, opt dialect.Options) (all []draw.Scene) {
	t, alone, err := instsOf(text, opt)
	if err != nil || len(t.Insts) != 1 {
		return nil
	}
	i := &t.Insts[0]
	for k, o := range append([]gen.Operand{i.Dst}, i.Src...) {
		a, ok := o.Access(i.Exec, k == 0)
		if !ok || k == 0 && alone {
			continue
		}
		s := RegionScene("", a, t.GRF(), 0)
		for n := range s.Rows {
			s.Rows[n].Label = o.Name(o.Register + s.Rows[n].First*a.Size/t.GRF())
		}
		all = append(all, s)
	}
	return all
}
