package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A folder has its plan in a line, is made once, and is read as it was made.
func TestFolder(t *testing.T) {
	p := &Plan{Tool: "test", Kind: "prove", Items: 2, Shards: 2, Seed: 7, Texts: []string{"a", "b"}, Digest: digest([]string{"a", "b"})}
	dir := filepath.Join(t.TempDir(), "new", "campaign")
	f, err := Create(dir, p)
	if err != nil || f.Dir != dir || f.Plan != p {
		t.Fatalf("%+v, %v", f, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "plan.json"))
	const want = `{"tool":"test","kind":"prove","options":{},"seed":7,"items":2,"shards":2,"digest":"%s","texts":["a","b"]}` + "\n"
	if err != nil || string(text) != fmt.Sprintf(want, p.Digest) {
		t.Errorf("%s, %v", text, err)
	}
	back, err := Open(dir)
	if err != nil || back.Dir != dir || back.Plan.header() != p.header() || !slices.Equal(back.Plan.Texts, p.Texts) {
		t.Errorf("%+v, %v", back, err)
	}
	again, err := Create(dir, p)
	if again != nil || err == nil || err.Error() != dir+" has a campaign already: resume it, or take another folder" {
		t.Errorf("%+v, %v", again, err)
	}
	// Whoever may make folders here may do so in it: as of any folder that is made.
	if err := os.MkdirAll(filepath.Join(dir, "other"), 0o777); err != nil {
		t.Fatal(err)
	}
	other, err1 := os.Stat(filepath.Join(dir, "other"))
	shards, err2 := os.Stat(filepath.Join(dir, "shards"))
	if err1 != nil || err2 != nil || other.Mode() != shards.Mode() {
		t.Errorf("%v and %v, %v, %v", other.Mode(), shards.Mode(), err1, err2)
	}
	file := filepath.Join(dir, "plan.json")
	if f, err := Create(file, p); f != nil || err == nil {
		t.Errorf("a file is a folder: %+v, %v", f, err)
	}
	if f, err := Open(file); f != nil || err == nil || strings.Contains(err.Error(), "begin one with run") {
		t.Errorf("a file is a folder: %+v, %v", f, err)
	}
}

// What is no plan is told with the file that it is in.
func TestFolderRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "plan.json")
	if f, err := Open(dir); f != nil || err == nil || err.Error() != dir+" has no campaign: begin one with run" {
		t.Errorf("%+v, %v", f, err)
	}
	for _, row := range []struct{ text, wrong string }{
		{"", "unexpected end of JSON input"}, {"{", "unexpected end of JSON input"}, {`{"kind":"table"}`, "0 items: expected 1 to 1099511627776"}, {`{"kind":"none","items":1,"shards":1}`, `there is no kind "none": expected table, prove, fuzz, mine`},
		{`{"kind":"prove","items":1,"shards":1,"digest":"x"}`, "its items are not there"}, {`{"kind":"prove","items":1,"shards":1,"texts":["a"],"digest":"x"}`, "the plan's items are not those that its digest is of"}, {`{"kind":"table","items":1,"shards":1}`, ""},
	} {
		if err := os.WriteFile(name, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(dir)
		if (err == nil) != (row.wrong == "") || err != nil && (f != nil || err.Error() != name+": "+row.wrong) {
			t.Errorf("%q: %+v, %v; want %s", row.text, f, err, row.wrong)
		}
	}
	if err := os.Truncate(name, MaxPlanBytes+1); err != nil {
		t.Fatal(err)
	}
	if f, err := Open(dir); f != nil || err == nil || err.Error() != name+" has 268435457 bytes, and 268435456 are the most" {
		t.Errorf("%+v, %v", f, err)
	}
}

// A file is written beside its place, under a hidden name, and nothing else stays of it, also where it cannot be put there.
func TestWrittenBeside(t *testing.T) {
	f := kept(t, tableKind, "a\tone\n")
	names := func() (all []string) {
		entries, err := os.ReadDir(filepath.Join(f.Dir, shardsDir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return all
	}
	if got := names(); !slices.Equal(got, []string{"000000.shard"}) {
		t.Errorf("%q", got)
	}
	taken := filepath.Join(f.Dir, shardsDir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "by", "others"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.write(filepath.Join(shardsDir, "taken"), []byte("text"), true); err == nil {
		t.Error("a folder with files is written over")
	}
	if got := names(); !slices.Equal(got, []string{"000000.shard", "taken"}) {
		t.Errorf("%q", got)
	}
	var failed *fs.PathError
	err := f.write(filepath.Join("none", "file"), []byte("text"), true)
	if !errors.As(err, &failed) || !errors.Is(err, fs.ErrNotExist) || filepath.Dir(failed.Path) != filepath.Join(f.Dir, "none") || !strings.HasPrefix(filepath.Base(failed.Path), ".new-") {
		t.Errorf("where there is no folder: %v", err)
	}
	for n := range 3 { // which is how the name of a shard begins
		if got, want := shardName(n*499_999), fmt.Sprintf("shards/%06d.shard", n*499_999); filepath.ToSlash(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Shards are done whose files are there by their names, and of those Mend keeps what is the result of that shard and plan.
func TestDoneAndMended(t *testing.T) {
	f, err := Create(t.TempDir(), &Plan{Tool: "test", Kind: tableKind, Items: 14, Shards: 7})
	if err != nil {
		t.Fatal(err)
	}
	body := func(n int) []byte { return fmt.Appendf(nil, "%d\tone\n%d\ttwo\n", n, n) }
	for _, n := range []int{0, 2, 6} {
		if err := f.Put(n, body(n)); err != nil {
			t.Fatal(err)
		}
	}
	other := *f.Plan
	other.Seed++
	two := appendResult(nil, f.Plan, 5, body(5))
	two = two[:bytes.LastIndex(two, []byte("end "))]
	s := sectionOf(6, body(6))
	two = append(append(two, s.line()+"\n"...), body(6)...)
	head := magic + "\n" + f.Plan.header() + "\n" + sectionOf(5, body(5)).line() + "\n" + s.line() + "\n"
	two = append(two, endOf([]byte(head))...)
	if x, err := readIndex(bytes.NewReader(two)); err != nil || len(x.sections) != 2 {
		t.Fatalf("%+v, %v", x, err)
	}
	for name, text := range map[string][]byte{
		"000001.shard": appendResult(nil, &other, 1, body(1)), "000003.shard": appendResult(nil, f.Plan, 4, body(4)), "000004.shard": []byte("cut off"), "000005.shard": two, // which are no such results
		"000007.shard": nil, "-00001.shard": nil, "x.shard": nil, ".shard": nil, "000003": nil, "3.shards": nil, ".new-3.shard": nil, // which are no shards
	} {
		if err := os.WriteFile(filepath.Join(f.Dir, shardsDir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if done, err := f.Done(); err != nil || !slices.Equal(done, []bool{true, true, true, true, true, true, true}) {
		t.Errorf("%v, %v", done, err)
	}
	if removed, err := f.Mend(); removed != 4 || err != nil {
		t.Errorf("%d are removed, %v", removed, err)
	}
	if done, err := f.Done(); err != nil || !slices.Equal(done, []bool{true, false, true, false, false, false, true}) {
		t.Errorf("%v, %v", done, err)
	}
	if err := os.Remove(filepath.Join(f.Dir, shardsDir, "000007.shard")); err != nil { // nobody touches what is no shard
		t.Error(err)
	}
	if removed, err := f.Mend(); removed != 0 || err != nil {
		t.Errorf("%d are removed, %v", removed, err)
	}
	f.Dir = filepath.Join(f.Dir, "none")
	_, err1 := f.Done()
	_, err2 := f.Mend()
	_, err3 := f.Status()
	for what, err := range map[string]error{"shards that are done": err1, "mended shards": err2, "a status": err3, "a run": f.Begin(time.Now()), "a shard": f.Put(0, body(0))} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of no folder: %v", what, err)
		}
	}
}

// A shard is answered once: what is broken is replaced, and what is another answer is not.
func TestPut(t *testing.T) {
	f := kept(t, tableKind, "a\tone\n", "b\ttwo\n")
	name := filepath.Join(f.Dir, shardName(1))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := "lanescope campaign 1\n" + f.Plan.header() + "\nshard 1 1 6 " + sectionOf(1, []byte("b\ttwo\n")).sum + "\nb\ttwo\nend "; !strings.HasPrefix(string(whole), want) {
		t.Errorf("%s, want %s", whole, want)
	}
	for n := range whole {
		if err := os.WriteFile(name, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		err := f.Put(1, []byte("b\ttwo\n"))
		if got, err2 := os.ReadFile(name); err != nil || err2 != nil || !bytes.Equal(got, whole) {
			t.Errorf("%d bytes of a shard are made %q, %v, %v", n, got, err, err2)
		}
	}
	if err := f.Put(1, []byte("b\ttoo\n")); err == nil || err.Error() != "shard 1 was answered twice, and not alike: one of the two is wrong" {
		t.Error(err)
	}
	for n, body := range map[int]string{-1: "a\n", 2: "a\n", 0: ""} {
		if err := f.Put(n, []byte(body)); err == nil {
			t.Errorf("%q is an answer of shard %d", body, n)
		}
	}
	if err := os.Mkdir(filepath.Join(f.Dir, shardName(0)+"s"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Put(1, []byte("b\ttwo\n")); err == nil || strings.Contains(err.Error(), "twice") {
		t.Errorf("a folder in the place of a shard: %v", err)
	}
}

// A run begins at a time, with what was done by then.
func TestBegin(t *testing.T) {
	f := kept(t, "prove", "a\n", "", "b\n", "c\n")
	began := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	if err := f.Begin(began); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(f.Dir, "run.json"))
	if want := `{"began":"2026-02-03T04:05:06Z","done":3}` + "\n"; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
	last := began.Add(time.Minute)
	for n, after := range map[int]time.Duration{0: 20 * time.Second, 2: time.Minute, 3: 30 * time.Second} {
		if err := os.Chtimes(filepath.Join(f.Dir, shardName(n)), last, began.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := json.Marshal(run{began, 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.write(runFile, r, false); err != nil {
		t.Fatal(err)
	}
	s, err := f.Status()
	if err != nil || s.Done != 3 || s.Rate < 0.033 || s.Rate > 0.034 || s.Running { // two shards of an item each in a minute
		t.Errorf("%+v, %v", s, err)
	}
}

// Of a folder one run has the lock, until it lets go of it.
func TestLock(t *testing.T) {
	f := kept(t, tableKind, "a\n")
	for range 3 {
		unlock, err := f.Lock()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := f.Lock(); again != nil || err == nil || !strings.HasPrefix(err.Error(), "another process runs the campaign in "+f.Dir+": ") {
			t.Errorf("two have the lock: %v", err)
		}
		unlock()
	}
	gone := &Folder{Dir: filepath.Join(f.Dir, "none"), Plan: f.Plan}
	if unlock, err := gone.Lock(); unlock != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the lock of no folder: %v", err)
	}
}
