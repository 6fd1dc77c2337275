package target

import (
	"strings"
	"testing"
)

// Every figure of the models of CPUs is of a row that a target has, so that a row that is lost is missed; what is there twice, as of registers of two sizes, says the same.
func TestEveryFigureHasARow(t *testing.T) {
	type key struct{ name, asm, encoding string }
	rows := map[key]bool{}
	for _, tg := range Targets() {
		for _, r := range tg.Rows {
			rows[key{r.Name, r.Asm, r.Encoding}] = true
		}
	}
	seen := map[key]string{}
	for _, table := range llvmCosts {
		for i := range table {
			k := key{table[i].name, table[i].asm, table[i].encoding}
			if !rows[k] {
				t.Errorf("%s %s (%s) has figures, and no target has it", k.name, k.asm, k.encoding)
			}
			if was, twice := seen[k]; twice && was != table[i].on {
				t.Errorf("%s %s (%s) has the figures %s and %s", k.name, k.asm, k.encoding, was, table[i].on)
			}
			seen[k] = table[i].on
		}
	}
}

// A pair's name is those of its two instructions, as each is a row's or an instruction's of its text, and a text of two has two names.
func TestNamesOfPairs(t *testing.T) {
	for _, tg := range Targets() {
		for _, r := range tg.Pairs {
			first, second, ok := strings.Cut(r.Name, "+")
			if !ok || !strings.Contains(r.Asm, "; ") || first == "" || second == "" {
				t.Errorf("%s: %q %s", tg.Name, r.Name, r.Asm)
				continue
			}
			shape := func(name string) string { return strings.SplitN(strings.TrimPrefix(name, "v"), ".", 2)[0] }
			switch {
			case strings.Contains(r.Name, "extract_lane"): // of WebAssembly: both of one shape
				if shape(first) != shape(second) || !strings.Contains("i8x16 i16x8 i32x4 i64x2 f32x4 f64x2", shape(first)) {
					t.Errorf("%s: %q", tg.Name, r.Name)
				}
			case strings.TrimPrefix(strings.TrimPrefix(first, "v"), "pextr") != strings.TrimPrefix(strings.TrimPrefix(second, "v"), "pinsr"):
				t.Errorf("%s: %q", tg.Name, r.Name)
			}
		}
	}
}

// How a file is written has all its parts: a convention's name, a return, copies and loads, and of masks what loads them where listings have such registers. How vectors in memory are read has all of them too, or none.
func TestAssembliesAreWhole(t *testing.T) {
	for _, tg := range Targets() {
		a := tg.Spelling.Assembly
		if a == nil {
			continue
		}
		for what, text := range map[string]string{"convention": a.Procedure, "return": a.Return, "copy": a.Copy, "load": a.Load} {
			if text == "" {
				t.Errorf("%s: there is no %s", tg.Name, what)
			}
		}
		if tg.Spelling.mask != "" && (a.Mask == "" || a.MaskData == nil && a.Wide == "") {
			t.Errorf("%s has masks, and no load of one", tg.Name)
		}
		for f, c := range a.Files {
			if len(c.Preserved) > 0 && (c.Save == "" || c.Restore == "") || tg.Holds(File(f)) && len(c.Parameters) == 0 {
				t.Errorf("%s: registers of file %d: %+v", tg.Name, f, c)
			}
		}
		m := &a.Memory
		if len(m.Pointers) == 0 {
			if m.At != "" || m.Stack != "" || m.Enter != "" || m.Leave != "" || m.Pointer != "" || m.Stacked != "" {
				t.Errorf("%s: vectors in memory have no pointers, and %+v", tg.Name, m)
			}
			continue
		}
		for what, text := range map[string]string{"at": m.At, "stack": m.Stack, "enter": m.Enter, "leave": m.Leave, "pointer": m.Pointer, "stacked": m.Stacked} {
			if text == "" {
				t.Errorf("%s: there is no %s", tg.Name, what)
			}
		}
		for what, both := range map[string][2]string{"vectors": m.Vector, "one byte": m.Pieces[0], "two": m.Pieces[1], "four": m.Pieces[2], "eight": m.Pieces[3]} {
			if both[0] == "" || both[1] == "" || both[0] == both[1] || !strings.Contains(both[0], "{m}") || !strings.Contains(both[1], "{m}") {
				t.Errorf("%s: %s of memory are %q", tg.Name, what, both)
			}
		}
		if m.Add != "" && m.Added <= 0 {
			t.Errorf("%s: %s to an address, and none is too far", tg.Name, m.Add)
		}
	}
}

// What RISC-V does to whole registers of any lanes, and to nothing that was there, slides left aside, has a masked form wherever its word has a bit for one; and nothing has such a form whose word has none.
func TestMasksOfRISCV(t *testing.T) {
	for i := range riscv {
		f := &riscv[i]
		has := strings.Contains(" "+f.code+" ", " M ")
		if f.masks && !has || has && !f.masks && f.at == whole64 && f.ties == 0 && !strings.HasPrefix(f.name, "vslide") {
			t.Errorf("%s %s has a masked form: %v; its word is %s", f.name, f.asm, f.masks, f.code)
		}
	}
}
