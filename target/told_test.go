package target_test

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What tables say of every row is what the file has, a line each: its name and operands, sizes, what it needs, its encoding, and a number that stands for all else that it says and does.
// Other tests have what it does by another route, for those rows that they can execute or whose meaning they have; what a row is called, and in which targets it is, none else has for all.
func TestRowsAreToldOnce(t *testing.T) {
	var b strings.Builder
	first := map[*target.Row]string{}
	for _, tg := range target.Targets() {
		fmt.Fprintf(&b, "%s: %s\n", tg.Name, sum(told(reflect.ValueOf(tg.Spelling), 0)+answered(reflect.ValueOf(tg.Spelling).Elem())+fmt.Sprint(tg.Says, tg.Bits, tg.Files, tg.Has, tg.CPUs, tg.Torn)+spelt(tg)))
		for _, list := range [][]*target.Row{tg.Rows, tg.Pairs, tg.Memory} {
			var others []string
			for _, r := range list {
				if in := first[r]; in != "" {
					others = append(others, in)
					continue
				}
				first[r] = tg.Name
				fmt.Fprintf(&b, "\t%s %s; %d of %v; %s; %s; %s\n", r.Name, r.Asm, r.Bits, r.Src, r.Needs, r.Encoding, sum(rowTold(tg, r)))
			}
			for _, name := range slices.Compact(others) {
				fmt.Fprintf(&b, "\t%d of %s\n", countOf(others, name), name)
			}
		}
	}
	golden.Held(t, "testdata/rows.txt", b.String(), *update)
}

func countOf(list []string, name string) (n int) {
	for _, s := range list {
		if s == name {
			n++
		}
	}
	return n
}

// sum is a number for a text.
func sum(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%016x", h.Sum64())
}

// told is all that a value says in its fields; of functions only whether there is one.
func told(v reflect.Value, depth int) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || depth > 8 {
			return "-"
		}
		return told(v.Elem(), depth+1)
	case reflect.Struct:
		text := "{"
		for k := range v.NumField() {
			if v.Type().Field(k).Name != "code" { // which is read from the encoding once somebody asks
				text += v.Type().Field(k).Name + ":" + told(v.Field(k), depth+1) + " "
			}
		}
		return text + "}"
	case reflect.Slice, reflect.Array:
		text := "["
		for k := range v.Len() {
			text += told(v.Index(k), depth+1) + " "
		}
		return text + "]"
	case reflect.Func:
		return fmt.Sprint(!v.IsNil())
	}
	return fmt.Sprint(v)
}

// rowTold is what a row says of itself, and what it does for each value of its immediate and for some constants, as texts and as code.
func rowTold(tg *target.Target, r *target.Row) string {
	text := told(reflect.ValueOf(r).Elem(), 0)
	operand := func(letter byte) string { return "v" + string(letter) }
	values := 1
	if r.Imm != nil {
		values = r.Imm.Values
	}
	for v := range values {
		text += r.Text(v, operand) + r.Call(r.C, v, operand)
		if r.Imm != nil {
			text += r.Imm.Map(v).String()
		}
		o := target.Operands{D: 1, K: 2, M: 3, Scratch: 4, Imm: v}
		for k := range r.Src {
			o.Args = append(o.Args, 5+k)
		}
		code, err := r.AppendCode(nil, &o)
		text += fmt.Sprintf(" %x %v\n", code, err)
		for _, l := range []*target.Language{tg.Spelling.C, tg.Spelling.Rust} {
			if l != nil {
				text += l.ExpressionOf(r, v)
			}
		}
		if g := tg.Spelling.Go; g != nil {
			line, err := g.Text(r, &o, "listing")
			text += fmt.Sprintln(line, err)
		}
	}
	if r.Mask != nil {
		for _, zero := range []bool{false, true} {
			text += r.MaskedText(0, zero, operand)
		}
		text += r.Call(r.Mask.Zero, 0, operand) + r.Call(r.Mask.Merge, 0, operand)
	}
	for _, c := range sampleConstants(r) {
		text += r.Index.Apply(c).String() + "\n"
	}
	if r.Access != nil {
		for k := range max(r.Access.Registers, 1) {
			text += r.Accessed(k).String()
		}
	}
	for k := range target.SourceLetters {
		text += fmt.Sprint(r.MemoryBits(target.SourceLetters[k]), r.FileOf(target.SourceLetters[k]))
	}
	for _, cpu := range []string{"haswell", "skylake", "icelake", "znver4", "neoverse-n1", "pwr9", "neoverse-v2", "neoverse-n2", "sifive-p670", "spacemit-x60", "pwr10"} {
		if c, ok := r.On(cpu); ok {
			p, _ := target.PipelineOf(cpu)
			cycles, busiest := p.Cycles(c.Uses, c.Uops)
			text += fmt.Sprint(cpu, p.Text(c.Uses), cycles, p.Names(busiest))
		}
	}
	name, ok := r.GoName()
	return text + fmt.Sprint(r.Masks()) + fmt.Sprint(r.Ops(), r.Scalars(), r.Length(), r.Operands(), r.ModeOf(true).Text(), r.ModeOf(false), name, ok)
}

// sampleConstants are some that tell the bytes of one apart: none, all bits, bytes that count up and down, and every third bit.
func sampleConstants(r *target.Row) (all []lane.Const) {
	if r.Index == nil {
		return nil
	}
	n := (r.Index.Bits + 7) / 8
	for _, at := range []func(i int) byte{func(int) byte { return 0 }, func(int) byte { return 0xff }, func(i int) byte { return byte(i) }, func(i int) byte { return byte(n - 1 - i) }, func(i int) byte { return [3]byte{0x49, 0x92, 0x24}[i%3] }, func(i int) byte { return byte(37*i + 11) }} {
		le := make([]byte, n)
		for i := range le {
			le[i] = at(i)
		}
		all = append(all, lane.ConstBytes(le).Slice(0, r.Index.Bits))
	}
	return all
}

// spelt is how a target writes what is no row.
func spelt(tg *target.Target) (text string) {
	some := lane.ConstOf(0x0123456789abcdef)
	text += codeOf(tg)
	for _, bits := range tg.Bits {
		text += tg.Copied(1, 2, bits) + tg.Spelling.Mover(bits)
		if tg.Spelling.Anywhere != nil {
			text += tg.Spelling.Anywhere(bits)
		}
		if tg.Spelling.Constant != nil {
			text += tg.Spelling.Constant(some, bits)
		}
		if g := tg.Spelling.Go; g != nil {
			text += g.Copy(bits) + g.Move(bits) + g.Leave(bits) + g.Register(target.Vectors, 7, bits) + g.Register(target.General, 7, bits)
		}
		for _, f := range tg.Files {
			for n := range min(tg.Registers(f), 32) {
				text += tg.Register(f, n, bits) + tg.Stored(f, n, bits, n) + tg.Reloaded(f, n, bits, n)
			}
		}
		for _, l := range []*target.Language{tg.Spelling.C, tg.Spelling.Rust} {
			if l != nil {
				text += writtenIn(l, tg.Files[0], some, bits)
			}
		}
	}
	if tg.MaskRegister(3) != "3" {
		text += tg.MaskRegister(3) + tg.SetMask(3, some, 8) + tg.SetMask(3, some, 16) + tg.SetMask(3, some, 32) + tg.SetMask(3, some, 64)
	}
	return text + tg.Address("p", 0) + tg.Address("p", 32) + tg.Features()
}

// codeOf is the code of what is no row.
func codeOf(tg *target.Target) (text string) {
	m := tg.Spelling.Machine
	if m == nil {
		return ""
	}
	say := func(code []byte, err error) { text += fmt.Sprintf("%x %v\n", code, err) }
	for _, bits := range tg.Bits {
		for _, n := range []int{0, 3, 7, 15} {
			for _, f := range tg.Files {
				say(m.Copy(nil, f, n, 15-n, bits))
				for _, above := range []int{0, 16, 112, 1024} {
					say(m.Store(nil, f, n, bits, above))
					say(m.Reload(nil, f, n, bits, above))
				}
			}
			code, at, err := m.Load([]byte{0x90, 0x90, 0x90, 0x90}, n, bits)
			if say(code, err); err == nil {
				err = m.Refer(code, at, 64)
				say(code, err)
			}
			for _, v := range []uint64{0, 1, 0xffff, 0x12345, 1 << 31, 1<<32 - 1, 1 << 32, 0x0123456789abcdef, 1<<64 - 1} {
				say(m.Set(nil, n, v))
			}
			if tg.MaskRegister(3) != "3" {
				for _, bits := range []int{8, 16, 32, 64} {
					say(m.Mask(nil, 1+n%7, n, bits, 0x123456789abcdef))
				}
			}
		}
	}
	return text + fmt.Sprintf("%x", m.Return(nil))
}

// answered is what the functions in a value's fields say to some arguments; of one that cannot have them, nothing.
func answered(v reflect.Value) (text string) {
	for k := range v.NumField() {
		f := v.Field(k)
		if f.Kind() == reflect.Pointer && f.Elem().Kind() == reflect.Struct {
			text += answered(f.Elem())
		}
		if f.Kind() != reflect.Func || f.IsNil() || !f.CanInterface() {
			continue
		}
		for _, n := range []int{8, 16, 31, 32, 64, 128, 256, 512} {
			text += fmt.Sprintln(v.Type().Field(k).Name, n, said(f, n))
		}
	}
	return text
}

// said is what a function says to arguments that are numbers, or made of one.
func said(f reflect.Value, n int) (text string) {
	defer func() {
		if recover() != nil {
			text = "none"
		}
	}()
	var args []reflect.Value
	for k := range f.Type().NumIn() {
		switch f.Type().In(k) {
		case reflect.TypeFor[int]():
			args = append(args, reflect.ValueOf(n))
		case reflect.TypeFor[string]():
			args = append(args, reflect.ValueOf(fmt.Sprint("x", n)))
		case reflect.TypeFor[bool]():
			args = append(args, reflect.ValueOf(n%3 == 1))
		case reflect.TypeFor[lane.Const]():
			args = append(args, reflect.ValueOf(lane.ConstOf(0x0123456789abcdef>>(n%32))))
		case reflect.TypeFor[[]byte]():
			args = append(args, reflect.ValueOf([]byte{1, 2, 3, byte(n)}))
		default:
			args = append(args, reflect.Zero(f.Type().In(k)))
		}
	}
	for _, v := range f.Call(args) {
		text += fmt.Sprint(v, " ")
	}
	return text
}

// writtenIn is how a language writes types, constants and vectors of other sizes, where it has them.
func writtenIn(l *target.Language, f target.File, some lane.Const, bits int) string {
	text := l.Type(f, bits)
	if l.Number != nil {
		text += l.Number(some)
	}
	if l.Vector != nil {
		text += l.Vector(some, bits)
	}
	if l.Resize != nil {
		text += l.Resize("x", bits, 2*bits, true) + l.Resize("x", bits, 2*bits, false) + l.Resize("x", 2*bits, bits, false)
	}
	if l.Mask != nil {
		text += l.Mask(some, bits/32, bits)
	}
	return text
}
