package amdgpu

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/wave"
)

// A reader reads statements one after another.
type reader struct {
	wave.Reader
	lanes int        // of a wave
	of    generation // the machines that have what was read
	moved bool       // something was carried between lanes
}

// Parse reads instructions or calls as the map that the last of them is. lanes is how many a wave has, 32 or 64; 0 leaves it to the text.
func Parse(text string, lanes int) (dialect.Reading, error) {
	said := lanes == 32 || lanes == 64
	if !said {
		lanes, said = saidLanes(text)
	}
	r := read(text, lanes)
	if !said && r.of == gfx10 {
		r = read(text, 32)
	}
	made, several, err := r.Result(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	result := dialect.Reading{Map: made.Map, Names: made.Names, To: made.To, Warnings: r.Warnings}
	if !said && r.moved && r.of != gfx9 {
		result.Warnings = append(result.Warnings, fmt.Sprintf("a wave of %d lanes is assumed: // wave32, // wave64 or --exec says it", r.lanes))
	}
	if several != "" {
		result.Warnings = append(result.Warnings, several)
	}
	return result, nil
}

// saidLanes is what a text says of its waves, in a comment or a directive; 64 where it says nothing.
func saidLanes(text string) (lanes int, said bool) {
	c := syntax.Cursor{Text: text}
	for !c.Done() {
		switch word := c.Word(); word {
		case "wave32":
			return 32, true
		case "wave64":
			return 64, true
		case ".amdhsa_wavefront_size32":
			if n, ok := c.Uint(1); ok {
				return 64 >> n, true
			}
		case "":
			c.Off++
		}
	}
	return 64, false
}

func read(text string, lanes int) *reader {
	r := &reader{Reader: wave.Reader{Text: blank(text)}, lanes: lanes}
	r.Read(text, wave.Language{Trimmed: trimmed, Passes: passes, Written: written, Statement: r.statement})
	return r
}

// blank is a text without comments. What follows a semicolon is one too, unless it begins like an instruction.
func blank(text string) string {
	b := []byte(wave.Blank(text))
	for at := 0; at < len(b); at++ {
		if b[at] != ';' || beginsInstruction(b[at+1:]) {
			continue
		}
		for ; at < len(b) && b[at] != '\n'; at++ {
			b[at] = ' '
		}
	}
	return string(b)
}

// beginsInstruction says whether the next thing on a line is an instruction, or something of C.
func beginsInstruction(rest []byte) bool {
	k := 0
	for k < len(rest) && (rest[k] == ' ' || rest[k] == '\t') {
		k++
	}
	head := string(rest[k:min(len(rest), k+3)])
	return strings.HasPrefix(head, "v_") || strings.HasPrefix(head, "s_") || head == "ds_" || isStatement(rest[k:])
}

// isStatement says whether a line has a call of C or of LLVM's IR on it.
func isStatement(line []byte) bool {
	for k, b := range line[:min(len(line), 80)] {
		switch b {
		case '\n', '@', ';':
			return false
		case '=':
			return k+1 < len(line) && line[k+1] != '='
		case '_':
			if strings.HasPrefix(string(line[k:min(len(line), k+17)]), "__builtin_amdgcn_") {
				return true
			}
		}
	}
	return false
}

// trimmed leaves out space, the braces of blocks and a label.
func trimmed(text string, start, end int) (int, int) {
	piece := strings.TrimLeft(text[start:end], " \t\r{}")
	start = end - len(piece)
	piece = strings.TrimRight(piece, " \t\r{}")
	if strings.HasSuffix(piece, ":") {
		return start, start
	}
	return start, start + len(piece)
}

// ignored are the first words of lines that move nothing between registers.
var ignored = map[string]bool{
	"s_waitcnt": true, "s_nop": true, "s_setpc_b64": true, "s_endpgm": true, "s_delay_alu": true, "s_clause": true, "s_barrier": true, "s_wait_dscnt": true, "s_wait_loadcnt": true, "s_wait_alu": true, "s_wait_kmcnt": true,
	"s_wait_loadcnt_dscnt": true, "s_wait_expcnt": true, "s_wait_samplecnt": true, "s_wait_bvhcnt": true, "ret": true, "define": true, "declare": true, "attributes": true, "s_set_vgpr_msb": true, "s_waitcnt_vscnt": true,
}

func passes(line string) bool {
	c := syntax.Cursor{Text: line}
	word := c.Word()
	if word == "" {
		return strings.IndexByte("#!()-", line[0]) >= 0
	}
	return word[0] == '.' || ignored[word] || strings.HasPrefix(word, "global_store") || strings.HasPrefix(word, "buffer_store") || strings.HasPrefix(word, "flat_store")
}

// written is what a statement that is not understood seems to write.
func written(line string) []string {
	if head, _, ok := strings.Cut(line, "="); ok && !strings.Contains(head, "(") {
		if words := strings.Fields(head); len(words) > 0 {
			return words[len(words)-1:]
		}
	}
	if l, _ := wave.ReadLine(line, 0, len(line)); len(l.Args) > 0 && l.Args[0].Kind == wave.Name {
		return registers(l.Args[0].Text)
	}
	return nil
}

// registers are those of a range such as v[2:3], and the whole one of a half such as v1.l.
func registers(name string) (all []string) {
	file, list, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	if !ok {
		return []string{strings.TrimSuffix(strings.TrimSuffix(name, ".l"), ".h")}
	}
	low, high, _ := strings.Cut(list, ":")
	first, err := strconv.Atoi(low)
	last, lastErr := strconv.Atoi(high)
	if err != nil || lastErr != nil {
		return []string{file + low}
	}
	for k := first; k <= last && k < first+widest; k++ {
		all = append(all, file+strconv.Itoa(k))
	}
	return all
}

// widest is how many registers an operand has at most.
const widest = 32

// isCall says whether a statement is one of C or of LLVM's IR.
func isCall(line string) bool {
	c := syntax.Cursor{Text: line}
	head := c.Word()
	return strings.Contains(line, "=") || strings.HasPrefix(head, "__builtin_amdgcn_") || head == "return" || head == "call" || head == "tail"
}

func (r *reader) statement(start, end int) error {
	if isCall(r.Text[start:end]) {
		a, err := wave.ReadAssignment(r.Text, start, end)
		if err == nil && a.Value.Kind == wave.Number && a.To != "" {
			r.Known[a.To] = a.Value.Value
			return nil
		}
		if err == nil {
			_, err = r.Value(a.Value, a.To, a.Bits, r.calls())
		}
		return err
	}
	l, err := wave.ReadLine(r.Text, start, end)
	if err != nil {
		return err
	}
	name := plainName(l.Op)
	sp, ok := spellings()[name]
	switch {
	case isLoad(name) && len(l.Args) > 0:
		return r.Load(registers(l.Args[0].Text), l)
	case !ok:
		return syntax.Errorf(r.Text, l.Start, l.Start+len(l.Op), "%s", unknown(l))
	case len(l.Mods) > 0 && !sp.modified:
		return unexpected(r.Text, l.Mods[0])
	case name == "v_and_b32" && len(l.Args) == 3 && l.Args[2].Kind == wave.Number:
		l.Args[1], l.Args[2] = l.Args[2], l.Args[1]
	case name == "s_movk_i32" && len(l.Args) == 2 && l.Args[1].Kind == wave.Number:
		l.Args[1].Value = uint64(int64(int16(l.Args[1].Value)))
	}
	return r.done(&statement{name: name, mods: l.Mods}, sp, l.Args, l.Start, l.End)
}

// loads are what instructions begin with that fill a register from memory.
var loads = []string{"global_load", "flat_load", "buffer_load", "scratch_load", "ds_read", "ds_load", "s_load"}

func isLoad(name string) bool {
	return slices.ContainsFunc(loads, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// plainName is an instruction's name without what says how it is encoded.
func plainName(op string) string {
	for _, s := range suffixes {
		op = strings.TrimSuffix(op, s)
	}
	return op
}

// unknown says of an instruction why it is no movement.
func unknown(l wave.Line) string {
	name := plainName(l.Op)
	base := strings.TrimSuffix(strings.TrimPrefix(name, "v_"), "_b32")
	if why, ok := refusals[base]; ok {
		return l.Op + " " + why
	}
	for _, m := range l.Mods {
		if isOfDPP(m.Name) {
			return l.Op + " computes: its dpp alone is a v_mov_b32"
		}
	}
	return syntax.Quote(l.Op) + " is no movement, as dpp or v_perm_b32 are"
}

// bitCasts are functions that change a value's type and not its bits.
var bitCasts = map[string]bool{"__float_as_int": true, "__int_as_float": true, "__float_as_uint": true, "__uint_as_float": true, "as_int": true, "as_uint": true, "as_float": true}

// typeSuffixes end LLVM's names of functions that have several types of one size.
var typeSuffixes = []string{".i32", ".f32", ".v2i16", ".v2f16"}

// calls are clang's builtins and LLVM's intrinsics.
func (r *reader) calls() *wave.Calls {
	return &wave.Calls{Example: "__builtin_amdgcn_perm(a, b, 0x07060504)", Casts: bitCasts, Find: func(call wave.Operand) (func(args []wave.Operand, bits int) error, error) {
		name := call.Text
		for _, s := range typeSuffixes {
			name = strings.TrimSuffix(name, s)
		}
		sp, ok := spellings()[name]
		if !ok || strings.HasPrefix(sp.operands, "d") {
			return nil, call.Errorf(r.Text, "%s", unknownCall(name))
		}
		sp.operands = "d" + sp.operands
		return func(args []wave.Operand, _ int) error {
			return r.done(&statement{name: name}, sp, args, call.Start, call.End)
		}, nil
	}}
}

func unknownCall(name string) string {
	base := strings.TrimPrefix(strings.TrimPrefix(name, "__builtin_amdgcn_"), "@llvm.amdgcn.")
	if why, ok := refusals[strings.ReplaceAll(base, ".", "_")]; ok {
		return base + " " + why
	}
	return syntax.Quote(name) + " moves no lanes: expected perm, update_dpp, ds_swizzle, permlane16"
}

// done does a statement.
func (r *reader) done(s *statement, sp spelling, args []wave.Operand, start, end int) error {
	s.text, s.lanes, s.number, s.of = r.Text, r.lanes, map[byte]uint64{}, sp.of
	if len(args) != len(sp.operands) {
		return fmt.Errorf("%s has %d operands, and these are %d", s.name, len(sp.operands), len(args))
	}
	for k, a := range args {
		if err := s.operand(sp.operands[k], a, r.Known); err != nil {
			return err
		}
	}
	err := sp.means(s)
	r.of = max(r.of, s.of)
	if err != nil {
		return wave.Placed(r.Text, start, end, err)
	}
	r.moved = r.moved || s.step.Lanes > 0
	s.step.Start, s.step.End = start, end
	r.Done(s.step, widestKnown, s.warnings)
	return nil
}

// widestKnown is how many bits a register has at most whose constant is known: those of one lane.
const widestKnown = 32
