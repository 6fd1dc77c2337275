package g13

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests expect instead of comparing with it")

// kindNames are the kinds by number, as forms.txt has them.
var kindNames = strings.Fields(`Dst Dst64 DstOf16 DstOf32 Src Src64 FloatSrc FloatSrc16 CmpselSrc R0L SReg Reg Uint Binary PCRel Shift BitMask ICond FCond Convert Round
	List Mask Format Base Offset Sign Flag Result Reg32 AtomicOp AtomicS TgBase HalfOr OrHalf Coeff Interp Sample Pixel Moving UBase Numbered Copy
	Half Rtz OptUBase Texture Sampler Coords Dim Extra Gather Mask0 LodMode Lod Compare`)

// TestForms holds all that is known of each form: where its bits stand, as the public descriptions say it, from the lowest on and not as rows; its operands; its names. Kinds of operands stand behind the forms.
// A form of the document has the document's row besides: TestRowsOfTheDocument.
func TestForms(t *testing.T) {
	if len(kindNames) != int(NumKinds) {
		t.Fatalf("%d names for %d kinds", len(kindNames), NumKinds)
	}
	var b strings.Builder
	for n := range table {
		describe(&b, Form(n))
	}
	for k := range NumKinds {
		describeKind(&b, k)
	}
	const file = "testdata/forms.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, expected := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for n := range max(len(got), len(expected)) {
		if n >= len(got) || n >= len(expected) || got[n] != expected[n] {
			t.Fatalf("%s:%d: %q is now %q", file, n+1, at(expected, n), at(got, n))
		}
	}
}

func at(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return "the end"
}

// describe writes a form:
//
//	iadd 64 sat
//		0:5=001110 15=0
//		D Dst64 9:14+44:45 type 7:8
//		isub 27=1
//		also ineg 16:21=0 …, without A
func describe(b *strings.Builder, n Form) {
	f := &forms()[n]
	fmt.Fprintf(b, "%s %d", f.name, f.row.width)
	if f.length.width > 0 {
		fmt.Fprintf(b, " or %d by %s", 8*f.bytes(false), f.length)
	}
	if f.flags&saturates != 0 {
		fmt.Fprintf(b, " sat %s", f.sat)
	}
	fmt.Fprintf(b, "\n\tfixed %s\n", fixed(f.row.mask, f.row.value))
	for _, name := range slices.Sorted(maps.Keys(f.fields)) {
		fmt.Fprintf(b, "\t%s %s\n", name, f.fields[name])
	}
	for _, o := range f.operands {
		fmt.Fprintf(b, "\t%s %s %s type %s modifier %s %v count %q %s\n", kindNames[o.Kind], o.Name, o.value, o.typ, o.mod, o.hasSx, o.Count, o.count)
	}
	for _, a := range f.aliases {
		fmt.Fprintf(b, "\tor %s %s%s\n", a.name, fixed(a.mask, a.value), f.hiddenText(a))
	}
	for _, a := range f.also {
		fmt.Fprintf(b, "\talso %s %s%s\n", a.name, fixed(a.mask, a.value), f.hiddenText(a))
	}
	fmt.Fprintf(b, "\tusually %s\n", fixed(f.start, f.start))
	for _, name := range slices.Sorted(maps.Keys(f.fields)) {
		if v, ok := f.tail[f.fields[name]]; ok {
			fmt.Fprintf(b, "\tmay lack %s=%d\n", name, v)
		}
	}
}

// describeKind writes what is known of a kind besides how it is read: TestOperandsAgain.
func describeKind(b *strings.Builder, k Kind) {
	fmt.Fprintf(b, "kind %s", kindNames[k])
	if k.IsDestination() {
		b.WriteString(" is written")
	}
	if kinds[k].entangled {
		b.WriteString(" is entangled")
	}
	for _, n := range kinds[k].reads {
		fmt.Fprintf(b, " reads %s", namedFields[n])
	}
	for n, word := range k.Words() {
		if word != "" {
			fmt.Fprintf(b, "\n\t%d %s", n, word)
		}
	}
	b.WriteString("\n")
}

// String is a span as descriptions have it.
func (s span) String() string {
	switch {
	case s.width == 0:
		return "-"
	case s.pos == zeroBits:
		return strings.Repeat("0", int(s.width))
	case s.width == 1:
		return fmt.Sprint(s.pos)
	}
	return fmt.Sprintf("%d:%d", s.pos, s.pos+s.width-1)
}

// fixed is bits that have values, those side by side together, the lowest first.
func fixed(mask, value Word) string {
	var b strings.Builder
	before := false
	for pos := range uint8(96) {
		bit := span{pos, 1}
		if known := mask.get(bit) != 0; known && !before {
			fmt.Fprintf(&b, " %d:%d", pos, value.get(bit))
		} else if known {
			fmt.Fprint(&b, value.get(bit))
		}
		before = mask.get(bit) != 0
	}
	return strings.TrimSpace(b.String())
}

func (f *form) hiddenText(a alias) string {
	text := ""
	for n, hidden := range a.hidden {
		if hidden {
			text += " without " + f.operands[n].Name
		}
	}
	return text
}
