package fuzz

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// A Verdict is what came of a program.
type Verdict struct {
	Kind Kind
	Got  lane.Map // what the compiler's output does, where Kind is Agrees or Differs
	Why  string   // it is not read, or what the compiler said when it died
}

// A Kind is what sort of verdict it is.
type Kind uint8

// The kinds, from good to bad.
const (
	Agrees  Kind = iota // the output does what the program does
	Unread              // it is more than our readers follow
	Differs             // it does something else
	Dies                // the compiler does not come back, or ends without an output
)

var kindNames = [...]string{"agrees", "unread", "differs", "dies"}

func (k Kind) String() string { return kindNames[k] }

// ParseKind reads the name of a kind.
func ParseKind(text string) (Kind, bool) {
	for k, name := range kindNames {
		if name == text {
			return Kind(k), true
		}
	}
	return 0, false
}

// Bad says whether there is something to be found.
func (v *Verdict) Bad() bool { return v.Kind == Differs || v.Kind == Dies }

// Judge says what a compiler makes of programs. An error is that the context ended, or that this machine cannot do it.
func (c *Compiler) Judge(ctx context.Context, machine string, all []*Program) ([]Verdict, error) {
	if c.kind.machines[machine] == nil {
		return nil, fmt.Errorf("%s is not asked about %s", c.Name, machine)
	}
	verdicts, err := c.kind.judge(ctx, c, machine, all)
	if !errors.Is(err, errDied) {
		return verdicts, err
	}
	if len(all) == 1 {
		return []Verdict{{Kind: Dies, Why: err.Error()}}, nil
	}
	verdicts = verdicts[:0] // which one it is
	for half := range 2 {
		some, err := c.Judge(ctx, machine, all[half*len(all)/2:(half+1)*len(all)/2])
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, some...)
	}
	return verdicts, nil
}

// verdict compares what a text does with what a program does. What the program leaves undefined the output may define.
func (p *Program) verdict(got lane.Map) Verdict {
	want := p.Map()
	v, err := lane.Compare(got, want)
	switch {
	case err != nil:
		return Verdict{Kind: Unread, Why: err.Error()}
	case v.Relation == lane.Equal || v.Relation == lane.Refines:
		return Verdict{Kind: Agrees, Got: got}
	}
	return Verdict{Kind: Differs, Got: got}
}

// judgeListing reads what llc emits.
func judgeListing(ctx context.Context, c *Compiler, machine string, all []*Program) ([]Verdict, error) {
	dir, over, err := files(map[string]string{"f.ll": joined(all, (*Program).LLVM)})
	if err != nil {
		return nil, err
	}
	defer over()
	out, _, err := command(ctx, dir, c.path, append([]string{"-O2", "-o", "-", "f.ll"}, c.kind.machines[machine]...)...)
	if err != nil {
		return nil, err
	}
	texts := functionsOf(string(out), len(all))
	verdicts := make([]Verdict, len(all))
	for n, p := range all {
		verdicts[n] = p.readListing(texts[n], machine)
	}
	return verdicts, nil
}

// functionsOf cuts an assembly before the label of each function.
func functionsOf(text string, n int) []string {
	texts := make([]string, n)
	for k := range n {
		_, body, found := strings.Cut(text, "\n"+functionName(k)+":")
		if !found {
			continue
		}
		for _, end := range []string{"\n.Lfunc_end", "\n" + functionName(k+1) + ":", "end_function"} {
			body, _, _ = strings.Cut(body, end)
		}
		_, texts[k], _ = strings.Cut(body, "\n") // behind the comment of the label
		head := text[:len(text)-len(body)]
		if at := strings.Index(text, body); at >= 0 {
			head = text[:at]
		}
		texts[k] = constantsBefore(head) + functionName(k) + ":\n" + texts[k]
	}
	return texts
}

// constantsBefore are the constants that stand before a function, and behind the one before.
func constantsBefore(head string) string {
	if at := strings.LastIndex(head, "\n.Lfunc_end"); at >= 0 {
		head = head[at+1:]
	}
	if at := strings.Index(head, "\n.LCPI"); at >= 0 {
		return head[at+1:] + "\n"
	}
	return ""
}

// readListing reads one function.
func (p *Program) readListing(text, machine string) Verdict {
	if !strings.Contains(text, ":") {
		return Verdict{Kind: Unread, Why: "there is no such function in the output"}
	}
	if isEmpty(text) { // it returns its first source as it is
		return p.verdict(p.returning(0))
	}
	f, err := form.Parse(text, form.Options{})
	if err != nil {
		return Verdict{Kind: Unread, Why: firstLine(err.Error())}
	}
	above := lane.Lane{Kind: lane.Undefined}
	if strings.HasPrefix(machine, "avx") {
		above = lane.Zero() // a write of a part of a register clears the rest
	}
	return p.read(f, func(name string) (int, bool) { return sourceIn(name, machine) }, above)
}

// isEmpty says whether a function only returns.
func isEmpty(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, ".") || strings.HasSuffix(line, ":"):
		case line == "retq" || line == "ret" || line == "blr":
		default:
			return false
		}
	}
	return true
}

// firstSource is the number of the register in which a machine has the first source.
var firstSource = map[string]int{"vsx": 2, "vsx10": 2, "rvv128": 8, "rvv128+zvbb": 8}

// registerFiles are the names of registers without their numbers.
var registerFiles = []string{"xmm", "ymm", "zmm", "v", "z", "q", "d", "vs", "$vr", "$xr", "$"}

// sourceIn is which source a register holds when a function begins.
func sourceIn(register, machine string) (k int, ok bool) {
	file := strings.TrimRight(register, "0123456789")
	k, err := strconv.Atoi(register[len(file):])
	if err != nil || !slices.Contains(registerFiles, file) {
		return 0, false // memory, which the function may have written before
	}
	if strings.HasPrefix(register, "vs") && strings.HasPrefix(machine, "vsx") {
		k -= 32 // vs34 is v2
	}
	k -= firstSource[machine]
	return k, k >= 0 && k < mostSources
}

// Read holds what a reader makes of the program's own text of LLVM's IR against what it does.
func (p *Program) Read(f form.Form) (Verdict, error) {
	v := p.read(f, sourceNamed, lane.Lane{Kind: lane.Undefined})
	if v.Kind == Unread {
		return v, errors.New(v.Why)
	}
	return v, nil
}

// read holds a form's map against the program, with its sources as the program has them. What is above of what it says is known.
func (p *Program) read(f form.Form, source func(name string) (int, bool), above lane.Lane) Verdict {
	switch {
	case f.Guard != nil:
		return Verdict{Kind: Unread, Why: "it is under a predicate"}
	case f.Part != "":
		return Verdict{Kind: Unread, Why: "a part of it is read: " + f.Part}
	}
	m := f.Map
	order := make([]int, len(m.Src))
	for k, lanes := range m.Reads() {
		if lanes == 0 {
			continue
		}
		if k >= len(f.Names) {
			return Verdict{Kind: Unread, Why: "a source has no name"}
		}
		n, ok := source(f.Names[k])
		if !ok || n >= p.Sources {
			return Verdict{Kind: Unread, Why: fmt.Sprintf("%s is no source", f.Names[k])}
		}
		order[k] = n
	}
	m, err := m.Regroup(8)
	if err != nil {
		return Verdict{Kind: Unread, Why: err.Error()}
	}
	got := lane.Map{Bits: 8, Lane: make([]lane.Lane, p.Bytes)}
	for range p.Sources {
		got.Src = append(got.Src, p.Bytes)
	}
	for k := range got.Lane {
		got.Lane[k] = above
		if k >= len(m.Lane) {
			continue
		}
		l := m.Lane[k]
		if l.Kind == lane.Source {
			if l.Src = order[l.Src]; l.Index >= p.Bytes {
				l = lane.Lane{Kind: lane.Undefined} // above the vector nothing is known
			}
		}
		got.Lane[k] = l
	}
	return p.verdict(got)
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// judgeIR reads what opt makes.
func judgeIR(ctx context.Context, c *Compiler, machine string, all []*Program) ([]Verdict, error) {
	dir, over, err := files(map[string]string{"f.ll": joined(all, (*Program).LLVM)})
	if err != nil {
		return nil, err
	}
	defer over()
	out, _, err := command(ctx, dir, c.path, append([]string{"-O2", "-S", "-o", "-", "f.ll"}, c.kind.machines[machine]...)...)
	if err != nil {
		return nil, err
	}
	verdicts := make([]Verdict, len(all))
	for n, p := range all {
		_, text, ok := strings.Cut(string(out), "@"+functionName(n)+"(")
		body, _, _ := strings.Cut(text, "\n}")
		f, err := form.Parse("define "+irType(p.Bytes, 1)+" @"+functionName(n)+"("+body+"\n}\n", form.Options{})
		switch _, lines, _ := strings.Cut(body, "\n"); {
		case !ok:
			verdicts[n] = Verdict{Kind: Unread, Why: "there is no such function in the output"}
		case strings.HasPrefix(strings.TrimSpace(lines), "ret "):
			verdicts[n] = p.returned(strings.Fields(lines))
		case err != nil:
			verdicts[n] = Verdict{Kind: Unread, Why: firstLine(err.Error())}
		default:
			verdicts[n] = p.read(f, sourceNamed, lane.Lane{Kind: lane.Undefined})
		}
	}
	return verdicts, nil
}

// sourceNamed is which source a name of our own is.
func sourceNamed(name string) (k int, ok bool) {
	n, err := fmt.Sscanf(strings.TrimPrefix(name, "%"), "v%d", &k)
	return k, n == 1 && err == nil
}

// returning is a map that returns a source as it is.
func (p *Program) returning(source int) lane.Map {
	m := lane.Map{Bits: 8}
	for k := range p.Bytes {
		m.Lane = append(m.Lane, lane.From(source, k))
	}
	for range p.Sources {
		m.Src = append(m.Src, p.Bytes)
	}
	return m
}

// returned is a function that does nothing else: ret <16 x i8> %v1.
func (p *Program) returned(ret []string) Verdict {
	what := ret[len(ret)-1]
	if k, ok := sourceNamed(what); ok && k < p.Sources {
		return p.verdict(p.returning(k))
	}
	got := p.returning(0)
	l, ok := map[string]lane.Lane{"zeroinitializer": lane.Zero(), "poison": {Kind: lane.Undefined}, "undef": {Kind: lane.Undefined}}[what]
	if !ok {
		return Verdict{Kind: Unread, Why: "a constant is returned"}
	}
	for n := range got.Lane {
		got.Lane[n] = l
	}
	return p.verdict(got)
}

// judgeExecuted has a program compiled and runs it: what bytes that all differ become says where they come from.
func judgeExecuted(ctx context.Context, c *Compiler, machine string, all []*Program) ([]Verdict, error) {
	on, err := runnerOf(machine)
	if err != nil {
		return nil, err
	}
	say := func(p *Program, name string) string { return c.kind.say(c, p, name, machine) }
	dir, over, err := files(map[string]string{"f.c": joined(all, say), "main.c": cMain(all, on.system)})
	if err != nil {
		return nil, err
	}
	defer over()
	args := slices.Concat([]string{"-O2", "-w", "-o", "f", "f.c", "main.c"}, c.kind.machines[machine], on.options)
	if _, _, err := command(ctx, dir, c.path, args...); err != nil {
		return nil, err
	}
	run := append(slices.Clone(on.run), filepath.Join(dir, "f"))
	out, _, err := command(ctx, dir, run[0], run[1:]...)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, p := range all {
		size += p.Bytes
	}
	if len(out) != 2*size {
		return nil, fmt.Errorf("%w: it wrote %d bytes, and %d were to come", errDied, len(out), 2*size)
	}
	verdicts, at := make([]Verdict, len(all)), 0
	for n, p := range all {
		verdicts[n] = p.executed(out[at:][:p.Bytes], out[size+at:][:p.Bytes])
		at += p.Bytes
	}
	return verdicts, nil
}

// executed is what a program does of which the results are known: of bytes that all differ, and of these inverted.
func (p *Program) executed(plain, inverted []byte) Verdict {
	got, want, mixed := p.returning(0), p.Map(), false
	for k, b := range plain {
		from := int(b) - 1
		switch {
		case b == inverted[k]:
			got.Lane[k] = lane.Fixed(lane.ConstOf(uint64(b)))
		case b == ^inverted[k] && b > 0 && from/64 < p.Sources && from%64 < p.Bytes:
			got.Lane[k] = lane.From(from/64, from%64)
		default: // bits of several, which no program has, but where nothing is defined
			got.Lane[k] = lane.Lane{Kind: lane.Undefined}
			mixed = mixed || want.Lane[k].Kind != lane.Undefined
		}
	}
	v := p.verdict(got)
	if mixed {
		v.Kind = Differs
	}
	return v
}
