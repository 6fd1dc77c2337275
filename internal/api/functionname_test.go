package api_test

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/oracle"
)

// functionNames are words that some language keeps for itself, and the name's own letters; which are refused is in the last three columns.
var functionNames = []struct {
	name   string
	c, go_ string // a word of the reason, or nothing
}{
	{"F", "", ""}, {"swap", "", ""}, {"a", "", ""}, {"t0", "", ""}, {"class", "", ""}, {"result", "", ""}, {"integer", "", ""}, {"Int", "", ""},
	{"int", "keyword", ""}, {"return", "keyword", "keyword"}, {"inline", "keyword", ""}, {"nullptr", "keyword", ""}, {"asm", "keyword", ""}, {"typeof", "keyword", ""}, {"while", "keyword", ""},
	{"func", "", "keyword"}, {"range", "", "keyword"}, {"chan", "", "keyword"}, {"fallthrough", "", "keyword"}, {"goto", "keyword", "keyword"}, {"switch", "keyword", "keyword"}, {"type", "", "keyword"},
	{"_", "headers", "anybody"}, {"_mm_shuffle_epi32", "headers", ""}, {"__x", "headers", ""}, {"_Bool", "headers", ""},
	{"main", "begins", ""}, {"init", "", "itself"}, {"archsimd", "", "imports"}, {"uint32", "", "type"}, {"free", "stdlib", ""}, {"div_t", "stdlib", ""},
}

// A function has any name but those that its language does not allow, which are refused with the reason.
func TestFunctionNames(t *testing.T) {
	targets := map[string]string{"c": "avx2", "go": "avx2", "wat": "wasm", "llvm": "avx2"}
	for _, row := range functionNames {
		for emit, target := range targets {
			want := map[string]string{"c": row.c, "go": row.go_}[emit]
			err := api.CheckLower(api.LowerRequest{Target: target, Emit: emit, Name: row.name})
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"`+row.name+`"`)) {
				t.Errorf("%s %s: %v, want %q", emit, row.name, err, want)
			}
		}
	}
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		if err := api.CheckLower(api.LowerRequest{Target: "avx2", Emit: "go", Name: tok.String()}); err == nil {
			t.Errorf("go %s is accepted", tok)
		}
	}
}

// Compilers take the code under every name that is not refused, and no function whose name is a keyword.
func TestFunctionNamesCompile(t *testing.T) {
	emitted := map[string]string{}
	for _, emit := range []string{"c", "go"} {
		var x api.Lowerer
		out, err := x.Lower(t.Context(), api.LowerRequest{Form: "<4 x i32> 0 4 1 5", Target: "avx2", Emit: emit})
		if err != nil {
			t.Fatal(err)
		}
		emitted[emit] = out.Code
	}
	named := func(emit, name string) string { return strings.Replace(emitted[emit], " F(", " "+name+"(", 1) }
	accepted := ""
	for _, row := range functionNames {
		if _, err := parser.ParseFile(token.NewFileSet(), "f.go", named("go", row.name), 0); (err == nil) == (row.go_ == "keyword") {
			t.Errorf("%s as a name in Go: %v", row.name, err)
		}
		if row.c == "" {
			accepted += named("c", row.name)
		}
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler")
	}
	if out, err := compileC(t, cc, accepted); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, row := range functionNames {
		if row.c != "keyword" || row.name == "nullptr" { // which compilers before C23 take
			continue
		}
		if _, err := compileC(t, cc, "void "+row.name+"(void) {}"); err == nil {
			t.Errorf("%s is a function's name to the compiler of C", row.name)
		}
	}
}

func compileC(t *testing.T, cc, text string) (out []byte, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return oracle.Usual.CombinedOutput(exec.Command(cc, "-mavx2", "-fsyntax-only", file))
}

// Go's assembler takes the code under names of registers, instructions and what else is no word of its preprocessor.
func TestFunctionNamesAssemble(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command on PATH, and so no assembler")
	}
	var x api.Lowerer
	for _, name := range strings.Fields("F a result AX X0 SB FP SP PC TEXT DATA GLOBL MOVQ RET PSHUFB archsimd rsp _F F_0 main define include") {
		out, err := x.Lower(t.Context(), api.LowerRequest{Form: "i8x16 -> a3 a9 a0 a1 a7 a2 a3 a8 a11 a12 a15 a2 a2 a5 a7 a6", Target: "ssse3", Cost: "instructions", Emit: "goasm", Name: name})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "f.s")
		text := strings.Replace(out.Code, "#include \"textflag.h\"", "#define NOSPLIT 4\n#define RODATA 8\n#define NOPTR 16", 1)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(goTool, "tool", "asm", "-p", "f", "-o", file+".o", file)
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
		if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	for name, want := range map[string]string{"NOSPLIT": "textflag.h", "RODATA": "textflag.h", "func": "keyword", "uint64": "type of Go", "byte": "type of Go"} {
		if err := api.CheckLower(api.LowerRequest{Target: "ssse3", Emit: "goasm", Name: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
