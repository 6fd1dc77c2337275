package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/lane"
)

// ends are those that lines have.
var ends = []string{"\n", "\r\n", "\r"}

// A comment that says what a shuffle is stands as far in as its line, begins as the language's comments do, ends as the text's lines do, and has the lanes while these are few characters.
func TestNamedInComments(t *testing.T) {
	for _, l := range languages {
		if (l.comment == "//") == slices.Contains([]string{"llvm", "listing", "g13", "svp64", "claims"}, l.name) {
			t.Errorf("a comment of %s begins with %q", l.name, l.comment)
		}
		for n := range 20 {
			for undef := range 4 {
				lanes := strings.TrimSpace(strings.Repeat("a1 ", n+1) + strings.Repeat("_ ", undef))
				m, err := lane.Parse("i8x16 -> " + lanes)
				if err != nil {
					t.Fatal(err)
				}
				f := form.Form{Map: m, Names: []string{"v"}}
				says := l.comment + " " + phrase(f)
				if len(lanes) <= 48 {
					says += ": " + lanes
				}
				for _, indent := range []string{"", " ", "\t", "\t  "} {
					for _, end := range ends {
						a := newAnalysis(newText("x"+end+indent+"y \t"+end), &l, new(facts))
						if got := a.named(shuffle{line: 1, form: f}); got != indent+says+end {
							t.Errorf("%s, %d lanes: %q, want %q", l.name, len(m.Lane), got, indent+says+end)
						}
					}
					a := newAnalysis(newText(indent+"y"), &l, new(facts))
					if got := a.named(shuffle{form: f}); got != indent+says+"\n" {
						t.Errorf("%s, in the only line: %q, want %q", l.name, got, indent+says+"\n")
					}
				}
			}
		}
	}
}

// A statement of SVP64 that is taken out leaves its labels, its length and the other lines; of a line that has none, all goes. It is said whether there was something.
func TestBlank(t *testing.T) {
	for _, end := range ends {
		for _, label := range []string{"", "x:", "x: ", "\tx: add:\t"} {
			for _, statement := range []string{"", "x", "add 1,2,3", "add  1,2,3 \t"} {
				for _, comment := range []string{"", "# x", "// add 1,2,3"} {
					for _, others := range [][2]string{{"", ""}, {"x", "x"}, {"x: add 1,2,3", "# x"}} {
						line, kept := label+statement+comment, label
						if statement == "" {
							kept = ""
						}
						a := newAnalysis(newText(others[0]+end+line+end+others[1]), languageNamed("svp64"), new(facts))
						from := len(others[0]) + len(end)
						want := a.asLines()[:from] + kept + strings.Repeat(" ", len(line)-len(kept)) + a.asLines()[from+len(line):]
						for off := range len(line) + 1 {
							whole := []byte(a.asLines())
							some := a.blank(whole, from+off)
							if string(whole) != want || some != (strings.TrimRight(line[len(kept):], " ") != "") {
								t.Fatalf("%q at %d: %q (%v), want %q", a.all, from+off, whole, some, want)
							}
							if a.blank(whole, from+off) && kept == "" {
								t.Fatalf("%q: what is taken out is there", a.all)
							}
						}
					}
				}
			}
		}
	}
}

// Of an instruction with more behind its name is shown what is of the whole name, or else of the part before the first full stop; where it is too much, up to the end of a paragraph.
func TestPagesAreReferences(t *testing.T) {
	for _, o := range g13Mnemonics() {
		bare, _, _ := strings.Cut(o.label, ".")
		for _, name := range []string{o.label, bare, bare + ".nonsense", bare + ".a.b"} {
			want, of := asm.Reference(name), name
			if len(want) == 0 {
				want, of = asm.Reference(bare), bare
			}
			all := strings.TrimSpace(string(want))
			for _, line := range []string{name, "top: " + name + "\tr1 # x"} {
				page := g13Assembly{}.page(newAnalysis(newText(line), languageNamed("g13"), new(facts)), 0)
				if page == all {
					continue
				}
				shown, ok := strings.CutSuffix(page, "\n\n`lanescope g13 ref "+of+"` has the rest.")
				if strings.Count(all[:min(len(all), len(strings.TrimSuffix(shown, "\n```")))], "```")%2 == 1 {
					shown, ok = strings.CutSuffix(shown, "\n```")
				}
				rest, begins := strings.CutPrefix(all, shown)
				if !ok || !begins || !strings.HasPrefix(rest, "\n\n") || strings.Contains(all[len(shown)+2:max(longestPage, len(shown)+2)], "\n\n") {
					t.Errorf("%s: %d bytes of %d, which end with %q", line, len(page), len(all), page[max(0, len(page)-80):])
				}
			}
		}
	}
}

// What marks a text in Markdown is marked where it stands in a name, and nothing else is; a client that reads no Markdown has the text.
func TestBold(t *testing.T) {
	for r := rune(' '); r < 0x250; r++ {
		want := string(r)
		switch r {
		case '*', '_':
			want = `\` + want
		case '<':
			want = "&lt;"
		}
		if got := (view{markdown: true}).bold("a" + string(r) + string(r) + "b"); got != "**a"+want+want+"b**" {
			t.Errorf("%q is written %q", r, got)
		}
		if got := (view{}).bold(string(r)); got != string(r) {
			t.Errorf("%q without Markdown is written %q", r, got)
		}
	}
}

// What editors call languages, and what names of files end with.
func TestNamesOfLanguages(t *testing.T) {
	ids := map[string]string{
		"llvm": "llvm llvm-ir mlir", "c": "c cpp objective-c objective-cpp objc objcpp cuda cuda-cpp", "go": "go", "rust": "rust", "shader": "wgsl glsl hlsl metal opencl shaderslang",
		"listing": "asm assembly gas nasm arm arm64 goasm asm-intel-x86-generic asm-att-x86-generic wat wast wasm objdump", "visa": "visa visaasm", "g13": "g13 g13asm", "svp64": "svp64", "claims": "lanes lanescope",
	}
	extensions := map[string]string{
		"llvm": ".ll .mlir", "c": ".c .h .cc .hh .cpp .hpp .cxx .hxx .inl .m .mm .cu", "go": ".go", "rust": ".rs", "shader": ".wgsl .glsl .vert .frag .comp .hlsl .metal .cl", "listing": ".s .asm .lst .wat", "visa": ".visaasm", "claims": ".lanes",
	}
	nothing := newText("")
	for _, l := range languages {
		if got := strings.Join(l.ids, " "); got != ids[l.name] {
			t.Errorf("editors call %s %s, want %s", l.name, got, ids[l.name])
		}
		if got := strings.Join(l.extensions, " "); got != extensions[l.name] {
			t.Errorf("files of %s end with %s, want %s", l.name, got, extensions[l.name])
		}
		delete(ids, l.name)
		for _, id := range l.ids {
			for _, other := range []string{"a", "a.rs", "a.nonsense"} {
				if got := languageOf(strings.ToUpper(id), other, nothing); got.name != l.name {
					t.Errorf("%s of %s is %s, want %s", other, id, got.name, l.name)
				}
			}
		}
		for _, ext := range l.extensions {
			for _, id := range []string{"", "plaintext"} {
				if got := languageOf(id, "file:///a.b/c.d"+strings.ToUpper(ext), nothing); got.name != l.name {
					t.Errorf("a file that ends with %s is %s, want %s", ext, got.name, l.name)
				}
			}
		}
	}
	if len(ids) > 0 {
		t.Errorf("there is no %q", slices.Sorted(maps.Keys(ids)))
	}
}

// What an editor does not want any more is told so, by its number or its name, and nothing else is; who says it wrongly is told that.
func TestCancelReaches(t *testing.T) {
	for _, id := range []string{"7", `"seven"`} {
		in, editor := io.Pipe()
		s := &server{editor: newChannel(in, io.Discard)}
		began, ended := make(chan string, 2), make(chan string, 2)
		s.rpc = jrpc2.NewServer(waiting{began, ended}, &jrpc2.ServerOptions{Concurrency: 2}).Start(s.editor)
		for _, each := range []string{id, "8"} {
			m := `{"jsonrpc":"2.0","id":` + each + `,"method":"wait"}`
			fmt.Fprintf(editor, "Content-Length: %d\r\n\r\n%s", len(m), m)
			<-began
		}
		number := any(7)
		if id != "7" {
			number = "seven"
		}
		var wrong *jrpc2.Error
		if _, err := s.cancel(context.Background(), requested(t, "$/cancelRequest", []int{8})); !errors.As(err, &wrong) || wrong.Code != jrpc2.InvalidParams {
			t.Errorf("without an id: %v", err)
		}
		if _, err := s.cancel(context.Background(), requested(t, "$/cancelRequest", object{"id": number})); err != nil {
			t.Error(err)
		}
		if got := <-ended; got != id {
			t.Errorf("%s ended, want %s", got, id)
		}
		if _, err := s.cancel(context.Background(), requested(t, "$/cancelRequest", object{"id": 8})); err != nil || <-ended != "8" {
			t.Errorf("the other: %v", err)
		}
	}
}

// waiting answers when nobody wants it any more.
type waiting struct{ began, ended chan string }

func (w waiting) Assign(context.Context, string) jrpc2.Handler {
	return func(ctx context.Context, r *jrpc2.Request) (any, error) {
		w.began <- r.ID()
		<-ctx.Done()
		w.ended <- r.ID()
		return nil, ctx.Err()
	}
}
