package campaign

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What a plan leaves open is filled in: how many items there are, in how many shards, and what is searched how far.
func TestPlansOfTables(t *testing.T) {
	for _, row := range []struct {
		o             Options
		shards        int
		items, wanted int
		settled, fail string
	}{
		{Options{Target: "sse2", Shape: "4xi32"}, 0, 4 * 8 * 8 * 8, 8, `{"target":"sse2","shape":"4xi32","sources":2,"effort":"best"}`, ""},
		{Options{Target: "sse2", Shape: "4xi32", Sources: 1}, 0, 4 * 4 * 4 * 4, 1, `{"target":"sse2","shape":"4xi32","sources":1,"effort":"best"}`, ""},
		{Options{Target: "sse2", Shape: "4xi32", Sources: 2, Effort: "quick", Budget: 9}, 3, 2048, 3, `{"target":"sse2","shape":"4xi32","sources":2,"effort":"quick","budget":9}`, ""},
		{Options{Target: "sse2", Shape: "1xi64"}, 9, 1, 1, `{"target":"sse2","shape":"1xi64","sources":2,"effort":"best"}`, ""},
		{Options{Target: "sse2", Shape: "1xi8", Sources: 1}, 0, 1, 1, `{"target":"sse2","shape":"1xi8","sources":1,"effort":"best"}`, ""},
		{Options{Target: "sse2", Shape: "5xi16", Sources: 1}, 0, 5 * 5 * 5 * 5 * 5, 196, `{"target":"sse2","shape":"5xi16","sources":1,"effort":"best"}`, ""},                           // which are searched: 16 a shard
		{Options{Target: "sse2", Shape: "5xi16", Sources: 1, Effort: "quick"}, 0, 3125, 13, `{"target":"sse2","shape":"5xi16","sources":1,"effort":"quick"}`, ""},                       // and these are not: 256
		{Options{Target: "sse2", Shape: "16xi8", Sample: 33}, 0, 33, 3, `{"target":"sse2","shape":"16xi8","sources":2,"sample":33,"effort":"best"}`, ""},                                // of which 16 are a shard
		{Options{Target: "sse2", Shape: "16xi8", Sample: 33}, 2, 33, 2, `{"target":"sse2","shape":"16xi8","sources":2,"sample":33,"effort":"best"}`, ""},                                // unless it is said
		{Options{Target: "sse2", Shape: "9xi8"}, 1, 9 * 18 * 18 * 18 * 18 * 18 * 18 * 18 * 18, 1, `{"target":"sse2","shape":"9xi8","sources":2,"effort":"best"}`, ""},                   // the most
		{Options{Target: "sse2", Shape: "16xi8", Sample: MaxItems}, 0, MaxItems, MaxShards, `{"target":"sse2","shape":"16xi8","sources":2,"sample":1099511627776,"effort":"best"}`, ""}, // and of samples
		{Options{Target: "avx2", Shape: "32xi8", Sample: 1}, 0, 1, 1, `{"target":"avx2","shape":"32xi8","sources":2,"sample":1,"effort":"best"}`, ""},
		{o: Options{Target: "sse2", Shape: "10xi8"}, fail: "10xi8 has more masks than 1099511627776: expected a sample"},
		{o: Options{Target: "sse2", Shape: "16xi8", Sample: MaxItems + 1}, fail: "a sample of 1099511627777: expected 1 to 1099511627776, or 0 for every mask"},
		{o: Options{Target: "sse2", Shape: "16xi8", Sample: -1}, fail: "a sample of -1: expected 1 to 1099511627776, or 0 for every mask"},
		{o: Options{Target: "sse2", Shape: "17xi8", Sample: 1}, fail: "17xi8 has 136 bits, and a register of sse2 128 at most"},
		{o: Options{Target: "avx2", Shape: "33xi8", Sample: 1}, fail: "33xi8 has 264 bits, and a register of avx2 256 at most"},
		{o: Options{Target: "bmi2", Shape: "4xi8"}, fail: `there is no target "bmi2" with vectors`},
		{o: Options{Target: "", Shape: "4xi8"}, fail: `there is no target "" with vectors`},
		{o: Options{Target: "sse2", Shape: "4xi32", Sources: 3}, fail: "3 sources: expected 1 or 2"},
		{o: Options{Target: "sse2", Shape: "4xi32", Sources: -1}, fail: "-1 sources: expected 1 or 2"},
		{o: Options{Target: "sse2", Shape: "4xi32", Budget: -1}, fail: "a budget is not negative"},
		{o: Options{Target: "sse2", Shape: "4xi32", Effort: "none"}, fail: "?"},
		{o: Options{Target: "sse2"}, fail: `shape "": expected lanes and their type, as in 4xi32 and 16xi8`},
	} {
		p, err := NewPlan("tool", tableKind, row.o, 5, row.shards)
		if row.fail != "" {
			if p != nil || err == nil || row.fail != "?" && err.Error() != row.fail {
				t.Errorf("%+v: %+v, %v; want %s", row.o, p, err, row.fail)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", row.o, err)
			continue
		}
		want := fmt.Sprintf(`{"tool":"tool","kind":"table","options":%s,"seed":5,"items":%d,"shards":%d,"digest":""}`, row.settled, row.items, row.wanted)
		if got := p.header(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		if got, want := p.ID(), fmt.Sprintf("%x", sha256.Sum256([]byte(want)))[:16]; got != want {
			t.Errorf("its name is %s, want %s", got, want)
		}
	}
}

// Of a plan with texts the digest is that of the texts, each with its length before it: no two lists of texts have the same.
func TestDigest(t *testing.T) {
	for _, texts := range [][]string{{"a"}, {"a", "b"}, {"a\nb"}, {"a\n1 b"}, {""}, {"", ""}, {"ab"}, {"b", "a"}} {
		all := ""
		for _, text := range texts {
			all += strconv.Itoa(len(text)) + " " + text + "\n"
		}
		if got, want := digest(texts), fmt.Sprintf("%x", sha256.Sum256([]byte(all))); got != want {
			t.Errorf("%q: %s, want %s", texts, got, want)
		}
	}
}

// A plan of pairs has each line that is one, without blanks around it; what is none is told with its number.
func TestPlansOfPairs(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	one, two := file("one", "# none\n\n  a == b  \r\n\t\nc == d"), file("two", " # none\na == b\n#")
	p, err := NewPlan("tool", "prove", Options{Paths: []string{one, two}}, 5, 0)
	if err != nil || !slices.Equal(p.Texts, []string{"a == b", "c == d", "a == b"}) || p.Items != 3 || p.Shards != 1 || p.Options.Paths != nil || p.Digest != digest(p.Texts) {
		t.Errorf("%+v, %v", p, err)
	}
	empty := file("empty", "# none\n")
	for _, row := range []struct {
		paths []string
		wrong string
	}{
		{nil, "there is no pair: expected a file with a line FORM == FORM for each"}, {[]string{empty}, "there is no pair: expected a file with a line FORM == FORM for each"},
		{[]string{one, file("three", "\n# none\na == b\n\na = b\n")}, filepath.Join(dir, "three") + ":5: expected FORM == FORM, without tabs"},
		{[]string{file("four", "a ==\tb == c")}, filepath.Join(dir, "four") + ":1: expected FORM == FORM, without tabs"},
		{[]string{one, filepath.Join(dir, "none")}, "?"},
	} {
		if p, err := NewPlan("tool", "prove", Options{Paths: row.paths}, 5, 0); p != nil || err == nil || row.wrong != "?" && err.Error() != row.wrong {
			t.Errorf("%q: %+v, %v; want %s", row.paths, p, err, row.wrong)
		}
	}
	var lines strings.Builder
	for range itemsPerShard + 1 {
		lines.WriteString("a == b\n")
	}
	if p, err := NewPlan("tool", "prove", Options{Paths: []string{file("many", lines.String())}}, 5, 0); err != nil || p.Items != 257 || p.Shards != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A plan of files has those that were named, and of folders those with shuffles, each once and in order, under the checksums of their bytes.
func TestPlansOfFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	item := func(name, text string) string { return fmt.Sprintf("%s\t%x\t0\t0", name, sha256.Sum256([]byte(text))) }
	none, c, s := file("none.txt", "text"), file("sub/c.c", "x = 1;\n"), file("a.s", " ret\n")
	archive, short, elf, not := file("lib", "!<arch>\nrest"), file("short", "!<arch>"), file("elf", "\x7fELF"), file("not", "\x7fELX....")
	p, err := NewPlan("tool", mineKind, Options{Paths: []string{dir, s, none, dir}, Effort: "quick"}, 5, 0)
	want := []string{item(none, "text"), item(c, "x = 1;\n"), item(s, " ret\n"), item(archive, "!<arch>\nrest"), item(elf, "\x7fELF")}
	slices.Sort(want)
	if err != nil || !slices.Equal(p.Texts, want) || p.Items != 5 || p.Shards != 5 || p.Options.Paths != nil || p.Options.Effort != "quick" || p.Options.Budget != 512 || !p.OpensFiles() {
		t.Errorf("%+v, %v; want %q", p, err, want)
	}
	if p, err := NewPlan("tool", mineKind, Options{Paths: []string{short, not}, Budget: 7}, 5, 1); err != nil || p.Items != 2 || p.Shards != 1 || p.Options.Effort != "best" || p.Options.Budget != 7 {
		t.Errorf("%+v, %v", p, err)
	}
	if (&Plan{Kind: tableKind}).OpensFiles() {
		t.Error("a table opens files")
	}
	for _, row := range []struct {
		o     Options
		wrong string
	}{
		{Options{}, "there is nothing to mine: expected files, or folders with some"}, {Options{Paths: []string{t.TempDir()}}, "there is nothing to mine: expected files, or folders with some"},
		{Options{Paths: []string{s}, Budget: -1}, "a budget is not negative"}, {Options{Paths: []string{s}, Effort: "none"}, "?"}, {Options{Paths: []string{s, filepath.Join(dir, "gone")}}, "?"},
	} {
		if p, err := NewPlan("tool", mineKind, row.o, 5, 0); p != nil || err == nil || row.wrong != "?" && err.Error() != row.wrong {
			t.Errorf("%+v: %+v, %v; want %s", row.o, p, err, row.wrong)
		}
	}
	if items, err := itemsOf(filepath.Join(dir, "gone"), true); items != nil || !os.IsNotExist(err) {
		t.Errorf("%q, %v", items, err)
	}
	if items, err := itemsOf(dir, true); items != nil || err != nil {
		t.Errorf("a folder is %q, %v", items, err)
	}
	t.Chdir(filepath.Join(dir, "sub")) // the plan has where a file is, from wherever it is read
	if items, err := itemsOf("c.c", false); err != nil || len(items) != 1 || !strings.HasSuffix(items[0], item("/sub/c.c", "x = 1;\n")) || !filepath.IsAbs(items[0]) {
		t.Errorf("%q, %v", items, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for _, end := range []string{"\t", "\n", "\r"} {
		odd := file("a"+end+".s", " ret\n")
		if p, err := NewPlan("tool", mineKind, Options{Paths: []string{odd}}, 5, 0); p != nil || err == nil || err.Error() != fmt.Sprintf("%q: a name with a tab or a line's end is no item", odd) {
			t.Errorf("%q: %+v, %v", odd, p, err)
		}
		if err := os.Remove(odd); err != nil {
			t.Fatal(err)
		}
		if items, err := itemsOf(file("a"+end+".txt", "text"), false); items != nil || err != nil { // nobody reads it
			t.Errorf("%q: %q, %v", end, items, err)
		}
	}
	if err := os.Symlink(s, filepath.Join(dir, "link.s")); err != nil {
		t.Fatal(err)
	}
	if p, err := NewPlan("tool", mineKind, Options{Paths: []string{filepath.Join(dir, "sub"), filepath.Join(dir, "link.s")}}, 5, 0); err != nil || p.Items != 2 { // a link is followed where it was named
		t.Errorf("%+v, %v", p, err)
	}
}

// A long program is items of some quarter of a million bytes, one behind another; one item is known by four fields.
func TestPieces(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	items, err := itemsOf(name, false)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" && len(items) < 3 {
		t.Errorf("%d items", len(items))
	}
	for n, item := range items {
		s, err := readPiece(item)
		if err != nil || s.path != name || len(s.sum) != 64 || fmt.Sprintf("%s\t%s\t%d\t%d", s.path, s.sum, s.span.From, s.span.To) != item {
			t.Errorf("%q is %+v, %v", item, s, err)
		}
		if long := s.span.To - s.span.From; long > 3<<18 || n < len(items)-1 && len(items) > 2 && long < 1<<18 && n == 0 {
			t.Errorf("item %d has %d bytes", n, long)
		}
	}
	for _, text := range []string{"", "a\tb\t1", "a\tb\t1\t2\t3", "a\tb\tx\t2", "a\tb\t1\tx", "a\tb\t-1\t2", "a\tb\t1\t18446744073709551616"} {
		if s, err := readPiece(text); err == nil {
			t.Errorf("%q is %+v", text, s)
		}
	}
	if s, err := readPiece("a\tb\t18446744073709551614\t18446744073709551615"); err != nil || s.span.From != 1<<64-2 || s.span.To != 1<<64-1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A file is read for its checksum once, as long as it stays as it is: of the same size, and written at the same time.
func TestSumsOfFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var all sums
	sum := func(text string) (string, error) {
		if text != "" {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		return all.of(name, f)
	}
	of := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	if got, err := sum("one"); err != nil || got != of("one") {
		t.Errorf("%s, %v", got, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	at := info.ModTime()
	if err := os.WriteFile(name, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		later time.Duration
		want  string
	}{{0, "one"}, {time.Second, "two"}, {0, "one"}} { // as nobody could see
		if err := os.Chtimes(name, at, at.Add(step.later)); err != nil {
			t.Fatal(err)
		}
		if got, err := sum(""); err != nil || got != of(step.want) {
			t.Errorf("%v later: %s, %v", step.later, got, err)
		}
	}
	if got, err := sum("three"); err != nil || got != of("three") {
		t.Errorf("%s, %v", got, err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := all.of(name, f); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := checksum(f); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
