package lsp

import (
	"path"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/g13/asm"
)

// A language is what the lines of a file are.
type language struct {
	name       string
	ids        []string // what editors call it
	extensions []string
	comment    string // begins one

	statements []string // dialects of which a line may be a statement, beside what any file is searched for
	calls      []string // names whose calls are forms
	listing    bool     // instructions are followed
	assembly   assembly // one that we know whole; nil for others
}

// languages are all of them. A new one is one entry. The first is what a file is that nobody knows.
var languages = []language{
	{name: "source", comment: "//"},
	{name: "llvm", ids: []string{"llvm", "llvm-ir", "mlir"}, extensions: []string{".ll", ".mlir"}, comment: ";"},
	{name: "c", ids: []string{"c", "cpp", "objective-c", "objective-cpp", "objc", "objcpp", "cuda", "cuda-cpp"}, comment: "//", calls: []string{"__builtin_shufflevector"},
		extensions: []string{".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".inl", ".m", ".mm", ".cu"}},
	{name: "go", ids: []string{"go"}, extensions: []string{".go"}, comment: "//", statements: []string{"archsimd"}},
	{name: "rust", ids: []string{"rust"}, extensions: []string{".rs"}, comment: "//", statements: []string{"rust"}, calls: []string{"simd_swizzle!"}},
	{name: "shader", ids: []string{"wgsl", "glsl", "hlsl", "metal", "opencl", "shaderslang"}, comment: "//", statements: []string{"shader"},
		extensions: []string{".wgsl", ".glsl", ".vert", ".frag", ".comp", ".hlsl", ".metal", ".cl"}},
	{name: "listing", ids: []string{"asm", "assembly", "gas", "nasm", "arm", "arm64", "goasm", "asm-intel-x86-generic", "asm-att-x86-generic", "wat", "wast", "wasm", "objdump"}, comment: "#", listing: true,
		extensions: []string{".s", ".asm", ".lst", ".wat"}},
	{name: "visa", ids: []string{"visa", "visaasm"}, extensions: []string{".visaasm"}, comment: "//", assembly: visaAssembly{}},
	{name: "g13", ids: []string{"g13", "g13asm"}, comment: "#", assembly: g13Assembly{}},
	{name: "svp64", ids: []string{"svp64"}, comment: "#", assembly: svp64Assembly{}},
	{name: "claims", ids: []string{"lanes", "lanescope"}, extensions: []string{".lanes"}, comment: "#", assembly: claims{}},
}

// languageNamed is the language with one of our own names.
func languageNamed(name string) *language {
	k := slices.IndexFunc(languages, func(l language) bool { return l.name == name })
	return &languages[k]
}

// languageOf is what an editor says that a file is, or what its name ends with; what is assembly is looked at.
func languageOf(id, uri string, t *text) *language {
	k := slices.IndexFunc(languages, func(l language) bool { return slices.Contains(l.ids, strings.ToLower(id)) })
	if ext := strings.ToLower(path.Ext(uri)); k < 0 && ext != "" {
		k = slices.IndexFunc(languages, func(l language) bool { return slices.Contains(l.extensions, ext) })
	}
	l := &languages[max(k, 0)]
	if l.listing {
		return assemblyOf(t, l)
	}
	return l
}

// looked is how many statements of a file of assembly are looked at.
const looked = 64

// assemblyOf tells programs of SVP64 and of the G13 from other assembly, whose files end alike: by instructions that no other has, and by whether half of the lines assemble.
func assemblyOf(t *text, other *language) *language {
	statements, g13 := 0, 0
	for n := 0; n < len(t.starts) && statements < looked; n++ {
		s := statementOf(t.line(n), "#", ";", "//")
		if s == "" || s[0] == '.' {
			continue
		}
		name, _, _ := strings.Cut(s, " ")
		if strings.HasPrefix(name, "sv.") || slices.Contains([]string{"setvl", "setvl.", "svstep", "svstep.", "mv.swiz", "fmv.swiz"}, name) {
			return languageNamed("svp64")
		}
		statements++
		if _, err := asm.Parse(s); err == nil {
			g13++
		}
	}
	if g13 > 0 && 2*g13 >= statements {
		return languageNamed("g13")
	}
	return other
}

// beforeComment is what a line has before the first of these marks.
func beforeComment(line string, marks ...string) string {
	for _, mark := range marks {
		line, _, _ = strings.Cut(line, mark)
	}
	return line
}

// statementOf is what a line of assembly has behind its labels and before a comment.
func statementOf(line string, comments ...string) string {
	s := strings.TrimSpace(beforeComment(line, comments...))
	for {
		label, rest, ok := strings.Cut(s, ":")
		if !ok || label == "" || strings.ContainsAny(label, " \t(<,") {
			return s
		}
		s = strings.TrimSpace(rest)
	}
}
