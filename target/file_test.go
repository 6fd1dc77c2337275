package target_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Rows of one file and rows that cross are all rows of a target, in their order, and each has its operands in files that the target has.
func TestFiles(t *testing.T) {
	for _, tg := range target.Targets() {
		var crossings []*target.Row
		within := map[target.File][]*target.Row{}
		for _, r := range tg.Rows {
			files := filesOf(r)
			for f := range files {
				if !tg.Holds(f) {
					t.Errorf("%s has no registers for %s %s", tg.Name, r.Name, r.Operands())
				}
			}
			for _, f := range []target.File{target.Vectors, target.General} {
				if r.Within(f) != (len(files) == 1 && files[f]) {
					t.Errorf("%s %s, within %v: %v", r.Name, r.Operands(), f, r.Within(f))
				}
				if r.Within(f) && !(r.Imm != nil && r.Consecutive) { // which sequences do not have
					within[f] = append(within[f], r)
				}
			}
			if len(files) > 1 {
				crossings = append(crossings, r)
			}
		}
		for _, f := range []target.File{target.Vectors, target.General} {
			if !slices.Equal(tg.RowsIn(f), within[f]) || tg.Holds(f) != (len(within[f]) > 0) {
				t.Errorf("%s: %d rows in %v, want %d", tg.Name, len(tg.RowsIn(f)), f, len(within[f]))
			}
		}
		if !slices.Equal(tg.Crossings(), crossings) || tg.Holds(target.Vectors) && tg.Holds(target.General) != (len(crossings) > 0) {
			t.Errorf("%s: %d crossings, want %d", tg.Name, len(tg.Crossings()), len(crossings))
		}
	}
}

// filesOf are the files of the destination and the sources.
func filesOf(r *target.Row) map[target.File]bool {
	files := map[target.File]bool{r.FileOf('d'): true}
	for k := range r.Src {
		files[r.SourceFile(k)] = true
	}
	return files
}

// The letters of operands in general registers are of operands, which are no longer than such a register.
func generalComplaints(r *target.Row) (wrong []string) {
	for _, letter := range []byte(r.General) {
		bits := 0
		switch j := strings.IndexByte(target.SourceLetters, letter); {
		case letter == 'd':
			bits = r.Bits
		case letter == 'k' && r.Index != nil && !r.Index.Mask:
			bits = r.Index.Bits
		case j >= 0 && j < len(r.Src):
			bits = r.Src[j]
		}
		if bits == 0 || bits > 64 || strings.Count(r.General, string(letter)) > 1 {
			wrong = append(wrong, fmt.Sprintf("%c of %q has %d bits", letter, r.General, bits))
		}
	}
	for k, bits := range r.Src {
		if bits < 128 && r.Needs != target.NEON && r.SourceFile(k) == target.Vectors {
			wrong = append(wrong, "a vector is too short")
		}
	}
	if r.FileOf('d') == target.General && (!r.Clears || r.Mask != nil || r.Bits < 32) {
		wrong = append(wrong, "writes a part of a general register")
	}
	return wrong
}

// The names of registers, as far as bits of them are meant.
func TestGeneralRegister(t *testing.T) {
	for n, want := range []string{
		"rax eax ax al", "rcx ecx cx cl", "rdx edx dx dl", "rbx ebx bx bl", "rsi esi si sil", "rdi edi di dil", "r8 r8d r8w r8b", "r9 r9d r9w r9b", "r10 r10d r10w r10b",
		"r11 r11d r11w r11b", "r12 r12d r12w r12b", "r13 r13d r13w r13b", "r14 r14d r14w r14b", "r15 r15d r15w r15b", "rbp ebp bp bpl", "? ? ? ?",
	} {
		var names []string
		for _, bits := range []int{64, 32, 16, 8} {
			names = append(names, target.GeneralRegister(n, bits))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("register %d: %s, want %s", n, got, want)
		}
	}
	tg, _ := target.Find("bmi2")
	if n := tg.Registers(target.General); target.GeneralRegister(n-1, 64) != "rbp" {
		t.Errorf("%d registers", n)
	}
}

// Rows of general registers are written with an r before the letters of operands that are in them.
func ExampleRow_Operands() {
	tg, _ := target.Find("avx2+bmi2")
	pext, _ := tg.Find("pext", 64, 1)
	fmt.Println(pext.Name, pext.Operands())
	want, _ := lane.Parse("i8x8 -> a1 a3 a4 a6 z z z z")
	k, ok := pext.Index.Solve(want)
	fmt.Println(k.Hex(), ok)
	for _, r := range tg.Crossings() {
		if r.FileOf('d') == target.Vectors {
			fmt.Println(r.Name, r.Operands())
		}
	}
	// Output:
	// pext rd, ra, rk
	// ff00ffff00ff00 true
	// vmovd d, ra
	// vmovq d, ra
	// vpinsrb d, a, rb, i
	// vpinsrw d, a, rb, i
	// vpinsrd d, a, rb, i
	// vpinsrq d, a, rb, i
}
