package visa

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa/object"
)

// What is spoilt is refused with a place, or it is another kernel, which goes all the way that kernels go: printed, read again, formatted, checked, packed, unpacked and executed.

// A spoiltHold holds that of spoilt kernels, and counts how far they came.
type spoiltHold struct {
	*testing.T
	*spoiler
	seen map[string]int
	most time.Duration // of the thread's time, that one took
}

// holdSpoilt begins with nothing seen.
func holdSpoilt(t *testing.T, rng *rand.Rand) *spoiltHold {
	return &spoiltHold{T: t, spoiler: &spoiler{&instWriter{Rand: rng}}, seen: map[string]int{}}
}

// longestSpoilt is how long a processor may work on one of them. The longest of 10^7 took 72 ms.
const longestSpoilt = 2 * time.Second

// hold does something with an input, and holds how long it takes. Where it panics the input is said.
func (h *spoiltHold) hold(input []byte, do func()) {
	h.Helper()
	h.seen["inputs"]++
	begin, whole := threadTime(), false
	defer func() {
		if !whole && !h.Failed() {
			h.Logf("a panic of %q", input)
		}
	}()
	do()
	took := threadTime() - begin
	if h.most = max(h.most, took); took > longestSpoilt {
		h.Errorf("%v of a processor's time for %q", took, input)
	}
	whole = true
}

// holdText holds a text.
func (h *spoiltHold) holdText(text string) {
	dialect := Dialect(h.IntN(2))
	d := NewDecls(32+32*h.IntN(2), D)
	g, errs := ParseProgram(text, d, dialect)
	for _, err := range errs {
		var at *syntax.Error
		if !errors.As(err, &at) || at.Text != text || at.Off < 0 || at.Off > len(text) || at.End > len(text) {
			h.Fatalf("%q: %v is not an error with a place", text, err)
		}
	}
	h.checks(g, dialect)
	if errs != nil {
		h.seen["refused"]++
		return
	}
	h.seen["read"]++
	holdCanonical(h.T, text)
	if dialect == Spec && !slices.ContainsFunc(g.Lines, withoutRelation) { // what the tool makes of a text it does not always read again as that
		h.printsAlike(g)
	}
	h.packs(g)
	h.runs(g, dialect)
}

// withoutRelation says whether a line is a cmp without a relation, which the tool prints as "cmp. ".
func withoutRelation(l Line) bool { return l.Inst.Op == opCmp && l.Inst.Relation == NoRelation }

// printsAlike holds that the text of a program says the same.
func (h *spoiltHold) printsAlike(g *Program) {
	text := string(g.AppendText(nil))
	back, errs := ParseProgram(text, NewDecls(g.Decls.GRF, D), Spec)
	if errs != nil {
		h.Fatalf("%q is printed, and not read: %v", strings.Split(text, "\n")[strings.Count(text[:offsetOf(errs[0])], "\n")], errs[0])
	}
	if again := string(back.AppendText(nil)); again != text {
		h.Fatalf("%s", firstOther(again, text))
	}
	h.seen["printed"]++
}

// packs holds that what is packed is read as it was, where it fits in an object.
func (h *spoiltHold) packs(g *Program) {
	o := &object.Object{Version: formats[h.IntN(len(formats))]}
	if g.Pack(o) != nil {
		return
	}
	b, err := o.Append(nil)
	if err != nil {
		return
	}
	h.seen["packed"]++
	h.readsObject(b, g.Decls.GRF, true)
}

// readsObject reads a file, on registers of grf bytes; whole: of which all is known to be right.
func (h *spoiltHold) readsObject(b []byte, grf int, whole bool) {
	o, err := object.Read(b)
	if err != nil {
		if whole {
			h.Fatalf("what is packed is not read: %v: %x", err, b)
		}
		h.seen["refused"]++
		return
	}
	h.seen["objects read"]++
	again, err := o.Append(nil)
	if err != nil {
		h.Fatalf("what is read is not written: %v: %x", err, b)
	}
	if whole && !bytes.Equal(again, b) {
		h.Fatalf("%x is written as %x", b, again)
	}
	if back, err := object.Read(again); err != nil {
		h.Fatalf("%v: %x is written as %x", err, b, again)
	} else if third, err := back.Append(nil); err != nil || !bytes.Equal(third, again) {
		h.Fatalf("%v: %x is written as %x, and then as %x", err, b, again, third)
	}
	for k := range o.Kernels {
		g, lost, err := Unpack(o, k, grf)
		_ = g.AppendText(nil)
		h.checks(g, Spec)
		if err == nil {
			h.seen["unpacked"]++
			h.packsAlike(o, g, lost)
			h.runs(g, Spec)
		} else if whole {
			h.Fatalf("what is packed is not unpacked: %v: %x", err, b)
		}
	}
}

// packsAlike holds that a kernel of which the text loses nothing is packed as one that says the same, and where it has the same strings as the same bytes.
func (h *spoiltHold) packsAlike(o *object.Object, g *Program, lost []string) {
	if lost != nil || len(o.Kernels) != 1 {
		return
	}
	h.seen["nothing lost"]++
	again := &object.Object{Version: o.Version}
	if err := g.Pack(again); err != nil {
		h.Fatalf("what was unpacked is not packed: %v\n%s", err, g.AppendText(nil))
	}
	back, lost, err := Unpack(again, 0, g.Decls.GRF)
	if text, want := string(back.AppendText(nil)), string(g.AppendText(nil)); err != nil || lost != nil || text != want {
		h.Fatalf("what was unpacked is packed as another: %v %s %s\n%s", err, lost, firstOther(text, want), want)
	}
	if !slices.Equal(o.Kernels[0].Strings, again.Kernels[0].Strings) {
		return
	}
	h.seen["same strings"]++
	want, _ := o.Append(nil)
	if b, err := again.Append(nil); err != nil || !bytes.Equal(b, want) {
		h.Fatalf("%v: bytes are others from %d on: %x, want %x\n%s", err, firstOtherByte(b, want), b, want, g.AppendText(nil))
	}
}

// firstOtherByte is the first place at which bytes differ.
func firstOtherByte(a, b []byte) int {
	for k := range min(len(a), len(b)) {
		if a[k] != b[k] {
			return k
		}
	}
	return min(len(a), len(b))
}

// checks holds that what is wrong with a program is in its lines.
func (h *spoiltHold) checks(g *Program, dialect Dialect) {
	for _, f := range (&Checker{Decls: g.Decls, Dialect: dialect}).CheckProgram(g) {
		if f.Line < 0 || f.Line >= len(g.Lines) {
			h.Fatalf("%+v is in none of %d lines", f, len(g.Lines))
		}
	}
}

// runs runs a program where it can be.
func (h *spoiltHold) runs(g *Program, dialect Dialect) {
	code, err := Compile(g.Insts(), g.Decls, Options{Dialect: dialect, ZeroOutside: h.IntN(2) == 0})
	if err != nil {
		return
	}
	m := code.NewMachine()
	m.Mask, m.Fuel = g.DispatchMask(), 100
	for id := range uint32(4) {
		m.SetFlags(id, Flags{h.Uint32(), ^uint32(0)})
	}
	switch err := code.Run(m, func(s *Step) { s.Touches() }).(type) {
	case nil:
		h.seen["ran"]++
	case *Fault, *OutOfFuel:
		h.seen["ended early"]++
	default:
		h.Fatalf("%v (%T)", err, err)
	}
}

// came fails where too few of them came so far.
func (h *spoiltHold) came(least map[string]int) {
	h.Logf("%v; the longest took %v of a processor", h.seen, h.most)
	for what, thousandths := range least {
		if h.seen[what] < h.seen["inputs"]*thousandths/1000 {
			h.Errorf("%s: %d of %d inputs, fewer than %d in a thousand", what, h.seen[what], h.seen["inputs"], thousandths)
		}
	}
}

// line holds an instruction as text.
func (h *spoiltHold) line(text string, d *Decls) {
	p := Parser{Decls: d, Dialect: Dialect(h.IntN(2))}
	i, err := p.ParseInst(text)
	if err != nil {
		h.seen["refused"]++
		placed(h.T, err)
		return
	}
	h.seen["read"]++
	(&Checker{Decls: d, Dialect: p.Dialect}).Check(&i)
	if p.Dialect == Spec {
		printsAsItself(h.T, &p, &i)
	}
	if b, err := i.AppendInst(nil, d, Current); err == nil {
		h.seen["packed"]++
		if _, n, err := DecodeInst(b, Current); err != nil || n != len(b) {
			h.Fatalf("%q is %x, of which %d bytes are read: %v", text, b, n, err)
		}
	}
}

// code holds an instruction as bytes.
func (h *spoiltHold) code(b []byte, d *Decls, f Format) {
	i, n, err := DecodeInst(b, f)
	if err != nil {
		h.seen["refused"]++
		return
	}
	h.seen["read"]++
	sameBytes(h.T, b[:n], func() ([]byte, error) { return i.AppendInst(nil, d, f) })
	_ = i.Text(d)
	if d.declares(&i) == nil {
		h.seen["checked"]++
		(&Checker{Decls: d}).Check(&i)
	}
}

// spoiltOf is how many mistakes a kernel gets, one after another.
const spoiltOf = 50

// inputs are made, some at a time, until there are as many. The thread is the one whose time counts.
func inputs(t *testing.T, stream uint64, short, long int, some func(h *spoiltHold)) *spoiltHold {
	n := short
	if *full {
		n = long
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	h := holdSpoilt(t, chance.Random(t, stream))
	for h.seen["inputs"] < n {
		some(h)
	}
	return h
}

// Texts of kernels with mistakes.
func TestSpoiltTexts(t *testing.T) {
	inputs(t, 71, 2000, 500_000, func(h *spoiltHold) {
		lines := h.kernel()
		for range spoiltOf / 5 {
			text := h.text(lines)
			h.hold([]byte(text), func() { h.holdText(text) })
		}
	}).came(map[string]int{"read": 100, "refused": 400, "printed": 40, "packed": 80, "unpacked": 80, "ended early": 10})
}

// Objects of kernels with mistakes.
func TestSpoiltObjects(t *testing.T) {
	inputs(t, 72, 2000, 500_000, func(h *spoiltHold) {
		o := h.packed()
		for range spoiltOf / 5 { // few of each, as most kernels end early with every mistake or with none
			if b, err := h.object(&o.Kernels[0], o.Version); err == nil {
				h.hold(b, func() { h.readsObject(b, 32, false) })
			}
		}
	}).came(map[string]int{"refused": 100, "objects read": 500, "unpacked": 200, "nothing lost": 100, "same strings": 100, "ended early": 10})
}

// Instructions with mistakes, as texts.
func TestSpoiltLines(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	inputs(t, 74, 10_000, 4_500_000, func(h *spoiltHold) {
		line := h.inst(h.op())
		for range spoiltOf {
			text := line
			for range h.few() {
				text = h.words(text)
			}
			h.hold([]byte(text), func() { h.line(text, d) })
		}
	}).came(map[string]int{"read": 50, "refused": 400, "packed": 40})
}

// Instructions with mistakes, as bytes.
func TestSpoiltCodes(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d, Dialect: Intel}
	inputs(t, 75, 10_000, 4_500_000, func(h *spoiltHold) {
		f := formats[1+h.IntN(len(formats)-1)] // the first has two codes for M1
		i, err := p.ParseInst(h.inst(h.op()))
		if err != nil {
			return
		}
		code, err := i.AppendInst(nil, d, f)
		if err != nil {
			return
		}
		for range spoiltOf {
			b := slices.Clone(code)
			for range h.few() {
				b = h.bytes(b)
			}
			h.hold(b, func() { h.code(b, d, f) })
		}
	}).came(map[string]int{"read": 200, "refused": 200, "checked": 50})
}

// packed is a kernel that fits in an object.
func (h *spoiltHold) packed() *object.Object {
	for {
		text := strings.Join(h.kernel(), "\n")
		g, errs := ParseProgram(text, NewDecls(32, D), Intel)
		if errs != nil {
			h.Fatalf("%s: %v", text, errs[0])
		}
		o := &object.Object{Version: formats[h.IntN(len(formats))]}
		if g.Pack(o) == nil {
			return o
		}
	}
}

// FuzzSpoilt is the same by choices that a fuzzer makes.
func FuzzSpoilt(f *testing.F) {
	f.Add([]byte{}, uint64(1))
	f.Add([]byte{0x80, 0x40, 0x20, 0xf0, 0xc0, 0, 0xff}, uint64(2))
	chance.Fuzz(f, func(t *testing.T, given []byte, seed uint64) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		h := holdSpoilt(t, rand.New(&choices{given, rand.NewPCG(seed, 73)}))
		lines := h.kernel()
		text := h.text(lines)
		h.hold([]byte(text), func() { h.holdText(text) })
		o := h.packed()
		if b, err := h.object(&o.Kernels[0], o.Version); err == nil {
			h.hold(b, func() { h.readsObject(b, 32, false) })
		}
	})
}
