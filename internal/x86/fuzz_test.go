package x86_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzParse: any text is an encoding that prints and reads back, or an error with a place.
func FuzzParse(f *testing.F) {
	f.Add("RMI: 66 0F 70 /r ib")
	f.Add("RVM FV: EVEX.512.66.0F38.W1 8D /r")
	f.Add("RVMR: VEX.128.66.0F3A.W0 4C /r /is4")
	f.Add("OI: REX.W + B8+rd io")
	chance.Fuzz(f, func(t *testing.T, text string) {
		e, err := x86.Parse(text)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			_ = at.Caret()
			return
		}
		if back, err := x86.Parse(e.String()); err != nil || back != e {
			t.Fatalf("%q is %v, which reads as %v: %v", text, e, back, err)
		}
	})
}

// FuzzAppend: any operands of any encoding become an instruction of at most 15 bytes behind what was there, or an error that leaves it.
func FuzzAppend(f *testing.F) {
	f.Add("RMI: 66 0F 70 /r ib", []byte("\x01\x01\x00\x01\x02\x00\x07\x1b\x00"))
	f.Add("RVM FVM: EVEX.512.66.0F38.W1 8D /r", []byte("\x03\x01\x0a\x03\x1e\x00\x05\x07\x40"))
	f.Add("RVM FV: EVEX.512.0F.W0 58 /r", []byte("\x03\x01\x0a\x03\x1e\x00\x03\x07\x60"))
	chance.Fuzz(f, func(t *testing.T, text string, data []byte) {
		e, err := x86.Parse(text)
		if err != nil {
			return
		}
		var operands []x86.Operand
		for ; len(data) >= 3; data = data[3:] {
			operands = append(operands, fuzzOperand(data))
		}
		before := []byte("before")
		got, err := e.Append(before, operands...)
		n := len(got) - len(before)
		switch {
		case !bytes.HasPrefix(got, before):
			t.Fatalf("%v %v: % x does not begin as before", e, operands, got)
		case err != nil && n != 0:
			t.Fatalf("%v %v: %v, and yet % x", e, operands, err, got)
		case (err == nil) != (x86.Refusal(e, operands) == nil):
			t.Fatalf("%v %v: %v, and by the slow rules %v", e, operands, err, x86.Refusal(e, operands))
		case err == nil && (n < 1 || n > x86.MaxBytes):
			t.Fatalf("%v %v: % x has %d bytes", e, operands, got, n)
		}
	})
}

// fuzzOperand makes an operand from at least three bytes: its kind, a number, and the opmask.
func fuzzOperand(data []byte) x86.Operand {
	n := int(int8(data[1]))
	disp := int32(int16(binary.LittleEndian.Uint16(data[1:]))) * 64
	var o x86.Operand
	switch data[0] % 11 {
	case 0:
		o = x86.R(n)
	case 1:
		o = x86.XMM(n)
	case 2:
		o = x86.YMM(n)
	case 3:
		o = x86.ZMM(n)
	case 4:
		o = x86.K(n)
	case 5:
		return x86.Mem(n, disp)
	case 6:
		return x86.MemIndex(n&15, n>>3, int(data[2]), disp)
	case 7:
		return x86.Imm(int64(disp))
	case 8:
		return x86.MemRIP(disp)
	case 9:
		return x86.Low(n)
	}
	o = o.Rounded(x86.Rounding(data[2] >> 5))
	switch data[2] & 0x18 {
	case 0x08:
		return o.Masked(int(data[2] & 7))
	case 0x10:
		return o.Zeroed(int(data[2] & 7))
	}
	return o
}
