package program_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/syntax"
)

// FuzzAssemble: any text is a program whose text is the same words, or an error with a place; and a program runs, or says why not.
func FuzzAssemble(f *testing.F) {
	f.Add("setvl 0,0,2,1,1,1\nloop: sv.add *1,*5,*9; svstep. 0,1,0\nbc 6,3,loop # on\n")
	f.Add("li 3,-1; mr 4,3; nop; mtctr 4; bdnz .-4\n.long 0x12345678, 5")
	f.Add("sv.bc/all/vsb/m=eq 16,*cr32.eq,-8\nsv.stw/els/w=16/zz *6,-4(*2) // x")
	chance.Fuzz(f, func(t *testing.T, text string) {
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			_ = at.Caret()
			return
		}
		again, err := program.Assemble(p.Text(), svp64.DefaultEncoding)
		if err != nil || !slices.Equal(p.Words, again.Words) {
			t.Fatalf("%q: %s: %v", text, p.Text(), err)
		}
		if len(p.Words) > 1000 {
			return
		}
		m, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Run(100); err != nil {
			var fault *program.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("%q: %v does not say where", text, err)
			}
		}
	})
}

// FuzzOpen: any bytes are a program of an ELF file, or an error; and words are text that is the same words.
func FuzzOpen(f *testing.F) {
	p, err := program.Assemble("li 3,1\nmv.swiz r4,r8,W.Y.\nsv.ld *32,8(4)", svp64.DefaultEncoding)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(p.Executable())
	f.Add([]byte{0x38, 0x60, 0, 1, 5, 0x40, 0x64, 0})
	chance.Fuzz(f, func(t *testing.T, data []byte) {
		p, err := program.Open(data, svp64.DefaultEncoding)
		if err != nil {
			p, err = program.Raw(data[:min(len(data), 400)], binary.BigEndian, svp64.DefaultEncoding)
		}
		if err != nil || len(p.Words) > 1000 {
			return
		}
		again, err := program.Assemble(p.Text(), svp64.DefaultEncoding)
		if err != nil || !slices.Equal(p.Words, again.Words) {
			t.Fatalf("%s: %v", p.Text(), err)
		}
	})
}
