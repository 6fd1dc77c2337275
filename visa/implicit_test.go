package visa

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa/object"
)

// implicitKernel is a kernel with an input of each kind of variable that has them, on lines with the directive.
const implicitKernel = `.version 3.6
.kernel "k"
.decl V32 v_type=G type=d num_elts=8 align=GRF
.decl S0 v_type=S num_elts=1
.decl T6 v_type=T num_elts=1
.%[1]s V32 offset=32 size=32
.%[1]s S0 offset=64 size=4
.%[1]s T6 offset=68 size=4
.kernel_attr Target="cm"
mov (M1, 8) V32(0,0)<1> 0x1:d
`

// Implicit inputs go through text and bytes, each by its own bits of an object's byte, above those of the variable's kind.
func TestImplicitInputs(t *testing.T) {
	for n := range Implicit(implicits) {
		directive := "input"
		if n > 0 {
			directive = "implicit_" + n.String()
		}
		text := fmt.Sprintf(implicitKernel, directive)
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		o := &object.Object{Version: g.Version}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
		for k, in := range o.Kernels[0].Inputs {
			if want := uint8(k) | uint8(n)<<3; in.Kind != want {
				t.Errorf("%s: input %d has the kind %#x, want %#x", directive, k, in.Kind, want)
			}
		}
		back, lost, err := Unpack(o, 0, 32)
		if got := string(back.AppendText(nil)); err != nil || lost != nil || got != text {
			t.Errorf("%v, %v: %s", err, lost, firstOther(got, text))
		}
		holdCanonical(t, text+"\n\n."+directive+"   T6  offset = 72 size= 0x4 // again\n")
	}
	for _, row := range [][2]string{
		{".implicit_NONE V32 offset=0 size=4", "3:11: there is no implicit input"},
		{".implicit_ V32 offset=0 size=4", "3:11: there is no implicit input"},
		{".implicit_EXPLICIT V32 offset=0 size=4", "3:11: there is no implicit input"},
		{".implicit_UNDEFINED_3 V32 offset=0 size=4", "3:11: there is no implicit input"},
		{".implicit_UNDEFINED_32 V32 offset=0 size=4", "3:11: there is no implicit input"},
		{".implicit V32 offset=0 size=4", "3:1: expected a directive"},
		{".implicit_LOCAL_ID V33 offset=0 size=4", "3:20:"},
	} {
		_, errs := ParseProgram(".kernel \"k\"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\n"+row[0], NewDecls(32, D), Spec)
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), row[1]) {
			t.Errorf("%s: %v, want %s", row[0], errs, row[1])
		}
	}
}

// Intel's tool prints the same names for the bytes, but for number 4, which it calls as number 16; and what it makes of any text is number 5.
func TestImplicitGenX(t *testing.T) {
	tool := &genx{path: oracle.Need(t, "GenX_IR"), platform: "TGLLP", dir: t.TempDir()}
	for n := range Implicit(implicits) {
		directive := "input"
		if n > 0 {
			directive = "implicit_" + n.String()
		}
		g, errs := ParseProgram(fmt.Sprintf(implicitKernel, directive), NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		g.Lines = append(g.Lines, refusedLine)
		o := &object.Object{Version: g.Version}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
		b, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		head, _, ok := tool.reads(t, b)
		if !ok {
			continue
		}
		if n == 4 {
			directive = "implicit_PSEUDO_INPUT"
		}
		if want := "." + directive + " V32 offset=32 size=32"; !strings.Contains(strings.Join(head, "\n"), want) {
			t.Errorf("%d: %q, want %s", n, head, want)
		}
	}
	tool.answersMost(t)
	g, errs := ParseProgram(fmt.Sprintf(implicitKernel, "implicit_LOCAL_ID"), NewDecls(32, D), Intel)
	if errs != nil || g.Inputs[0].Implicit != 5 {
		t.Errorf("%v, %+v", errs, g.Inputs)
	}
}
