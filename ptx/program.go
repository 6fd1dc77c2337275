package ptx

import (
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/wave"
)

// A reader reads statements one after another.
type reader struct{ wave.Reader }

// Parse reads instructions or calls as the map that the last of them is.
func Parse(text string) (dialect.Reading, error) {
	if isInline(text) {
		code, err := inlined(text)
		if err != nil {
			return dialect.Reading{}, err
		}
		r, err := parse(code)
		if err != nil { // the places are those of the code
			e, _ := err.(*syntax.Error)
			return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%s", e.What)
		}
		return r, nil
	}
	return parse(text)
}

func parse(text string) (dialect.Reading, error) {
	r := reader{wave.Reader{Text: wave.Blank(text)}}
	r.Read(text, wave.Language{Trimmed: trimmed, Passes: passes, Written: written, Statement: r.statement})
	made, several, err := r.Result(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	result := dialect.Reading{Map: made.Map, Names: made.Names, To: made.To, Warnings: r.Warnings}
	if several != "" {
		result.Warnings = append(result.Warnings, several)
	}
	return result, nil
}

// trimmed leaves out space, the braces of blocks and a label.
func trimmed(text string, start, end int) (int, int) {
	piece := text[start:end]
	piece = strings.TrimLeft(piece, " \t\r")
	for strings.HasPrefix(piece, "{ ") || strings.HasPrefix(piece, "}") || piece == "{" {
		piece = strings.TrimLeft(piece[1:], " \t\r")
	}
	if label, rest, ok := strings.Cut(piece, ":"); ok && isLabel(label) {
		piece = strings.TrimLeft(rest, " \t\r")
	}
	start = end - len(piece)
	piece = strings.TrimRight(piece, " \t\r")
	if strings.HasSuffix(piece, "{") {
		return start, start
	}
	return start, start + len(piece)
}

// isLabel says whether what stands in front of a colon is one word, as of $L__BB0_1: and foo:.
func isLabel(text string) bool {
	c := syntax.Cursor{Text: text}
	return c.Word() != "" && c.Done()
}

// ignored are the first words of lines that move nothing between registers.
var ignored = []string{"ret", "ret.uni", "exit", "EXIT", "RET", "NOP", "BRA", "bar.sync", "bar.warp.sync", "__syncwarp", "__syncthreads", "define", "declare", "attributes", "S2R", "BAR.SYNC"}

func passes(line string) bool {
	c := syntax.Cursor{Text: line}
	word := c.Word()
	if word == "" {
		return strings.IndexByte("#!(){}", line[0]) >= 0
	}
	if word[0] == '.' || word[0] == '$' {
		return true
	}
	for _, w := range ignored {
		if word == w {
			return true
		}
	}
	return false
}

// written is what a statement that is not understood seems to write.
func written(line string) []string {
	if head, _, ok := strings.Cut(line, "="); ok && !strings.Contains(head, "(") {
		words := strings.Fields(head)
		if len(words) > 0 {
			return words[len(words)-1:]
		}
	}
	l, _ := wave.ReadLine(line, 0, len(line))
	for _, a := range l.Args {
		switch {
		case a.Is("PT"):
		case a.Kind == wave.List && a.Start == l.Args[0].Start:
			var all []string
			for _, o := range a.Args {
				all = append(all, o.Text)
			}
			return all
		case a.Kind == wave.Name:
			return registers(l.Op, a.Text)
		}
	}
	return nil
}

// registers are those that an instruction of a listing writes from its first one on, of which it names no other.
func registers(op, first string) []string {
	n := 1
	switch {
	case strings.Contains(op, ".128"):
		n = 4
	case strings.Contains(op, ".WIDE") || strings.Contains(op, ".64"):
		n = 2
	}
	k, err := strconv.Atoi(strings.TrimPrefix(first, "R"))
	if err != nil || first[0] != 'R' {
		return []string{first}
	}
	all := make([]string, n)
	for i := range all {
		all[i] = "R" + strconv.Itoa(k+i)
	}
	return all
}

func (r *reader) statement(start, end int) error {
	line := r.Text[start:end]
	if guard, _, ok := strings.Cut(line, " "); ok && line[0] == '@' && !strings.HasPrefix(line, "@llvm") && !strings.HasPrefix(line, "@PT ") {
		return syntax.Errorf(r.Text, start, start+len(guard), "under the predicate %s: it is a map only once that is known", guard[1:])
	}
	if rest, ok := strings.CutPrefix(line, "@PT "); ok {
		start = end - len(rest)
	}
	if isCall(r.Text[start:end]) {
		return r.assignment(start, end)
	}
	l, err := wave.ReadLine(r.Text, start, end)
	if err != nil {
		return err
	}
	return r.line(l)
}

// isCall says whether a statement is one of C or of LLVM's IR.
func isCall(line string) bool {
	head, _, ok := strings.Cut(line, "(")
	return ok && !strings.ContainsAny(head, "[{") || strings.Contains(line, "=") || strings.HasPrefix(line, "return ")
}

// line is an instruction.
func (r *reader) line(l wave.Line) error {
	family, _, _ := strings.Cut(l.Op, ".")
	switch family {
	case "ld", "LDG", "LDS", "LD", "LDC", "ULDC":
		return r.Load(written(l.Op+" "+r.Text[l.Start+len(l.Op):l.End]), l)
	case "st", "STG", "STS", "ST":
		return r.store(l)
	}
	if len(l.Mods) > 0 {
		return syntax.Errorf(r.Text, l.Mods[0].Start, l.Mods[0].End, "expected the end of the instruction")
	}
	sp, ok := spellings()[l.Op]
	if !ok {
		return syntax.Errorf(r.Text, l.Start, l.Start+len(l.Op), "%s", unknown(l.Op))
	}
	return r.done(l.Op, sp, l.Args, l.Start, l.End, 0)
}

// unknown says of an instruction what it is instead of a movement, or which one is near.
func unknown(op string) string {
	family, _, _ := strings.Cut(op, ".")
	switch family {
	case "prmt":
		return "expected prmt.b32, or a mode behind it such as .f4e"
	case "shfl", "SHFL":
		return "expected shfl.sync or shfl with up, down, bfly or idx and .b32"
	case "shf":
		return "expected shf.l.wrap.b32, shf.r.wrap.b32, or clamp"
	}
	return syntax.Quote(op) + " is no movement: PTX has prmt, shfl, shf and mov"
}

// store makes what it stores the result.
func (r *reader) store(l wave.Line) error {
	if n := len(l.Args); n == 2 && l.Args[1].Kind == wave.List {
		elements := l.Args[1].Args
		name := "mov.b" + strconv.Itoa(wave.SuffixBits(l.Op)*len(elements))
		return r.done(name, spelling{operands: "da", means: (*statement).move}, []wave.Operand{{Kind: wave.Name, Text: string(wave.Hidden)}, l.Args[1]}, l.Start, l.End, 0)
	}
	if len(l.Args) != 2 || l.Args[1].Kind != wave.Name {
		return syntax.Errorf(r.Text, l.Start, l.End, "expected a store of one register")
	}
	for k := len(r.Steps) - 1; k >= 0; k-- {
		for j, to := range r.Steps[k].To {
			if s := r.Steps[k]; to == l.Args[1].Text && s.Err == nil {
				n := len(s.Map[j].Lane)
				m := lane.Identity(s.Map[j].Bits, n)
				r.Steps = append(r.Steps, wave.Step{To: []string{to}, Map: []lane.Map{m}, From: []string{to}, Lanes: s.Lanes, Start: l.Start, End: l.End})
				return nil
			}
		}
	}
	return syntax.Errorf(r.Text, l.Start, l.End, "%s is stored as it was loaded, or was computed", l.Args[1].Text)
}

// bitCasts are functions that change a value's type and not its bits.
var bitCasts = map[string]bool{"__float_as_int": true, "__int_as_float": true, "__float_as_uint": true, "__uint_as_float": true}

// assignment is a statement whose value is a call.
func (r *reader) assignment(start, end int) error {
	a, err := wave.ReadAssignment(r.Text, start, end)
	if err != nil {
		return err
	}
	if a.Value.Kind == wave.Number && a.To != "" {
		a.Value = wave.Operand{Kind: wave.Call, Text: "mov.b32", Args: []wave.Operand{{Kind: wave.Name, Text: a.To}, a.Value}}
		return r.done("mov.b32", spellings()["mov.b32"], a.Value.Args, start, end, 0)
	}
	_, err = r.Value(a.Value, a.To, a.Bits, r.calls())
	return err
}

// calls are the functions of CUDA and of LLVM's IR.
func (r *reader) calls() *wave.Calls {
	return &wave.Calls{Example: "__byte_perm(x, y, 0x3210)", Casts: bitCasts, Find: func(call wave.Operand) (func(args []wave.Operand, bits int) error, error) {
		sp, ok := spellings()[call.Text]
		if !ok || strings.HasPrefix(sp.operands, "d") {
			return nil, call.Errorf(r.Text, "%s moves no lanes: expected __byte_perm, __shfl_sync or the like", syntax.Quote(call.Text))
		}
		sp.operands = "d" + sp.operands
		return func(args []wave.Operand, bits int) error {
			return r.done(call.Text, sp, args, call.Start, call.End, bits)
		}, nil
	}}
}

// widestKnown is how many bits a register has at most whose constant is known.
const widestKnown = 64

// done does a statement.
func (r *reader) done(name string, sp spelling, args []wave.Operand, start, end, bits int) error {
	s, err := told(r.Text, name, sp, args, r.Known)
	if err != nil {
		return wave.Placed(r.Text, start, end, err)
	}
	s.bits = bits
	if err := sp.means(s); err != nil {
		return wave.Placed(r.Text, start, end, err)
	}
	s.step.Start, s.step.End = start, end
	r.Done(s.step, widestKnown, s.warnings)
	return nil
}
