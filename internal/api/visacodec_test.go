package api

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
)

// What decode prints, encode reads as the same bytes: random bytes in every role, with every tag and every class, all control words, identifiers to the greatest, null parameters,
// and places in registers that have no such column.
func TestVISADecodeKeepsEveryBit(t *testing.T) {
	rng := chance.Random(t, 1)
	taken, marked, whole := map[string]int{}, 0, 0
	for _, format := range []visa.Format{visa.Current, visa.Old} {
		v := &VISA{GRF: 32, Format: format, Type: visa.D}
		try := func(role string, b []byte) {
			x, err := v.VISADecode(role, b)
			if x.Bytes > 0 && x.Bytes < len(b) {
				b = b[:x.Bytes]
				x, err = v.VISADecode(role, b)
			}
			if err != nil {
				return
			}
			taken[role]++
			text := x.String()
			if strings.Contains(text, "!bits=") {
				marked++
			}
			if strings.Contains(text, "!bytes=") {
				whole++
			}
			back, err := v.VISAEncode(role, text)
			if err != nil || !bytes.Equal(back, b) {
				t.Fatalf("%s %x: %s is encoded as %x: %v", role, b, text, back, err)
			}
		}
		for word := range 1 << 16 {
			try("guard", binary.LittleEndian.AppendUint16(nil, uint16(word)))
		}
		const longest = 64
		for range 10000 {
			b := make([]byte, longest)
			for k := range b {
				if b[k] = byte(rng.Uint32()); rng.IntN(3) > 0 {
					b[k] = 0
				}
			}
			try("src", b)
			try("dst", b)
			try("raw", b)
			b[0] = []byte{0x28, 0x29, 0x01, 0x49, 0x4a, 0x45, 0x2c, 0x20, 0x85, 0x2d, 0x2b}[rng.IntN(11)]
			b[1] = byte(rng.IntN(6)) | byte(rng.IntN(16))<<4
			try("inst", b)
		}
	}
	t.Logf("%v, of which %d have bits marked and %d their bytes", taken, marked, whole)
	for _, role := range VISARoles {
		if taken[role] < 200 {
			t.Errorf("%d texts of role %s", taken[role], role)
		}
	}
	if marked < 1000 || whole < 1000 {
		t.Errorf("%d have bits marked, and %d their bytes", marked, whole)
	}
}

func TestVISADecodeExamples(t *testing.T) {
	v := &VISA{GRF: 32, Format: visa.Current, Type: visa.D}
	for _, c := range []struct {
		role string
		code []byte
		text string
	}{
		{"guard", []byte{0, 0}, "none"},
		{"guard", []byte{0, 0x80}, "(!P0) !bytes=0080"},
		{"guard", []byte{1, 0x90}, "(!P1) !bits=0010"},
		{"src", []byte{0, 5, 0, 0, 0x80, 0, 0, 0x21, 0x01}, "V2147483653(0,0)<0;1,0> !bits=000500000000000000"},
		{"src", []byte{0, 33, 0, 0, 0, 0, 0, 0x05, 0x02}, "V33(0,0)<1> !bytes=002100000000000502"},
		{"inst", []byte{0x28, 0, 1, 0, 0, 0, 0, 0, 33, 0, 0, 0, 0, 9, 0x21, 0x01, 5, 2, 0, 0, 0, 0}, "addr_add (M1, 1) A0(0)<1> &V33[36] 0x0:uw !bits=00000000000000000000000001080000000000000000"},
	} {
		x, err := v.VISADecode(c.role, c.code)
		if err != nil || x.String() != c.text {
			t.Errorf("%s %x: %s, %v; want %s", c.role, c.code, x, err, c.text)
		}
	}
}
