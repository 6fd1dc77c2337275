package loops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/loops"
)

// A valuing is a language whose arrays are values, of which who assigns one or is given one has a copy.
type valuing struct {
	name     string
	turned   string // a function that changes what it is given, of its number and two places
	function string // of its number and its body
	local    string // of a name and an array
	over     string // a loop over an array of its elements and their places, and the body
	call     string // of an array, and the function that is given another
	set      string
	last     string // a loop of eight passes
}

var valuings = []valuing{
	{
		"Go", "func turned%[1]d(v [8]uint8) [8]uint8 {\nv[%[2]d], v[%[3]d] = v[%[3]d], v[%[2]d]\nreturn v\n}\n", "func values%d(r []uint8, a [8]uint8, b []uint8) {\n%s}\n",
		"%s := %s\n", "for i, x := range %s {\n%s}\n", "%s = turned%d(%s)\n", "%s = %s\n", "for i := 0; i < 8; i++ {\n%s}\n",
	},
	{
		"C++", "static std::array<uint8_t, 8> turned%[1]d(std::array<uint8_t, 8> v) {\nstd::swap(v[%[2]d], v[%[3]d]);\nreturn v;\n}\n", "void values%d(uint8_t *r, std::array<uint8_t, 8> a, const uint8_t *b) {\n%s}\n",
		"auto %s = %s;\n", "{ int i = 0; for (const uint8_t x : %s) {\n%si++; } }\n", "%s = turned%d(%s);\n", "%s = %s;\n", "for (int i = 0; i < 8; i++) {\n%s}\n",
	},
}

// values is a program of copies of arrays, in each language.
func (w writer) values(number int) tree {
	arrays := []string{"a"}
	var all []tree
	pick := func() string { return arrays[w.IntN(len(arrays))] }
	set := func(to, from string) tree { return func(l tongue) string { return fmt.Sprintf(l.set, to, from) } }
	one, two := w.IntN(8), w.IntN(8)
	for range 3 + w.IntN(6) {
		to, from, i, j := pick(), pick(), w.IntN(8), w.IntN(8)
		switch w.IntN(6) {
		case 0, 1:
			name := fmt.Sprintf("t%d", len(arrays))
			arrays = append(arrays, name)
			all = append(all, func(l tongue) string { return fmt.Sprintf(l.table, name, from) })
		case 2:
			all = append(all, set(fmt.Sprintf("%s[%d]", to, i), fmt.Sprintf("%s[%d]", from, j)))
		case 3:
			all = append(all, set(fmt.Sprintf("%s[%d]", to, i), fmt.Sprintf("b[%d]", j)))
		case 4:
			body := set(fmt.Sprintf("%s[(i*%d+%d)&7]", to, 1+2*w.IntN(4), w.IntN(8)), "x")
			all = append(all, func(l tongue) string { return fmt.Sprintf(l.loop, from, body(l)) })
		default:
			all = append(all, func(l tongue) string { return fmt.Sprintf(l.choice, to, number, from) })
		}
	}
	last := pick()
	return func(l tongue) string {
		text := ""
		for _, s := range all {
			text += s(l)
		}
		for _, name := range arrays[1:] { // which Go wants to be used
			text += fmt.Sprintf(l.set, "r[0]", name+"[0]")
		}
		text += fmt.Sprintf(l.if_, fmt.Sprintf(l.set, "r[i]", last+"[i]")+fmt.Sprintf(l.set, "r[8+i]", "a[i]"))
		return fmt.Sprintf(l.quotient, number, one, two) + fmt.Sprintf(l.function, number, text)
	}
}

// Arrays that are values are copied where Go and C++ copy them.
func TestValuesCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	gxx := oracle.Need(t, "g++")
	w := writer{chance.Random(t, 252)}
	sources := []string{"package main\n\nimport \"fmt\"\n\n", "#include <array>\n#include <cstdint>\n#include <cstdio>\n#include <utility>\n"}
	mains := []string{"", ""}
	want := make([][][]byte, 2)
	const programs = 200
	for k := range programs {
		program := w.values(k)
		for i, v := range valuings {
			text := program(tongue{name: v.name, quotient: v.turned, function: v.function, table: v.local, loop: v.over, choice: v.call, set: v.set, if_: v.last})
			r, err := loops.Dialect().Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %s\n%v", v.name, text, err)
			}
			want[i] = append(want[i], applied(t, text, r, 16))
			sources[i] += text
		}
		mains[0] += fmt.Sprintf("{ r, b := make([]uint8, 16), make([]uint8, 16); var a [8]uint8; for i := range 16 { a[i&7], b[i], r[i] = uint8(1+i&7), uint8(33+i), uint8(65+i) }; values%d(r, a, b); for _, x := range r { fmt.Print(x, \" \") }; fmt.Println() }\n", k)
		mains[1] += fmt.Sprintf("{ uint8_t r[16], b[16]; std::array<uint8_t, 8> a; for (int i = 0; i < 16; i++) { a[i & 7] = 1 + (i & 7); b[i] = 33 + i; r[i] = 65 + i; } values%d(r, a, b); for (int i = 0; i < 16; i++) printf(\"%%d \", r[i]); puts(\"\"); }\n", k)
	}
	lines := [][]string{
		printed(t, programs, "p.go", sources[0]+"func main() {\n"+mains[0]+"}\n", "go", "build"),
		printed(t, programs, "p.cpp", sources[1]+"int main() {\n"+mains[1]+"}\n", gxx, "-w", "-O1", "-std=c++17"),
	}
	for i, v := range valuings {
		for k, line := range lines[i] {
			if got := strings.Trim(fmt.Sprint(want[i][k]), "[]"); got != strings.TrimSpace(line) {
				t.Errorf("values%d in %s makes %s, and is read as %s", k, v.name, line, got)
			}
		}
	}
}
