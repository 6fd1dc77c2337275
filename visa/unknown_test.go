package visa

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa/object"
)

// From an opcode on that nobody knows, code is kept as it is, and with it the numbers of labels: text and bytes go into each other.
func TestUnknownCode(t *testing.T) {
	w := &instWriter{Rand: rand.New(rand.NewPCG(chance.Seed(t), 32))}
	var strange []byte
	for code := range 256 {
		if _, known := opOfCode(byte(code), 0); !known {
			strange = append(strange, byte(code))
		}
	}
	for range 60 {
		lines := (&kernelWriter{instWriter: w}).kernel(func() string { return "add (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 0x5:d" })
		rest := make([]byte, 1+w.IntN(20))
		for k := range rest {
			rest[k] = byte(w.Uint32())
		}
		rest[0] = strange[w.IntN(len(strange))]
		if w.IntN(2) == 0 { // labels that only the bytes name, and numbers in another order
			lines = append([]string{`.label "first"`, `.label "block1"`, `.label sub7 subroutine`}, lines...)
		}
		f := formats[1+w.IntN(len(formats)-1)]
		lines = append(lines, ".code "+hex.EncodeToString(rest))
		g := readKernel(t, ".version 4.1\n"+containerHead, lines)
		g.Version = f
		text := string(g.AppendText(nil))
		o := &object.Object{Version: f}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(o.Kernels[0].Code, rest) {
			t.Fatalf("the code ends with %x, want %x", o.Kernels[0].Code, rest)
		}
		b, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := object.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		again, lost, err := Unpack(back, 0, 32)
		if err != nil || lost != nil {
			t.Fatalf("%v: lost %q", err, lost)
		}
		if got := string(again.AppendText(nil)); got != text {
			t.Fatal(firstOther(got, text))
		}
		read, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		o = &object.Object{Version: f}
		if err := read.Pack(o); err != nil {
			t.Fatal(err)
		}
		if c, err := o.Append(nil); err != nil || !bytes.Equal(b, c) {
			t.Fatalf("other bytes: %v", err)
		}
		holdCanonical(t, text)
		if _, err := Compile(read.Insts(), read.Decls, Options{}); err == nil || !strings.Contains(err.Error(), "its first opcode is not known") && !strings.Contains(err.Error(), "is not executed") && !strings.Contains(err.Error(), "nowhere") && !strings.Contains(err.Error(), "was not given") {
			t.Errorf("it runs: %v", err)
		}
		c := Checker{Decls: read.Decls}
		for _, found := range c.CheckProgram(read) {
			if read.Lines[found.Line].Inst.Op == opUnknown {
				t.Errorf("%+v", found)
			}
		}
	}
}

// What is no code and no label is refused with its place.
func TestUnknownCodeRefusals(t *testing.T) {
	for _, row := range [][2]string{
		{".code", "1:6: expected bytes, two hexadecimal digits each"},
		{".code 5", "1:7: expected bytes"},
		{".code 5x", "1:7: expected bytes"},
		{".code 58 66", "1:10: expected the end of the line"},
		{".code 3963", "1:7: 39 begins gather, which is known: expected the instruction itself"},
		{"yield\n.label", "2:7: expected the name of a label"},
		{".label add", `1:8: "add" is no name of a label`},
		{".label \"a b\"", `1:8: "a b" is no name of a label`},
		{".label a block", "1:10: expected subroutine, kernel, or the end of the line"},
		{".label a\n.label a subroutine\n.label a", `3:8: "a" has a number already`},
		{"goto (M1, 8) a\n.label a\na:", `2:8: "a" has a number already`},
		{"goto (M1, 8) a", "a is nowhere"},
	} {
		_, errs := ParseProgram(row[0], NewDecls(32, D), Spec)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), row[1]) {
			t.Errorf("%q: %v, want %s", row[0], errs, row[1])
		}
	}
	if _, errs := ParseProgram("goto (M1, 8) a\n.code 58", NewDecls(32, D), Spec); errs != nil {
		t.Errorf("a label may be in code that nobody knows: %v", errs)
	}
}
