package asm

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// A page is what its reference page says of a form beyond the table: what it does, step by step, and examples with what they give.
type page struct {
	does   string // in the document's pseudocode
	worked []example
}

// An example is a Worked whose lists are separated by commas.
type example struct{ text, given, gives string }

// Worked is a program with what it is given and what it gives. A test runs each.
//
//	r2 = 5              in every thread
//	r2 = 1 2 3 4        in threads 0, 1, 2, 3, 4, …
//	r2 = lane           the thread's number
//	r2l = 1.5           the half, or the float of 32 bits if it is a whole register
//	u2_u3 = buffer      the address of 256 bytes, of which byte n is n
//	threadgroup = bytes the same for threadgroup memory
//	buffer[12] = 7      the word at byte 12 of the buffer; threadgroup[12] likewise
//	exec = 0xf          which threads are active
//	fault = why         it is not executed
type Worked struct {
	Text  string // one instruction, or several lines
	Given []string
	Gives []string
}

func worked(text, given, gives string) example { return example{text, given, gives} }

// refused is an example that is not executed.
func refused(text, why string) []example { return []example{{text: text, gives: fault + why}} }

const fault = "fault = "

func (e example) worked() Worked {
	w := Worked{Text: e.text, Gives: []string{e.gives}}
	if !strings.HasPrefix(e.gives, fault) {
		w.Gives = strings.Split(e.gives, ", ")
	}
	if e.given != "" {
		w.Given = strings.Split(e.given, ", ")
	}
	return w
}

// Why forms have no meaning in a group by itself, as the machine says it.
const (
	noPixels = "a group by itself has no pixels, textures or varyings"
	noKernel = "it speaks to the firmware"
	unknown  = "nobody knows what it does"
)

// PageOf is what a form does in pseudocode, and its worked examples. ok is false if there is no page, which is a bug.
func PageOf(f g13.Form) (does string, examples []Worked, ok bool) {
	for _, pages := range allPages {
		if p := pages[f]; p.does != "" {
			for _, e := range p.worked {
				examples = append(examples, e.worked())
			}
			return p.does, examples, true
		}
	}
	return "", nil, false
}

// allPages are the parts of the table of pages, each form's in one of them.
var allPages = [...]*[g13.NumForms]page{&arithmeticPages, &floatPages, &flowPages, &lanePages, &memoryPages, &pixelPages}

func writeExamples(b *strings.Builder, examples []Worked) {
	for _, w := range examples {
		fmt.Fprintf(b, "\n```text\n%s\n```\n\n", w.Text)
		if len(w.Given) > 0 {
			fmt.Fprintf(b, "with %s ", quoted(w.Given))
		}
		if why, is := strings.CutPrefix(w.Gives[0], fault); is {
			fmt.Fprintf(b, "is not executed: %s.\n", why)
		} else {
			fmt.Fprintf(b, "gives %s.\n", quoted(w.Gives))
		}
	}
}

// quoted is a list of code.
func quoted(all []string) string {
	return "`" + strings.Join(all, "`, `") + "`"
}

// First is the instruction that an example is about: its first.
func (w Worked) First() (g13.Inst, error) {
	code, errs := Assemble(w.Text)
	if len(errs) > 0 {
		return g13.Inst{}, errs[0]
	}
	return g13.Decode(code)
}
