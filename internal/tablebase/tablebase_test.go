package tablebase

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// random is a map of lanes of two sources, some zero and some of no matter.
func random(rng *rand.Rand) lane.Map {
	bits := 8 << rng.IntN(4)
	n := 1 << rng.IntN(5)
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n), Src: []int{n, n, n}}
	for k := range m.Lane {
		switch rng.IntN(8) {
		case 0:
			m.Lane[k] = lane.Lane{Kind: lane.Undefined}
		case 1:
			m.Lane[k] = lane.Zero()
		default:
			m.Lane[k] = lane.From(rng.IntN(3), rng.IntN(n))
		}
	}
	return m
}

// plainly is what a key says, by the algebra of package lane.
func plainly(t *testing.T, m lane.Map) string {
	c, _ := m.Canonical()
	for c.Bits < 64 {
		w, err := c.Regroup(2 * c.Bits)
		if err != nil {
			break
		}
		c = w
	}
	return c.String()
}

// Two maps have one key exactly if they are one map but for the order of sources and the width of lanes.
func TestKeys(t *testing.T) {
	rng := chance.Random(t, 28)
	keys, texts := map[Key]string{}, map[string]Key{}
	alike := 0
	for range 20_000 {
		m := random(rng)
		k, ok := KeyOf(m)
		if !ok {
			t.Fatalf("%s has no key", m)
		}
		for n := range k.Sources() {
			if _, kept := m.Canonical(); kept[n] != k.Source(n) {
				t.Errorf("%s: source %d is %d, and canonical %d", m, n, k.Source(n), kept[n])
			}
		}
		text := plainly(t, m)
		k.kept = [mostInputs]uint8{}
		if old, ok := keys[k]; ok {
			if alike++; old != text {
				t.Fatalf("%s and %s have one key", old, text)
			}
		}
		if old, ok := texts[text]; ok && old != k {
			t.Fatalf("%s has two keys", text)
		}
		keys[k], texts[text] = text, k
	}
	if alike < 1000 {
		t.Errorf("%d maps came twice", alike)
	}
	for _, text := range []string{"i32x4 -> a0 1 a2 a3", "i32x4 -> a0 . a2 a3", "i1x8 -> a1 a0 a3 a2 a5 a4 a7 a6"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := KeyOf(m); ok {
			t.Errorf("%s has a key", text)
		}
	}
}

// made is a table of maps by chance, each with its own text.
func made(t testing.TB, maps int, rng *rand.Rand) (name string, keys []Key, texts []string) {
	t.Helper()
	b := NewBuilder("test")
	seen := map[Key]bool{}
	for len(keys) < maps {
		m := random(rng)
		k, _ := KeyOf(m)
		alone := k
		alone.kept = [mostInputs]uint8{}
		if seen[alone] {
			continue
		}
		seen[alone] = true
		text := plainly(nil, m)
		if err := b.Add(k, Entry{Ops: len(keys) % 7, LowerBound: 1, Proof: 2, Text: []byte(text)}); err != nil {
			t.Fatal(err)
		}
		keys, texts = append(keys, k), append(texts, text)
	}
	var w bytes.Buffer
	if err := b.Write(&w); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(name, w.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name, keys, texts
}

func TestFind(t *testing.T) {
	rng := chance.Random(t, 1)
	name, keys, texts := made(t, 3000, rng)
	table, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if table.Target != "test" || table.Maps != 3000 || table.Check() != nil {
		t.Errorf("%+v: %v", table, table.Check())
	}
	for n := range keys[:1500] {
		e, found, err := table.Find(&keys[n])
		if err != nil || !found || string(e.Text) != texts[n] || e.Ops != n%7 || e.LowerBound != 1 || e.Proof != 2 {
			t.Fatalf("%s: %+v %v %v", texts[n], e, found, err)
		}
	}
	other := 0
	for range 1000 {
		m := random(rng)
		k, _ := KeyOf(m)
		e, found, err := table.Find(&k)
		if found && string(e.Text) != plainly(t, m) || err != nil {
			t.Errorf("%s: %s %v", m, e.Text, err)
		}
		if !found {
			other++
		}
	}
	if other == 0 {
		t.Error("each map is in the table")
	}
	if n := testing.AllocsPerRun(100, func() { table.Find(&keys[7]) }); n != 0 {
		t.Errorf("looking up allocates %v times", n)
	}
}

// Of a map, the cheapest answer is kept, whatever comes first.
func TestCheapest(t *testing.T) {
	k, _ := KeyOf(lane.Map{Bits: 32, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 0)}})
	var all []string
	for turn := range 2 {
		b := NewBuilder("t")
		entries := []Entry{{Ops: 2, Text: []byte("two")}, {Ops: 1, Text: []byte("one")}, {Ops: 1, Text: []byte("uno")}}
		for n := range entries {
			if err := b.Add(k, entries[(2*n*turn+n+turn)%3]); err != nil {
				t.Fatal(err)
			}
		}
		var w bytes.Buffer
		if err := b.Write(&w); err != nil {
			t.Fatal(err)
		}
		all = append(all, w.String())
	}
	if all[0] != all[1] || !strings.HasSuffix(all[0], "one") {
		t.Errorf("%q", all)
	}
	if err := NewBuilder("t").Add(k, Entry{Ops: 256}); err == nil {
		t.Error("256 ops are in a byte")
	}
}

// Whatever byte is another one, or missing, no answer is another one: it is found as it was, or something says that the table is broken.
func TestBroken(t *testing.T) {
	rng := chance.Random(t, 2)
	name, keys, texts := made(t, 40, rng)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	asked := func(b []byte, what string) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Open(name)
		if err != nil {
			return
		}
		defer table.Close()
		if table.Check() == nil {
			t.Errorf("%s: all is well", what)
		}
		for n := range keys {
			if e, found, err := table.Find(&keys[n]); found && (err != nil || string(e.Text) != texts[n]) {
				t.Errorf("%s: %q is %q, %v", what, texts[n], e.Text, err)
			}
		}
	}
	for range 300 {
		broken := bytes.Clone(whole)
		at := rng.IntN(len(broken))
		broken[at] ^= 1 << rng.IntN(8)
		asked(broken, fmt.Sprint("byte ", at))
	}
	for range 100 {
		n := rng.IntN(len(whole))
		asked(whole[:n], fmt.Sprint("cut off at ", n))
	}
}

// A file that is cut off while it is mapped is an error, and no fault.
func TestCutOffWhileOpen(t *testing.T) {
	name, keys, _ := made(t, 20_000, chance.Random(t, 3))
	table, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if err := os.Truncate(name, 4096); err != nil {
		t.Skip(err)
	}
	errs := 0
	for n := range keys {
		if _, _, err := table.Find(&keys[n]); err != nil {
			errs++
		}
	}
	if errs == 0 || table.Check() == nil {
		t.Errorf("%d of %d are not found: %v", errs, len(keys), table.Check())
	}
}

// FuzzOpen opens whatever there is.
func FuzzOpen(f *testing.F) {
	name, keys, _ := made(f, 3, rand.New(rand.NewPCG(1, 2)))
	b, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	chance.Fuzz(f, func(t *testing.T, b []byte) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Open(name)
		if err != nil {
			return
		}
		defer table.Close()
		for n := range keys {
			_, _, _ = table.Find(&keys[n])
		}
		_ = table.Check()
	})
}

// BenchmarkCold opens a table anew and looks up all maps once in no order, so that each is a page that the process has not seen.
func BenchmarkCold(b *testing.B) {
	name, keys, _ := made(b, 100_000, rand.New(rand.NewPCG(1, 2)))
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	b.ReportAllocs()
	var table *Table
	at := 0
	for b.Loop() {
		if at %= len(keys); at == 0 {
			if table != nil {
				table.Close()
			}
			var err error
			if table, err = Open(name); err != nil {
				b.Fatal(err)
			}
		}
		if _, found, err := table.Find(&keys[at]); !found || err != nil {
			b.Fatal(found, err)
		}
		at++
	}
	table.Close()
}
