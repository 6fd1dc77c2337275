package discoveries

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

var update = flag.Bool("update", false, "write what discoveries say instead of comparing with it")

// What each discovery says, and how it is shown, is what it was.
func TestSaid(t *testing.T) {
	var all strings.Builder
	for k := range All {
		d := &All[k]
		fmt.Fprintf(&all, "%d: %s\n  %s, waste %t, read %t\n  %s\n", d.No, d.Title, d.By, d.IsWaste(), d.IsRead(), d.Cause)
		if d.IsWaste() || d.IsRead() {
			fmt.Fprintf(&all, "  %s, %d against %d: %s\n", d.Target, d.Theirs, d.Ours, d.Emits())
		}
		if d.IsWaste() {
			fmt.Fprintf(&all, "  %s\n  %q of %s, %q\n", d.Compiler(), d.Arguments(), d.By.Program(), d.By.Version())
		}
		fmt.Fprintf(&all, "  $ %s\n", d.Command())
		for _, more := range []string{d.Where, d.Says, d.Emitted, d.Instead} {
			if more != "" {
				fmt.Fprintf(&all, "  %q\n", more)
			}
		}
		if d.Erratum > 0 {
			fmt.Fprintf(&all, "  erratum %d\n", d.Erratum)
		}
		if source, err := d.Source(); err == nil {
			fmt.Fprintf(&all, "%s", source)
		}
	}
	golden.Held(t, "testdata/said.txt", all.String(), *update)
}

// A number is given once, in order, and finds its discovery; each has what its sort has, and less than a tool emits is known.
func TestTable(t *testing.T) {
	for k := range All {
		d := &All[k]
		if k > 0 && d.No <= All[k-1].No || d.Title == "" || d.Cause == "" {
			t.Errorf("%+v stands behind %d", d, All[max(k-1, 0)].No)
		}
		if found, ok := Find(d.No); !ok || found != d {
			t.Errorf("%d is %+v, %v", d.No, found, ok)
		}
		sorts := 0
		for _, is := range []bool{d.IsWaste(), d.IsRead(), d.Shell != ""} {
			if is {
				sorts++
			}
		}
		if sorts != 1 {
			t.Errorf("%d is of %d sorts", d.No, sorts)
		}
		if (d.IsWaste() || d.IsRead()) && (d.Ours < 0 || d.Theirs <= d.Ours || d.Newer != 0 && d.Newer <= d.Ours || d.Target == "") || d.IsRead() && (d.Where == "" || d.Instead == "") {
			t.Errorf("%d: %d instructions, %d of the newest, and %d are known on %q", d.No, d.Theirs, d.Newer, d.Ours, d.Target)
		}
		if !d.IsWaste() {
			continue
		}
		m, err := lane.Parse(d.Form)
		if err != nil || m.String() != d.Form {
			t.Errorf("%d: %s is %s, %v", d.No, d.Form, m, err)
		}
		if _, err := d.Source(); (err == nil) != (d.By != LLVM && tools[d.By].source != nil) {
			t.Errorf("%d: %v", d.No, err)
		}
	}
	for _, no := range []int{-1, 0, All[len(All)-1].No + 1} {
		if d, ok := Find(no); ok || d != nil {
			t.Errorf("%d is %+v", no, d)
		}
	}
	for by := range Document + 1 {
		if by.String() == "" || by.ThisMachine() != (by.Program() == "node" || by.String() == "wazero 1.12.0") {
			t.Errorf("%d is %q", by, by)
		}
	}
}

// How a tool is named, and what it emits, is said with both versions where there are two.
func TestWhatIsEmitted(t *testing.T) {
	for _, row := range []struct {
		d           Discovery
		says, shown string
	}{
		{Discovery{By: LLVM, Form: "i8x1 -> z", Target: "neon", Options: []string{"-a", "-b"}, Theirs: 3}, "LLVM 22.1 emits 3 instructions", "lanescope lower 'i8x1 -> z' --target neon --emit llvm | llc -O2 -a -b"},
		{Discovery{No: 7, By: GCC, Form: "i8x1 -> z", Options: []string{"-a"}, Theirs: 3}, "GCC 12.2 and 16.2 emit 3 instructions", "lanescope discoveries 7 --source | gcc -O2 -a -S -o - -x c -"},
		{Discovery{No: 8, By: GCCForARM, Form: "i8x1 -> z", Theirs: 3, Newer: 2}, "GCC 12.2 emits 3 instructions and 16.2 emits 2", "lanescope discoveries 8 --source | aarch64-linux-gnu-gcc -O2 -S -o - -x c -"},
		{Discovery{No: 9, By: V8, Form: "i8x1 -> z", Theirs: 30}, "V8 11.3 and 14.1 emit 30 instructions", "lanescope discoveries 9 --source | node --no-liftoff --no-wasm-lazy-compilation --print-wasm-code -"},
		{Discovery{By: Cranelift, Emitted: "a b", Instead: "c", Theirs: 2}, "Cranelift e6b33de emits 2 instructions", "lanescope prove 'a b' 'c'"},
		{Discovery{By: Document, Shell: "lanescope errata"}, "document emits 0 instructions", "lanescope errata"},
	} {
		if got := row.d.Emits(); got != row.says {
			t.Errorf("%q, want %q", got, row.says)
		}
		if got := row.d.Command(); got != row.shown {
			t.Errorf("%q, want %q", got, row.shown)
		}
		if got := strings.Fields(row.d.Compiler() + " " + tools[row.d.By].piped); row.d.IsWaste() && !slices.Equal(got[1:], row.d.Arguments()) {
			t.Errorf("%q, and in a shell %q", row.d.Arguments(), got)
		}
	}
	for _, by := range []Tool{LLVM, Intel, Document} {
		if source, err := (&Discovery{No: 3, By: by, Form: "i8x16 -> " + strings.Repeat("a0 ", 15) + "a1"}).Source(); source != "" || err == nil || err.Error() != "discovery 3 has no program" {
			t.Errorf("%s: %q, %v", by, source, err)
		}
	}
}

// lists are a list of selectors in a text.
var lists = regexp.MustCompile(`(-?\d+(?:, -?\d+)+)(\)|, 0x0b)`)

// selected reads the last list in a text.
func selected(t *testing.T, text string) (list []int) {
	t.Helper()
	all := lists.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		t.Fatalf("no list in\n%s", text)
	}
	for _, number := range strings.Split(all[0][1], ", ") {
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

// A program of any shuffle selects what its map has: of the first operand, of the second, or of zeros, in whichever place; what is no shuffle of two operands has none.
func TestSources(t *testing.T) {
	r := chance.Random(t, 350)
	for range 2000 {
		bits := []int{8, 16, 32, 64}[r.IntN(4)]
		n := []int{64, 128, 256}[r.IntN(3)] / bits
		m := lane.Map{Bits: bits, Src: slices.Repeat([]int{n}, 1+r.IntN(2))}
		zeros := len(m.Src) == 1 && r.IntN(2) == 0
		for range n {
			switch k := r.IntN(8); {
			case k == 0:
				m.Lane = append(m.Lane, lane.Lane{Kind: lane.Undefined})
			case k < 3 && zeros:
				m.Lane = append(m.Lane, lane.Zero())
			default:
				m.Lane = append(m.Lane, lane.From(r.IntN(len(m.Src)), r.IntN(n)))
			}
		}
		hasZeros := slices.Contains(m.Lane, lane.Zero())
		for _, inPlace := range []bool{false, true} {
			text, err := vectorC(m, inPlace)
			if err != nil {
				t.Fatal(err)
			}
			second := "b"
			switch {
			case hasZeros:
				second = "(T){0}"
			case len(m.Src) == 1:
				second = "a"
			}
			element := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[bits]
			if !strings.HasPrefix(text, fmt.Sprintf("typedef unsigned %s T __attribute__((vector_size(%d)));\n", element, n*bits/8)) || !strings.Contains(text, "__builtin_shufflevector(a, "+second+", ") {
				t.Errorf("%s is\n%s", m, text)
			}
			if n > 1 {
				for k, s := range selected(t, text) {
					if l := m.Lane[k]; l.Kind == lane.Undefined && s != -1 || l == lane.Zero() && s != n+map[bool]int{true: k}[inPlace] || l.Kind == lane.Source && s != l.Src*n+l.Index {
						t.Errorf("lane %d of %s selects %d of\n%s", k, m, s, text)
					}
				}
			}
			if n*bits != 128 {
				continue
			}
			text, err = module(m, inPlace)
			if err != nil {
				t.Fatal(err)
			}
			bytes, err := m.Regroup(8)
			if err != nil {
				t.Fatal(err)
			}
			if push := map[bool]string{false: "const body = [0, 0x20, 0, 0x20, 1, 0xfd, 13, ", true: "const body = [0, 0x20, 0, 0x41, 0, 0xfd, 15, 0xfd, 13, "}[hasZeros]; !strings.HasPrefix(text, push) {
				t.Errorf("%s is\n%s", m, text)
			} else {
				text = text[len(push):]
			}
			for k, s := range selected(t, text)[:16] {
				if l := bytes.Lane[k]; l.Kind == lane.Undefined && s != -1 || l == lane.Zero() && s != 16+map[bool]int{true: k}[inPlace] || l.Kind == lane.Source && s != l.Src*16+l.Index {
					t.Errorf("byte %d of %s selects %d of\n%s", k, m, s, text)
				}
			}
		}
	}
	for _, text := range []string{"i8x4 -> a0 m a1 a2", "i8x4 i8x4 -> a0 z b1 a2", "i8x4 -> a0 d1 a1 a2", "none"} {
		for _, by := range []Tool{GCC, V8} {
			d := &Discovery{No: 1, By: by, Form: text}
			if source, err := d.Source(); source != "" || err == nil || text != "none" && !strings.HasSuffix(err.Error(), "is no shuffle of two operands") {
				t.Errorf("%s: %q, %v", text, source, err)
			}
		}
	}
}

// What GCC makes of its programs moves the bytes that the movements say.
func TestSourcesRun(t *testing.T) {
	gcc := oracle.Need(t, "gcc")
	r := chance.Random(t, 351)
	var program strings.Builder
	var want []byte
	program.WriteString("#include <stdio.h>\n#include <string.h>\n")
	functions := 0
	for k := range All {
		d := &All[k]
		if tools[d.By].source == nil || d.By == V8 {
			continue
		}
		m, err := lane.Parse(d.Form)
		if err != nil {
			t.Fatal(err)
		}
		source, err := d.Source()
		if err != nil {
			t.Fatal(err)
		}
		functions++
		fmt.Fprintf(&program, "#define T T%d\n#define F F%d\n%s#undef T\n#undef F\n", k, k, source)
		size := m.Bytes(len(m.Lane))
		var sources [][]byte
		for range m.Src {
			b := make([]byte, size)
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			sources = append(sources, b)
		}
		result := make([]byte, size)
		if err := m.Apply(result, make([]byte, size), sources...); err != nil {
			t.Fatal(err)
		}
		for i, l := range m.Lane {
			if l.Kind == lane.Undefined {
				clear(result[i*m.Bits/8 : (i+1)*m.Bits/8])
			}
		}
		want = append(want, result...)
		fmt.Fprintf(&program, "static void run%d(void)\n{\n", k)
		for i, name := range []string{"a", "b"} {
			text := strings.Trim(strings.ReplaceAll(fmt.Sprint(sources[min(i, len(sources)-1)]), " ", ", "), "[]")
			fmt.Fprintf(&program, "  unsigned char %s[] = {%s};\n  T%d v%s; memcpy(&v%s, %s, sizeof v%s);\n", name, text, k, name, name, name, name)
		}
		fmt.Fprintf(&program, "  T%d r = F%d(va, vb);\n", k, k)
		for i, l := range m.Lane {
			if l.Kind == lane.Undefined {
				fmt.Fprintf(&program, "  r[%d] = 0;\n", i)
			}
		}
		fmt.Fprintf(&program, "  fwrite(&r, sizeof r, 1, stdout);\n}\n")
	}
	program.WriteString("int main(void)\n{\n")
	for k := range All {
		if tools[All[k].By].source != nil && All[k].By != V8 {
			fmt.Fprintf(&program, "  run%d();\n", k)
		}
	}
	program.WriteString("}\n")
	binary := filepath.Join(t.TempDir(), "program")
	cmd := exec.Command(gcc, "-Wno-psabi", "-x", "c", "-", "-o", binary)
	cmd.Stdin = strings.NewReader(program.String())
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := oracle.Usual.Output(exec.Command(binary))
	if err != nil || !bytes.Equal(got, want) || functions < 5 {
		t.Errorf("%d functions: %x, %v; want %x", functions, got, err, want)
	}
}
