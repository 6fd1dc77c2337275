package listing

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A word that is called as registers of a machine are, with a number that none has, is a mistake and no register of its own:
//
//	zip1 v0.4s, v1.4s, v32.4s      v32 is no register: AArch64 has v0 to v31
//	                   ^^^
type registerFile struct {
	machine string
	prefix  string // in front of the number
	count   int
	beside  string // what others there are
}

// Register files, by what their registers are called.
var (
	armFiles = []registerFile{
		{"AArch64", "v", 32, ""}, {"AArch64", "q", 32, ""}, {"AArch64", "d", 32, ""}, {"AArch64", "s", 32, ""}, {"AArch64", "h", 32, ""}, {"AArch64", "b", 32, ""},
		{"AArch64", "x", 31, ", xzr and sp"}, {"AArch64", "w", 31, ", wzr and wsp"}, {"SVE", "z", 32, ""}, {"SVE", "p", 16, ""},
	}
	powerFiles = []registerFile{{"VSX", "vs", 64, ""}, {"Altivec", "v", 32, ""}, {"Power", "r", 32, ""}}
	loongFiles = []registerFile{{"LSX", "$vr", 32, ""}, {"LASX", "$xr", 32, ""}, {"LSX", "vr", 32, ""}, {"LASX", "xr", 32, ""}, {"LoongArch", "$a", 8, ""}, {"LoongArch", "$t", 9, ""}, {"LoongArch", "$s", 10, ""}, {"LoongArch", "$r", 32, ""}}
	riscvFiles = []registerFile{{"RISC-V", "v", 32, ""}, {"RISC-V", "x", 32, ""}}
	x86Files   = []registerFile{{"x86", "xmm", 32, ""}, {"x86", "ymm", 32, ""}, {"x86", "zmm", 32, ""}}
)

// without says of a word that it is none of the file's.
func (f registerFile) without(word string) string {
	return fmt.Sprintf("%s is no register: %s has %s0 to %s%d%s", word, f.machine, f.prefix, f.prefix, f.count-1, f.beside)
}

// inFiles says whether a word is a register of one of the files, and whether there is none of that number.
func inFiles(word string, files []registerFile) (in registerFile, missing, ok bool) {
	for _, f := range files {
		digits, is := strings.CutPrefix(word, f.prefix)
		if !is || digits == "" || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		n, err := strconv.Atoi(digits)
		return f, err != nil || n >= f.count || digits != strconv.Itoa(n), true
	}
	return in, false, false
}

// isCalled says whether a word is called as the registers of a file are, whatever its number is, with or without lanes behind a point.
func isCalled(word string, files []registerFile, prefixes ...string) bool {
	word, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(word)), ".")
	f, _, ok := inFiles(strings.TrimPrefix(word, "%"), files)
	for _, prefix := range prefixes {
		if ok && f.prefix == prefix {
			return true
		}
	}
	return false
}

// missingRegister is the error of the first operand of a line that is no register and is called like one; nil if there is none. What has other signs than letters and digits is a symbol.
func missingRegister(text string, files []registerFile) error {
	c := syntax.Cursor{Text: text}
	c.Word()
	inSymbol := func(b byte) bool {
		return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || strings.IndexByte("_@:#<", b) >= 0
	}
	for at := c.Off; at < len(text); at++ {
		if !inSymbol(text[at]) && text[at] != '$' && text[at] != '.' {
			continue
		}
		end := at + 1
		for end < len(text) && inSymbol(text[end]) {
			end++
		}
		if f, missing, _ := inFiles(strings.ToLower(text[at:end]), files); missing {
			return syntax.Errorf(text, at, end, "%s", f.without(strings.ToLower(text[at:end])))
		}
		for end < len(text) && text[end] == '.' { // lanes, or more of a symbol
			for end++; end < len(text) && inSymbol(text[end]); end++ {
			}
		}
		at = end - 1
	}
	syntax.Look(len(text) - c.Off)
	return nil
}

// missingAddress is missingRegister of a line on general registers of AArch64. What stands behind the first operand of adrp is a label, whatever it is called.
func missingAddress(text string) error {
	named, name := text, strings.Fields(strings.ToLower(text))[0]
	if name == "adrp" || name == "adr" {
		named, _, _ = strings.Cut(text, ",")
	}
	return syntax.Moved(missingRegister(named, armFiles), text, 0)
}
