package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// jsonQuestions are command lines whose answers have every field that docs/json.md names.
var jsonQuestions = map[string][][]string{
	"explain": {
		{"explain", "<4 x i32> 4 0 5 1"}, {"explain", "--targets", "sse2,svp64", "--split", "interleave,reverse", "<4 x i32> 3 1 2 0"},
		{"explain", "--targets", "none", "--forms", "none", "<4 x i32> 4 1 6 3"}, {"explain", "--targets", "g13", "i8x9 -> a1 a0 a2 a3 a4 a5 a6 a7 a8"},
	},
	"lower": {
		{"lower", "<4 x i32> 0 5 2 3", "--target", "sse2", "--emit", "c", "--alternatives"}, {"lower", "<16 x i8> 3 2 1 0 7 30 5 4 9 8 11 10 13 29 15 14", "--target", "ssse3", "--alternatives"},
		{"lower", "<8 x i32> 7 6 5 4 3 2 1 0", "--target", "sse2"}, {"lower", "<4 x i32> 3 2 1 0", "--target", "visa"},
	},
	"prove":     {{"prove", "<4 x i32> 0 4 1 5", "<4 x i32> 0 4 5 1"}, {"prove", "<4 x i32> 0 4 1 5", "<4 x i32> 0 4 1 5"}},
	"translate": {{"translate", "<4 x i32> 0 4 1 5", "--to", "clang"}, {"translate", "i32x4 -> a0 .  a1 a2", "--to", "spirv"}},
	"draw":      {{"draw", "<4 x i32> 0 4 1 5"}, {"draw", "<4 x i32> 0 4 1 5", "--ascii"}},
	"scan":      {{"scan", "--target", "avx2", "-"}},
	"patterns":  {{"patterns"}},
	"targets":   {{"targets"}},
	"errata":    {{"errata"}},
}

// scanned is what scan reads here: a contradiction, a line that cannot be followed, what is dearer than it need be, and a file without a function.
const scanned = "pshufd $27, %xmm0, %xmm1\nswap:\n\tvpshufd $27, %xmm1, %xmm0 # xmm0 = xmm1[0,1,2,3]\n\tpshufb %xmm5, %xmm0\n\tret\nother:\n" +
	"\tpshufd $233, %xmm1, %xmm1\n\tpshufd $227, %xmm0, %xmm2\n\tpunpckldq %xmm1, %xmm2\n\tpaddd %xmm2, %xmm0\n\tret\n"

// Every field of every answer is in docs/json.md, in the order in which it stands there, and every field there is in some answer. One that is not said to be there sometimes is always there.
func TestJSONFieldsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## lanescope.")
	if len(sections)-1 != len(jsonQuestions) {
		t.Errorf("%d schemas are documented, and %d are asked for", len(sections)-1, len(jsonQuestions))
	}
	for _, section := range sections[1:] {
		name, _, _ := strings.Cut(section, "/")
		fields, sometimes := documentedFields(section)
		seen := map[string]bool{}
		for _, args := range jsonQuestions[name] {
			_, out, diag := run(scanned, append(args, "--json")...)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			for _, line := range lines {
				found, err := fieldsOf(line)
				if err != nil {
					t.Fatalf("%v: %v: %s%s", args, err, out, diag)
				}
				checkFields(t, args, fields, sometimes, found)
				for _, f := range found {
					seen[f] = true
				}
			}
		}
		for _, f := range fields {
			if !seen[f] {
				t.Errorf("%s: no answer has %s", name, f)
			}
		}
	}
}

var fieldRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (sometimes)?")

// documentedFields are the fields of a section's table, and those that are only sometimes there.
func documentedFields(section string) (fields []string, sometimes map[string]bool) {
	sometimes = map[string]bool{}
	for _, m := range fieldRow.FindAllStringSubmatch(section, -1) {
		fields = append(fields, m[1])
		sometimes[m[1]] = m[2] != ""
	}
	return fields, sometimes
}

// checkFields holds an answer's fields against those that are documented.
func checkFields(t *testing.T, args, fields []string, sometimes map[string]bool, found []string) {
	t.Helper()
	last := -1
	for _, f := range found {
		at := slices.Index(fields, f)
		if at < 0 {
			t.Errorf("%v: %s is not documented", args, f)
			continue
		}
		if !strings.ContainsAny(f, "[.") {
			if at < last {
				t.Errorf("%v: %s stands behind what it stands before in the document", args, f)
			}
			last = at
		}
	}
	for _, f := range fields {
		if !sometimes[f] && !strings.ContainsAny(f, "[.") && !slices.Contains(found, f) {
			t.Errorf("%v: %s is not there, and is not said to be there only sometimes", args, f)
		}
	}
}

// freeNames are objects whose names depend on the question.
var freeNames = []string{"forms", "patterns[].params", "masks[].dialects", "operands", "bound"}

// fieldsOf are the paths of an object's values that are no objects, nor lists of objects, in their order.
func fieldsOf(line string) ([]string, error) {
	w := fieldWalk{Decoder: json.NewDecoder(strings.NewReader(line))}
	err := w.value("")
	return w.paths, err
}

type fieldWalk struct {
	*json.Decoder
	paths []string
}

// value walks over one value.
func (w *fieldWalk) value(path string) error {
	token, err := w.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return w.object(path)
	case json.Delim('['):
		return w.list(path)
	}
	w.add(path)
	return nil
}

func (w *fieldWalk) add(path string) {
	if !slices.Contains(w.paths, path) {
		w.paths = append(w.paths, path)
	}
}

func (w *fieldWalk) object(path string) error {
	for w.More() {
		key, err := w.Token()
		if err != nil {
			return err
		}
		inner := strings.TrimPrefix(path+"."+fmt.Sprint(key), ".")
		if slices.Contains(freeNames, path) {
			inner = path + ".*"
		}
		if err := w.value(inner); err != nil {
			return err
		}
	}
	_, err := w.Token()
	return err
}

// list walks over a list, whose path is its own if it has no objects.
func (w *fieldWalk) list(path string) error {
	before, empty := len(w.paths), !w.More()
	for w.More() {
		if err := w.value(path + "[]"); err != nil {
			return err
		}
	}
	for k := before; k < len(w.paths); k++ {
		w.paths[k] = strings.TrimSuffix(w.paths[k], "[]")
	}
	if empty && !strings.HasSuffix(path, "[]") && !w.objects(path) {
		w.add(path)
	}
	_, err := w.Token()
	return err
}

// objects says whether a list is one of objects, of which there are none now.
func (w *fieldWalk) objects(path string) bool {
	return slices.Contains([]string{"patterns", "targets", "alternatives", "masks", "emitted", "skipped", "wrong"}, path) || strings.HasSuffix(path, "places")
}
