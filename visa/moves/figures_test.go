package moves

import (
	"strings"
	"testing"
)

// A program that cannot be read, compiled or run has no figure, and says why.
func TestFiguresThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"what is this": "there is no instruction",
		"mov (M1, 8) V32(0,0)<1> V33(0,0)<16;16,1>":              "the behaviour of a region that breaks a rule is undefined",
		"mov (M1, 8) V32(0,0)<1> r[A0(0),0]<8;8,1>:d":            "",
		"addr_add (M1, 1) A0(0)<1> &V33 0x4:uw; jmp (M1, 1) off": "off is nowhere",
	} {
		s, err := ranIndirect(text)
		if err == nil || len(s.Rows) != 0 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s has %d rows: %v, want %s", text, len(s.Rows), err, want)
		}
	}
}
