package corpus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// Of a folder the files are those below it that have one of the endings, in order; others are counted, and what has no end, or is none, is told of and left out. What is named itself is one file, however it is called.
func TestFiles(t *testing.T) {
	root := t.TempDir()
	var want []string
	others := 0
	for _, folder := range []string{"", "b", filepath.Join("b", "d.s")} { // the last one is a folder, though it has an ending
		if err := os.MkdirAll(filepath.Join(root, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, ending := range append(corpus.Endings(), ".txt", "", ".sx", ".S.gz", "s") {
			for name, ending := range map[string]string{"a": ending, "upper": strings.ToUpper(ending)} {
				path := filepath.Join(root, folder, name+ending)
				if err := os.WriteFile(path, nil, 0o666); err != nil {
					t.Fatal(err)
				}
				known := slices.Contains(corpus.Endings(), strings.ToLower(ending))
				if corpus.Reads(path) != known {
					t.Errorf("%s is looked into: %v", path, !known)
				}
				if known {
					want = append(want, path)
				} else {
					others++
				}
			}
		}
	}
	var refused []string
	for _, link := range []struct{ name, to, why string }{
		{"nowhere.s", filepath.Join(root, "none"), "no such file"},
		{"folder.s", filepath.Join(root, "b"), "a link to a folder"},
		{"device.s", os.DevNull, "a pipe or a device"},
		{"file.s", filepath.Join(root, "a.s"), ""},
	} {
		path := filepath.Join(root, link.name)
		if err := os.Symlink(link.to, path); err != nil {
			t.Skip(err) // a system without links
		}
		if link.why == "" {
			want = append(want, path)
		} else {
			refused = append(refused, path+": "+link.why)
		}
	}
	slices.SortFunc(want, func(a, b string) int { // a folder's files stand where the folder does
		return slices.Compare(strings.Split(a, string(filepath.Separator)), strings.Split(b, string(filepath.Separator)))
	})
	slices.Sort(refused)
	var why []error
	var told []string
	got, more := corpus.Files(root, func(path string, err error) {
		told, why = append(told, path), append(why, err)
	})
	if !slices.Equal(got, want) || more != others {
		t.Errorf("%d others, want %d, and\n%v, want\n%v", more, others, got, want)
	}
	if len(told) != len(refused) {
		t.Fatalf("told of %v, want %v", told, refused)
	}
	for k, r := range refused {
		path, reason, _ := strings.Cut(r, ": ")
		if told[k] != path || !strings.Contains(why[k].Error(), reason) {
			t.Errorf("%s: %v, want %s", told[k], why[k], r)
		}
	}
	for path, one := range map[string]int{filepath.Join(root, "a.txt"): 1, os.DevNull: 1, filepath.Join(root, "none"): 0} {
		said := 0
		files, others := corpus.Files(path, func(at string, err error) {
			if said++; at != path || err == nil {
				t.Errorf("%s: told of %s, %v", path, at, err)
			}
		})
		if len(files) != one || one == 1 && files[0] != path || others != 0 || said != 1-one {
			t.Errorf("%s: files %v, %d others, told %d times", path, files, others, said)
		}
	}
}

// Every notation has its way to begin a function, and what looks like one of them begins none: the function is the one before.
func TestFunctionsByName(t *testing.T) {
	const shuffle = "\n\tpshufd $27, %xmm0, %xmm0\n"
	in := func(line string) (function string) {
		found := 0
		err := corpus.Scan(strings.NewReader("before:\n"+line+shuffle), "x.s", corpus.Sink{Shuffle: func(f corpus.Find) { function, found = f.Function, found+1 }})
		if err != nil || found != 1 {
			t.Errorf("%q: %d shuffles, %v", line, found, err)
		}
		return function
	}
	for _, name := range []string{"f", "swap", "_swap", "L", "LB", "LBX0", "Left", "f.cold", "x1", "_ZN3foo3barEv", "l3", "a1b"} {
		for _, form := range []string{
			"%s:", "%s: # @%[1]s", "%s:\t\t# -- Begin function %[1]s", "0000000000001129 <%s>:", "12 <%s>: # end", "define <4 x i32> @%s(<4 x i32> %%a) {", "  define void @%s()", "TEXT ·%s(SB), NOSPLIT, $0", "TEXT %s(SB), $0-8", "TEXT  ·%s (SB)",
			"(func $%s (param v128)", "  (func $%s)", "(func $%s)) ", "(func $%s",
		} {
			if got := in(fmt.Sprintf(form, name)); got != name {
				t.Errorf("%q begins %q", fmt.Sprintf(form, name), got)
			}
		}
	}
	for _, line := range []string{
		"", "  ", ":", "# f:", " f:", "\tf:", ".f:", ".L3:", "1:", "0:", "9:", "42:", "L0:", "L9:", "L10:", "LBB0_1:", "a b:", "f", "f;", "a#b:", "ab#c:", "a# b:", "#f:", ";f:", "//f:", "%f:", "!f:", "define void @(i32 %a) {", "define i32 @f", "define i32 f()", "TEXT f", "(func (param v128)", "<f>", "; f:",
	} {
		if got := in(line); got != "before" {
			t.Errorf("%q begins %q", line, got)
		}
	}
}
