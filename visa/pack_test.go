package visa

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa/object"
)

const containerHead = `.kernel "k"
` + genxDecls + `.decl O v_type=G type=f num_elts=8 align=GRF attrs={Output}
.input V_d offset=32 size=1024
.kernel_attr Target="cm"
.kernel_attr SLMSize=5
.kernel_attr OutputAsmPath="x/yz"
.kernel_attr NoBarrier
`

var formats = []Format{{Major: 3, Minor: 0}, {Major: 3, Minor: 3}, {Major: 3, Minor: 4}, {Major: 3, Minor: 5}, {Major: 3, Minor: 6}, {Major: 4, Minor: 1}}

// randomProgram is a program of instructions, legal and not, that have bytes.
func randomProgram(t *testing.T, w *instWriter, f Format, grf, n int, legal bool) *Program {
	t.Helper()
	g, errs := ParseProgram(fmt.Sprintf(".version %d.%d\n", f.Major, f.Minor)+containerHead, NewDecls(grf, D), Intel)
	if errs != nil {
		t.Fatal(errs)
	}
	p := Parser{Decls: g.Decls, Dialect: Intel}
	check := Checker{Decls: g.Decls, Dialect: Intel}
	for len(g.Lines) < n {
		i, err := p.ParseInst(w.inst(w.op()))
		if err != nil || legal && !Legal(check.Check(&i)) || f == formats[0] && i.Exec.NoMask() && i.Exec.Offset() > 0 {
			continue
		}
		canonical(&i)
		if _, err := i.AppendInst(nil, g.Decls, f); err == nil {
			g.Lines = append(g.Lines, Line{Inst: i})
		}
	}
	return g
}

// canonical cuts immediates to their types, as the tool does when it reads bytes.
func canonical(i *Inst) {
	for k := range int(i.N) {
		o := &i.Operand[k]
		if size := o.Type.Size(); o.Class == Immediate && size < 4 {
			shift := 64 - 8*size
			if o.Imm <<= shift; o.Type.isSigned() {
				o.Imm = uint64(uint32(int64(o.Imm) >> shift))
			} else {
				o.Imm >>= shift
			}
		}
	}
}

// Random programs in all formats: packed, read and packed again they are the same bytes, and the text that is read is the one that was packed.
func TestContainerRoundTrip(t *testing.T) {
	seed := chance.Seed(t)
	w := &instWriter{Rand: rand.New(rand.NewPCG(seed, 20))}
	n := 20
	if *full {
		n = 1000
	}
	for range n {
		for _, f := range formats {
			o := &object.Object{Version: f}
			var texts []string
			for range 1 + w.IntN(3) {
				g := randomProgram(t, w, f, 32, w.IntN(40), false)
				if err := g.Pack(o); err != nil {
					t.Fatal(err)
				}
				texts = append(texts, string(g.AppendText(nil)))
			}
			o.Kernels[0].Binaries = []object.Binary{{Platform: 12, Code: []byte("machine code")}}
			b, err := o.Append(nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := object.Read(b)
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range texts {
				g, lost, err := Unpack(back, k, 32)
				if k > 0 && lost != nil || err != nil {
					t.Fatalf("%v: lost %q", err, lost)
				}
				if got := string(g.AppendText(nil)); got != want {
					t.Fatalf("format %v: %s", f, firstOther(got, want))
				}
			}
			if again, err := back.Append(nil); err != nil || !bytes.Equal(again, b) {
				t.Fatalf("format %v: other bytes after reading: %v", f, err)
			}
		}
	}
}

// firstOther is the first line in which two texts differ.
func firstOther(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range min(len(x), len(y)) {
		if x[k] != y[k] {
			return fmt.Sprintf("line %d is %q, want %q", k+1, x[k], y[k])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(x), len(y))
}

var genxInst = regexp.MustCompile(`(?m)^\s*(.*?)\s*/// \$\d+`)

// genxReads gives a file with one kernel to the tool, and returns what it prints: declarations and all that, and instructions. It names the text by an attribute that the
// kernel does not have. ok is false where it died or was silent.
func (g *genx) reads(t *testing.T, b []byte) (head, insts []string, ok bool) {
	t.Helper()
	name := filepath.Join(g.dir, ".visaasm")
	_ = os.Remove(name)
	if err := os.WriteFile(filepath.Join(g.dir, "in.isa"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	out, runErr := g.run("in.isa")
	if oracle.Failed(runErr) {
		return nil, nil, false
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v: %v: %s", runErr, err, out)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, ".") && !strings.Contains(line, "///") {
			head = append(head, line)
		}
	}
	for _, m := range genxInst.FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(m[1], ".") { // the tool begins no line behind the last attribute
			attr, inst, _ := strings.Cut(m[1], " ")
			attr2, inst, _ := strings.Cut(inst, " ")
			head, m[1] = append(head, attr+" "+attr2), strings.TrimSpace(inst)
		}
		insts = append(insts, m[1])
	}
	return head, insts, true
}

// isStatePlace says whether the first source is a place in a surface: of these, the tool prints other numbers than it reads.
func isStatePlace(l Line) bool { return l.Inst.Op == opAddrAdd && l.Inst.Operand[1].Class == State }

// refusedLine is an instruction that the verifier refuses when it has read and printed all: a program that is legal it would go on to compile, in which random ones kill it
// or send it into an endless loop.
var refusedLine = Line{Inst: Inst{Op: opMov, N: 2, Operand: [NearOperands]Operand{
	{Class: General, ID: 32, Region: Destination(0)}, {Class: Immediate, Type: D},
}}}

// Random legal programs: Intel's tool reads the file that is packed, and prints the text that was packed.
func TestContainerGenX(t *testing.T) {
	tool := &genx{path: oracle.Need(t, "GenX_IR"), platform: "TGLLP", dir: t.TempDir()}
	seed := chance.Seed(t)
	w := &instWriter{Rand: rand.New(rand.NewPCG(seed, 21))}
	n := 1
	if *full {
		n = 30
	}
	for range n {
		for _, f := range formats {
			g := randomProgram(t, w, f, 32, 60, true)
			g.Lines = slices.DeleteFunc(g.Lines, isStatePlace)
			g.Attrs = slices.DeleteFunc(g.Attrs, func(a Attr) bool { return a.Name == "OutputAsmPath" })
			g.Lines = append(g.Lines, refusedLine)
			o := &object.Object{Version: f}
			if err := g.Pack(o); err != nil {
				t.Fatal(err)
			}
			b, err := o.Append(nil)
			if err != nil {
				t.Fatal(err)
			}
			head, insts, ok := tool.reads(t, b)
			if !ok {
				continue
			}
			if want := toolLines(g); !slices.Equal(head, want) {
				t.Fatalf("format %v: %s", f, firstOther(strings.Join(head, "\n"), strings.Join(want, "\n")))
			}
			var want []string
			for k := range g.Lines {
				want = append(want, toolText(&g.Lines[k].Inst, g.Decls))
			}
			if !slices.Equal(insts, want) {
				t.Fatalf("format %v: %s", f, firstOther(strings.Join(insts, "\n"), strings.Join(want, "\n")))
			}
		}
	}
	tool.answersMost(t)
}

// toolLines are the lines before the instructions as the tool prints them: samplers and surfaces have their names twice.
func toolLines(g *Program) (lines []string) {
	head := *g
	head.Lines = nil
	for _, line := range strings.Split(strings.TrimSpace(string(head.AppendText(nil))), "\n") {
		if name := strings.Fields(line)[1]; strings.Contains(line, "v_type=S") || strings.Contains(line, "v_type=T") {
			line += " v_name=" + name
		}
		lines = append(lines, line)
	}
	return lines
}

// A file that Intel's tool writes: its tables are read, and its code, which that release cuts short, is refused with the place.
func TestContainerIntelWrites(t *testing.T) {
	dir := t.TempDir()
	tool := &genx{path: oracle.Need(t, "GenX_IR"), platform: "TGLLP", dir: dir}
	text := ".version 3.6\n" + containerHead + "mov (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1>\nadd (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 5:d\n"
	if err := os.WriteFile(filepath.Join(dir, "in.visaasm"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := tool.run("in.visaasm", "-outputCisaBinaryName", "out.isa")
	names, _ := filepath.Glob(filepath.Join(dir, "*.isa"))
	if len(names) == 0 {
		t.Fatalf("no file: %s", out)
	}
	b, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	o, err := object.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := o.Append(nil); err != nil || !bytes.Equal(again, b) {
		t.Errorf("the file is packed as %d other bytes: %v", len(again), err)
	}
	want, errs := ParseProgram(text, NewDecls(32, D), Intel)
	if errs != nil {
		t.Fatal(errs)
	}
	want.Lines, want.Version = nil, o.Version
	g, lost, err := Unpack(o, 0, 32)
	g.Lines = nil
	if got := string(g.AppendText(nil)); got != string(want.AppendText(nil)) {
		t.Error(firstOther(got, string(want.AppendText(nil))))
	}
	if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("byte %d: instruction 0: ", o.Kernels[0].CodeAt)) {
		t.Errorf("the code is whole: %v", err)
	}
	t.Log(lost, err)
}

const smallObject = `.version 3.6
.kernel "small"
.decl V32 v_type=G type=d num_elts=32 align=GRF
.decl V33 v_type=G type=uw num_elts=8 align=word alias=<V32, 8>
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=16
.decl S0 v_type=S num_elts=1
.decl T6 v_type=T num_elts=1
.input V32 offset=32 size=128
.kernel_attr Target="cm"
(!P1) mov (M1, 8) V32(0,0)<1> V32(1,0)<8;8,1>
addr_add (M1, 1) A0(0)<1> &V33[4] 0x7:uw
`

func smallFile(t testing.TB, f Format) []byte {
	g, errs := ParseProgram(smallObject, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	o := &object.Object{Version: f}
	if err := g.Pack(o); err != nil {
		t.Fatal(err)
	}
	b, err := o.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every beginning of a file is refused with a place inside it, and so is every file with one byte changed, or it is read.
func TestContainerDamage(t *testing.T) {
	for _, f := range formats {
		whole := smallFile(t, f)
		for n := range whole {
			if _, err := object.Read(whole[:n]); err == nil {
				t.Fatalf("format %v: %d of %d bytes are a file", f, n, len(whole))
			}
		}
		for n := range whole {
			for _, x := range []byte{1, 0x80, 0xff} {
				b := bytes.Clone(whole)
				b[n] ^= x
				if o, err := object.Read(b); err == nil {
					readWhole(t, o)
				}
			}
		}
	}
}

// readWhole makes texts of an object, and reads them.
func readWhole(t *testing.T, o *object.Object) {
	t.Helper()
	for k := range o.Kernels {
		g, _, err := Unpack(o, k, 32)
		if err != nil {
			continue
		}
		lines := strings.Split(string(g.AppendText(nil)), "\n")
		head := len(lines) - len(g.Lines) - 1 // some instructions have bytes and no text
		if _, errs := ParseProgram(strings.Join(lines[:head], "\n"), NewDecls(32, D), Spec); errs != nil {
			t.Fatalf("%s: %v", lines, errs[0])
		}
	}
}

func TestContainerRefusals(t *testing.T) {
	damage := func(change func(k *object.Kernel)) []byte {
		o, err := object.Read(smallFile(t, Current))
		if err != nil {
			t.Fatal(err)
		}
		change(&o.Kernels[0])
		b, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	whole := smallFile(t, Current)
	put := func(at int, v ...byte) []byte {
		b := bytes.Clone(whole)
		copy(b[at:], v)
		return b
	}
	for _, row := range []struct {
		b    []byte
		want string
	}{
		{[]byte("CISB"), `byte 4: the file does not begin with "CISA"`},
		{whole[:29], "byte 28: the end, 1 bytes of a field missing"},
		{put(4, 5), "byte 6: format 5.6 is not known: 3.0 to 4.9 are"},
		{put(6, 0xff, 0xff), "byte 6: 65535 things of 18 bytes or more are announced, and 212 bytes are left"},
		{put(18, 0xff, 0xff), "kernels and machine code have 65"},
		{put(22, 1), "the inputs are here, and the header says byte"},
		{put(26, 1), "byte 26: there are relocations"},
		{put(31, 1), "byte 31: there are file-scope variables"},
		{put(33, 1), "byte 35: the byte of a function's linkage is not 0"},
		{damage(func(k *object.Kernel) { k.General[0].Name = 99 }), "general variable 32 has the name number 99, and there are 8 strings"},
		{damage(func(k *object.Kernel) { k.General[1].Alias = 33 }), "general variable 33 is an alias of variable 33, which is not declared before it"},
		{damage(func(k *object.Kernel) { k.General[0].TypeAlign = 0xf1 }), "alignment 15, which means nothing"},
		{damage(func(k *object.Kernel) { k.General[0].TypeAlign = 0x58 }), "general variable 32 is of type v, which is one of immediates"},
		{damage(func(k *object.Kernel) { k.Predicates[0].Elems = 33 }), "33 elements: predicates have at most 32"},
		{damage(func(k *object.Kernel) { k.Inputs[0].Kind = 11 }), "input 0 is of kind 3"},
		{damage(func(k *object.Kernel) { k.Inputs[0].ID = 40 }), "input 0 is a general variable 40, which is not declared"},
		{damage(func(k *object.Kernel) { k.Code = []byte{0x32, 0, 0, 0, 7, 0} }), "instruction 0: jmp has label 7, and there are 0 labels"},
		{damage(func(k *object.Kernel) { k.Code = []byte{0x31, 7} }), "instruction 0: byte 2: the instruction goes on behind the last byte"},
		{damage(func(k *object.Kernel) { k.Code, k.Labels = []byte{0x33, 0, 0, 0, 0, 0}, []object.Entry{{}} }), "instruction 0: call has label 0, which is of the other kind"},
		{damage(func(k *object.Kernel) { k.Code = []byte{0x51, 99, 0, 0, 0} }), "instruction 0: FILE has the name number 99, and there are 8 strings"},
		{damage(func(k *object.Kernel) { k.Code = []byte{0x7b, 0x42, 0, 0, 0, 0} }), "instruction 0: byte 1: the byte of a lifetime has bits that mean nothing"},
		{damage(func(k *object.Kernel) { k.Code = []byte{0x7b, 0, 99, 0, 0, 0} }), "instruction 0: operand 0 is general variable V99, which is not declared"},
		{damage(func(k *object.Kernel) { k.Code[2] = 9 }), "the guard is predicate variable P9, which is not declared"},
		{damage(func(k *object.Kernel) { k.Code[5] = 99 }), "operand 0 is general variable V99, which is not declared"},
		{damage(func(k *object.Kernel) { k.Code = k.Code[:20] }), "instruction 0: byte 13: operand 1: the operand goes on behind the last byte"},
	} {
		o, err := object.Read(row.b)
		if err == nil {
			_, _, err = Unpack(o, 0, 32)
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
}

// A variable may be an alias of what is predefined and of those before it, and of no other number.
func TestAliasesOf(t *testing.T) {
	for id := range uint32(40) {
		o, err := object.Read(smallFile(t, Current))
		if err != nil {
			t.Fatal(err)
		}
		o.Kernels[0].General[1].Alias = id
		g, _, err := Unpack(o, 0, 32)
		if known := id < 21 || id == 32; known != (err == nil) {
			t.Errorf("an alias of variable %d: %v", id, err)
		}
		if err == nil {
			readWhole(t, o)
			if alias := g.Decls.Variable(GeneralKind, 33).Alias; id > 0 && alias != int(id) {
				t.Errorf("an alias of variable %d is one of %d", id, alias)
			}
		}
	}
}

// What a text does not say is named.
func TestContainerLosses(t *testing.T) {
	o, err := object.Read(smallFile(t, Current))
	if err != nil {
		t.Fatal(err)
	}
	k := &o.Kernels[0]
	k.Strings[1] = "V33"
	k.General[0].AliasScope = 1
	k.Attrs[0].Value = []byte{7}
	k.Code[4] |= 0x80
	k.Labels = []object.Entry{{}}
	k.NameString = 1
	g, lost, err := Unpack(o, 0, 32)
	if err != nil || len(lost) != 5 || lost[0] != "the kernel's name among its strings, of which it has number 1" {
		t.Errorf("%q, %v", lost, err)
	}
	if text := string(g.AppendText(nil)); !strings.Contains(text, "alias=<V32, 8>") || !strings.Contains(text, "\n.label \"") {
		t.Error(text)
	}
	k.Code, k.Strings = []byte{0xee, 1, 2}, append(k.Strings, "another")
	if g, lost, err = Unpack(o, 0, 32); err != nil || len(lost) != 5 || !strings.HasPrefix(lost[4], "the order of the strings") || !bytes.Equal(g.Lines[0].Code, k.Code) {
		t.Errorf("%q, %v", lost, err)
	}
}

// What does not fit in a file is refused by name.
func TestContainerLimits(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{".decl V32 v_type=G type=d num_elts=70000 align=GRF", "V32 has 70000 elements"},
		{".decl P1 v_type=P num_elts=8\n.input P1 offset=0 size=4", "P1 is a predicate variable, and inputs are"},
		{".decl V32 v_type=G type=d num_elts=8 align=GRF\n.input V32 offset=40000 size=4", "the input V32 has 4 bytes from byte 40000 on"},
		{".decl V32 v_type=G type=d num_elts=8 align=GRF\n.input V32 offset=4294967295 size=4", "the input V32 has 4 bytes from byte 4294967295 on"},
		{".kernel_attr Target=\"cs\"", `the attribute Target is "cs": expected "cm" or "3d"`},
		{".kernel_attr SLMSize=0x123456789", "does not fit in 32 bits"},
		{".decl V32 v_type=G type=d num_elts=8 align=GRF\nmov (M2_NM, 4) V32<1> 1:d", "format 3.0 has no mask of (M2_NM, 4)"},
		{".decl V32 v_type=G type=d num_elts=8 align=GRF\n.decl P1 v_type=P num_elts=8\n(P1) min (M1, 4) V32<1> 1:d 2:d", "min has no predicate field in bytes"},
	} {
		g, errs := ParseProgram(row.text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		o := &object.Object{Version: Format{Major: 3, Minor: 0}}
		if err := g.Pack(o); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// The tool cuts numbers to 32 bits with a sign: an input that begins before the first byte is in no object, since none can be read that has one.
func TestInputBeforeTheFirst(t *testing.T) {
	g, errs := ParseProgram(".decl V32 v_type=G type=d num_elts=8 align=GRF\n.input V32 offset=4294967295 size=4", NewDecls(32, D), Intel)
	if errs != nil {
		t.Fatal(errs)
	}
	if err := g.Pack(&object.Object{Version: Current}); err == nil || !strings.Contains(err.Error(), "the input V32 has 4 bytes from byte -1 on") {
		t.Errorf("%v, want a refusal", err)
	}
}

// Numbers of attributes and inputs are printed as they are read, or refused.
func TestGreatestNumbers(t *testing.T) {
	for _, text := range []string{".kernel_attr SLMSize=%s", ".decl V32 v_type=G type=d num_elts=8 align=GRF\n.input V32 offset=%s size=4", ".decl V32 v_type=G type=d num_elts=8 align=GRF\n.input V32 offset=4 size=%s"} {
		whole := fmt.Sprintf(text, "9223372036854775807")
		g, errs := ParseProgram(whole, NewDecls(32, D), Spec)
		if errs != nil || !strings.HasSuffix(string(g.AppendText(nil)), whole+"\n") {
			t.Errorf("%s: %v, printed as %s", whole, errs, g.AppendText(nil))
		}
		whole = fmt.Sprintf(text, "9223372036854775808")
		if _, errs := ParseProgram(whole, NewDecls(32, D), Spec); len(errs) != 1 || !strings.Contains(errs[0].Error(), "the number does not fit in 63 bits") {
			t.Errorf("%s: %v, want a refusal", whole, errs)
		}
	}
}

// FuzzContainer: any bytes are a file or are refused, and what is read is packed as a file that reads as the same.
func FuzzContainer(f *testing.F) {
	for _, format := range formats {
		f.Add(smallFile(f, format))
	}
	chance.Fuzz(f, func(t *testing.T, b []byte) {
		o, err := object.Read(b)
		if err != nil {
			return
		}
		readWhole(t, o)
		packed, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := object.Read(packed)
		if err != nil {
			t.Fatalf("%x is packed as %x: %v", b, packed, err)
		}
		for k := range back.Kernels {
			back.Kernels[k].CodeAt = o.Kernels[k].CodeAt
		}
		if !reflect.DeepEqual(o, back) {
			t.Fatalf("%x is packed as %x, which reads as %+v, not %+v", b, packed, back, o)
		}
	})
}
