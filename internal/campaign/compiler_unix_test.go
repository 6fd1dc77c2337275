//go:build unix

package campaign

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// asCompiler puts a shell script in the place of a compiler, which says its version.
func asCompiler(t *testing.T, script string) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "llc-24"), []byte("#!"+sh+"\nif [ \"$1\" = --version ]; then echo LLVM; echo '  LLVM version 24.0.1'; exit; fi\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// A plan of programs has the compiler that is there, by what it says of itself, its usual machine, and as many programs as are asked for, 32 an item and 16 items a shard.
func TestPlansOfPrograms(t *testing.T) {
	asCompiler(t, "exit 1")
	for _, row := range []struct {
		o             Options
		shards        int
		items, wanted int
		on            string
		sample        int
		fail          string
	}{
		{o: Options{}, items: 64, wanted: 4, on: "avx2", sample: 2048},
		{o: Options{Compiler: "llc", Target: "sse2", Sample: 1}, items: 1, wanted: 1, on: "sse2", sample: 1},
		{o: Options{Target: "neon", Sample: 32 * 17}, items: 17, wanted: 2, on: "neon", sample: 544},
		{o: Options{Target: "wasm", Sample: 32*17 + 1}, shards: 5, items: 18, wanted: 5, on: "wasm", sample: 545},
		{o: Options{Sample: MaxItems}, shards: 1, items: MaxItems / 32, wanted: 1, on: "avx2", sample: MaxItems},
		{o: Options{Sample: MaxItems + 1}, fail: "1099511627777 programs: expected 1 to 1099511627776"},
		{o: Options{Sample: -1}, fail: "-1 programs: expected 1 to 1099511627776"},
		{o: Options{Target: "skl"}, fail: `llc is not asked about "skl": expected one of avx, avx2, avx512, avx512vbmi, lasx, lsx, neon, rvv128, rvv128+zvbb, sse2, sse4.1, ssse3, sve2-128, vsx, vsx10, wasm`},
		{o: Options{Compiler: "x"}, fail: `there is no compiler "x": expected `},
	} {
		p, err := NewPlan("tool", FuzzKind, row.o, 5, row.shards)
		if row.fail != "" {
			if p != nil || err == nil || !strings.HasPrefix(err.Error(), row.fail) {
				t.Errorf("%+v: %+v, %v; want %s", row.o, p, err, row.fail)
			}
			continue
		}
		want := Options{Compiler: "llc", Target: row.on, Sample: row.sample, CompilerVersion: "LLVM version 24.0.1"}
		if err != nil || p.Items != row.items || p.Shards != row.wanted || p.Texts != nil || p.Digest != "" || p.Options.Compiler != want.Compiler || p.Options.Target != want.Target || p.Options.Sample != want.Sample || p.Options.CompilerVersion != want.CompilerVersion {
			t.Errorf("%+v: %+v, %v; want %+v", row.o, p, err, want)
		}
	}
}

// Of programs of which a compiler dies the first four are made small, and all are what they are by other code.
func TestDeadCompiler(t *testing.T) {
	asCompiler(t, "echo 'it	fell' >&2; kill -SEGV $$")
	p, err := NewPlan("tool", FuzzKind, Options{Target: "sse2", Sample: 38}, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	all, err := programs(p, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := new(Doer)
	text, err := doFuzz(t.Context(), d, p, 1, "")
	lines := strings.Split(text, "\n")
	if err != nil || len(lines) != len(all) || len(lines) != 6 {
		t.Fatalf("%s, %v", text, err)
	}
	for n, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) != 6 || fields[0] != "dies" || fields[1] != "1."+strconv.Itoa(n) || fields[2] != all[n].Map().String() || !strings.Contains(fields[4], "it fell") {
			t.Errorf("%q", line)
			continue
		}
		small, err := strconv.Unquote(fields[5])
		if err != nil || !strings.HasPrefix(small, "define <16 x i8> @f(") {
			t.Errorf("%q, %v", small, err)
		}
		whole := all[n].LLVM("f")
		if n < 4 && len(small) >= len(whole) || n >= 4 && (small != whole || fields[3] != fields[2]) {
			t.Errorf("program %d is made\n%swhich does %s, of\n%s", n, small, fields[3], whole)
		}
		if err := verifyFuzz(p, line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	if _, ok := d.compilers.Load("llc"); !ok {
		t.Error("the compiler is found anew each time")
	}
	if text, err := doFuzz(t.Context(), d, p, 2, ""); text != "" || err == nil {
		t.Errorf("a batch that there is not: %q, %v", text, err)
	}
	p.Options.CompilerVersion = "LLVM version 23"
	if text, err := doFuzz(t.Context(), d, p, 1, ""); text != "" || err == nil || err.Error() != "this machine has LLVM version 24.0.1, and the campaign is about LLVM version 23" {
		t.Errorf("%q, %v", text, err)
	}
	p.Options.Compiler = "x"
	if text, err := doFuzz(t.Context(), d, p, 1, ""); text != "" || err == nil {
		t.Errorf("%q, %v", text, err)
	}
}

// A file that is cut off behind the back of a union is no answer, and what is gone is told.
func TestCutOffBehind(t *testing.T) {
	f := kept(t, tableKind, "a\tone\n", "b\ttwo\n")
	u := unionOf(t, f)
	name := filepath.Join(f.Dir, shardName(1))
	if body, err := u.body(1); string(body) != "b\ttwo\n" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if err := os.Truncate(name, u.shards[1].offset+3); err != nil {
		t.Fatal(err)
	}
	if body, err := u.body(1); body != nil || err == nil {
		t.Errorf("%q, %v", body, err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if body, err := u.body(1); body != nil || !os.IsNotExist(err) {
		t.Errorf("%q, %v", body, err)
	}
}
