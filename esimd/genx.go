package esimd

import (
	"math"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// The intrinsics, as LLVM's text has them. An offset is in bytes; a vector of offsets has one for each row, and V counts for nothing then.
//
//	%r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %a, i32 8, i32 4, i32 1, i16 0, i32 undef)
//	                                                          vector         V      W      H      offset  width of the parent
//	%r = call <16 x i32> @llvm.genx.wrregioni.v16i32.v8i32.i16.i1(<16 x i32> %old, <8 x i32> %new, i32 8, i32 4, i32 1, i16 0, i32 undef, i1 true)

const (
	readIntrinsic  = "@llvm.genx.rdregion"
	writeIntrinsic = "@llvm.genx.wrregion"
)

func looksGenX(text string) bool {
	return strings.Contains(text, readIntrinsic) || strings.Contains(text, writeIntrinsic)
}

// genxLine is the form in a line of a file.
func genxLine(l dialect.Line) (string, bool) {
	return l.Text, strings.Contains(l.Text, "=") && strings.Contains(l.Text, " call ") && looksGenX(l.Text) && !strings.Contains(l.Text, "i16 %")
}

// A genx is a reader of lines of LLVM's text.
type genx struct {
	program
}

func readGenX(text string) (dialect.Reading, error) {
	g := &genx{*newProgram(text, false, dialect.Options{}, elements["int"], nil)}
	g.Text = withoutLineComments(text)
	blanked := g.Text
	for start, lines := 0, 0; start < len(blanked); lines++ {
		end := len(blanked)
		if n := strings.IndexByte(blanked[start:], '\n'); n >= 0 {
			end = start + n
		}
		g.Text, g.Off = blanked[:end], start
		if lines == maxStatements {
			return g.finished(g.ErrorFrom(g.Off, "more than %d lines", maxStatements))
		}
		if err := g.line(); err != nil {
			return g.finished(err)
		}
		start = end + 1
	}
	if !g.made {
		return g.finished(syntax.Errorf(text, 0, len(text), "expected a call of llvm.genx.rdregion or llvm.genx.wrregion"))
	}
	return g.finished(nil)
}

// withoutLineComments is the text with blanks for what follows a semicolon.
func withoutLineComments(text string) string {
	b := []byte(text)
	inside := false
	for i, c := range b {
		if inside = c != '\n' && (inside || c == ';'); inside {
			b[i] = ' '
		}
	}
	return string(b)
}

// framed are the words that lines begin with around what a function does.
var framed = []string{"define", "declare", "target", "source_filename", "attributes", "entry", "}", "!", "#"}

// line reads one line: a call, a bitcast, what is returned.
func (g *genx) line() error {
	if g.Done() || slices.ContainsFunc(framed, func(word string) bool { return strings.HasPrefix(g.Rest(), word) }) || g.isLabel() {
		return nil
	}
	if err := g.deed(); err != nil {
		return err
	}
	if g.Done() || strings.IndexByte("#,!", g.Peek()) >= 0 { // attributes and what debuggers want to know
		return nil
	}
	return g.Wanted("the end of the line")
}

// deed is what a line does.
func (g *genx) deed() error {
	if g.AcceptWord("ret") {
		if g.AcceptWord("void") {
			return nil
		}
		v, err := g.operand()
		if err == nil {
			g.keep(v, v.of.name)
		}
		return err
	}
	name, err := g.written()
	if err != nil {
		return err
	}
	for _, word := range []string{"tail", "musttail", "notail"} {
		g.AcceptWord(word)
	}
	switch {
	case g.AcceptWord("bitcast"):
		return g.bitcast(name)
	case g.AcceptWord("call"):
		return g.call(name)
	}
	return g.Wanted("a call or a bitcast")
}

// written reads what a line gives a name to, and the equals sign. A call or a bitcast that was pasted alone may have none.
func (g *genx) written() (string, error) {
	for _, word := range []string{"call", "tail", "bitcast"} {
		if strings.HasPrefix(g.Rest(), word+" ") {
			return "r", nil
		}
	}
	name, err := g.value()
	if err != nil {
		return "", err
	}
	return name, g.Expect("=", `"="`)
}

// isLabel says whether a line is a label.
func (g *genx) isLabel() bool {
	return strings.HasSuffix(strings.TrimSpace(g.Rest()), ":") && !strings.ContainsAny(g.Rest(), "=(%")
}

// value reads the name of a value.
func (g *genx) value() (string, error) {
	if !g.Accept("%") {
		return "", g.Wanted("the name of a value, with %")
	}
	if word := g.Word(); word != "" {
		return word, nil
	}
	return "", g.Wanted("the name of a value")
}

// typ reads <8 x i32>, or i32, which is one element of it.
func (g *genx) typ() (shape, error) {
	g.Space()
	start, n, vector := g.Off, 1, g.Accept("<")
	if vector {
		var ok bool
		if n, ok = g.Uint(maxBytes); !ok || n < 1 || n > maxBytes || !g.AcceptWord("x") {
			g.Off = start
			return shape{}, g.Wanted("the type of a vector: <8 x i32>")
		}
	}
	word := g.Word()
	e, ok := map[string]element{
		"i8": elements["uchar"], "i16": elements["ushort"], "i32": elements["uint"], "i64": elements["uint64_t"],
		"half": elements["half"], "bfloat": elements["bfloat16"], "float": elements["float"], "double": elements["double"], "i1": {"i1", 8, false},
	}[word]
	if !ok || vector && !g.Accept(">") || n*e.size() > maxBytes {
		return shape{}, g.ErrorFrom(start, "expected the type of a vector, such as <8 x i32>, of at most %d bytes", maxBytes)
	}
	return shape{element: e, cols: n}, nil
}

// operand reads a type and a value.
func (g *genx) operand() (view, error) {
	s, err := g.typ()
	if err != nil {
		return view{}, err
	}
	g.Space()
	start := g.Off
	if g.Peek() == '%' {
		name, err := g.value()
		if err != nil {
			return view{}, err
		}
		return g.named(start, name, s)
	}
	bytes, err := g.constants(s)
	return g.fresh(s, bytes), err
}

// named is what a name stands for, which has the type that the line says.
func (g *genx) named(start int, name string, s shape) (view, error) {
	v, ok := g.views[name]
	if !ok {
		v = g.declare(name, s, false)
	}
	if v.count() != s.count() || v.size() != s.size() {
		return v, g.ErrorFrom(start, "%%%s has %d elements of %d bits here and %d of %d before", name, s.count(), s.bits, v.count(), v.bits)
	}
	return v, nil
}

// constants reads a constant of a type: undef, zeroinitializer, a number, a list.
func (g *genx) constants(s shape) ([]lane.Lane, error) {
	all := make([]lane.Lane, s.count()*s.size())
	put := func(i int, l []lane.Lane) { copy(all[i*s.size():], l) }
	one := shape{element: s.element, cols: 1}
	switch {
	case g.AcceptWord("undef") || g.AcceptWord("poison"):
		return all, nil
	case g.AcceptWord("zeroinitializer"):
		return g.broadcast(s, number{}).of.bytes, nil
	case g.AcceptWord("splat"):
		if err := g.Expect("(", `"("`); err != nil {
			return nil, err
		}
		c, err := g.scalar(one)
		for i := range s.count() {
			put(i, c)
		}
		if err == nil {
			err = g.Expect(")", `")"`)
		}
		return all, err
	case g.Accept("<"):
		for i := range s.count() {
			if i > 0 {
				if err := g.Expect(",", `","`); err != nil {
					return nil, err
				}
			}
			c, err := g.scalar(one)
			if err != nil {
				return nil, err
			}
			put(i, c)
		}
		return all, g.Expect(">", `">"`)
	}
	c, err := g.literal(one)
	if err == nil && s.count() != 1 {
		err = g.Wanted("a list of numbers")
	}
	put(0, c)
	return all, err
}

// scalar reads a type and a number of it.
func (g *genx) scalar(want shape) ([]lane.Lane, error) {
	g.Space()
	start := g.Off
	s, err := g.typ()
	if err != nil {
		return nil, err
	}
	if s != want {
		return nil, g.ErrorFrom(start, "expected an element of the vector's type")
	}
	return g.literal(s)
}

// literal reads a number, or undef.
func (g *genx) literal(s shape) ([]lane.Lane, error) {
	g.Space()
	start := g.Off
	switch {
	case g.AcceptWord("undef") || g.AcceptWord("poison"):
		return make([]lane.Lane, s.size()), nil
	case g.AcceptWord("true"):
		return g.broadcast(s, number{whole: 1}).of.bytes, nil
	case g.AcceptWord("false"):
		return g.broadcast(s, number{}).of.bytes, nil
	}
	minus := g.Accept("-")
	if b := g.Peek(); !isDigit(b) {
		return nil, g.Wanted("a number")
	}
	e, err := g.number()
	if err != nil {
		return nil, err
	}
	text := g.Text[e.off:e.end]
	switch hex := strings.HasPrefix(g.Text[start:], "0x"); {
	case s.float && hex && s.bits >= 32: // the bits of a double
		e.value = number{real: math.Float64frombits(uint64(e.value.whole)), float: true}
	case s.float != e.value.float || !s.float && strings.Trim(text, "0123456789") != "":
		return nil, g.ErrorFrom(start, "expected a number of the type")
	case !s.float: // in decimal digits, whatever they begin with
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, g.ErrorFrom(start, "expected a number of at most 64 bits")
		}
		e.value.whole = int64(n)
	}
	if minus {
		e.value.whole, e.value.real = -e.value.whole, -e.value.real
	}
	return g.broadcast(s, e.value).of.bytes, nil
}

// bitcast is the same bytes as other elements.
func (g *genx) bitcast(name string) error {
	g.Space()
	start := g.Off
	v, err := g.operand()
	if err != nil {
		return err
	}
	if !g.AcceptWord("to") {
		return g.Wanted(`"to" and a type`)
	}
	s, err := g.typ()
	if err != nil {
		return err
	}
	if s.count()*s.size() != len(v.at) {
		return g.ErrorFrom(start, "%d bytes are cast to %d", len(v.at), s.count()*s.size())
	}
	v.shape = s
	g.views[name] = v
	g.keep(v, name)
	return nil
}

// strides reads V, W and H: numbers of 32 bits, each with its type and a comma behind it.
func (g *genx) strides() (n [3]int, err error) {
	for k := range n {
		g.Space()
		start := g.Off
		if !g.AcceptWord("i32") {
			return n, g.Wanted("i32")
		}
		minus := g.Accept("-")
		v, ok := g.Uint(maxBytes)
		if !ok || v > maxBytes {
			return n, g.ErrorFrom(start, "expected %s: a number", []string{"V", "W", "H"}[k])
		}
		if n[k] = v; minus {
			n[k] = -v
		}
		if err := g.Expect(",", `","`); err != nil {
			return n, err
		}
	}
	return n, nil
}

// offsets reads the offset in bytes, or one for each row.
func (g *genx) offsets() (at []int, vector bool, err error) {
	g.Space()
	start := g.Off
	v, err := g.operand()
	if err != nil {
		return nil, false, err
	}
	all, unknown := g.known(v)
	if unknown >= 0 {
		return nil, false, g.ErrorFrom(start, "the offset depends on data: expected a number of bytes")
	}
	for _, x := range all {
		at = append(at, int(min(x, maxBytes)))
	}
	return at, g.Text[start] == '<', nil
}

// An access is a call of one of the intrinsics.
type access struct {
	intrinsicRegion
	result     shape
	writes     bool
	old, value view // value is old where it reads
	mask       []bool
	start      int // of the intrinsic's name
}

// call is a call of one of the intrinsics.
func (g *genx) call(name string) error {
	g.Space()
	begin := g.Off
	result, err := g.typ()
	if err != nil {
		return err
	}
	g.Space()
	x := access{result: result, start: g.Off, writes: strings.HasPrefix(g.Rest(), writeIntrinsic)}
	is := x.writes || strings.HasPrefix(g.Rest(), readIntrinsic)
	g.Accept("@")
	if g.Word(); !is {
		return g.ErrorFrom(x.start, "expected a call of llvm.genx.rdregion or llvm.genx.wrregion")
	}
	if err := g.arguments(&x); err != nil {
		return err
	}
	want := result.count()
	if x.writes {
		want = x.old.count()
	}
	if result.size() != x.old.size() || result.count() != want || x.value.size() != x.old.size() || result.float != x.old.float {
		return syntax.Errorf(g.Text, begin, g.Off, "the types of the vectors do not agree")
	}
	return g.accessed(name, &x)
}

// arguments reads what stands between the parentheses of a call.
func (g *genx) arguments(x *access) (err error) {
	if err := g.Expect("(", `"("`); err != nil {
		return err
	}
	if x.old, err = g.vector(); err != nil {
		return err
	}
	if x.typ, x.elements, x.picked, x.value = x.old.element, x.old.count(), x.result.count(), x.old; x.writes {
		if x.value, err = g.vector(); err != nil {
			return err
		}
		x.picked = x.value.count()
	}
	n, err := g.strides()
	if err != nil {
		return err
	}
	at, several, err := g.offsets()
	if err != nil {
		return err
	}
	x.region = region{Offset: at[0] / x.typ.size(), V: n[0], W: n[1], H: n[2]}
	for k := 0; several && k < len(at); k++ {
		x.rows = append(x.rows, at[k]/x.typ.size())
	}
	if err := x.check(at...); err != nil {
		return g.ErrorFrom(x.start, "%v", err)
	}
	x.mask, err = g.behind(x.writes, x.picked)
	return err
}

// vector reads an operand with a comma behind it.
func (g *genx) vector() (view, error) {
	v, err := g.operand()
	if err == nil {
		err = g.Expect(",", `","`)
	}
	return v, err
}

// accessed makes the result.
func (g *genx) accessed(name string, x *access) error {
	var bytes []lane.Lane
	if x.writes {
		var outside int
		if bytes, outside = x.write(g.bytes(x.old), g.bytes(x.value), x.mask); outside >= 0 {
			return g.ErrorFrom(x.start, "element %d is written outside of a vector of %d", outside, x.elements)
		}
	} else {
		bytes = x.read(g.bytes(x.old))
		if i := slices.IndexFunc(x.places(), func(at int) bool { return at < 0 || at >= x.elements }); i >= 0 {
			g.warn("element " + strconv.Itoa(i) + " lies outside of the vector, and is undefined")
		}
	}
	v := g.fresh(x.result, bytes)
	v.of.name = name
	g.views[name] = v
	g.keep(v, name)
	return nil
}

// behind reads the width of the parent, which says nothing where offsets are known, and the mask of a write.
func (g *genx) behind(writes bool, n int) (mask []bool, err error) {
	if err := g.Expect(",", `"," and the width of the parent`); err != nil {
		return nil, err
	}
	if _, err := g.operand(); err != nil {
		return nil, err
	}
	if writes {
		if err := g.Expect(",", `"," and a mask`); err != nil {
			return nil, err
		}
		g.Space()
		start := g.Off
		v, err := g.operand()
		if err != nil {
			return nil, err
		}
		if v.count() != n && v.count() != 1 {
			return nil, g.ErrorFrom(start, "a mask of %d elements for %d", v.count(), n)
		}
		all, unknown := g.known(v)
		if unknown >= 0 {
			return nil, g.ErrorFrom(start, "the mask depends on data: with it known, the write is a map")
		}
		for i := range n {
			mask = append(mask, all[i%len(all)]&1 != 0)
		}
	}
	return mask, g.Expect(")", `")"`)
}
