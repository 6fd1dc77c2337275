package campaign_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/chance"
)

func newPlan(t *testing.T, kind string, o campaign.Options, shards int) *campaign.Plan {
	t.Helper()
	p, err := campaign.NewPlan("test", kind, o, 1, shards)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pairs is the plan of pairs, of each verdict one.
func pairs(t *testing.T, shards int) *campaign.Plan {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pairs")
	text := "# pairs\npshufd $27 == <4 x i32> 3 2 1 0\n\n<4 x i32> 0 1 4 5 == i64x2 i64x2 -> a0 b0\n<2 x i8> 1 0 == <2 x i8> 1 u\n" +
		"<2 x i8> 1 u == <2 x i8> 1 0\n<2 x i8> 1 0 == <2 x i8> 0 1\nW.Y. == W.Y.\nnonsense == W.Y.\n<2 x i8> u 0 == <2 x i8> 1 u\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return newPlan(t, "prove", campaign.Options{Paths: []string{name}}, shards)
}

// do does some shards of a plan in a new folder.
func do(t *testing.T, p *campaign.Plan, shards ...int) string {
	t.Helper()
	f, err := campaign.Create(t.TempDir(), p)
	if err != nil {
		t.Fatal(err)
	}
	doer := new(campaign.Doer)
	for _, n := range shards {
		task, err := campaign.ReadTask(p.Task(n).AppendJSON(nil))
		if err != nil {
			t.Fatal(err)
		}
		body, err := doer.Do(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // twice is once
			if err := f.Put(n, body); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f.Dir
}

// merge is the result of folders and results.
func merge(t *testing.T, paths ...string) string {
	t.Helper()
	u, err := campaign.Join(paths...)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "merged")
	var b bytes.Buffer
	if err := u.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// To merge is commutative, associative and idempotent, of folders and of what was merged.
func TestMerge(t *testing.T) {
	p := pairs(t, 5)
	a, b, all := do(t, p, 0, 1, 3), do(t, p, 1, 2, 4), do(t, p, 4, 3, 2, 1, 0)
	want := text(t, merge(t, all))
	for _, paths := range [][]string{{a, b}, {b, a}, {a, a, b}, {merge(t, a), b}, {merge(t, b), merge(t, a)}, {merge(t, a, b)}, {all, a}, {merge(t, merge(t, a), merge(t, b), all)}} {
		if got := text(t, merge(t, paths...)); got != want {
			t.Errorf("%q: another result:\n%s\nwant:\n%s", paths, got, want)
		}
	}
	if got := text(t, merge(t, a)); got == want {
		t.Error("a part is all")
	}
	if _, err := campaign.Join(a, do(t, pairs(t, 4), 0)); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("results of two plans are merged: %v", err)
	}
	if _, err := campaign.Join(do(t, p)); err != nil {
		t.Errorf("a folder in which nothing is done: %v", err)
	}
}

// Two answers to one shard are one wrong one.
func TestContradiction(t *testing.T) {
	p := pairs(t, 2)
	a, b := do(t, p, 0), do(t, p)
	f, err := campaign.Open(b)
	if err != nil {
		t.Fatal(err)
	}
	body := "w\tequal\nx\tequal\ny\tequal\nz\tequal\n"
	if err := f.Put(0, []byte(body)); err != nil {
		t.Fatal(err)
	}
	if _, err := campaign.Join(a, b); err == nil || !strings.Contains(err.Error(), "other answers") {
		t.Errorf("they are merged: %v", err)
	}
	if err := f.Put(0, []byte("v"+body[1:])); err == nil {
		t.Error("other answers take the place of what is there")
	}
	if err := f.Put(1, []byte(body[2:])); err != nil {
		t.Errorf("another shard is kept from its place: %v", err)
	}
	if err := f.Put(1, []byte(body+body)); err == nil {
		t.Error("a shard has more answers than items")
	}
}

// The verdicts are those that the pairs have, and bytes that are moved agree.
func TestProve(t *testing.T) {
	name := merge(t, do(t, pairs(t, 3), 0, 1, 2))
	var verdicts []string
	for _, line := range strings.Split(text(t, name), "\n") {
		if fields := strings.Split(line, "\t"); len(fields) > 1 {
			verdicts = append(verdicts, fields[1])
		}
	}
	want := []string{"equal", "equal", "A refines B", "B refines A", "differ", "equal", "error", "differ"}
	if !slices.Equal(verdicts, want) {
		t.Errorf("%q, want %q", verdicts, want)
	}
	verified(t, name, 8)
}

// verified wants other code to agree with so many answers.
func verified(t *testing.T, name string, n int) {
	t.Helper()
	u, err := campaign.Join(name)
	if err != nil {
		t.Fatal(err)
	}
	checked, faults, err := u.Verify(t.Context(), 1<<30, 1)
	if err != nil || checked != n {
		t.Errorf("%d answers are verified, of %d: %v", checked, n, err)
	}
	for _, f := range faults {
		t.Errorf("%+v", f)
	}
	if some, _, err := u.Verify(t.Context(), 3, 1); err != nil || some != 3 {
		t.Errorf("a sample of 3 is %d: %v", some, err)
	}
	classes, err := u.Report()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, c := range classes {
		if total += c.Count; c.First == "" || c.Name == "bug" {
			t.Errorf("%+v", c)
		}
	}
	if total != n {
		t.Errorf("%d answers are reported, of %d", total, n)
	}
}

// Tables of all targets with vectors hold: their text, read as anybody's listing, is the mask.
func TestTable(t *testing.T) {
	seed := chance.Seed(t)
	for _, target := range []string{"sse2", "ssse3", "sse4.1", "avx", "avx2", "avx512", "neon", "wasm"} {
		for _, o := range []campaign.Options{{Shape: "4xi32", Sample: 20}, {Shape: "16xi8", Sample: 3, Effort: "quick"}, {Shape: "2xi64"}, {Shape: "2xi32", Sources: 1}} {
			o.Target = target
			p, err := campaign.NewPlan("test", "table", o, seed, 2)
			if err != nil {
				t.Fatal(err)
			}
			verified(t, merge(t, do(t, p, 0, 1)), p.Items)
		}
	}
}

// A broken answer of any kind is found by other code.
func TestVerifyFinds(t *testing.T) {
	proved := text(t, merge(t, do(t, pairs(t, 1), 0)))
	table := newPlan(t, "table", campaign.Options{Target: "sse2", Shape: "2xi64"}, 1)
	lowered := text(t, merge(t, do(t, table, 0)))
	for _, test := range []struct {
		plan          *campaign.Plan
		result, a, b  string
		want, nothing string
	}{
		{pairs(t, 1), proved, "<2 x i8> 1 0 == <2 x i8> 0 1\tdiffer", "<2 x i8> 1 0 == <2 x i8> 0 1\tequal", "bytes", ""},
		{pairs(t, 1), proved, "3 2 1 0\tequal", "3 2 1 0\tdiffer", "bytes", ""},
		{pairs(t, 1), proved, "1 u\tA refines B", "1 u\tequal", "bytes", ""},
		{pairs(t, 1), proved, "nonsense == W.Y.\terror", "nonsense == W.Y.\tequal", "", ""},
		{table, lowered, "punpcklqdq", "punpckhqdq", "the mask wants", ""},
		{table, lowered, "-> a0 a1\t0 ops", "-> a0 a1\t1 ops", "counted", ""},
		{table, lowered, "result=xmm0\tpunpcklqdq", "result=xmm1\tpunpcklqdq", "the result is in xmm1", ""},
		{table, lowered, "-> a1 b0\t", "-> a0 b0\t", "the mask wants", ""},
	} {
		broken := strings.Replace(test.result, test.a, test.b, 1)
		if broken == test.result {
			t.Errorf("%q is not in the result:\n%s", test.a, test.result)
			continue
		}
		body := broken[strings.Index(broken, "\nshard ")+1:]
		body = body[strings.IndexByte(body, '\n')+1 : strings.LastIndex(body, "end ")]
		_, faults, err := shardOf(t, test.plan, body).Verify(t.Context(), 1000, 1)
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0].Why, test.want) {
			t.Errorf("%q for %q: %+v %v", test.b, test.a, faults, err)
		}
	}
}

// Whatever byte of a result is broken, and wherever it is cut off, it is no result any more.
func TestChecksums(t *testing.T) {
	p := pairs(t, 2)
	dir := do(t, p, 0, 1)
	whole := []byte(text(t, merge(t, dir)))
	name := filepath.Join(t.TempDir(), "broken")
	refused := func(b []byte, what string) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := campaign.Join(name); err == nil {
			t.Errorf("%s: it is read", what)
		}
	}
	for n := range whole {
		broken := bytes.Clone(whole)
		broken[n] ^= 1
		refused(broken, fmt.Sprint("byte ", n))
		refused(whole[:n], fmt.Sprint("cut off at ", n))
	}
	refused(append(bytes.Clone(whole), '\n'), "with a byte more")
	f, err := campaign.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Mend(); n != 0 || err != nil {
		t.Errorf("%d shards were broken: %v", n, err)
	}
	if err := os.Truncate(filepath.Join(dir, "shards", "000001.shard"), 9); err != nil {
		t.Fatal(err)
	}
	n, err := f.Mend()
	done, err2 := f.Done()
	if n != 1 || err != nil || err2 != nil || !slices.Equal(done, []bool{true, false}) {
		t.Errorf("%d shards were broken, %v are there: %v %v", n, done, err, err2)
	}
}

// What cannot be asked is refused before anything is done.
func TestRefused(t *testing.T) {
	for _, test := range []struct {
		kind   string
		o      campaign.Options
		shards int
		want   string
	}{
		{"mince", campaign.Options{}, 0, "expected table, prove, fuzz, mine"},
		{"table", campaign.Options{Target: "avx3", Shape: "4xi32"}, 0, "no target"},
		{"table", campaign.Options{Target: "sse2", Shape: "4xf32"}, 0, "expected lanes and their type"},
		{"table", campaign.Options{Target: "sse2", Shape: "8xi32"}, 0, "128 at most"},
		{"table", campaign.Options{Target: "sse2", Shape: "16xi8"}, 0, "expected a sample"},
		{"table", campaign.Options{Target: "sse2", Shape: "4xi32", Sources: 3}, 0, "expected 1 or 2"},
		{"table", campaign.Options{Target: "sse2", Shape: "4xi32", Effort: "much"}, 0, "much"},
		{"table", campaign.Options{Target: "sse2", Shape: "4xi32", Sample: -1}, 0, "sample"},
		{"table", campaign.Options{Target: "sse2", Shape: "4xi32"}, -1, "expected 1 to"},
		{"prove", campaign.Options{}, 0, "no pair"},
		{"prove", campaign.Options{Paths: []string{"nowhere"}}, 0, "nowhere"},
		{"mine", campaign.Options{}, 0, "nothing to mine"},
		{"mine", campaign.Options{Paths: []string{"nowhere"}}, 0, "nowhere"},
		{"mine", campaign.Options{Paths: []string{"testdata"}}, 0, "nothing to mine"},
		{"mine", campaign.Options{Paths: []string{"mine.go"}, Effort: "much"}, 0, "much"},
	} {
		_, err := campaign.NewPlan("test", test.kind, test.o, 1, test.shards)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %+v in %d shards: %v, want %q", test.kind, test.o, test.shards, err, test.want)
		}
	}
}

// The masks of a table are all there are but for the names of their sources, each once.
func TestEveryMask(t *testing.T) {
	p := newPlan(t, "table", campaign.Options{Target: "sse2", Shape: "2xi64"}, 3)
	seen := map[string]bool{}
	for _, line := range strings.Split(text(t, merge(t, do(t, p, 0, 1, 2))), "\n") {
		if m, _, ok := strings.Cut(line, "\t"); ok {
			seen[m] = true
		}
	}
	for a := range 2 {
		for b := range 4 {
			if m := fmt.Sprintf("i64x2 i64x2 -> %c%d %c%d", 'a'+a/2, a%2, 'a'+b/2, b%2); !seen[m] {
				t.Errorf("%s is missing", m)
			}
		}
	}
	if len(seen) != 8 || p.Items != 8 {
		t.Errorf("%d masks of %d", len(seen), p.Items)
	}
}

// Whatever a file or a message says, reading it ends with a result or an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte("lanescope campaign 1\n{\"tool\":\"test\",\"kind\":\"prove\",\"options\":{},\"seed\":1,\"items\":1,\"shards\":1,\"digest\":\"\"}\nshard 0 1 2 x\n"))
	f.Add([]byte(`{"plan":{"tool":"test","kind":"table","options":{"target":"sse2","shape":"2xi64"},"seed":1,"items":16,"shards":2,"digest":""},"shard":1}`))
	name := filepath.Join(f.TempDir(), "result")
	chance.Fuzz(f, func(t *testing.T, b []byte) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if u, err := campaign.Join(name); err == nil {
			merged := merge(t, name)
			if !bytes.Equal(b, []byte(text(t, merged))) {
				t.Errorf("%q is read, and written otherwise: %q", b, text(t, merged))
			}
			if _, err := u.Report(); err != nil {
				t.Error(err)
			}
		}
		if task, err := campaign.ReadTask(b); err == nil {
			again, err := campaign.ReadTask(task.AppendJSON(nil))
			if err != nil || again.Shard != task.Shard || again.Plan.ID() != task.Plan.ID() {
				t.Errorf("%q is read as %+v, and that as %+v: %v", b, task, again, err)
			}
		}
	})
}

// shardOf is the result of a plan with one shard that has this body.
func shardOf(t *testing.T, p *campaign.Plan, body string) *campaign.Union {
	t.Helper()
	f, err := campaign.Create(t.TempDir(), p)
	if err == nil {
		err = f.Put(0, []byte(body))
	}
	if err != nil {
		t.Fatal(err)
	}
	u, err := campaign.Join(f.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
