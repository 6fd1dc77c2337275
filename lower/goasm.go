package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// GoAssembly is the sequence as a file for Go's assembler: a function whose result and operands are vectors in memory, or numbers where the target has no vectors. Its parameters are those of
// C behind the result; those of a map of several registers are pointers to memory, also where they are numbers else. Instructions that the assembler does not know by name are their machine code, with the name behind it.
//
//	// func F(result, a, b *[16]byte)
//	TEXT ·F(SB), NOSPLIT, $0-24
//		MOVQ a+8(FP), AX
//		MOVOU (AX), X0
//		…
//		PSHUFD $27, X0, X0
//		MOVQ result+0(FP), AX
//		MOVOU X0, (AX)
//		RET
func (r *Result) GoAssembly(t *target.Target, name string) (string, error) {
	if r.Memory != nil {
		return "", errNoMemory
	}
	if t.Spelling.Go == nil {
		return "", fmt.Errorf("%s is not among what the assembler of Go knows", t.Name)
	}
	f := goFunction{r: r, t: t, g: t.Spelling.Go, name: name}
	f.code = r.registersBy(layout{keep: [2][]int{target.General: {goFramePointer}}})
	if !f.code.fits(t) {
		return "", fmt.Errorf("%s has too few registers", t.Name)
	}
	f.parameters()
	body := f.body
	if r.Several() {
		body = f.severalBody
	}
	if err := body(); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("#include \"textflag.h\"\n\n// Declare it in a file of Go, beside which this one is named after " + f.g.Architecture + ":\n//\n//\t//go:noescape\n//\t" + f.declaration() + "\n")
	fmt.Fprintf(&b, "TEXT ·%s(SB), %s, $%d-%d\n", name, f.flag(), f.local, f.frame)
	for _, line := range f.lines {
		fmt.Fprintf(&b, "\t%s\n", line)
	}
	f.data(&b)
	return b.String(), nil
}

// goFramePointer is the general register that functions of Go preserve, as sequences count them.
const goFramePointer = 14

// A goFunction is a function as it is written.
type goFunction struct {
	r     *Result
	t     *target.Target
	g     *target.GoAssembly
	name  string
	code  schedule
	spare int // a general register through which masks are loaded
	lines []string

	of        []goParameter
	frame     int
	local     int // bytes of the stack beside the parameters
	most      int // of a slot
	holds     int // the parameter whose pointer is in the register for that, or -1
	constants []constant
}

// A goParameter is one of the function, eight bytes of its frame.
type goParameter struct {
	name   string
	bits   int // of the vector to which it points, or of the register in which it comes
	input  int // which one it is; -1: none
	offset int
}

// parameters are the result, but for a number's, which is behind all others, then at least a and b, and the old destination if it is read.
func (f *goFunction) parameters() {
	add := func(name string, bits, input int) {
		f.of = append(f.of, goParameter{name, bits, input, f.frame})
		f.frame += 8
	}
	if f.r.Several() {
		f.pointers(add)
		return
	}
	if f.r.File == target.Vectors {
		add("result", f.r.Bits, -1)
	}
	for k := range max(2, len(f.r.Map.Src)) {
		input := slices.Index(f.r.Inputs, Input{Source: k})
		bits := f.r.Bits
		if input >= 0 {
			bits = f.r.Wide[input]
		}
		add(goSourceName(k), bits, input)
	}
	if old := slices.IndexFunc(f.r.Inputs, func(in Input) bool { return in.Old }); old >= 0 {
		add("d", f.r.Wide[old], old)
	}
	if f.r.File == target.General {
		add("ret", f.r.Bits, -1)
	}
}

// goSourceName is the parameter of a source. One named g would be the register of the goroutine.
func goSourceName(k int) string {
	if name := sourceParameter(k); name != "g" {
		return name
	}
	return "g0"
}

// declaration is the function as Go declares it.
func (f *goFunction) declaration() string {
	if f.r.File == target.General && !f.r.Several() {
		var names []string
		for _, p := range f.of[:len(f.of)-1] {
			names = append(names, p.name)
		}
		return "func " + f.name + "(" + strings.Join(names, ", ") + " uint64) uint64"
	}
	list := make([]string, len(f.of))
	for i, p := range f.of {
		list[i] = p.name
		if last := i == len(f.of)-1; last || f.of[i+1].bits != p.bits {
			list[i] += fmt.Sprintf(" *[%d]byte", p.bits/8)
		}
	}
	return "func " + f.name + "(" + strings.Join(list, ", ") + ")"
}

func (f *goFunction) body() error {
	argument, result, back := f.g.Argument, f.g.Result, f.of[0]
	if f.r.File == target.General {
		argument, result, back = f.g.Number, f.g.Back, f.of[len(f.of)-1]
	}
	for _, p := range f.of {
		if p.input >= 0 {
			f.write(argument, f.r.File, f.code.inputs[p.input], 0, p.bits, "{p}", p.name, "{o}", strconv.Itoa(p.offset))
		}
	}
	if err := f.ops(); err != nil {
		return err
	}
	f.write(result, f.r.File, 0, f.code.result, f.r.Bits, "{p}", back.name, "{o}", strconv.Itoa(back.offset))
	f.end()
	return nil
}

// ops writes what stands between the inputs and the result.
func (f *goFunction) ops() (err error) {
	if f.spare, err = f.code.spareGeneral(f.t.Registers(target.General)); err != nil {
		return err
	}
	for i := range f.code.code {
		if err := f.instruction(&f.code.code[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *goFunction) end() {
	if leave := f.g.Leave(f.r.longestVector()); leave != "" {
		f.lines = append(f.lines, leave)
	}
	f.lines = append(f.lines, "RET")
}

// longestVector are the bits of the longest vector that the sequence reads or writes.
func (s *Sequence) longestVector() int {
	n := 0
	if s.File == target.Vectors {
		n = max(s.Bits, s.widest())
	}
	for i := range s.Code {
		n = max(n, s.Code[i].Row.Length())
	}
	return n
}

// write writes a text with its registers and what else stands in it.
func (f *goFunction) write(text string, file target.File, to, from, bits int, others ...string) {
	register := func(n int) string { return f.g.Register(file, file.MachineNumber(n), bits) }
	text = strings.NewReplacer(append(others, "{copy}", f.g.Copy(bits), "{move}", f.g.Move(bits), "{d}", register(to), "{a}", register(from))...).Replace(text)
	f.lines = append(f.lines, strings.Split(text, "\n")...)
}

func (f *goFunction) instruction(in *instruction) error {
	switch {
	case in.load != nil:
		f.load(in)
		return nil
	case in.way != within:
		f.spilled(in)
		return nil
	case in.op < 0 && in.file == target.General:
		f.write(f.g.Moved, in.file, in.to, in.from, 64)
		return nil
	case in.op < 0:
		f.write(f.g.Copied, in.file, in.to, in.from, in.whole)
		return nil
	}
	op := &f.r.Code[in.op]
	at := op.operands(in)
	text, err := f.g.Text(op.Row, &at, listed(in, f.r.Code, f.t))
	f.lines = append(f.lines, text)
	return err
}

func (f *goFunction) load(in *instruction) {
	c := in.load
	switch {
	case c.mask:
		text := f.g.Mask
		if c.bits > 32 {
			text = f.g.Wide
		}
		spare := f.g.Register(target.General, target.General.MachineNumber(f.spare), 64)
		f.lines = append(f.lines, strings.Split(strings.NewReplacer("{d}", "K"+strconv.Itoa(in.to), "{k}", hexOf(c.value), "{s}", spare).Replace(text), "\n")...)
	case in.file == target.General:
		f.write(f.g.Set, in.file, in.to, in.to, 64, "{k}", hexOf(c.value))
	default:
		at := slices.Index(f.constants, *c)
		if at < 0 {
			at = len(f.constants)
			f.constants = append(f.constants, *c)
		}
		f.write(f.g.Load, in.file, in.to, in.to, in.whole, "{k}", f.symbol(at))
	}
}

func (f *goFunction) symbol(k int) string { return f.name + "_" + strconv.Itoa(k) }

// data writes the constants, in numbers of eight bytes.
func (f *goFunction) data(b *strings.Builder) {
	for k, c := range f.constants {
		b.WriteString("\n")
		for at := 0; at < c.bits; at += 64 {
			fmt.Fprintf(b, "DATA %s<>+%d(SB)/8, $%s\n", f.symbol(k), at/8, hexOf(c.value.Slice(at, 64)))
		}
		fmt.Fprintf(b, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", f.symbol(k), c.bits/8)
	}
}
