package asm_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/chance"
)

// A tap gives code as it is asked for, and counts it; what is written is counted too.
type tap struct {
	code          io.Reader
	read, written int
	ahead         int // most bytes that were read before their text was written
}

func (p *tap) Read(b []byte) (int, error) {
	n, err := p.code.Read(b)
	p.read += n
	p.ahead = max(p.ahead, p.read-p.written/60) // a line has 60 bytes at least, and an instruction 2
	return n, err
}

func (p *tap) Write(b []byte) (int, error) {
	p.written += len(b)
	return len(b), nil
}

// A listing of any length is written as it is read: it holds little of either.
func TestListingStreams(t *testing.T) {
	const size = 1 << 20
	var zeros [4096]byte
	for k := range zeros {
		zeros[k] = [...]byte{0x88, 0}[k%2] // stop
	}
	var parts []io.Reader
	for range size / len(zeros) {
		parts = append(parts, bytes.NewReader(zeros[:]))
	}
	p := &tap{code: io.MultiReader(parts...)}
	if err := asm.WriteListing(p, p); err != nil || p.read != size || p.written < size/2*60 {
		t.Fatalf("%d bytes read, %d written, %v", p.read, p.written, err)
	}
	if p.ahead > size/2+128<<10 { // of the half that a line of two bytes is not counted for
		t.Errorf("%d bytes were read ahead", p.ahead-size/2)
	}
}

// It says what Disassemble says, in whatever pieces the code comes.
func TestListingOfAnyReader(t *testing.T) {
	rng := chance.Random(t, 5)
	for n := range 300 {
		code := make([]byte, n)
		for k := range code {
			code[k] = byte(rng.Uint32()) & byte(rng.Uint32()|rng.Uint32())
		}
		for _, in := range []io.Reader{bytes.NewReader(code), iotest.OneByteReader(bytes.NewReader(code)), iotest.DataErrReader(bytes.NewReader(code))} {
			var out bytes.Buffer
			if err := asm.WriteListing(&out, in); err != nil || !bytes.Equal(out.Bytes(), asm.Disassemble(code)) {
				t.Fatalf("%x: %v\n%s", code, err, out.Bytes())
			}
		}
	}
	broken := iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(make([]byte, 1<<18))))
	if err := asm.WriteListing(io.Discard, broken); err != iotest.ErrTimeout {
		t.Errorf("a reader that fails: %v", err)
	}
}

// What stops at a line stops there, with its own error: nothing behind it is decoded or written.
func TestLinesStop(t *testing.T) {
	code := bytes.Repeat([]byte{0x88, 0}, 9)
	enough := errors.New("enough")
	for stop := range 9 {
		seen := 0
		err := asm.Lines(bytes.NewReader(code), func(l *asm.Line) error {
			if l.Offset != 2*seen || l.Err != nil {
				t.Errorf("line %d is at %d, %v", seen, l.Offset, l.Err)
			}
			if seen++; seen > stop {
				return enough
			}
			return nil
		})
		if err != enough || seen != stop+1 {
			t.Errorf("stopped after %d lines: %d, %v", stop+1, seen, err)
		}
		full := &upTo{lines: stop}
		if err := asm.WriteListing(full, bytes.NewReader(code)); err != io.ErrShortWrite || full.tried != stop+1 {
			t.Errorf("%d lines were written to what takes %d: %v", full.tried, stop, err)
		}
	}
}

// upTo takes so many lines.
type upTo struct{ lines, tried int }

func (w *upTo) Write(b []byte) (int, error) {
	if w.tried++; w.tried > w.lines {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}
