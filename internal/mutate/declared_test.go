package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A mutant stands in the declaration whose name is told: a function, a method of whatever receiver, a variable, a constant or a type.
func TestDeclarations(t *testing.T) {
	const text = `package x

func f() int { return 41 }
func (r T) a() int { return 42 }
func (r *T) b() int { return 43 }
func (T[K]) c() int { return 44 }
func (*T[K, V]) d() int { return 45 }

var one, two = 46, 0
var (
	three = 47
	four  = 48
)

type T [49]int
type (
	U [50]int
	V = [51]int
)
`
	s, err := readSource("x/x.go", "x.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range s.mutants() {
		if at := strings.Index(m.before(), "4"); m.operator == "number" && at >= 0 {
			got[m.before()[at:at+2]] = m.in
		}
		if at := strings.Index(m.before(), "[5"); m.operator == "number" && at >= 0 {
			got[m.before()[at+1:at+3]] = m.in
		}
	}
	for number, want := range map[string]string{"41": "f", "42": "T.a", "43": "T.b", "44": "T.c", "45": "T.d", "46": "one", "47": "three", "48": "four", "49": "T", "50": "U", "51": "V"} {
		if got[number] != want {
			t.Errorf("%s stands in %q, want %q", number, got[number], want)
		}
	}
}

// What is said to people stays, and what is only reserved; a result is another one of its type, and statements of each sort are dropped.
func TestLeftAndChanged(t *testing.T) {
	of := func(operator, head, body string) []string {
		return changes(t, operator, "package x\n"+head+"\n"+body+"\n}\n")
	}
	for _, body := range []string{`_ = errors.New("word")`, `_ = fmt.Errorf("word", 7)`, `panic("word")`, `_ = "two words" + "word"`, `_ = "word" + "two words"`} {
		if got := of("text", "func f() {", body); len(got) > 0 && !strings.Contains(body, "+") {
			t.Errorf("%s becomes %q", body, got)
		}
	}
	for _, body := range []string{`_ = errors.Is("word")`, `_ = fmt.Sprint("word")`, `_ = f("word")`, `_ = other.New("word")`} {
		if got := of("text", "func f() {", body); !slices.Equal(got, []string{strings.Replace(body, "word", "xord", 1)}) {
			t.Errorf("%s becomes %q", body, got)
		}
	}
	if got := of("dropped entry", "func f() {", `_ = T{Says: "two words" + s, B: 2}`); !slices.Equal(got, []string{`_ = T{Says: "two words" + s}`}) {
		t.Errorf("%q", got)
	}
	if got := of("number", "func f() {", "_ = make([]int, 0, 7)"); !slices.Equal(got, []string{"_ = make([]int, 1, 7)"}) {
		t.Errorf("%q", got)
	}
	if got := of("number", "func f() {", "f(7)"); !slices.Equal(got, []string{"f(8)", "f(6)"}) {
		t.Errorf("%q", got)
	}
	for _, body := range []string{"f()", "a++", "go f()", "defer f()", "c <- a"} {
		if got := of("dropped statement", "func f() {", body); !slices.Equal(got, []string{""}) {
			t.Errorf("%s becomes %q", body, got)
		}
	}
	for _, word := range []string{"break", "continue"} {
		if got := of("dropped statement", "func f() {", "for {\n"+word+"\n}"); !slices.Equal(got, []string{""}) {
			t.Errorf("%s becomes %q", word, got)
		}
	}
	for _, typ := range []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "byte", "rune", "uintptr"} {
		if got := of("result", "func f(a "+typ+") "+typ+" {", "return a"); !slices.Equal(got, []string{"return (a) + 1"}) {
			t.Errorf("of %s comes %q", typ, got)
		}
	}
	for typ, want := range map[string]string{"string": `return (a) + "?"`, "bool": "return !(a)", "T": "return *new(T)", "int128": "return *new(int128)", "[]byte": "return *new([]byte)"} {
		if got := of("result", "func f(a "+typ+") "+typ+" {", "return a"); !slices.Equal(got, []string{want}) {
			t.Errorf("of %s comes %q, want %s", typ, got, want)
		}
	}
}

// Two texts side by side are one where words meet, or operators; with nothing on a side they are what they were.
func TestJoins(t *testing.T) {
	for _, row := range []struct {
		left, right string
		want        bool
	}{{"", "", false}, {"", "a", false}, {"a", "", false}, {"a", "b", true}, {"a", "1", true}, {"a_", "_", true}, {"-", "-", true}, {"&", "^", true}, {"a", "-", false}, {"-", "a", false}, {"(", "-", false}, {" ", "a", false}, {"a ", "b", false}} {
		if got := joins([]byte(row.left), []byte(row.right)); got != row.want {
			t.Errorf("%q and %q: %v", row.left, row.right, got)
		}
	}
}

// A package that cannot be read is told.
func TestUnread(t *testing.T) {
	dir := t.TempDir()
	a := &target{ImportPath: "example.org/x", Dir: dir, GoFiles: []string{"x.go"}}
	a.Module.Dir = dir
	if err := a.read(); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte("package"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.read(); err == nil {
		t.Error("what is no Go is read")
	}
}
