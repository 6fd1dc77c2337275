package program_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/syntax"
)

// A fault of a program that was a text says which statement it is of: on a line of its own, between semicolons, behind a label, and for any word of it. Of words that came without a text it has the address alone.
func TestFaultsSayWhere(t *testing.T) {
	for _, row := range []struct {
		text, place, statement string // no place: nobody wrote what is there
		at                     uint64
		reason                 error
	}{
		{"nop\nsvstep. 0,1,1", "2:1", "svstep. 0,1,1", 0x10004, nil},
		{"sv.addi *32,*64,1 ;\tsvstep. r0,1,1 \t# ends here", "1:21", "svstep. r0,1,1", 0x10008, nil},
		{"# begin\nloop: one: svstep 0,1,1 // ends here\nnop", "2:12", "svstep 0,1,1", 0x10000, nil},
		{"nop; .long 0x60000000,0 \r\n", "1:6", ".long 0x60000000,0", 0x10008, program.ErrNone},
		{"setvl 0,0,2,0,1,1\nsv.addi *127,*64,0\nnop", "2:1", "sv.addi *127,*64,0", 0x10004, svp64.ErrPastRegisters},
		{"setvl 0,0,2,0,1,1\nsv.mv.swiz/vec2/w=64 *127,*64,XY", "2:1", "sv.mv.swiz/vec2/w=64 *127,*64,XY", 0x10004, svp64.ErrPastRegisters},
		{"nop\nb -8", "", "", 0xfffc, program.ErrOutside},
		{"nop\nb 16", "", "", 0x10014, program.ErrOutside},
		{"nop\nb 0x1000", "", "", 0x11004, program.ErrOutside},
	} {
		p, err := program.Assemble(row.text, svp64.DefaultEncoding)
		if err != nil {
			t.Fatalf("%q: %v", row.text, err)
		}
		words := program.Program{Base: p.Base, Entry: p.Entry, Words: p.Words, Encoding: p.Encoding}
		for name, p := range map[string]program.Program{"text": p, "words": words} {
			for how, run := range map[string]func(m *program.Machine) error{
				"run":  func(m *program.Machine) error { _, err := m.Run(10); return err },
				"step": stepToEnd,
			} {
				m, err := p.NewMachine()
				if err != nil {
					t.Fatal(err)
				}
				err = run(m.Clone())
				var fault *program.Fault
				if !errors.As(err, &fault) || fault.At != row.at || row.reason != nil && !errors.Is(err, row.reason) {
					t.Fatalf("%q, %s: %v; want %v at %#x", row.text, how, err, row.reason, row.at)
				}
				place, statement := "", ""
				if at := (*syntax.Error)(nil); errors.As(err, &at) {
					line, col := at.Pos()
					place = fmt.Sprintf("%d:%d", line, col)
					statement = at.Text[at.Off:at.End]
					if want := fmt.Sprintf("%v: %v", fault.Inst, fault.Err); at.What != want {
						t.Errorf("%q, %s: the place says %q, the fault %q", row.text, how, at.What, want)
					}
				}
				switch {
				case name == "words" && place != "":
					t.Errorf("%q, %s: words have the place %s", row.text, how, place)
				case name == "text" && (place != row.place || statement != row.statement):
					t.Errorf("%q, %s: at %s, %q; want %s, %q", row.text, how, place, statement, row.place, row.statement)
				}
			}
		}
	}
}

// stepToEnd goes on element by element.
func stepToEnd(m *program.Machine) (err error) {
	for err == nil && !m.Done() {
		_, err = m.Step()
	}
	return err
}
