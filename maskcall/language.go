package maskcall

import (
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// languages are what each is called, and an example.
var languages = []struct {
	name, meaning, example string
	marks                  []string // words in front of a bracket that no other language has, beside the table's names
	say                    func(m lane.Map) (string, error)
	several                func(m lane.Map) ([]string, error)
}{
	{"rust", "Rust's simd_swizzle!, simd_shuffle and methods of Simd", "simd_swizzle!(a, b, [0, 4, 1, 5])", []string{"Swizzle", "Swizzle2", "concat_swizzle", "swizzle2", ".swizzle_dyn"}, sayRust, rustFunction.sequence},
	{"zig", "Zig's @shuffle and std.simd", "@shuffle(u32, a, b, [4]i32{ 0, -1, 1, -2 })", []string{"@Vector"}, sayZig, zigFunction.sequence},
	{"csharp", "C#'s Vector128.Shuffle and its like", "Vector128.Shuffle(a, Vector128.Create(3, 2, 1, 0))", nil, sayCSharp, nil},
	{"java", "rearrange of Java's Vector API", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 0))", nil, sayJava, javaFunction.sequence},
	{"julia", "shufflevector of Julia's SIMD.jl", "shufflevector(a, b, Val((0, 4, 1, 5)))", nil, sayJulia, juliaFunction.sequence},
	{"swift", "Swift's SIMD types and their subscripts", "a[SIMD4(3, 2, 1, 0)]", []string{"SIMD2", "SIMD3", "SIMD4", "SIMD8", "SIMD16", "SIMD32", "SIMD64"}, saySwift, nil},
}

// Dialects are those of the package, one a language.
func Dialects() []dialect.Dialect {
	all := make([]dialect.Dialect, len(languages))
	for i, l := range languages {
		all[i] = dialect.Dialect{
			Name: l.name, Meaning: l.meaning, Example: l.example, Whole: true,
			Looks: func(text string) bool { return looks(l.name, text) },
			Read:  func(text string, opt dialect.Options) (dialect.Reading, error) { return read(l.name, text, opt) },
			Say:   l.say, Sequence: dialect.WithoutSearch(l.several),
		}
	}
	return all
}

// marks are the names that tell a language, each with the language.
var marks = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, l := range languages {
		for _, m := range l.marks {
			all[m] = l.name
		}
	}
	for _, c := range calls {
		if c.language != "julia" { // its one name is LLVM's, which Val tells from that one's
			all[c.name] = c.language
		}
	}
	all["Val"] = "julia"
	return all
})

// longestMark is more than the longest name that tells a language has.
const longestMark = 40

// looks says whether a name of the language stands in front of a bracket, or behind a dot at the end of a word.
func looks(language, text string) bool {
	if language == "julia" && !strings.Contains(text, "shufflevector(") {
		return false
	}
	for at := 0; at < len(text); at++ {
		n := strings.IndexAny(text[at:], "([<{.")
		if n < 0 {
			break
		}
		at += n
		if text[at] == '.' {
			if member := "." + wordAt(text, at+1); marks()[member] == language && language == "swift" {
				return true
			}
			continue
		}
		word := strings.TrimSuffix(wordBefore(text, at), "::")
		if marks()[word] == language {
			return true
		}
		if dot := strings.LastIndexByte(word, '.'); dot >= 0 {
			if marks()[word[dot:]] == language {
				return true
			}
			before := strings.LastIndexByte(word[:dot], '.')
			if marks()[word[before+1:]] == language || language == "csharp" && methods()[word[before+1:dot]] != nil {
				return true
			}
		}
		if colon := strings.LastIndex(word, "::"); colon >= 0 && marks()[word[colon+2:]] == language {
			return true
		}
	}
	return false
}

// wordBefore is the word that ends at a place, with dots, colons, @ and ! in it.
func wordBefore(text string, at int) string {
	start := at
	for start > 0 && at-start < longestMark && (isLetter(text[start-1]) || isDigit(text[start-1]) || strings.IndexByte(".:!@", text[start-1]) >= 0) {
		start--
	}
	return text[start:at]
}

// wordAt is the word that begins at a place.
func wordAt(text string, at int) string {
	end := at
	for end < len(text) && end-at < longestMark && isLetter(text[end]) {
		end++
	}
	return text[at:end]
}
