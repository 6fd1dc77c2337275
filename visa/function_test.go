package visa

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa/object"
)

const functionText = `.version 4.1
.global_function "twice"
.decl V32 v_type=G type=d num_elts=8 align=GRF
.kernel_attr ArgSize=2
.kernel_attr RetValSize=1
.kernel_attr Target="cm"
add (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1> V32(0,0)<8;8,1>
fret (M1, 1)
`

const callerText = `.version 4.1
.kernel "caller"
.decl V32 v_type=G type=d num_elts=8 align=GRF
.input V32 offset=0 size=32
.kernel_attr Target="cm"
fcall (M1, 8) twice 2 1
ret (M1, 1)
`

// packedTogether is an object of the texts.
func packedTogether(t *testing.T, texts ...string) []byte {
	t.Helper()
	o := &object.Object{Version: object.Format{Major: 4, Minor: 1}}
	for _, text := range texts {
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
	}
	b, err := o.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A function beside a kernel, in either order, is one in bytes and comes back as its text; Intel's tool reads both.
func TestFunctions(t *testing.T) {
	b := packedTogether(t, functionText, callerText)
	o, err := object.Read(b)
	if err != nil || len(o.Kernels) != 2 {
		t.Fatalf("%d kernels, %v", len(o.Kernels), err)
	}
	if k := o.Kernels[1]; !k.Function || k.Name != "twice" || k.Arguments != 2 || k.Results != 1 || o.Kernels[0].Function {
		t.Errorf("the function is %+v", k)
	}
	for n, want := range []string{callerText, functionText} {
		g, lost, err := Unpack(o, n, 32)
		if err != nil || lost != nil {
			t.Fatalf("%v, lost %q", err, lost)
		}
		if got := string(g.AppendText(nil)); got != want {
			t.Errorf("%s", firstOther(got, want))
		}
	}
	if again, err := o.Append(nil); err != nil || !bytes.Equal(again, packedTogether(t, callerText, functionText)) {
		t.Errorf("it comes back as other bytes: %v", err)
	}
	for n := range b { // of no shorter file is anything made
		if _, err := object.Read(b[:n]); err == nil {
			t.Errorf("%d of %d bytes are a file", n, len(b))
		}
	}
}

// Intel's tool reads a file with a function, and knows its name and registers.
func TestFunctionsGenXReads(t *testing.T) {
	g := &genx{path: oracle.Need(t, "GenX_IR"), platform: "SKL", dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(g.dir, "in.isa"), packedTogether(t, callerText, functionText), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := g.run("in.isa")
	files, _ := filepath.Glob(filepath.Join(g.dir, "*.visaasm"))
	all := ""
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
	}
	for _, want := range []string{`.global_function "twice"`, "add (M1, 8) V32(0,0)<1> V32(0,0)<8;8,1> V32(0,0)<8;8,1>", "fcall (M1, 8) twice 2 1", "ArgSize=2", "RetValSize=1"} {
		if !strings.Contains(all, want) {
			t.Errorf("the tool prints no %s: %v %.200s\n%s", want, err, out, all)
		}
	}
}

// Parameters are inputs at the beginning.
func TestParameters(t *testing.T) {
	g, errs := ParseProgram(".kernel \"k\"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\n.parameter V32 size=32\n", NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	if got := string(g.AppendText(nil)); !strings.Contains(got, ".input V32 offset=0 size=32\n") {
		t.Error(got)
	}
}

// What functions and parameters cannot be says where.
func TestFunctionErrors(t *testing.T) {
	for _, row := range [][2]string{
		{".kernel \"k\"\n.global_function \"f\"", "2:1: the text is a kernel already: a function is a text of its own"},
		{".global_function \"f\"\n.kernel \"k\"", "2:1: the text is a function already: a kernel is a text of its own"},
		{".global_function", "1:17: expected a name"},
		{".decl V32 v_type=G type=d num_elts=8\n.parameter V32", "2:15: expected size="},
	} {
		_, errs := ParseProgram(row[0], NewDecls(32, D), Spec)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), row[1]) {
			t.Errorf("%q: %v, want %s", row[0], errs, row[1])
		}
	}
	for _, row := range [][2]string{
		{".global_function \"f\"\n.decl V32 v_type=G type=d num_elts=8\n.input V32 offset=0 size=4", "f is a function, and an object has inputs of kernels only"},
		{".global_function \"f\"\n.kernel_attr ArgSize=256", "the attribute ArgSize=256: a function has 0 to 255 registers"},
	} {
		g, errs := ParseProgram(row[0], NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if err := g.Pack(&object.Object{Version: Current}); err == nil || !strings.Contains(err.Error(), row[1]) {
			t.Errorf("%q: %v, want %s", row[0], err, row[1])
		}
	}
	o, err := object.Read(packedTogether(t, functionText))
	if err != nil {
		t.Fatal(err)
	}
	o.Kernels[0].Arguments = 7
	if _, lost, err := Unpack(o, 0, 32); err != nil || len(lost) != 1 || !strings.Contains(lost[0], "the registers of the function, 7 and 1") {
		t.Errorf("%v, lost %q", err, lost)
	}
	o.Kernels[0].Inputs = []object.Input{{}}
	if _, err := o.Append(nil); err == nil || !strings.Contains(err.Error(), "a function has neither inputs nor machine code") {
		t.Error(err)
	}
}
