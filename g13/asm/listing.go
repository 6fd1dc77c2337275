package asm

import (
	"bufio"
	"fmt"
	"io"

	"github.com/lanescope/lanescope/g13"
)

// A Line is what stands at an offset in code: an instruction, or bytes that are none.
type Line struct {
	Offset int
	Bytes  []byte
	Inst   g13.Inst
	Err    error // why it is no instruction
}

// Lines calls f with what stands in code, from its beginning to its end. It holds no more of the code than one instruction; the line's bytes are good until f returns.
func Lines(code io.Reader, f func(*Line) error) error {
	in := bufio.NewReaderSize(code, 64<<10)
	var line Line
	for {
		ahead, err := in.Peek(longest)
		switch {
		case err != nil && err != io.EOF: // which is said once only
			return err
		case len(ahead) == 0:
			return nil
		}
		line.Bytes = ahead[:min(2, len(ahead))]
		if line.Inst, line.Err = g13.Decode(ahead); line.Err == nil {
			line.Bytes = ahead[:line.Inst.Len]
		}
		if err := f(&line); err != nil {
			return err
		}
		line.Offset += len(line.Bytes)
		if _, err := in.Discard(len(line.Bytes)); err != nil {
			return err
		}
	}
}

// longest is the bytes of the longest instruction.
const longest = 12

// AppendText appends what the line says: the instruction, or bytes as Assemble reads them.
func (l *Line) AppendText(b []byte) []byte {
	if l.Err == nil {
		return Append(b, l.Inst)
	}
	for k, v := range l.Bytes {
		b = append(b, [...]string{".byte 0x", ", 0x"}[k]...)
		b = appendHexByte(b, v)
	}
	return b
}

// Undefined are the names of the operands whose encoding the document leaves undefined.
func (l *Line) Undefined() (names []string) {
	if l.Err != nil {
		return nil
	}
	for n, o := range l.Inst.Form.Operands() {
		if l.Inst.Arg(n).Undefined {
			names = append(names, o.Name)
		}
	}
	return names
}

// appendListing appends the line with its offset and bytes in a comment. An instruction is spelled by text, nil for Text.
func (l *Line) appendListing(b []byte, text func(g13.Inst) string) []byte {
	start := len(b)
	if text != nil && l.Err == nil {
		b = append(b, text(l.Inst)...)
	} else {
		b = l.AppendText(b)
	}
	for len(b)-start < 56 {
		b = append(b, ' ')
	}
	b = fmt.Appendf(b, " # %4x: %x", l.Offset, l.Bytes)
	lead := "; UNDEFINED: "
	for _, name := range l.Undefined() {
		b = append(append(b, lead...), name...)
		lead = ", "
	}
	return append(b, '\n')
}

// WriteListing is Disassemble for code of any length, of which it holds little at a time.
func WriteListing(w io.Writer, code io.Reader) error { return WriteListingIn(w, code, nil) }

// WriteListingIn is WriteListing in another spelling.
func WriteListingIn(w io.Writer, code io.Reader, text func(g13.Inst) string) error {
	var b []byte
	return Lines(code, func(l *Line) error {
		b = l.appendListing(b[:0], text)
		_, err := w.Write(b)
		return err
	})
}

// Disassemble is a program as a listing that Assemble reads: an instruction a line, with its offset and bytes in a comment, and which operands are UNDEFINED. What is no
// instruction is bytes.
func Disassemble(code []byte) []byte {
	var b []byte
	for line := (Line{}); line.Offset < len(code); line.Offset += len(line.Bytes) {
		rest := code[line.Offset:]
		n := min(2, len(rest))
		if line.Inst, line.Err = g13.Decode(rest); line.Err == nil {
			n = int(line.Inst.Len)
		}
		line.Bytes = rest[:n]
		b = line.appendListing(b, nil)
	}
	return b
}
