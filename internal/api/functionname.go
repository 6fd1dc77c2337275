package api

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// functionName is a name in each of the languages that code is written in, but for words that one of them keeps for itself. In WebAssembly's text and in LLVM's IR names have a sigil, so
// that none is.
var functionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// checkName says whether a function can have the name in what an emitter writes.
func (e emitter) checkName(name string) error {
	if !functionName.MatchString(name) {
		return fmt.Errorf("%q is no name of a function: expected letters, digits and _, and no digit first", name)
	}
	if e.reserved == nil {
		return nil
	}
	if why := e.reserved(name); why != "" {
		return fmt.Errorf("%q cannot be the name of a function: %s", name, why)
	}
	return nil
}

// keywordsC are the keywords of C23 that begin with a letter, and asm, which compilers have besides.
var keywordsC = strings.Fields(`alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern false float for goto if inline int long nullptr
register restrict return short signed sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned void volatile while`)

// declaredC is what stdlib.h declares by the standard; immintrin.h includes it.
var declaredC = strings.Fields(`abort abs aligned_alloc at_quick_exit atexit atof atoi atol atoll bsearch calloc div exit free getenv labs ldiv llabs lldiv malloc mblen mbstowcs mbtowc
qsort quick_exit rand realloc srand strtod strtof strtol strtold strtoll strtoul strtoull system wcstombs wctomb div_t ldiv_t lldiv_t size_t wchar_t`)

// declaredIntrinsic are names as arm_neon.h and wasm_simd128.h, and stdint.h that they include, have them.
var declaredIntrinsic = regexp.MustCompile(`^(wasm_\w+|v\w+_[usfp]\d+|\w+\d+(x\d+)*_t)$`)

func reservedC(name string) string {
	switch {
	case declaredIntrinsic.MatchString(name):
		return "headers of intrinsics declare names like it"
	case slices.Contains(keywordsC, name):
		return "it is a keyword of C"
	case name[0] == '_':
		return "C keeps names that begin with _ for compilers and their headers"
	case name == "main":
		return "a program of C begins there, with other parameters"
	case slices.Contains(declaredC, name):
		return "stdlib.h, which immintrin.h includes, declares it"
	}
	return ""
}

// textFlags are the macros of Go's textflag.h.
var textFlags = strings.Fields("NOPROF DUPOK NOSPLIT RODATA NOPTR WRAPPER NEEDCTXT TLSBSS NOFRAME REFLECTMETHOD TOPFRAME ABIWRAPPER")

func reservedGoAssembly(name string) string {
	switch {
	case slices.Contains(textFlags, name):
		return "textflag.h, which the file includes, defines it"
	case name == "byte":
		return "it is a type of Go, which the function's declaration needs"
	case name == "archsimd":
		return ""
	}
	return reservedGo(name)
}

// keywordsRust are words that no function of Rust has as its name: those of today, in all editions, and those kept for later.
var keywordsRust = strings.Fields(`as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move mut pub ref return self Self static struct super trait true
type unsafe use where while abstract become box do final macro override priv try typeof unsized virtual yield _`)

func reservedRust(name string) string {
	if slices.Contains(keywordsRust, name) {
		return "it is a keyword of Rust"
	}
	return ""
}

// predeclaredGo are types that the code may name.
var predeclaredGo = strings.Fields("int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64")

func reservedGo(name string) string {
	switch {
	case token.IsKeyword(name):
		return "it is a keyword of Go"
	case name == "_":
		return "Go's _ is no name that anybody can call"
	case name == "init":
		return "Go calls a function init itself, without arguments"
	case name == "archsimd":
		return "the file imports a package of that name"
	case slices.Contains(predeclaredGo, name):
		return "it is a type of Go, which the file needs"
	}
	return ""
}
