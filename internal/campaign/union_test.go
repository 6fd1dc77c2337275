package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// kept is a folder whose shards have these answers, as many items as there are; an empty one is not done.
func kept(t *testing.T, kind string, bodies ...string) *Folder {
	t.Helper()
	p := &Plan{Tool: "test", Kind: kind, Shards: len(bodies)}
	for _, body := range bodies {
		if p.Items += strings.Count(body, "\n"); kind != tableKind {
			p.Items = len(bodies)
		}
	}
	f, err := Create(t.TempDir(), p)
	if err != nil {
		t.Fatal(err)
	}
	for n, body := range bodies {
		if body == "" {
			continue
		}
		if err := f.Put(n, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func unionOf(t *testing.T, f *Folder) *Union {
	t.Helper()
	u, err := Join(f.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A report has each class once, with how many there are and the first of them, the most frequent first; bugs are one class.
func TestReportOfLines(t *testing.T) {
	r := chance.Random(t, 8)
	for range 60 {
		var bodies []string
		counts, firsts := map[string]int{}, map[string]string{}
		var order []string
		for shard := range 1 + r.IntN(3) {
			body := ""
			for n := range 1 + r.IntN(12) {
				line, class := fmt.Sprintf("map %d.%d\trefused\tno", shard, n), "refused"
				switch k := r.IntN(4); k {
				case 0:
					line, class = fmt.Sprintf("item %d\tbug\tit broke", n), "bug"
				case 1, 2:
					line, class = fmt.Sprintf("map %d.%d\t%d ops\t0 constants\t0 copies\tminimal\t1\ta\tb", shard, n, k), fmt.Sprintf("%d ops, minimal", k)
				}
				if counts[class]++; counts[class] == 1 {
					firsts[class], order = line, append(order, class)
				}
				body += line + "\n"
			}
			bodies = append(bodies, body)
		}
		p := &Plan{Tool: "test", Kind: FuzzKind, Shards: len(bodies), Items: len(bodies)} // of which a shard may have as many answers as there are
		f, err := Create(t.TempDir(), p)
		if err != nil {
			t.Fatal(err)
		}
		for n, body := range bodies {
			if err := f.Put(n, []byte(body)); err != nil {
				t.Fatal(err)
			}
		}
		u := unionOf(t, f)
		u.Plan.Kind = tableKind
		all, err := u.Report()
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(order, func(a, b string) int { return counts[b] - counts[a] })
		var want []Class
		for _, class := range order {
			want = append(want, Class{class, counts[class], firsts[class]})
		}
		if !slices.Equal(all, want) {
			t.Fatalf("%+v, want %+v", all, want)
		}
	}
}

// Programs that went wrong alike are one, those first that come most often, with the first of each.
func TestReproducersOfLines(t *testing.T) {
	line := func(kind string, item, program int, text, came string) string {
		return fmt.Sprintf("%s\t%d.%d\ti8x2 -> a1 a0\ti8x2 -> a0 a1\t%s\t%s\n", kind, item, program, came, strconv.Quote(text))
	}
	f := kept(t, FuzzKind,
		line("differs", 0, 3, "one\ntwo", "i8x2 -> a0 a0")+line("dies", 0, 4, "three", "a signal")+"item 9\tbug\tbroke\n",
		line("dies", 1, 0, "three", "a signal")+line("differs", 1, 1, "four", "i8x2 -> a1 a1")+line("dies", 1, 2, "three", "another signal"))
	all, err := unionOf(t, f).Reproducers()
	want := []Reproducer{{"dies", 3, "0.4", "three", "i8x2 -> a0 a1", "a signal"}, {"differs", 1, "0.3", "one\ntwo", "i8x2 -> a0 a1", "i8x2 -> a0 a0"}, {"differs", 1, "1.1", "four", "i8x2 -> a0 a1", "i8x2 -> a1 a1"}}
	if err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("%+v, %v; want %+v", all, err, want)
	}
	good := strings.TrimSuffix(line("differs", 0, 3, "text", "came"), "\n")
	if l, err := readFuzzLine(good); err != nil || !l.isBad || l.item != 0 || l.program != 3 || l.came != "came" || l.text != "text" || l.small.String() != "i8x2 -> a0 a1" || l.does.String() != "i8x2 -> a1 a0" {
		t.Errorf("%+v, %v", l, err)
	}
	for field, others := range map[int][]string{0: {"none", ""}, 1: {"x", "1", "1.x", ""}, 2: {"none", ""}, 3: {"none", ""}, 5: {"text", `"text`, ""}} {
		for _, other := range others {
			fields := strings.Split(good, "\t")
			fields[field] = other
			if l, err := readFuzzLine(strings.Join(fields, "\t")); err == nil {
				t.Errorf("%q in the place of field %d: %+v", other, field, l)
			}
		}
	}
	for n := range 6 {
		if l, err := readFuzzLine(strings.Join(strings.Split(good, "\t")[:n], "\t")); err == nil {
			t.Errorf("%d fields: %+v", n, l)
		}
	}
	if l, err := readFuzzLine("equal\t2.7\ti8x2 -> a1 a0"); err == nil && (l.isBad || l.item != 2 || l.program != 7) {
		t.Errorf("%+v", l)
	}
}

// A bug costs the item over which it was, in one line that says so, and is no agreement.
func TestBugs(t *testing.T) {
	for value, said := range map[any]string{"it broke": "it broke", "in\ntwo\r\nlines": "in two  lines"} {
		k := &kind{do: func(context.Context, *Doer, *Plan, int, string) (string, error) { panic(value) }}
		line, err := new(Doer).answer(t.Context(), k, &Plan{}, 7, "")
		if err != nil || line != "item 7\tbug\t"+said || !isBug(line) {
			t.Errorf("%q, %v", line, err)
		}
		k.verify = func(*Plan, string) error { panic(value) }
		if err := new(Union).check(k, "a line"); err == nil || err.Error() != fmt.Sprintf("a bug in Lanescope: %v", value) {
			t.Errorf("%v", err)
		}
		if err := new(Union).check(k, line); err == nil || err.Error() != "there was a bug" {
			t.Errorf("%v", err)
		}
	}
	for _, line := range []string{"", "item 7", "item 7\tbug", "item\tbug\tx", "x item 7\tbug\tx", "item 7\tbugs\tx"} {
		if isBug(line) {
			t.Errorf("%q is a bug", line)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	k := &kind{do: func(context.Context, *Doer, *Plan, int, string) (string, error) { return "done", nil }}
	if line, err := new(Doer).answer(gone, k, &Plan{}, 7, ""); !errors.Is(err, context.Canceled) || line != "" {
		t.Errorf("%q, %v", line, err)
	}
}

// What was changed behind the back of a union is found when it is read.
func TestChangedBehind(t *testing.T) {
	f := kept(t, tableKind, "a\tone\nb\ttwo\n", "c\tthree\nd\tfour\n")
	u := unionOf(t, f)
	name := filepath.Join(f.Dir, shardName(1))
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(b, []byte("three"), []byte("throe"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	_, reported := u.Report()
	_, _, verified := u.Verify(t.Context(), 10, 1)
	for what, err := range map[string]error{"a report": reported, "a result": u.Write(io.Discard), "a check": verified} {
		if err == nil || err.Error() != "shard 1: its checksum is that of other answers" {
			t.Errorf("%s of what was changed: %v", what, err)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := u.Write(io.Discard); !os.IsNotExist(err) {
		t.Errorf("a result of what is gone: %v", err)
	}
}

// A status counts the shards that are done, and their items, and says whether somebody is at it.
func TestStatusOfShards(t *testing.T) {
	p := &Plan{Tool: "test", Kind: tableKind, Items: 10, Shards: 4} // of 3, 3, 2 and 2 items
	for some := range 1 << p.Shards {
		f, err := Create(t.TempDir(), p)
		if err != nil {
			t.Fatal(err)
		}
		want := Status{Dir: f.Dir, Kind: tableKind, Tool: "test", Shards: 4, Items: 10}
		for n := range p.Shards {
			if some>>n&1 == 0 {
				continue
			}
			first, end := p.span(n)
			if err := f.Put(n, bytes.Repeat([]byte("a\tb\n"), end-first)); err != nil {
				t.Fatal(err)
			}
			want.Done, want.Answered = want.Done+1, want.Answered+end-first
		}
		got, err := f.Status()
		if err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		unlock, err := f.Lock()
		if err != nil {
			t.Fatal(err)
		}
		got, err = f.Status()
		if want.Running = true; err != nil || got != want {
			t.Errorf("at work: %+v, %v; want %+v", got, err, want)
		}
		unlock()
	}
}

// A sequence whose last instruction writes another register than the result's is wrong, however few operands it has.
func TestResultOfTwoWords(t *testing.T) {
	const line = "i8x4 -> a3 a2 a1 a0\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=eax result=%s\tbswap eax"
	if err := verifyTable(nil, fmt.Sprintf(line, "eax")); err != nil {
		t.Error(err)
	}
	if err := verifyTable(nil, fmt.Sprintf(line, "ecx")); err == nil || err.Error() != "the last instruction writes eax, and the result is in ecx" {
		t.Error(err)
	}
}
