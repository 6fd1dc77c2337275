package cexpr

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Intel is C with Intel's intrinsics and integers, which says maps in several statements. What moves nothing from its place it does not say: errInPlace.
func Intel() dialect.Dialect {
	return dialect.Dialect{Looks: orSIMDe(looksIntrinsic), Read: dialect.WithoutOptions(readExpressions), Sequence: sequenceX86, InLine: intelInLine}
}

// Arm is C with Arm's intrinsics of NEON.
func Arm() dialect.Dialect {
	return dialect.Dialect{Looks: orSIMDe(looksNEONIntrinsic), Read: dialect.WithoutOptions(readExpressions), InLine: armInLine}
}

// Scalable is C with Arm's intrinsics of SVE.
func Scalable() dialect.Dialect {
	return dialect.Dialect{Looks: looksScalable, Read: dialect.WithoutOptions(readExpressions), InLine: func(l dialect.Line) (string, bool) { return l.Text, looksScalable(l.Text) }}
}

// Wasm is the shuffles of WebAssembly's header for C.
func Wasm() dialect.Dialect {
	return dialect.Dialect{Looks: orSIMDe(looksWasmCall), Read: dialect.WithoutOptions(readExpressions)}
}

// Altivec is C with the intrinsics of POWER's vectors.
func Altivec() dialect.Dialect {
	return dialect.Dialect{
		Name: "altivec", Meaning: "C for POWER: AltiVec and VSX", Example: "vec_mergeh((vector unsigned int)a, b)",
		Looks: LooksAltivec, Read: dialect.WithoutOptions(readExpressions), Whole: true,
	}
}

// Highway is C++ with Highway's functions.
func Highway() dialect.Dialect {
	return dialect.Dialect{
		Name: "highway", Meaning: "C++ with Highway", Example: "ConcatUpperLower(Full128<uint32_t>(), hi, lo)",
		Looks: LooksHighway, Read: dialect.WithoutOptions(readExpressions), Whole: true,
	}
}

// Standard is C++ with std::simd.
func Standard() dialect.Dialect {
	return dialect.Dialect{
		Name: "stdsimd", Meaning: "C++26's std::simd, and its proposals", Example: "std::simd::permute(v, [](auto i) { return 3 - i; })",
		Looks: LooksStandard, Read: dialect.WithoutOptions(readExpressions), Whole: true,
	}
}

// Builtin is the compilers' builtins.
func Builtin() dialect.Dialect {
	return dialect.Dialect{
		Name: "clang", Meaning: "the compilers' builtins for C and C++", Example: "__builtin_shufflevector(a, b, 0, 4, 1, 5)",
		Looks: LooksBuiltin, Read: dialect.WithoutOptions(readExpressions), Say: sayClang, Sequence: dialect.WithoutSearch(sequenceClang), Whole: true,
	}
}

// IsExpression says whether a text that is no instruction has an operator of C in it, before what would be a comment in a listing.
func IsExpression(text string) bool {
	text, _, _ = strings.Cut(text, "#")
	return strings.ContainsAny(text, "=&|^~<>") || strings.HasPrefix(strings.TrimSpace(text), "(")
}

// intelInLine is a line with a vector of x86, whose types and intrinsics have the letters mm.
func intelInLine(l dialect.Line) (string, bool) {
	return l.Text, strings.Contains(l.Text, "mm") && looksIntrinsic(l.Text)
}

func armInLine(l dialect.Line) (string, bool) {
	return l.Text, !strings.Contains(l.Text, "mm") && orSIMDe(looksNEONIntrinsic)(l.Text)
}
