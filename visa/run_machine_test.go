package visa

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// runDecls are the variables of the tests below. The ones named guard lie around others in memory.
const runDecls = `.decl guard0 v_type=G type=ub num_elts=64 align=GRF
.decl V v_type=G type=d num_elts=16 align=GRF
.decl guard1 v_type=G type=ub num_elts=64 align=GRF
.decl W v_type=G type=uw num_elts=32 align=GRF
.decl guard2 v_type=G type=ub num_elts=64 align=GRF
.decl U v_type=G type=ud num_elts=16 align=GRF
.decl X v_type=G type=f num_elts=16 align=GRF
.decl L v_type=G type=d num_elts=40 align=GRF
.decl Q v_type=G type=q num_elts=8 align=GRF
.decl part v_type=G type=uw num_elts=8 alias=<V, 8>
.decl rest v_type=G type=uw num_elts=6 alias=<part, 2>
.decl tail v_type=G type=uw num_elts=4 alias=<rest, 2>
.decl byte2 v_type=G type=ub num_elts=2 align=byte
.decl A0 v_type=A num_elts=8
.decl A1 v_type=A num_elts=16
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=32
.decl P3 v_type=P num_elts=8
.decl T6 v_type=T num_elts=4
.decl S0 v_type=S num_elts=2
`

// A bench is a machine on which a test runs lines.
type bench struct {
	t       *testing.T
	d       *Decls
	dialect Dialect
	later   bool
	m       *Machine
	values  map[string]string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	d, err := ParseDecls(runDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t: t, d: d, values: map[string]string{}}
}

// run compiles the lines and runs them on the elements that values say, -- being undefined.
func (b *bench) run(lines ...string) error {
	b.t.Helper()
	p := Parser{Decls: b.d, Dialect: b.dialect}
	var insts []Inst
	for _, line := range lines {
		i, err := p.ParseInst(line)
		if err != nil {
			b.t.Fatal(err)
		}
		insts = append(insts, i)
	}
	options := Options{Dialect: b.dialect, InactiveAddresses: b.later, Variables: map[uint32]int{}}
	for k := range b.d.table[GeneralKind] {
		options.Variables[32+uint32(k)] = 0
	}
	code, err := Compile(insts, b.d, options)
	if err != nil {
		return err
	}
	b.m = code.NewMachine()
	for name, text := range b.values {
		b.set(name, text)
	}
	return code.Run(b.m, nil)
}

func (b *bench) set(name, text string) {
	b.t.Helper()
	_, id, ok := b.d.Lookup(name)
	if !ok {
		b.t.Fatalf("no variable %s", name)
	}
	typ := b.d.Variable(GeneralKind, id).Type
	data, known := b.m.Bytes(id)
	for k, word := range strings.Fields(text) {
		if word == "--" {
			continue
		}
		bits, err := typ.ParseElement(word)
		if err != nil {
			b.t.Fatal(err)
		}
		for j := range typ.Size() {
			data[k*typ.Size()+j], known[k*typ.Size()+j] = byte(bits>>(8*j)), 0xff
		}
	}
}

// elements are the first n elements of a variable, as they are given.
func (b *bench) elements(name string, n int) string {
	b.t.Helper()
	_, id, _ := b.d.Lookup(name)
	typ := b.d.Variable(GeneralKind, id).Type
	data, known := b.m.Bytes(id)
	var words []string
	for k := range n {
		bits, all := uint64(0), true
		for j := range typ.Size() {
			bits |= uint64(data[k*typ.Size()+j]) << (8 * j)
			all = all && known[k*typ.Size()+j] != 0
		}
		if !all {
			words = append(words, "--")
			continue
		}
		words = append(words, string(typ.AppendElement(nil, bits)))
	}
	return strings.Join(words, " ")
}

func (b *bench) want(name, elements string) {
	b.t.Helper()
	if got := b.elements(name, len(strings.Fields(elements))); got != elements {
		b.t.Errorf("%s is %s, want %s", name, got, elements)
	}
}

func (b *bench) ok(lines ...string) {
	b.t.Helper()
	if err := b.run(lines...); err != nil {
		b.t.Fatal(err)
	}
}

// undefined expects undefined behaviour of the last line, with that operand, lane and byte, and the words.
func (b *bench) undefined(operand, lane, byte int, words string, lines ...string) {
	b.t.Helper()
	err := b.run(lines...)
	f, ok := err.(*Fault)
	if !ok {
		b.t.Errorf("%s: %v, want undefined behaviour: %s", lines, err, words)
		return
	}
	if f.Step != len(lines)-1 || f.Operand != operand || f.Lane != lane || f.Byte != byte || !strings.Contains(f.Error(), words) {
		b.t.Errorf("%s: %+v, want operand %d, lane %d, byte %d: %s", lines, f, operand, lane, byte, words)
	}
}

// refused expects that the last line is not executed.
func (b *bench) refused(words string, lines ...string) {
	b.t.Helper()
	err := b.run(lines...)
	r, ok := err.(*Refusal)
	if !ok || r.Step != len(lines)-1 || !strings.Contains(r.Error(), words) {
		b.t.Errorf("%s: %v, want a refusal: %s", lines, err, words)
	}
}

// The table of meanings has an entry for each opcode: a meaning, or why there is none; and an instruction that computes has a function for integers, and one for floating-point
// numbers where its limits let them in.
func TestEveryMeaning(t *testing.T) {
	for op := range numOps {
		m := &meanings[op]
		ok, why := op.Executes()
		switch {
		case ok == (why != ""):
			t.Errorf("%s has a meaning: %v; and is refused because %q", op, ok, why)
		case m.form == computes && !m.takesInts() && !m.takesFloats():
			t.Errorf("%s computes nothing", op)
		case ok && m.form != computes && (m.takesInts() || m.takesFloats()):
			t.Errorf("%s has a function that nobody calls", op)
		case (m.planes > 0) != (m.form == interpolates):
			t.Errorf("%s has %d products", op, m.planes)
		case ok && opcodes[op].family == arith && opcodes[op].limit.float64 && !m.takesFloats():
			t.Errorf("%s takes df and has no function for it", op)
		}
	}
	b := newBench(t)
	b.refused("\"outside\" is in another object, and was not given", "fcall (M1, 1) outside 0 0")
}

// What is refused, and why.
func TestRefusals(t *testing.T) {
	b := newBench(t)
	for _, row := range [][2]string{
		{"mov (M1, 8) V(0,0)<0> V(0,0)<8;8,1>", "a destination's horizontal stride is 1, 2 or 4"},
		{"mov (M1, 4) V(0,0)<1> V(0,0)<8;8,1>", "breaks a rule"},
		{"mov (M1, 4) V(0,0)<1> V(0,0)<3;4,1>", "breaks a rule"},
		{"mov (M8, 8) V(0,0)<1> V(0,0)<8;8,1>", "the mask ends at 31"},
		{"add (M1, 4) V(0,0)<1> V(0,0)<4;4,1> X(0,0)<4;4,1>", "not both"},
		{"add (M1, 4) V(0,0)<1> X(0,0)<4;4,1> X(0,0)<4;4,1>", "writes d and reads f"},
		{"cmp.lt (M1, 4) P1 V(0,0)<4;4,1> 1.0:f", "not both"},
		{"and (M1, 4) X(0,0)<1> X(0,0)<4;4,1> X(0,0)<4;4,1>", "and takes integers, not f"},
		{"avg (M1, 4) X(0,0)<1> X(0,0)<4;4,1> X(0,0)<4;4,1>", "avg takes integers, not f"},
		{"and (M1, 4) P1 P2 V(0,0)<4;4,1>", "all predicates or none"},
		{"(P1) not (M1, 4) P2 P1", "takes no guard here"},
		{"(P1) cmp.lt (M1, 4) P2 V(0,0)<4;4,1> 1:d", "takes no guard here"},
		{"mov (M1, 4) r[A0(0),0]<1>:v V(0,0)<4;4,1>", "memory holds no elements of type v"},
		{"mov (M1, 4) V(0,0)<1> r[A0(0),0]<1>:d", "no document says"},
		{"mov (M1, 32) V(0,0)<1> r[A0(0),0]<1,0>:d", "there are at most 16"},
		{"mov (M1, 4) V(0,0)<1> A0(0)<4>", "mov does not read an address operand"},
		{"mov (M1, 4) V(0,0)<1> 1:bool", "there is no constant of type bool"},
		{"setp (M1, 4) P1 X(0,0)<4;4,1>", "setp takes integers"},
		{"movs (M1, 1) T6(0) S0(0)", "both are of one kind"},
		{"movs (M1, 1) U(0,0)<1> 5:ud", "on one side at least"},
		{"movs (M1, 1) X(0,0)<1> T6(0)", "movs writes integers"},
		{"mov (M1, 2) U(0,0)<1> P1", "has one lane"},
		{"mov (M1, 1) W(0,0)<1> P2", "at least the 32 of the predicate"},
		{"mov (M1, 1) %r0(0,0)<1> 5:ud", "predefined and not written"},
		{"addr_add (M1, 1) A0(0)<1> A0(0)<1> 1.0:f", "addr_add adds integers"},
	} {
		b.refused(row[1], row[0])
	}
	b.dialect = Intel
	b.refused("cmp has no relation", "cmp (M1, 1) P1 V(0,0)<0;1,0> 1:d")
	if _, err := Compile(nil, b.d, Options{Variables: map[uint32]int{99: 1 << 30}}); err == nil {
		t.Error("a variable of a gigabyte is compiled")
	}
	loop := NewDecls(32, D)
	loop.Add(Variable{Name: "a", Kind: GeneralKind, Type: D, Elems: 4, Alias: 32})
	if _, err := Compile(nil, loop, Options{Variables: map[uint32]int{32: 0}}); err == nil || !strings.Contains(err.Error(), "alias of itself") {
		t.Errorf("an alias of itself: %v", err)
	}
	outside := NewDecls(32, D)
	outside.Add(Variable{Name: "a", Kind: GeneralKind, Type: D, Elems: 4, Alias: -1})
	outside.Add(Variable{Name: "b", Kind: GeneralKind, Type: D, Elems: 4, Alias: 32, AliasOff: 4})
	if _, err := Compile(nil, outside, Options{Variables: map[uint32]int{33: 0}}); err == nil || !strings.Contains(err.Error(), "ends 4 bytes behind a") {
		t.Errorf("an alias that ends behind its base: %v", err)
	}
}

// Nothing is read or written outside the variable: every place around the bounds, by direct and indirect operands, in both directions; what lies before and behind stays as it
// was, and of an instruction that is undefined in one lane nothing is written.
func TestVariablesKeepTheirBounds(t *testing.T) {
	b := newBench(t)
	text := strings.Repeat("170 ", 64)
	for _, name := range []string{"guard0", "guard1", "guard2"} {
		b.values[name] = text
	}
	b.values["V"] = strings.Repeat("7 ", 16)
	b.values["W"] = strings.Repeat("9 ", 32)
	ran, faults := 0, 0
	for _, h := range []int{1, 2, 4} {
		for _, size := range []int{1, 2, 4, 8, 16} {
			for off := -40; off < 80; off += 2 {
				place := fmt.Sprintf("addr_add (M1, 1) A0(0)<1> &V %d:w", off)
				inside := off >= 0 && off%4 == 0 && off+(size-1)*h*4+4 <= 64
				for _, line := range []string{
					fmt.Sprintf("mov (M1, %d) r[A0(0),0]<%d>:d 5:d", size, h),
					fmt.Sprintf("mov (M1, %d) L(0,0)<1> r[A0(0),0]<%d;1,0>:d", size, h),
				} {
					err := b.run(place, line)
					if (err == nil) != inside {
						t.Fatalf("%s; %s: %v", place, line, err)
					}
					b.canaries(line)
					if ran++; err != nil {
						faults++
						b.want("V", strings.TrimSpace(strings.Repeat("7 ", 16)))
					}
				}
			}
			for element := range 40 {
				inside := element+(size-1)*h < 16
				line := fmt.Sprintf("mov (M1, %d) V(%d,%d)<%d> 5:d", size, element/8, element%8, h)
				if err := b.run(line); (err == nil) != inside {
					t.Fatalf("%s: %v", line, err)
				}
				b.canaries(line)
				ran++
			}
		}
	}
	t.Logf("%d instructions, %d addresses outside", ran, faults)
}

// canaries holds what lies around variables against what it was.
func (b *bench) canaries(line string) {
	b.t.Helper()
	for _, name := range []string{"guard0", "guard1", "guard2"} {
		_, id, _ := b.d.Lookup(name)
		if data, known := b.m.Bytes(id); hex.EncodeToString(data) != strings.Repeat("aa", 64) || hex.EncodeToString(known) != strings.Repeat("ff", 64) {
			b.t.Fatalf("%s writes %s: %x", line, name, data)
		}
	}
}

// A trace names for each lane the bytes that it reads and writes, in all kinds of variables.
func TestTrace(t *testing.T) {
	b := newBench(t)
	p := Parser{Decls: b.d}
	var insts []Inst
	for _, line := range []string{
		"addr_add (M1, 2) A0(1)<2> &V[8] 0x4:uw",
		"cmp.lt (M2, 2) P1 V(0,1)<2;2,1> r[A0(1),0]<1,0>:d",
		"movs (M1_NM, 2) T6(1) U(0,0)<2;2,1>",
		"mov (M1, 1) %null(0,0)<1> V(0,0)<0;1,0>",
	} {
		i, err := p.ParseInst(line)
		if err != nil {
			t.Fatal(err)
		}
		insts = append(insts, i)
	}
	code, err := Compile(insts, b.d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	m.SetBytes(33, []byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0})
	var got []string
	err = code.Run(m, func(s *Step) {
		got = append(got, fmt.Sprintf("%s: %x of %x", s.Inst.Op, s.Enabled(), s.Executed()))
		for _, x := range s.Touches() {
			way := "reads"
			if x.Write {
				way = "writes"
			}
			got = append(got, fmt.Sprintf("lane %d operand %d %s %s %d+%d %s", x.Lane, x.Operand, way, b.d.Name(x.Kind, x.ID), x.First, x.Len, x.Value))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"addr_add: 3 of 3",
		"lane 0 operand 0 writes A0 1+1 &V[12]", "lane 1 operand 0 writes A0 2+1 &V[12]",
		"cmp: 3 of 3",
		"lane 0 operand 1 reads V 4+4 00000001", "lane 0 operand 2 reads A0 1+1 &V[12]", "lane 0 operand 2 reads V 12+4 00000003", "lane 0 operand 0 writes P1 4+1 1",
		"lane 1 operand 1 reads V 8+4 00000002", "lane 1 operand 2 reads A0 2+1 &V[12]", "lane 1 operand 2 reads V 12+4 00000003", "lane 1 operand 0 writes P1 5+1 1",
		"movs: 3 of 3",
		"lane 0 operand 1 reads U 0+4 ?", "lane 0 operand 0 writes T6 1+1 ?", "lane 1 operand 1 reads U 4+4 ?", "lane 1 operand 0 writes T6 2+1 ?",
		"mov: 1 of 1",
		"lane 0 operand 1 reads V 0+4 00000000",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the trace is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
