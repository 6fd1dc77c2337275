package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A shape is lanes and their type, and nothing else is.
func TestShapes(t *testing.T) {
	for lanes := range 70 {
		for bits := range 140 {
			n, of, err := shape(fmt.Sprintf("%dxi%d", lanes, bits))
			if ok := lanes >= 1 && lanes <= 64 && (bits == 8 || bits == 16 || bits == 32 || bits == 64); ok != (err == nil) || ok && (n != lanes || of != bits) || !ok && (n != 0 || of != 0) {
				t.Errorf("%dxi%d is %d of %d: %v", lanes, bits, n, of, err)
			}
		}
	}
	for _, text := range []string{"", "x", "xi", "4", "4xi", "xi32", "4xf32", "4 xi32", "4xi32x", "-4xi32", "4i32", "ax32", "4xi-8"} {
		if n, of, err := shape(text); err == nil || err.Error() != fmt.Sprintf("shape %q: expected lanes and their type, as in 4xi32 and 16xi8", text) {
			t.Errorf("%q is %d of %d: %v", text, n, of, err)
		}
	}
}

// A line of a table is read as it is written, and each field that is spoilt is said to be.
func TestTableLines(t *testing.T) {
	fields := []string{"i32x4 i32x4 -> a0 b0 a1 b1", "2 ops", "1 constants", "3 copies", "minimal", "2", "a=xmm0 b=[rsp_+_16] result=xmm7", "one; two; three"}
	l, err := readTableLine(strings.Join(fields, "\t"))
	want := tableLine{want: l.want, sources: []string{"xmm0", "[rsp + 16]"}, result: "xmm7", sequence: []string{"one", "two", "three"}, ops: 2, all: 6, constants: 1, bound: 2, isMinimal: true}
	if err != nil || !reflect.DeepEqual(l, want) || l.want.String() != fields[0] {
		t.Errorf("%+v, %v; want %+v", l, err, want)
	}
	for _, row := range []struct {
		field     int
		to, wrong string
	}{
		{0, "i32x4 -> b0", ""}, {0, "none", ""}, {1, "2", `"2": expected a number and ops`}, {1, "two ops", `"two ops": expected a number and ops`}, {2, "1 ops", `"1 ops": expected a number and constants`}, {3, "1 constants", `"1 constants": expected a number and copies`},
		{5, "", `"": expected a lower bound`}, {5, "x", `"x": expected a lower bound`}, {6, "c=xmm0", `"c=xmm0": there is no such source`}, {6, "x=1", `"x=1": there is no such source`}, {7, "a\tb", "9 fields: expected 8"}, {6, "refused\tx", "9 fields: expected 8"},
	} {
		spoilt := slices.Clone(fields)
		spoilt[row.field] = row.to
		if l, err := readTableLine(strings.Join(spoilt, "\t")); err == nil || row.wrong != "" && err.Error() != row.wrong {
			t.Errorf("%q in the place of field %d: %+v, %v; want %s", row.to, row.field, l, err, row.wrong)
		}
	}
	for k := 1; k < 8; k++ {
		if _, err := readTableLine(strings.Join(fields[:k], "\t")); err == nil {
			t.Errorf("%d fields are a line", k)
		}
	}
	if l, err := readTableLine("i32x4 -> a0 a1 a2 a3\trefused\tthere is no way"); err != nil || l.refused != "there is no way" || l.sequence != nil {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := readTableLine("i32x4 -> a0 a1 a2 a3\t0 ops\t0 constants\t0 copies\tbounded\t0\ta=xmm0 result=xmm0\t"); err != nil || l.sequence != nil || l.isMinimal || l.all != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	for line, want := range map[string]string{strings.Join(fields, "\t"): "2 ops, minimal", "x\trefused\tno": "refused", "a\tb\tc\td\te": "refused", "a\tb\tc\td\te\tf": "b, e", "": "refused"} {
		if got := classOfTable(line); got != want {
			t.Errorf("%q is counted under %q, want %q", line, got, want)
		}
	}
}

// Registers of one number are one register, however much of them a name means.
func TestNumbersOfRegisters(t *testing.T) {
	for n := range 32 {
		for _, format := range []string{"xmm%d", "ymm%d", "zmm%d{k1}{z}", "v%d.16b", "q%d", "$vr%d", "$xr%d", "z%d.b", "v%d", "xmm%d,", "v%d[1]", "vs%d", "r%d"} {
			if got := numberOf(fmt.Sprintf(format, n)); got != fmt.Sprint(n) {
				t.Errorf(format+" is register %s", n, got)
			}
		}
		if got := numberOf(fmt.Sprintf("vs%d", n+32)); got != fmt.Sprint(n) {
			t.Errorf("vs%d is register %s", n+32, got)
		}
	}
	for name, want := range map[string]string{"eax": "ax", "rax": "ax", "ax": "ax", "rdx": "dx", "": "", "a": "a", "vsx": "sx"} {
		if got := numberOf(name); got != want {
			t.Errorf("%q is register %q, want %q", name, got, want)
		}
	}
}

// randomMap is a map of few lanes, of which some are undefined and some constants.
func randomMap(r *rand.Rand, bits, lanes int) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, lanes), Src: []int{lanes, lanes}}
	for k := range m.Lane {
		switch r.IntN(6) {
		case 0:
			m.Lane[k] = lane.Lane{Kind: lane.Undefined}
		case 1:
			m.Lane[k] = lane.Zero()
		default:
			m.Lane[k] = lane.From(r.IntN(2), r.IntN(lanes))
		}
	}
	return m
}

// What moved bytes say of two maps is what the algebra says.
func TestMoved(t *testing.T) {
	r := chance.Random(t, 4)
	said := map[string]int{}
	for range 3000 {
		bits, lanes := 8<<r.IntN(3), 1<<r.IntN(3)
		a := randomMap(r, bits, lanes)
		b := a.Clone()
		for range r.IntN(3) {
			b.Lane[r.IntN(lanes)] = randomMap(r, bits, lanes).Lane[0]
		}
		if r.IntN(3) == 0 {
			if narrow, err := b.Regroup(bits / 2); err == nil {
				b = narrow
			}
		}
		v, err := form.CompareGuarded(form.Form{Map: a}, form.Form{Map: b})
		if err != nil {
			t.Fatal(err)
		}
		got, err := moved(a.Clone(), b.Clone(), r)
		if want := relations[v.Relation]; err != nil || got != want {
			t.Fatalf("%s and %s: bytes say %q, %v; the algebra %q", a, b, got, err, want)
		}
		said[got]++
	}
	if len(said) != 4 {
		t.Errorf("so much is said of each: %v", said)
	}
	if got, err := moved(randomMap(r, 8, 4), randomMap(r, 8, 8), r); err != nil || got != "differ" {
		t.Errorf("maps of other sizes: %q, %v", got, err)
	}
}

// A sample is so many of all numbers, in order, each as often as another.
func TestSample(t *testing.T) {
	r := chance.Random(t, 5)
	for n := range 20 {
		for most := range 24 {
			chosen := sample(n, most, r)
			if len(chosen) != min(n, most) || !slices.IsSorted(chosen) || len(slices.Compact(slices.Clone(chosen))) != len(chosen) || len(chosen) > 0 && (chosen[0] < 0 || chosen[len(chosen)-1] >= n) {
				t.Errorf("%d of %d: %v", most, n, chosen)
			}
		}
	}
	times := make([]int, 8)
	for range 8000 {
		for _, k := range sample(8, 3, r) {
			times[k]++
		}
	}
	for k, n := range times {
		if n < 2700 || n > 3300 {
			t.Errorf("%d is chosen %d times of 8000, want some 3000", k, n)
		}
	}
}

// Shards have all items in their order, none of them two more than another; a task is what it was when it was sent.
func TestShardsOfAPlan(t *testing.T) {
	r := chance.Random(t, 6)
	for range 500 {
		p := &Plan{Tool: "test", Kind: tableKind, Items: 1 + r.IntN(60)}
		p.Shards = 1 + r.IntN(p.Items)
		if r.IntN(2) == 0 {
			p.Kind = "prove"
			for k := range p.Items {
				p.Texts = append(p.Texts, fmt.Sprint("text ", k))
			}
			p.Digest = digest(p.Texts)
		}
		if err := p.check(); err != nil {
			t.Fatal(err)
		}
		next, least, most := 0, p.Items, 0
		for n := range p.Shards {
			first, end := p.span(n)
			if first != next || end <= first {
				t.Fatalf("shard %d of %+v is from %d to %d", n, p, first, end)
			}
			next, least, most = end, min(least, end-first), max(most, end-first)
			task := p.Task(n)
			if len(task.Texts) > 0 != (p.Texts != nil) || len(task.Texts) > 0 && task.Texts[0] != fmt.Sprint("text ", first) {
				t.Errorf("%+v", task)
			}
			back, err := ReadTask(task.AppendJSON(nil))
			if err != nil || !reflect.DeepEqual(back, task) {
				t.Errorf("%+v is read as %+v: %v", task, back, err)
			}
			for _, spoil := range []func(x *Task){
				func(x *Task) { x.Shard = -1 }, func(x *Task) { x.Shard = p.Shards }, func(x *Task) { x.Plan.Kind = "none" }, func(x *Task) { x.Plan.Items = 0 }, func(x *Task) { x.Plan.Shards = p.Items + 1 },
				func(x *Task) { x.Texts = append(slices.Clone(x.Texts), "more") }, func(x *Task) {
					if x.Plan.Digest != "" {
						x.Texts = nil
					} else {
						x.Plan.Digest = "digest"
					}
				},
			} {
				x := p.Task(n)
				if spoil(&x); !reflect.DeepEqual(x, task) {
					if _, err := ReadTask(x.AppendJSON(nil)); err == nil {
						t.Errorf("%+v is a task of %+v", x, p)
					}
				}
			}
		}
		if next != p.Items || most > least+1 {
			t.Errorf("%d items of %d, from %d to %d in a shard", next, p.Items, least, most)
		}
	}
}

// What no plan has is refused, with what would be right.
func TestPlansRefused(t *testing.T) {
	texts := []string{"a", strings.Repeat("b", MaxTaskBytes), "c"}
	for _, row := range []struct {
		p    Plan
		want string
	}{
		{Plan{Kind: "prove", Shards: 1}, "0 items: expected 1 to 1099511627776"}, {Plan{Kind: "prove", Items: MaxItems + 1, Shards: 1}, "1099511627777 items: expected 1 to 1099511627776"}, {Plan{Kind: "prove", Items: MaxItems, Shards: 1}, ""},
		{Plan{Kind: "prove", Items: 3}, "0 shards of 3 items: expected 1 to 3"}, {Plan{Kind: "prove", Items: 3, Shards: 4}, "4 shards of 3 items: expected 1 to 3"}, {Plan{Kind: "prove", Items: MaxItems, Shards: MaxShards + 1}, "1048577 shards of 1099511627776 items: expected 1 to 1048576"},
		{Plan{Kind: "prove", Items: 3, Shards: 3, Texts: texts[:2]}, "the plan's items are not those that its digest is of"}, {Plan{Kind: "prove", Items: 3, Shards: 3, Texts: texts, Digest: digest(texts)}, ""}, {Plan{Kind: "prove", Items: 3, Shards: 3, Texts: texts, Digest: digest(texts[:2])}, "the plan's items are not those that its digest is of"},
		{Plan{Kind: "prove", Items: 3, Shards: 2, Texts: texts, Digest: digest(texts)}, "shard 0 has 524289 bytes of items, and 524288 are the most: expected more shards than 2"}, {Plan{Kind: "none", Items: 3, Shards: 3}, `there is no kind "none": expected table, prove, fuzz, mine`},
	} {
		err := row.p.check()
		if (err == nil) != (row.want == "") || err != nil && err.Error() != row.want {
			t.Errorf("%.100q: %v, want %s", row.p.header(), err, row.want)
		}
	}
	for items, want := range map[int]int{1: 1, 256: 1, 257: 2, 1000: 4, MaxItems: MaxShards} {
		if got := shardsOf(items, itemsPerShard); got != want {
			t.Errorf("%d items make %d shards, want %d", items, got, want)
		}
	}
}

// The line before a shard's answers is read as it is written, and refused where it says what no shard has.
func TestSections(t *testing.T) {
	p := &Plan{Kind: tableKind, Items: 10, Shards: 4} // of 3, 3, 2 and 2 items
	good := section{shard: 1, lines: 3, size: 100, sum: strings.Repeat("a", 64)}
	if s, err := readSection(good.line(), p); err != nil || s != good {
		t.Errorf("%+v, %v", s, err)
	}
	for _, s := range []section{{-1, 3, 0, 100, "a"}, {4, 2, 0, 100, "a"}, {1, 3, 0, -1, "a"}, {1, 3, 0, MaxBody + 1, "a"}, {1, 2, 0, 100, "a"}, {1, 4, 0, 100, "a"}, {2, 3, 0, 100, "a"}} {
		if _, err := readSection(s.line(), p); err == nil {
			t.Errorf("%q is taken", s.line())
		}
	}
	for _, text := range []string{"", "shard", "shard 1 3 100", "shard 1  3 100 a", "shard 01 3 100 a", "shard 1 3 100 a b", "shards 1 3 100 a"} {
		if _, err := readSection(text, p); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("%q: expected shard NUMBER", text)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	many := &Plan{Kind: FuzzKind, Items: 10, Shards: 4}
	for lines, ok := range map[int]bool{2: false, 3: true, 4: true, 99: true} {
		if _, err := readSection(section{1, lines, 0, 100, "a"}.line(), many); (err == nil) != ok {
			t.Errorf("%d answers to 3 items of many: %v", lines, err)
		}
	}
}

// How fast a run is is counted from its beginning to its last shard; before it has one, nothing is said.
func TestPaceOfARun(t *testing.T) {
	began := time.Unix(1_800_000_000, 0)
	f := &Folder{Dir: t.TempDir(), Plan: &Plan{Kind: tableKind, Items: 100, Shards: 10}}
	for _, row := range []struct {
		done, before, answered int
		seconds                float64
		rate, left             float64
	}{{6, 2, 60, 8, 5, 8}, {2, 2, 20, 8, 0, 0}, {1, 2, 10, 8, 0, 0}, {6, 2, 60, 0, 0, 0}, {6, 2, 60, -3, 0, 0}, {10, 0, 100, 20, 5, 0}} {
		text, err := json.Marshal(run{began, row.before})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.write(runFile, text, false); err != nil {
			t.Fatal(err)
		}
		s := Status{Items: 100, Shards: 10, Done: row.done, Answered: row.answered}
		if s.pace(f, began.Add(time.Duration(row.seconds*float64(time.Second)))); s.Rate != row.rate || s.SecondsLeft != row.left {
			t.Errorf("%+v: %v answers a second, %v seconds are left", row, s.Rate, s.SecondsLeft)
		}
	}
	if err := os.WriteFile(filepath.Join(f.Dir, runFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Status{Items: 100, Shards: 10, Done: 6, Answered: 60}
	if s.pace(f, began.Add(time.Hour)); s.Rate != 0 || s.SecondsLeft != 0 {
		t.Errorf("%+v of a run that says nothing", s)
	}
}

// Counts of a file are added up, and one that is none is told.
func TestFilesOfAHarvest(t *testing.T) {
	h := new(Harvest)
	for k, line := range []string{"file\ta.s\t0\t9\t1 shuffles\t20 copies\t300 followed\t4000 lost", "file\tb.s\t0\t9\t2 shuffles\t30 copies\t400 followed\t5000 lost\tcut off"} {
		if err := h.file(strings.Split(line, "\t")); err != nil || h.Skipped != k {
			t.Errorf("%q: %v, %d are skipped", line, err, h.Skipped)
		}
	}
	if h.Shuffles != 3 || h.Copies != 50 || h.Followed != 700 || h.Lost != 9000 {
		t.Errorf("%+v", h)
	}
	for _, line := range []string{"file\ta.s\t0\t9\t1 shuffles\t20 copies\t300 followed", "file\ta.s\t0\t9\tx shuffles\t20 copies\t300 followed\t4000 lost", "file\ta.s\t0\t9\t1 shuffles\t20 copies\t300 followed\tlost", "file"} {
		if err := new(Harvest).file(strings.Split(line, "\t")); err == nil {
			t.Errorf("%q is counted", line)
		}
	}
}

// Uses of one movement in several files are added up, in whatever order they come, and the least of what is known is kept with where it is known from.
func TestMovementsOfAHarvest(t *testing.T) {
	r := chance.Random(t, 7)
	const canonical = "i32x4 -> a1 a0 a3 a2"
	for range 300 {
		var lines []string
		uses, emitted, least, place := 0, 0, 1<<20, "~"
		ops, constants, copies := r.IntN(4), r.IntN(2), r.IntN(2)
		known := ops + copies + 2*constants
		for k := range 1 + r.IntN(5) {
			n, dear, cheap := 1+r.IntN(9), 10+r.IntN(90), 1+r.IntN(5)
			at := fmt.Sprintf("%c.s:%d", 'a'+r.IntN(5), k)
			uses, emitted, least, place = uses+n, emitted+dear, min(least, cheap), min(place, at)
			lines = append(lines, fmt.Sprintf("move\t%s\tsse2\t%d uses\t%d emitted\t%d least\t%d ops\t%d constants\t%d copies\tminimal\t1\ta=xmm0 result=xmm0\tone; two\t%s", canonical, n, dear, cheap, ops, constants, copies, at))
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		all := map[string]*Movement{}
		for _, line := range lines {
			if err := addMovement(all, line); err != nil {
				t.Fatal(err)
			}
		}
		want := Movement{Canonical: canonical, Target: "sse2", Uses: uses, Emitted: emitted, Known: least, Place: place}
		if known <= least {
			want.Known, want.Sequence, want.Proof = known, "one; two", "minimal"
		}
		if got := all["sse2\t"+canonical]; len(all) != 1 || got == nil || *got != want || got.Saved() != emitted-uses*want.Known {
			t.Fatalf("%q is %+v, want %+v", lines, got, want)
		}
	}
	for _, line := range []string{"move", "move\ta\tb\t1 uses\t2 emitted\tx least\t1\t2\t3", "move\ta\tb\t1 use\t2 emitted\t1 least\t1\t2\t3", "mask\ta\tb\t1 uses\t2 emitted\t1 least\t1\t2\t3"} {
		if err := addMovement(map[string]*Movement{}, line); err == nil {
			t.Errorf("%q is a movement", line)
		}
	}
	if _, _, _, err := knownCost(moveLine{canonical: canonical, known: "refused\tno way"}); !errors.Is(err, errNotKnown) {
		t.Errorf("what was refused is known: %v", err)
	}
}
