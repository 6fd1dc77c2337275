package listing

import (
	"strconv"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A word that is called as registers of a machine are, with a number that none has, is a mistake and no register of its own:
//
//	zip1 v0.4s, v1.4s, v32.4s      v32 is no register: AArch64 has v0 to v31
//	                   ^^^
type registerFile struct {
	prefix string // in front of the number
	count  int
	said   string
}

var (
	armFiles   = []registerFile{{"v", 32, "AArch64 has v0 to v31"}, {"q", 32, "AArch64 has q0 to q31"}, {"d", 32, "AArch64 has d0 to d31"}, {"s", 32, "AArch64 has s0 to s31"}, {"h", 32, "AArch64 has h0 to h31"}, {"b", 32, "AArch64 has b0 to b31"}, {"x", 31, "AArch64 has x0 to x30, xzr and sp"}, {"w", 31, "AArch64 has w0 to w30, wzr and wsp"}, {"z", 32, "SVE has z0 to z31"}, {"p", 16, "SVE has p0 to p15"}}
	powerFiles = []registerFile{{"vs", 64, "VSX has vs0 to vs63"}, {"v", 32, "Altivec has v0 to v31"}, {"r", 32, "Power has r0 to r31"}}
	loongFiles = []registerFile{{"$vr", 32, "LSX has $vr0 to $vr31"}, {"$xr", 32, "LASX has $xr0 to $xr31"}, {"$a", 8, "LoongArch has $a0 to $a7"}, {"$t", 9, "LoongArch has $t0 to $t8"}, {"$s", 10, "LoongArch has $s0 to $s9"}, {"$r", 32, "LoongArch has $r0 to $r31"}}
	riscvFiles = []registerFile{{"v", 32, "RISC-V has v0 to v31"}, {"x", 32, "RISC-V has x0 to x31"}}
	x86Files   = []registerFile{{"xmm", 32, "x86 has xmm0 to xmm31"}, {"ymm", 32, "x86 has ymm0 to ymm31"}, {"zmm", 32, "x86 has zmm0 to zmm31"}}
)

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
			return syntax.Errorf(text, at, end, "%s is no register: %s", strings.ToLower(text[at:end]), f.said)
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
