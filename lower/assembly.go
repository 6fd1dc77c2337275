package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// Assembly is the sequence as a file for GNU's assembler or LLVM's: a global function by the platform's convention of calls, its constants behind it. The parameters are those of C; of a map of
// several registers they are pointers to memory, as C's are.
//
//		.text
//		.globl F
//	F:
//		.intel_syntax noprefix
//		movdqa xmm1, [rip + .LF.0]
//		pshufb xmm0, xmm1
//		ret
//		.att_syntax prefix
//		.section .rodata
//		.balign 16
//	.LF.0:
//		.byte 0, 1, …
func (r *Result) Assembly(t *target.Target, name string) (string, error) {
	a := t.Spelling.Assembly
	if a == nil {
		return "", fmt.Errorf("%s has no assembler of machine code", t.Name)
	}
	if (r.Memory != nil || r.Several()) && a.Memory.Pointers == nil {
		return "", fmt.Errorf("no function over memory is written for %s, whose maps of several registers have a listing alone", t.Name)
	}
	p := procedure{r: r, t: t, a: a, name: name}
	place, body := p.place, p.body
	switch {
	case r.Memory != nil:
		place, body = p.placeSeveral, p.memoryBody
	case r.Several():
		place, body = p.placeSeveral, p.severalBody
	}
	if err := place(); err != nil {
		return "", err
	}
	if err := body(); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t.text\n\t.globl %s\n\t.type %s, @function\n%s:\n", name, name, name)
	for _, line := range slices.Concat(a.Head, p.lines, a.Foot) {
		if a.Written != nil {
			line = a.Written(line)
		}
		fmt.Fprintf(&b, "\t%s\n", line)
	}
	fmt.Fprintf(&b, "\t.size %s, .-%s\n", name, name)
	p.data(&b)
	b.WriteString("\t.section .note.GNU-stack, \"\", @progbits\n")
	return b.String(), nil
}

// A procedure is a function of assembly as it is written.
type procedure struct {
	r     *Result
	t     *target.Target
	a     *target.Assembly
	name  string
	code  schedule
	from  []int    // the register in which each input comes
	spare int      // a general register that nobody uses, if masks are loaded
	keep  [2][]int // of each file, those that hold a frame
	lines []string
	ready bool // copies may be made

	constants []constant // vectors, a label each
}

// place gives inputs the registers in which they come, unless some have to be elsewhere or to follow one another.
func (p *procedure) place() error {
	file := p.r.File
	parameters := p.a.Files[file].Parameters
	for k, n := range p.r.parameters() {
		if n >= len(parameters) {
			return fmt.Errorf("input %d of the function would be on the stack: by %s %d come in registers", k, p.a.Procedure, len(parameters))
		}
		p.from = append(p.from, parameters[n])
	}
	var by layout
	if !p.r.readsImplicit() && !slices.ContainsFunc(p.r.Code, func(o Op) bool { return o.Row.Consecutive }) {
		by.inputs = p.from
		for f := range by.avoid {
			by.avoid[f], by.limit[f] = p.a.Files[f].Preserved, p.t.Registers(target.File(f))
		}
	}
	p.code = p.r.registersBy(by)
	if !p.code.fits(p.t) {
		p.code = p.r.registers()
	}
	return nil
}

// parameters are which parameter each input is: sources by their numbers, and behind all of them, of which there are at least two, the old destination.
func (r *Result) parameters() []int {
	list := make([]int, len(r.Inputs))
	for k, in := range r.Inputs {
		if list[k] = in.Source; in.Old {
			list[k] = max(2, len(r.Map.Src))
		}
	}
	return list
}

// body writes the instructions.
func (p *procedure) body() error {
	if err := p.findSpare(); err != nil {
		return err
	}
	saved := p.saved()
	for _, s := range saved {
		p.instruction(p.a.Files[s.file].Save, s.file, s.n, s.n, 64, "")
	}
	p.moveInputs()
	p.ops()
	if to := p.a.Files[p.r.File].Result; p.code.result != to {
		p.copy(p.r.File, to, p.code.result, p.r.Bits)
	}
	for _, s := range slices.Backward(saved) {
		p.instruction(p.a.Files[s.file].Restore, s.file, s.n, s.n, 64, "")
	}
	p.lines = append(p.lines, p.a.Return)
	return nil
}

// ops writes what stands between the inputs and the result.
func (p *procedure) ops() { p.opsAt(nil) }

// opsAt writes it with loads and stores, of which it is told where memory is.
func (p *procedure) opsAt(address func(o *Op) string) {
	for i := range p.code.code {
		switch in := &p.code.code[i]; {
		case in.load != nil:
			p.load(in)
		case in.mode.Bits > 0:
			p.lines, p.ready = append(p.lines, in.mode.Text()), true
		case in.op < 0 && in.way == within:
			p.copy(in.file, in.to, in.from, in.whole)
		default:
			line := listedAt(in, p.r.Code, p.t, address) // which may add lines before
			p.lines = append(p.lines, in.lines(line)...)
		}
	}
}

// A place is a register of a file.
type place struct {
	file target.File
	n    int
}

// saved are the registers that the code writes and the convention preserves.
func (p *procedure) saved() (list []place) {
	for f := range p.code.used {
		for _, n := range p.a.Files[f].Preserved {
			if p.code.used[f][n] && !slices.Contains(p.keep[f], n) {
				list = append(list, place{target.File(f), n})
			}
		}
	}
	return list
}

// findSpare finds a general register through which masks are loaded, one that need not be saved if there is one.
func (p *procedure) findSpare() error {
	if p.a.MaskData != nil || !p.code.loadsMasks() {
		return nil
	}
	free := -1
	for n := range p.t.Registers(target.General) {
		switch preserved := slices.Contains(p.a.Files[target.General].Preserved, n); {
		case p.code.used[target.General][n]:
		case !preserved:
			p.spare = n
			return nil
		case free < 0:
			free = n
		}
	}
	if free < 0 {
		return fmt.Errorf("no general register is free to load a mask through")
	}
	p.spare = free
	p.code.used[target.General][free] = true
	return nil
}

// moveInputs moves inputs from where they come to where the code has them. Both are in the same order, so that there are no rings.
func (p *procedure) moveInputs() {
	moves, err := inTurn(p.from, p.code.inputs, nil)
	if err != nil {
		panic(fmt.Sprintf("lower: inputs in %v go round in a ring to %v", p.from, p.code.inputs))
	}
	for _, m := range moves {
		p.copy(p.r.File, m.to, m.from, p.r.Wide[m.input])
	}
}

// copy is of a whole register: what is above an input may be anything.
func (p *procedure) copy(f target.File, to, from, bits int) {
	if p.a.Ready != "" && !p.ready {
		p.lines, p.ready = append(p.lines, p.a.Ready), true
	}
	text := p.a.Copy
	if f == target.General {
		text, bits = p.a.Move, 64
	}
	p.instruction(text, f, to, from, bits, "")
}

// load is a constant into its register.
func (p *procedure) load(in *instruction) {
	c := in.load
	switch {
	case c.mask && p.a.MaskData != nil:
		p.maskFrom(in.to, p.label(p.constantAt(c)))
	case c.mask && c.bits > 32:
		p.mask(p.a.Wide, in.to, c)
	case c.mask:
		p.mask(p.a.Mask, in.to, c)
	case in.file == target.General:
		p.instruction(p.a.Set, in.file, in.to, in.to, in.whole, hexOf(c.value))
	default:
		p.instruction(p.a.Load, in.file, in.to, in.to, in.whole, p.label(p.constantAt(c)))
	}
}

// constantAt is which of the constants behind the function a constant is.
func (p *procedure) constantAt(c *constant) int {
	at := slices.Index(p.constants, *c)
	if at < 0 {
		at = len(p.constants)
		p.constants = append(p.constants, *c)
	}
	return at
}

func (p *procedure) label(k int) string { return fmt.Sprintf(".L%s.%d", p.name, k) }

// maskFrom loads a mask from a label.
func (p *procedure) maskFrom(to int, label string) {
	p.lines = append(p.lines, strings.Split(strings.NewReplacer("{d}", p.t.MaskRegister(to), "{k}", label).Replace(p.a.Mask), "\n")...)
}

func (p *procedure) mask(text string, to int, c *constant) {
	p.lines = append(p.lines, strings.Split(strings.NewReplacer(
		"{d}", p.t.MaskRegister(to), "{k}", hexOf(c.value), "{s}", target.GeneralRegister(p.spare, 64), "{s32}", target.GeneralRegister(p.spare, 32),
	).Replace(text), "\n")...)
}

func (p *procedure) instruction(text string, f target.File, to, from, bits int, k string) {
	p.lines = append(p.lines, strings.Split(strings.NewReplacer(
		"{mover}", p.t.Spelling.Mover(bits), "{d}", p.t.Register(f, to, bits), "{n}", fmt.Sprint(to), "{a}", p.t.Register(f, from, bits), "{k}", k,
	).Replace(text), "\n")...)
}

// data writes the constants, each aligned to its size.
func (p *procedure) data(b *strings.Builder) {
	if len(p.constants) == 0 {
		return
	}
	b.WriteString("\t.section .rodata\n")
	for k, c := range p.constants {
		data := p.bytesOf(&c)
		fmt.Fprintf(b, "\t.balign %d\n%s:\n", len(data), p.label(k))
		for row := range slices.Chunk(data, 16) {
			fmt.Fprintf(b, "\t.byte %s\n", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(row)), ", "), "[]"))
		}
	}
}

// bytesOf is a constant as it stands in memory.
func (p *procedure) bytesOf(c *constant) []byte {
	if c.mask {
		return p.a.MaskData(c.value, c.bits, slices.Max(p.t.Bits))
	}
	return constantBytes(c.value, c.bits)
}
