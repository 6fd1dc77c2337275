package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// The operand that somebody writes is told by commas outside of parentheses and regions.
func TestCommas(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 0, "a, b, c": 2, "(M1, 8) V1": 0, "V1(0,0)<8;8,1> V2, ": 1, "<a, b>, c": 1, "(a, (b, c), d), e, f": 2, "a), b": 1, "a>, b": 1, "(a>, b": 1} {
		if got := commas(text); got != want {
			t.Errorf("%q has %d commas, want %d", text, got, want)
		}
	}
}

// Registers of vectors are called as the listing has them: by the size that is read.
func TestSpelled(t *testing.T) {
	for _, row := range []struct{ name, m, want string }{
		{"mm1'2", "i32x4 -> a0", "xmm1"}, {"mm1", "i32x2 -> a0", "xmm1"}, {"mm3'1", "i32x8 -> a0", "ymm3"}, {"mm3", "i64x3 -> a0", "ymm3"}, {"mm31", "i64x8 -> a0", "zmm31"}, {"v1'3", "i32x4 -> a0", "v1"}, {"rax", "i64x1 -> a0", "rax"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		if got := spelled(form.Form{Map: m, Names: []string{row.name}}).Names[0]; got != row.want {
			t.Errorf("%s of %s is %s, want %s", row.name, row.m, got, row.want)
		}
	}
}

// A name gets a meaning where a line begins with it, or says so.
func TestDefinedBy(t *testing.T) {
	for line, want := range map[string]string{
		"loop:": "loop", "  loop: add 1,2,3": "loop", "1:": "", ":": "", "loop": "", "loop x:": "", ".L2:": ".L2", "a-b:": "a-b",
		".decl V1 v_type=G": "V1", "\t.equ size, 4": "size", ".set a, b": "a", ".macro twice a": "twice", ".decl": "", ".byte 1": "",
		"%r = add": "%r", "  %r=add": "%r", "%r add": "", "% = add": "", "define i32 @f(i32 %a)": "@f", "declare void @g()": "@g", "define i32": "", "define @": "",
		"TEXT ·f(SB), NOSPLIT": "f", "TEXT f(SB)": "f", "TEXT (SB)": "", "": "", "   ": "",
	} {
		if got, ok := definedBy(line); ok != (want != "") || ok && got != want {
			t.Errorf("%q gives %q a meaning (%v), want %q", line, got, ok, want)
		}
	}
}

// Registers in lines that are rewritten: their numbers, and the order of the operands.
func TestRegistersOfLines(t *testing.T) {
	for _, row := range []struct{ register, number, other string }{
		{"xmm5", "5", "xmm7"}, {"%ymm15", "15", "%ymm7"}, {"v5.4s", "5", "v7.4s"}, {"mm2", "2", "mm7"}, {"q3", "3", "q7"}, {"d4", "4", "d7"}, {"27", "", "27"}, {"$27", "", "$27"}, {"#1", "", "#1"}, {"zmm1{k2}", "1", "zmm7{k2}"},
	} {
		if got := numberOf(row.register); got != row.number {
			t.Errorf("%s has the number %q, want %q", row.register, got, row.number)
		}
		if got := withNumber(row.register, "7"); got != row.other || withNumber(row.register, "") != row.register {
			t.Errorf("%s with another number is %s, want %s", row.register, got, row.other)
		}
	}
	for line, want := range map[string]string{"vpshufd xmm0, xmm1, 27": "vpshufd $27, %xmm1, %xmm0", "vpunpcklqdq xmm5, xmm5, xmm0": "vpunpcklqdq %xmm0, %xmm5, %xmm5", "vshufps xmm0, xmm1, xmm2, 27": "vshufps $27, %xmm2, %xmm1, %xmm0"} {
		if got := asATT(line); got != want {
			t.Errorf("%s is %s in AT&T's order, want %s", line, got, want)
		}
		if destination(line, false) != destination(want, true)[1:] {
			t.Errorf("%s writes %s, and %s", line, destination(line, false), destination(want, true))
		}
	}
	p := &price{lines: []string{"vpshufd xmm0, xmm1, 27", "vpunpckldq xmm2, xmm0, xmm1"}, inputs: []int{1, 0}}
	if got := strings.Join(rename(p, []string{"xmm8", "xmm9"}, "xmm5"), "; "); got != "vpshufd xmm5, xmm8, 27; vpunpckldq xmm5, xmm5, xmm8" {
		t.Error(got)
	}
	for k, want := range map[int]string{0: "0", 9: "9", 10: "10", 31: "31", 123: "123"} {
		if number(k) != want {
			t.Errorf("%d is %s", k, number(k))
		}
	}
}

// A language is what the editor says, or else what the name ends with, whatever case it is written in; of assembly the lines tell.
func TestLanguageOf(t *testing.T) {
	for _, row := range []struct{ id, uri, text, want string }{
		{"C", "file:///a", "", "c"}, {"", "file:///A.HPP", "", "c"}, {"", "file:///a", "", "source"}, {"", "file:///a.xyz", "", "source"}, {"plaintext", "a.rs", "", "rust"}, {"go", "a.rs", "", "go"}, {"", "a.ll", "", "llvm"}, {"", "a.visaasm", "", "visa"}, {"lanescope", "a", "", "claims"},
		{"asm", "a.s", "pshufd xmm0, xmm1, 27", "listing"}, {"asm", "a.s", "f: setvl 0,0,2,1,1,1", "svp64"}, {"asm", "a.s", "# sv.add", "listing"}, {"asm", "a.s", ".text\nsv.add *1,*2,*3", "svp64"},
		{"asm", "a.s", "iadd r1, r2, 3\nnonsense r1", "g13"}, {"asm", "a.s", "iadd r1, r2, 3\nnonsense r1\nmore x", "listing"}, {"asm", "a.s", "", "listing"}, {"asm", "a.s", strings.Repeat("nop 1\n", looked) + strings.Repeat("iadd r1, r2, 3\n", 2*looked), "listing"},
		{"asm", "a.s", strings.Repeat("iadd r1, r2, 3\n", looked) + strings.Repeat("x y\n", 2*looked), "g13"}, {"asm", "a.s", strings.Repeat(".text\n", looked) + "iadd r1, r2, 3\n", "g13"},
	} {
		if got := languageOf(row.id, row.uri, newText(row.text)).name; got != row.want {
			t.Errorf("%q %s %q is %s, want %s", row.id, row.uri, row.text[:min(40, len(row.text))], got, row.want)
		}
	}
}

// Who does not want an answer about lines any more has none.
func TestLinesUnwanted(t *testing.T) {
	d := newDocument(documentItem{"file:///a.s", "asm", 1, "nop\n"}, new(prices))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	asked := false
	err := d.lines(over, func(context.Context, *analysis) error {
		asked = true
		return nil
	})
	if asked || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, asked: %v", err, asked)
	}
}

// What comes when nobody takes anything any more is left, and so is the rest.
func TestChannelCloses(t *testing.T) {
	c := &channel{in: bufio.NewReaderSize(strings.NewReader("Content-Length: 2\r\n\r\n{}"), mostHeader), came: make(chan frame), closed: make(chan struct{})}
	if err := c.Close(); err != nil || c.Close() != nil {
		t.Error(err)
	}
	gone := make(chan struct{})
	go func() {
		c.listen()
		close(gone)
	}()
	<-gone
}

// A message has the bytes that its header says, and those may be none. A header may have as much as it may.
func TestChannelReads(t *testing.T) {
	rest := "x: " + strings.Repeat("y", mostHeader-len("content-length:  3 \n\r\n\r\n")-len("x: ")-1)
	var out bytes.Buffer
	c := &channel{in: bufio.NewReaderSize(strings.NewReader("Content-Length: 0\r\n\r\ncontent-length:  3 \n"+rest+"\r\n\r\nabcContent-Length: 1\r\nX: 1\r\n\r\n"), mostHeader), out: &out}
	for _, want := range []string{"", "abc"} {
		if b, err := c.read(); err != nil || string(b) != want {
			t.Errorf("%q, %v, want %q", b, err, want)
		}
	}
	if _, err := c.read(); err == nil {
		t.Error("a message without its bytes is read")
	}
	if err := c.Send([]byte("{}")); err != nil || out.String() != "Content-Length: 2\r\n\r\n{}" {
		t.Errorf("%v, %q", err, out.String())
	}
}
