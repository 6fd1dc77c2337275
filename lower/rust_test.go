package lower_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Rust of NEON and of wasm is compiled for its machine where rustc has the library for that; elsewhere against the declarations of its intrinsics that Rust's own documentation has. That the intrinsics do what the map says is
// tested of C's, which are the same.
func TestRustCompiles(t *testing.T) {
	t.Parallel()
	rustc := oracle.IfThere(t, "rustc", "Debian's is older than what is written")
	for _, c := range []struct{ target, triple, module string }{{"neon", "aarch64-unknown-linux-gnu", "aarch64"}, {"wasm", "wasm32-unknown-unknown", "wasm32"}} {
		t.Run(c.target, func(t *testing.T) {
			tg := targetNamed(t, c.target)
			var code strings.Builder
			one, rows, several := emitFunctions(t, tg, 128, emitRust(tg)), emitRows(t, tg, 128, emitRust(tg)), memoryFunctionsOf(t, tg, emitRust(tg))
			for i, texts := range [][]string{one.code, rows.code, several.code} {
				for k, text := range texts {
					fmt.Fprintf(&code, "pub mod m%d_%d {\n%s}\n", i, k, text)
				}
			}
			dir := t.TempDir()
			library := strings.TrimSpace(string(command(t, dir, rustc, "--print", "target-libdir", "--target", c.triple)))
			compile := []string{"--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "-D", "warnings", "-A", "non_snake_case", "lib.rs"}
			if found, _ := filepath.Glob(filepath.Join(library, "libcore-*")); len(found) > 0 {
				writeFiles(t, dir, map[string][]byte{"lib.rs": []byte("#![no_std]\n" + code.String())})
				command(t, dir, rustc, append(compile, "--target", c.triple)...)
				return
			}
			sysroot := strings.TrimSpace(string(command(t, dir, rustc, "--print", "sysroot")))
			documented := filepath.Join(sysroot, "share/doc/rust/html/core/arch", c.module)
			if _, err := os.Stat(documented); err != nil {
				t.Skipf("rustc has neither a library for %s nor the documentation of core::arch: %v", c.triple, err)
			}
			declared := declaredRust(t, documented, code.String())
			text := regexp.MustCompile(`#\[target_feature[^\n]*\n`).ReplaceAllString(strings.ReplaceAll(code.String(), "core::arch::"+c.module, "crate::declared"), "")
			writeFiles(t, dir, map[string][]byte{"lib.rs": []byte(declared + text)})
			command(t, dir, rustc, compile...)
		})
	}
}

func emitRust(tg *target.Target) func(r *lower.Result, name string) (string, error) {
	return func(r *lower.Result, name string) (string, error) { return r.Rust(tg, name) }
}

var (
	rustCalls       = regexp.MustCompile(`\b([a-z]\w+)(?:::<[^>]*>)?\(`)
	rustDeclaration = regexp.MustCompile(`(?s)<pre class="rust item-decl"><code>(.*?)</code></pre>`)
	rustTags        = regexp.MustCompile(`<[^>]*>`)
	rustSignature   = regexp.MustCompile(`(?s)pub (?:const )?(?:unsafe )?(?:const )?(?:extern "C" )?fn (\w+)(<.*?>)?\(\s*(.*?),?\s*\)\s*(->\s*\S+)`)
)

// declaredRust is a module with all functions that the code calls, as their pages declare them, and the types of vectors.
func declaredRust(t *testing.T, documented, code string) string {
	t.Helper()
	var names []string
	for _, m := range rustCalls.FindAllStringSubmatch(code, -1) {
		if m[1] != "target_feature" && !regexp.MustCompile(`^F\d+(_\w+)?$|^uint8x16x\d_t$`).MatchString(m[1]) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var b strings.Builder
	types := map[string]bool{}
	for _, name := range names {
		page, err := os.ReadFile(filepath.Join(documented, "fn."+name+".html"))
		if err != nil {
			t.Fatalf("core::arch has no %s: %v", name, err)
		}
		m := rustDeclaration.FindSubmatch(page)
		if m == nil {
			t.Fatalf("%s has no declaration", name)
		}
		s := rustSignature.FindStringSubmatch(html.UnescapeString(rustTags.ReplaceAllString(string(m[1]), "")))
		if s == nil {
			t.Fatalf("the declaration of %s is %s", name, m[1])
		}
		var list, constants []string
		for p := range strings.SplitSeq(regexp.MustCompile(`\s+`).ReplaceAllString(s[3], " "), ",") {
			if p = strings.TrimSpace(p); strings.HasPrefix(p, "const ") { // one that may be written as an argument too, and so is documented as one
				constants = append(constants, p)
			} else if _, of, ok := strings.Cut(p, ": "); ok {
				list, types[of] = append(list, "_: "+of), true
			}
		}
		if len(constants) > 0 {
			s[2] = "<" + strings.Join(constants, ", ") + ">"
		}
		types[strings.TrimSpace(strings.TrimPrefix(s[4], "->"))] = true
		fmt.Fprintf(&b, "pub fn %s%s(%s) %s { loop {} }\n", name, s[2], strings.Join(list, ", "), s[4])
	}
	for name := range types {
		switch {
		case regexp.MustCompile(`^[ui]\d+$`).MatchString(name):
		case regexp.MustCompile(`^uint8x16x\d_t$`).MatchString(name):
			fmt.Fprintf(&b, "pub struct %s(%s);\n", name, strings.TrimSuffix(strings.Repeat("pub uint8x16_t, ", int(name[9]-'0')), ", "))
		default:
			fmt.Fprintf(&b, "#[derive(Clone, Copy)]\npub struct %s;\n", name)
		}
	}
	if len(names) < 20 {
		t.Fatalf("only %d functions are called", len(names))
	}
	return "#[allow(non_camel_case_types, dead_code, unused)]\npub mod declared {\n" + b.String() + "}\n"
}

// Every row of general registers, and every one that crosses, is an expression of Rust.
func TestRustOfGeneralRows(t *testing.T) {
	t.Parallel()
	rustc := oracle.IfThere(t, "rustc", "Debian's is older than what is written")
	tg := targetNamed(t, "avx2+bmi2")
	language := tg.Spelling.Rust
	var code strings.Builder
	code.WriteString("use core::arch::x86_64::*;\n")
	n := 0
	for _, r := range tg.Rows {
		if r.General == "" {
			continue
		}
		of := func(letter byte) string { return language.Type(r.FileOf(letter), 128) }
		var parameters []string
		for k := range r.Src {
			letter := target.SourceLetters[k]
			if bits := r.Src[k]; r.FileOf(letter) == target.Vectors {
				parameters = append(parameters, fmt.Sprintf("%c: %s", letter, language.Type(target.Vectors, max(bits, 128))))
			} else {
				parameters = append(parameters, fmt.Sprintf("%c: %s", letter, of(letter)))
			}
		}
		value := 0
		if r.Imm != nil {
			value = r.Imm.Values - 1
		}
		text := r.Call(language.Expression(r), value, func(letter byte) string {
			if letter == 'k' && r.Index.Inline {
				return language.Inline(target.General, lane.ConstOf(0xffffff00).Slice(0, r.Index.Bits), r.Index.Bits)
			}
			return ""
		})
		if r.Index != nil && !r.Index.Inline {
			parameters = append(parameters, "k: u64")
		}
		fmt.Fprintf(&code, "#[target_feature(enable = %q)]\npub fn r%d(%s) -> %s { %s }\n", tg.Features(), n, strings.Join(parameters, ", "), of('d'), text)
		n++
	}
	if n < 40 {
		t.Fatalf("only %d rows", n)
	}
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"lib.rs": []byte(code.String())})
	command(t, dir, rustc, "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "-D", "warnings", "lib.rs")
}
