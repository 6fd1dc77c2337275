package asm

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// standing is an operand in a text: which it is, and where it stands.
type standing struct{ n, start, end int }

// standings are the operands that an instruction's text has, which ends with the last of them.
func standings(i g13.Inst) (text string, all []standing) {
	name, hidden := i.Name()
	b := []byte(name)
	if i.Saturates() {
		b = append(b, ".sat"...)
	}
	first := true
	for n := range i.Args() {
		if hidden != nil && hidden[n] {
			continue
		}
		before, wasFirst := len(b), first
		if b, first = appendNext(b, i, n, first); len(b) > before {
			all = append(all, standing{n, before + len(appendSeparator(nil, wasFirst)), len(b)})
		}
	}
	return string(b), all
}

// likely is an instruction of a form with random fields, of which nothing is doubtful; ok is false where none is found.
func likely(f g13.Form, rng *rand.Rand) (i g13.Inst, ok bool) {
	spoken := f.NameBits()
	for k := range f.Operands() {
		bits := f.Bits(k)
		spoken = g13.Word{Lo: spoken.Lo | bits.Lo, Hi: spoken.Hi | bits.Hi}
	}
	for range 50 {
		i := g13.New(f)
		w := g13.Word{Lo: rng.Uint64() & spoken.Lo, Hi: rng.Uint64() & spoken.Hi}
		if rng.IntN(2) == 0 { // few bits, as most programs have
			w = g13.Word{Lo: w.Lo & rng.Uint64() & rng.Uint64(), Hi: w.Hi & rng.Uint64() & rng.Uint64()}
		}
		i.Word = i.Word.Xor(w)
		i.Fit(false)
		n, _ := i.Doubts()
		if j, err := g13.Decode(i.AppendBytes(nil)); err == nil && j == i && n < 0 && i.Unsaid().IsZero() {
			return i, true
		}
	}
	return g13.Inst{}, false
}

// refusal is why a text is no instruction.
func refusal(t *testing.T, text string) *syntax.Error {
	t.Helper()
	i, err := Parse(text)
	var at *syntax.Error
	if !errors.As(err, &at) {
		t.Fatalf("%s is %s, %v", text, Text(i), err)
	}
	return at
}

// wantedAt are what may be asked for where operand n stands, in any form of the name: it, or the next if it may be left out.
func wantedAt(name string, n int) (all []string) {
	for _, naming := range append(slices.Clone(g13.Named(name)), g13.AlsoNamed(name)...) {
		operands := naming.Inst.Form.Operands()
		for k := n; k < len(operands); k++ {
			o := &operands[k]
			all = append(all, cmp.Or(map[bool]string{true: o.Count + "0"}[o.Kind == g13.Numbered], kinds[o.Kind].wanted))
			if hidden := naming.Hidden != nil && naming.Hidden[k]; !hidden && !kinds[o.Kind].optional(o) && !naming.Inst.MayLack(k) {
				break
			}
		}
	}
	return all
}

// What is no operand is refused where it stands, and what would be one is said: for every operand of every form, alone and in a program with constants.
func TestNonsenseIsNoOperand(t *testing.T) {
	rng := chance.Random(t, 8)
	for f := range g13.NumForms {
		insts := []g13.Inst{Example(f)}
		for range 4 {
			if i, ok := likely(f, rng); ok {
				insts = append(insts, i)
			}
		}
		for _, i := range insts {
			text, all := standings(i)
			for _, s := range all {
				o := i.Operand(s.n)
				for _, nonsense := range []string{"?", "nonesuch", "r1r"} {
					nonsenseAt(t, text, nonsense, s, kinds[o.Kind].optional(&o))
				}
			}
		}
	}
}

// nonsenseAt tries a text with nonsense in the place of an operand, which may be left out, so that it is the comma that is too much.
func nonsenseAt(t *testing.T, text, nonsense string, s standing, optional bool) {
	t.Helper()
	in := text[:s.start] + nonsense + text[s.end:]
	err := refusal(t, in)
	optional = optional && err.Off == s.start-len(", ") && strings.HasSuffix(err.What, noMore)
	name, _, _ := strings.Cut(strings.Replace(text, ".sat", "", 1), " ")
	said := slices.ContainsFunc(wantedAt(name, s.n), func(wanted string) bool { return strings.Contains(err.What, wanted) }) ||
		strings.HasSuffix(err.What, noMore) || nonsense == "r1r" && (strings.HasPrefix(err.What, `"r" is not understood`) || strings.HasSuffix(err.What, "here r1 is missing"))
	if err.Off != s.start && !optional || !said {
		t.Errorf("%s\n%d: %s, expected %d: %q", in, err.Off, err.What, s.start, wantedAt(name, s.n))
	}
	const before = ".equ other, 1\n"
	_, errs := Assemble(before + in)
	at, ok := errs[0].(*syntax.Error)
	if same := ok && at.Off == err.Off+len(before) && at.What == err.What; len(errs) != 1 || !same && !strings.Contains(at.What, "label") {
		t.Errorf("%s\nalone: %v\nin a program: %v", in, err, errs)
	}
}
