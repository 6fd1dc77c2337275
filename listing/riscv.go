package listing

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Lines of RISC-V's vectors mean what the mode says that a line before them has set. VLEN is 128, or what has room for the lanes that are set, or for a constant.
//
//	vsetivli zero, 4, e32, m1, tu, mu
//	vmv1r.v v0, 0x5                        a constant, as listings of sequences have it
//	vslidedown.vi v8, v9, 1, v0.t          lanes 0 and 2; the others are those of v8
//
// Several registers are one vector where the mode says so (m2), and so is a part of one (mf2).

// RISCV is lines of RISC-V's vectors.
func RISCV() dialect.Dialect {
	return dialect.Dialect{
		Name: "rvv", Meaning: "RISC-V's vectors: lines of listings with the modes that are set, and intrinsics in C", Example: "vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1",
		Looks: looksRISCV, Read: dialect.WithoutOptions(readRISCV), Say: sayOnTarget, Sequence: sequenceRISCV, Whole: true,
	}
}

func looksRISCV(text string) bool {
	for _, at := range strings.Statements(text) {
		name, operands := riscvWords(text[at[0]:at[1]])
		switch {
		case name == "" || generalRISCV[name] || storedRISCV[name] > 0:
		case strings.HasPrefix(name, "vset") && len(operands) >= 3:
			return true
		default:
			return len(operands) > 0 && isRISCVVector(operands[0]) && isRISCVName(name, len(operands))
		}
	}
	return false
}

// isRISCVName says whether a line is an instruction of RISC-V's vectors that is known.
func isRISCVName(name string, operands int) bool {
	if _, memory := accessRISCV(name); memory {
		return operands >= 2
	}
	_, ok := instructionRISCV(name)
	return ok || wholeRegisters(name) > 0
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

// immediateFits says why an instruction has no such number in it: it has five bits, of vror.vi six, and with a sign where it is computed with.
func immediateFits(name string, operands []string) error {
	if len(operands) == 0 {
		return nil
	}
	_, kind, _ := strings.Cut(name, ".")
	last := len(operands) - 1
	if kind == "vim" && last > 0 { // before the mask
		last--
	}
	n, err := strconv.ParseInt(operands[last], 0, 64)
	if err != nil || kind != "vi" && kind != "wi" && kind != "v.i" && kind != "vim" {
		return nil
	}
	least, most := int64(0), int64(31)
	switch {
	case name == "vror.vi":
		most = 63
	case strings.HasPrefix(name, "vms"), slices.Contains([]string{"vadd.vi", "vrsub.vi", "vand.vi", "vor.vi", "vxor.vi", "vmv.v.i", "vmerge.vim"}, name):
		least, most = -16, 15
	}
	switch {
	case n < 0 && least == 0:
		return fmt.Errorf("%s has no negative number", name)
	case n < least || n > most:
		return fmt.Errorf("%s has numbers from %d to %d, and this is %d", name, least, most, n)
	}
	return nil
}

func readRISCV(text string) (dialect.Reading, error) {
	pieces := strings.Statements(text)
	if len(pieces) > program.MaxLines {
		return dialect.Reading{}, syntax.Errorf(text, pieces[program.MaxLines][0], pieces[program.MaxLines][1], "more than %d lines", program.MaxLines)
	}
	data := Constants(strings.SplitSeq(strings.ToLower(text), "\n")) // as lines are read
	needed, vlen := neededVLENs{}, rvv.UsualVLEN
	for _, at := range pieces {
		name, operands := riscvWords(text[at[0]:at[1]])
		needed.add(name, operands, nil)
		if a, ok := accessRISCV(name); ok && a.whole > 0 {
			vlen = max(vlen, wholeVLEN(data, a.whole))
		}
	}
	for vlen = max(vlen, needed.most()); ; vlen = needed.most() {
		r, err := readLinesRISCV(text, pieces, data, vlen, needed)
		if needed.most() <= vlen { // of lines that say no more than was known
			return r, err
		}
	}
}

// readLinesRISCV reads the lines of a text in registers of so many bits, and notes what numbers in registers need.
func readLinesRISCV(text string, pieces [][2]int, data map[string][]byte, vlen int, needed neededVLENs) (dialect.Reading, error) {
	f := newRISCV(&program.Values{Named: map[string]lane.Map{}, Patient: true, Parts: true}, vlen)
	f.point()
	f.constant = func(label string) ([]byte, bool) { b, ok := data[label]; return b, ok }
	r := dialect.Reading{}
	for _, at := range pieces {
		name, operands := riscvWords(text[at[0]:at[1]])
		if name == "" {
			continue
		}
		if err := missingRegister(text[at[0]:at[1]], riscvFiles); err != nil && len(operands) > 0 && isCalled(operands[0], riscvFiles, "v") {
			return dialect.Reading{}, syntax.Moved(err, text, at[0])
		}
		needed.add(name, operands, f.held)
		before := f.p.Computations()
		to, err := f.line(name, operands)
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
		f.p.Locate(before, func(err error) error { return syntax.Errorf(text, at[0], at[1], "%s: %v", name, err) })
		if to != "" {
			r.To = to
		}
	}
	if f.memory != nil {
		f.result, r.To = f.memory.value, f.memory.at.said()
	}
	if r.To == "" {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "no line moves lanes: vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1")
	}
	one := []lane.Map{f.result}
	if err := f.p.Level(one); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	m, names, err := f.p.WithoutComputed(one[0])
	if err != nil {
		return dialect.Reading{}, err // with its line
	}
	m, kept := m.DropUnused() // as groups have registers that nothing is wanted of
	for _, k := range kept {
		r.Names = append(r.Names, names[k])
	}
	r.Map = program.Readable(m)
	return r, dialect.Checked(text, r.Map)
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
	v := &f.riscv
	v.constant = func(label string) ([]byte, bool) { return f.constant(label, 0) }
	switch {
	case strings.HasPrefix(name, "vset") && len(words) >= 3:
		return d, true, f.modeRISCV(name, words)
	case !isRISCVLine(name, words):
		v.general(name, words)
		return d, false, nil
	}
	if err := missingRegister(text, riscvFiles); err != nil {
		return d, true, err
	}
	if storesRISCV(name) {
		return Deed{Needs: target.RVV}, true, errStore
	}
	d = Deed{To: words[0], Needs: target.RVV}
	_, memory := accessRISCV(name)
	if memory || wholeRegisters(name) > 0 && strings.HasPrefix(words[len(words)-1], "0x") {
		d.Kind = Loaded
	}
	d, err = f.lineRISCV(d, name, words, memory)
	return d, true, err
}

// modeRISCV follows a line that sets a mode. It is no movement, as the error says.
func (f *Follower) modeRISCV(name string, words []string) error {
	v := &f.riscv
	if n := neededVLEN(name, words, v.held); n > v.vlen { // what is known is of shorter registers
		v.vlen = n
		for n := range 32 {
			if r := "v" + strconv.Itoa(n); f.l.Named[r].Bits > 0 {
				f.Forget(r)
			}
		}
	}
	if v.mode = (riscvMode{}); v.set(name, words) == nil {
		return fmt.Errorf("a mode is no movement")
	}
	return fmt.Errorf("a mode of lanes that are not in the text")
}

// lineRISCV follows a line that writes a vector: a load of a constant, or a movement. What several registers hold is not followed. A sum is none before vwmaccu, and what it is of is kept aside.
func (f *Follower) lineRISCV(d Deed, name string, words []string, memory bool) (Deed, error) {
	v := &f.riscv
	sum, sums := v.sums[words[0]]
	if d.Ends = sums && strings.HasPrefix(name, "vwmaccu."); d.Ends {
		f.l.Named[words[0]] = sum
	}
	delete(v.sums, words[0])
	reads := v.reads(name, words)
	before := f.l.Computations()
	to, err := v.line(name, words)
	switch {
	case err == nil && to == "":
		err = fmt.Errorf("it writes no vector")
	case memory && err != nil:
		return d, errLoad
	case err == nil && f.l.Computations() > before:
		v.sums[to], d.Kind, d.Reads = f.l.Named[to], Began, reads
		err = fmt.Errorf("what is computed is no movement by itself")
	case err == nil && v.result.Bits*len(v.result.Lane) > v.vlen:
		err = fmt.Errorf("several registers are not followed")
	}
	if err != nil {
		return d, err
	}
	return f.executed(d, f.l.Named[to], to, reads, wholeRegisters(name) > 0 && d.Kind != Loaded || name == "vmv.v.v"), nil
}

// reads are the registers that a line reads.
func (f *riscvReader) reads(name string, words []string) (all []string) {
	for k, w := range words {
		if isRISCVVector(w) && (k > 0 || f.keeps(name, words)) {
			all = append(all, w)
		}
	}
	return all
}

// keeps says whether what was in the destination may be there afterwards.
func (f *riscvReader) keeps(name string, words []string) bool {
	i, _ := instructionRISCV(name)
	masked := words[len(words)-1] == "v0.t"
	return i.Into || name == "vmv.s.x" || masked && f.mode.off || f.mode.tail && f.mode.elem*f.mode.lanes < f.vlen
}

// isRISCVLine says whether a line is of RISC-V's vectors: a name with a dot, and a vector by its number alone.
func isRISCVLine(name string, words []string) bool {
	_, kind, ok := strings.Cut(name, ".")
	return ok && kind != "" && (name[0] == 'v' || name[0] == 'x') && len(words) > 0 && (isRISCVVector(words[0]) || isCalled(words[0], riscvFiles, "v"))
}

// groupRISCV are all registers that a line of RISC-V's vectors may write that is not followed. A group has as many as the mode says, and twice as many where lanes are made wider; where the mode is not known, it may have up to eight, but no more than its first register's number can be divided by.
//
//	vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v8, v9, v10      v8 alone
//	vwaddu.vv v9, v10, v11                                         v9 alone, whatever the mode is
//	vlseg2e32.v v9, (a0)                                           v9 and v10, or also v11 to v16
func (v *riscvReader) groupRISCV(name, operands string) (all []string) {
	words := splitOperands(operands)
	if words[0] = strings.TrimSpace(words[0]); !isRISCVLine(name, words) || storesRISCV(name) {
		return nil
	}
	first, _ := strconv.Atoi(words[0][1:])
	for n := first; n < min(first+v.most(name, first), 32); n++ {
		all = append(all, "v"+strconv.Itoa(n))
	}
	return all
}

// most is how many registers a line may write, from the first.
func (v *riscvReader) most(name string, first int) int {
	access, memory := accessRISCV(name)
	switch {
	case strings.HasPrefix(name, "vl") && strings.Contains(name, "seg"):
		return mostInGroup // a group for each field
	case memory && access.whole > 0:
		return access.whole
	case wholeRegisters(name) > 0:
		return wholeRegisters(name)
	}
	aligned := mostInGroup
	for first%aligned != 0 {
		aligned /= 2
	}
	if loads := strings.HasPrefix(name, "vl"); loads || v.mode.elem == 0 { // which have lanes of their own
		return aligned
	}
	lanes := 1
	if strings.HasPrefix(name, "vw") || strings.HasPrefix(name, "vfw") {
		lanes = 2
	}
	return min(aligned, max(1, lanes*v.mode.registers/v.mode.part))
}

// storesRISCV says whether a line writes memory, and no register.
func storesRISCV(name string) bool {
	a, ok := accessRISCV(name)
	return ok && a.stores || strings.HasSuffix(name, ".v") && begins(name, []string{"vsse", "vssseg", "vsuxei", "vsoxei", "vsuxseg", "vsoxseg"})
}
