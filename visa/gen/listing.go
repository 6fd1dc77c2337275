package gen

import (
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// A Listing is the code of one kernel.
type Listing struct {
	Platform visa.Platform
	Vars     map[string]Place // where the variables are that have registers
	Insts    []Inst
	Unmade   map[int]string // instructions of vISA that Legalise made none for, and why
}

// A Place is a range of bytes in the file of registers.
type Place struct{ First, Size int }

// An Inst is one instruction of the machine.
type Inst struct {
	Line   int // of the listing, from 1
	Of     int // the number of the instruction of vISA that it was made for; -1: the listing does not say
	Text   string
	Op     string
	Exec   int
	Masked bool   // it has a predicate
	Flag   string // which predicate: f0.0, or ~f0.0 where it is for the lanes whose bit is 0; of a listing it is not read
	NoMask bool   // it is for all lanes, active or not: (W)
	Dst    Operand
	Src    []Operand

	offset int // of the mask: M8
}

// An Operand is elements of registers, a number, or something else, of which there is only the text.
type Operand struct {
	Text     string
	Direct   bool // elements of registers
	Number   bool // the same for all lanes
	Register int
	Element  int // in it
	V, W, H  int // of a destination, H alone
	Type     visa.Type
	Mod      visa.Modifier // of a destination, Sat
	Value    uint64        // the bits of a number

	letter   string        // of a register
	constant *visa.Operand // a number, or several packed into one
	row      []int         // of elements in rows of four: which each lane of a row reads, and which are written; nil: it is in no such rows, or all are
}

// mostInsts bounds a listing.
const mostInsts = 1 << 20

// Parse reads a listing of the finaliser, as GenX_IR -output writes it.
func Parse(text string) (*Listing, error) {
	l := &Listing{Vars: map[string]Place{}}
	start := 0
	for n := 1; start < len(text); n++ {
		end := len(text)
		if k := strings.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		c := &syntax.Cursor{Text: text[:end], Off: start}
		var err error
		switch {
		case c.Accept("//.platform"):
			name := c.Word()
			var ok bool
			if l.Platform, ok = visa.PlatformNamed(name); !ok {
				err = c.ErrorFrom(start, "there is no platform %s", syntax.Quote(name))
			}
		case c.Accept("//.declare"):
			l.declare(c)
		case c.Done() || c.Peek() == '/' || strings.HasSuffix(strings.TrimSpace(c.Rest()), ":"):
		default:
			err = l.inst(c, n)
		}
		if e, ok := err.(*syntax.Error); ok {
			return nil, syntax.Errorf(text, e.Off, e.End, "%s", e.What)
		}
		start = end + 1
	}
	if l.Platform == visa.AnyPlatform {
		return nil, syntax.Errorf(text, 0, 0, "the listing names no platform: expected a line //.platform")
	}
	for _, p := range l.Vars {
		if p.First > 256*64 || p.Size > 256*64 {
			return nil, syntax.Errorf(text, 0, 0, "a variable lies beyond 256 registers")
		}
	}
	return l, nil
}

// declare reads where a variable is:
//
//	//.declare V32 (38)  rf=r size=256 type=q align=16 words (r1.0)
func (l *Listing) declare(c *syntax.Cursor) {
	words := strings.Fields(c.Rest())
	if len(words) < 3 {
		return
	}
	size, at := 0, words[len(words)-1]
	for _, word := range words {
		if text, ok := strings.CutPrefix(word, "size="); ok {
			size, _ = strconv.Atoi(text)
		}
	}
	register, element, ok := strings.Cut(strings.Trim(at, "()r"), ".")
	r, err := strconv.Atoi(register)
	e, wrong := strconv.Atoi(element)
	if !ok || err != nil || wrong != nil || !strings.HasPrefix(at, "(r") || size <= 0 || r < 0 || e != 0 {
		return
	}
	l.Vars[words[0]] = Place{r * max(l.Platform.GRF(), 32), size}
}

// inst reads an instruction.
func (l *Listing) inst(c *syntax.Cursor, line int) error {
	if len(l.Insts) == mostInsts {
		return c.ErrorFrom(c.Off, "more than %d instructions", mostInsts)
	}
	i := Inst{Line: line, Of: -1}
	code, comment, _ := strings.Cut(c.Rest(), "//")
	if n, ok := strings.CutPrefix(strings.TrimSpace(comment), "$"); ok {
		digits := n[:len(n)-len(strings.TrimLeft(n, "0123456789"))]
		if of, err := strconv.Atoi(digits); err == nil {
			i.Of = of
		}
	}
	code, _, _ = strings.Cut(code, "{")
	words := strings.Fields(code)
	i.Text = strings.Join(words, " ")
	if len(words) > 0 && strings.HasPrefix(words[0], "(") {
		i.NoMask = words[0] == "(W)"
		i.Masked = !i.NoMask
		words = words[1:]
	}
	if len(words) < 2 {
		return c.Wanted("an instruction")
	}
	i.Op = words[0]
	exec, _, ok := strings.Cut(strings.TrimPrefix(words[1], "("), "|")
	n, err := strconv.Atoi(exec)
	if !ok || err != nil || n < 1 || n > 32 {
		return c.Wanted("a mnemonic and an execution size, as mov (8|M0)")
	}
	i.Exec = n
	for k, word := range words[2:] {
		o := operand(word, k == 0, i.Exec)
		if k == 0 {
			i.Dst = o
		} else {
			i.Src = append(i.Src, o)
		}
	}
	l.Insts = append(l.Insts, i)
	return nil
}

// signs are what stands before a source, or a destination, as the finaliser writes it. Of two that begin alike the longer one comes first.
var signs = [...]struct {
	text string
	dest bool
	mod  visa.Modifier
}{{"(sat)", true, visa.Sat}, {"-(abs)", false, visa.NegAbs}, {"(abs)", false, visa.Abs}, {"-", false, visa.Neg}}

// operand reads a destination, or a source of an instruction for so many lanes. What is neither elements of registers nor a number is text.
func operand(word string, dest bool, exec int) (o Operand) {
	c := syntax.Cursor{Text: word}
	var err error
	if dest {
		err = o.written(&c)
	} else {
		err = o.readFrom(&c, &Inst{Exec: exec})
	}
	if err != nil || !c.Done() {
		return Operand{Text: word}
	}
	return o
}

// elementNamed is a type that elements of registers have.
func elementNamed(word string) (visa.Type, bool) {
	t, ok := visa.TypeNamed(word)
	return t, ok && word == t.String() && (t.IsFloat() || t.IsInteger() && !t.IsPacked())
}

// byte is where element k is in a file of such registers.
func (o *Operand) byte(k, grf int, dest bool) int {
	at := o.Element + k*o.H
	switch {
	case !dest && o.row != nil:
		at = o.Element + k/4*o.V + o.row[k%4]
	case !dest:
		at = o.Element + k/max(o.W, 1)*o.V + k%max(o.W, 1)*o.H
	}
	return o.Register*grf + at*o.Type.Size()
}
