package target_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What a language may do without: then memcpy copies vectors, masks are numbers, and values of several registers are written to memory.
var optional = map[string]bool{"Load": true, "Store": true, "Moved": true, "Mask": true, "Together": true, "Number": true}

// Each language of each target says all that functions are made of, each text with what is put into it; and each row has an expression in it, which is over its operands.
func TestLanguagesAreWhole(t *testing.T) {
	for _, tg := range target.Targets() {
		for k, l := range []*target.Language{tg.Spelling.C, tg.Spelling.Rust} {
			if l == nil {
				continue
			}
			name := fmt.Sprintf("%s, language %d", tg.Name, k)
			of := reflect.ValueOf(*l)
			for i := range of.NumField() {
				if field := of.Type().Field(i).Name; of.Field(i).IsZero() && !optional[field] {
					t.Errorf("%s: there is no %s", name, field)
				}
			}
			if tg.Holds(target.General) && l.Number == nil {
				t.Errorf("%s: there are general registers, and no numbers", name)
			}
			for text, words := range map[string]string{
				l.Function: "{include} {name} {parameters} {type} {lines} {value}", l.Switch: "{include} {name} {parameters} {type} {unused} {cases}", l.Case: "{values} {lines} {value}",
				l.Parameter: "{name} {type}", l.Unused: "{name}", l.Constant: "{name} {type} {value}", l.Set: "{name} {type} {value}", l.Label: "{value}",
			} {
				for word := range strings.FieldsSeq(words) {
					if !strings.Contains(text, word) {
						t.Errorf("%s: %q says no %s", name, text, word)
					}
				}
			}
			expressionsAreWhole(t, name, l, tg)
		}
	}
}

// expressionsAreWhole looks at what rows are in a language: what C says if it says anything, or Rust where that differs.
func expressionsAreWhole(t *testing.T, name string, l *target.Language, tg *target.Target) {
	t.Helper()
	for _, r := range tg.Rows {
		text := l.ExpressionOf(r, 0)
		if text == "" || strings.HasPrefix(name, tg.Name+", language 0") && r.C != "" && text != r.C || r.Rust != "" && strings.HasSuffix(name, "1") && text != r.Rust {
			t.Errorf("%s: %s %s is %q; C has %q, Rust %q", name, r.Name, r.Asm, text, r.C, r.Rust)
			continue
		}
		for k := range r.Src {
			letter, named := target.SourceLetters[k], false
			r.Call(text, 0, func(at byte) string {
				named = named || at == letter
				return ""
			})
			if !named {
				t.Errorf("%s: %s %s is %q, and reads no %c", name, r.Name, r.Asm, text, letter)
			}
		}
		if strings.Count(text, "(") != strings.Count(text, ")") {
			t.Errorf("%s: %s %s is %q", name, r.Name, r.Asm, text)
		}
	}
}

// How Go's assembler is told of what is no row: moves between registers, and of memory, of which no address need be aligned. The names are the assembler's.
func TestSpellingsOfGo(t *testing.T) {
	for _, row := range []struct {
		target                                           string
		bits                                             int
		architecture, copy, move, leave, vector, general string
	}{
		{"sse2", 128, "amd64", "MOVO", "MOVOU", "", "X3", "SI"},
		{"sse4.1", 128, "amd64", "MOVO", "MOVOU", "", "X3", "SI"},
		{"avx", 128, "amd64", "VMOVDQA", "VMOVDQU", "", "X3", "SI"},
		{"avx2", 256, "amd64", "VMOVDQA", "VMOVDQU", "VZEROUPPER", "Y3", "SI"},
		{"avx512", 128, "amd64", "VMOVDQA", "VMOVDQU", "", "X3", "SI"},
		{"avx512", 256, "amd64", "VMOVDQA", "VMOVDQU", "VZEROUPPER", "Y3", "SI"},
		{"avx512", 512, "amd64", "VMOVDQA64", "VMOVDQU64", "VZEROUPPER", "Z3", "SI"},
		{"neon", 128, "arm64", "", "", "", "V3", ""},
	} {
		tg, ok := target.Find(row.target)
		if !ok || tg.Spelling.Go == nil {
			t.Errorf("%s has no assembly of Go", row.target)
			continue
		}
		g := tg.Spelling.Go
		got := []string{g.Architecture, g.Copy(row.bits), g.Move(row.bits), g.Leave(row.bits), g.Register(target.Vectors, 3, row.bits)}
		want := []string{row.architecture, row.copy, row.move, row.leave, row.vector}
		if row.general != "" {
			got, want = append(got, g.Register(target.General, 6, 64)), append(want, row.general) // register 6 of the machine
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s, %d bits: %q, want %q", row.target, row.bits, got, want)
		}
	}
}

// What loads a constant is a row of its own for each file: mov of 64 bits, of which each bit is a lane, and of vectors v128.const, of which each byte is one.
func TestLoadsOfConstants(t *testing.T) {
	for _, row := range []struct {
		file             target.File
		bits, elem, have int
		name, text       string
	}{
		{target.General, 32, 1, 64, "mov", "mov d, k"}, {target.General, 64, 1, 64, "mov", "mov d, k"}, {target.Vectors, 128, 8, 128, "v128.const", "v128.const d, k"}, {target.Vectors, 256, 8, 256, "v128.const", "v128.const d, k"},
	} {
		r := target.LoadOf(row.file, row.bits)
		if got := r.Text(0, func(letter byte) string { return string(letter) }); got != row.text || r.Name != row.name || r.Bits != row.have || r.Elem != row.elem || r.Index.Bits != row.have || r.Index.Kind != target.Load || len(r.Src) > 0 {
			t.Errorf("%d bits of file %d: %q, %+v", row.bits, row.file, got, r)
		}
		if f := r.FileOf('d'); f != row.file || r.FileOf('k') != row.file {
			t.Errorf("%d bits of file %d: in file %d", row.bits, row.file, f)
		}
		for bit := range row.have {
			m := r.Index.Apply(lane.ConstBytes(oneBit(row.have, bit)))
			for i, l := range m.Lane {
				want := lane.Fixed(lane.ConstOf(0))
				if i == bit/row.elem {
					want = lane.Fixed(lane.ConstOf(1 << (bit % row.elem)))
				}
				if l.Text(i, row.elem) != want.Text(i, row.elem) || m.Bits != row.elem || len(m.Lane) != row.have/row.elem {
					t.Fatalf("bit %d of %d: %s", bit, row.have, m)
				}
			}
		}
	}
}

// In Rust what crosses between vectors and general registers, which are u64, takes and gives numbers with a sign of core::arch: each goes through one of as many bits.
func TestCrossingsInRust(t *testing.T) {
	want := map[string]string{
		"movd 32": "_mm_cvtsi128_si32(a) as u32 as u64", "movq 64": "_mm_cvtsi128_si64(a) as u64 as u64", "movd 128": "_mm_cvtsi32_si128(a as i32)", "movq 128": "_mm_cvtsi64_si128(a as i64)",
		"pextrb 32": "_mm_extract_epi8(a, i) as u32 as u64", "pextrw 32": "_mm_extract_epi16(a, i) as u32 as u64", "pextrd 32": "_mm_extract_epi32(a, i) as u32 as u64", "pextrq 64": "_mm_extract_epi64(a, i) as u64 as u64",
		"pinsrb 128": "_mm_insert_epi8(a, b as i32, i)", "pinsrw 128": "_mm_insert_epi16(a, b as i32, i)", "pinsrd 128": "_mm_insert_epi32(a, b as i32, i)", "pinsrq 128": "_mm_insert_epi64(a, b as i64, i)",
		"pmovmskb 32": "_mm_movemask_epi8(a) as u32 as u64", "movmskps 32": "_mm_movemask_ps(_mm_castsi128_ps(a)) as u32 as u64", "movmskpd 32": "_mm_movemask_pd(_mm_castsi128_pd(a)) as u32 as u64",
	}
	seen := map[string]bool{}
	for _, r := range rowsOfX86() {
		if r.General == "" || r.Within(target.General) {
			continue
		}
		key := fmt.Sprint(strings.TrimPrefix(r.Name, "v"), " ", r.Bits)
		text := strings.NewReplacer("_mm256_", "_mm_", "si256", "si128").Replace(r.Rust) // of 256 bits they differ in that alone
		if seen[key] = true; text != want[key] || strings.Contains(r.Rust, "256") != (r.Length() == 256) {
			t.Errorf("%s of %v is %s, want %s", key, r.Src, r.Rust, want[key])
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%d of %d cross", len(seen), len(want))
	}
}
