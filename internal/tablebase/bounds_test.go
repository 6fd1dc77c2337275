package tablebase

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// The entry that is kept is the least of those that were added: by what it costs, a constant for two and a copy for one, and then by what a reader wants most.
func TestLeastIsKept(t *testing.T) {
	r := chance.Random(t, 6)
	k, _ := KeyOf(lane.Map{Bits: 32, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 0)}})
	for range 2000 {
		b := NewBuilder("t")
		entries := make([]Entry, 1+r.IntN(6))
		rank := func(e Entry) []int {
			return []int{e.Ops + e.Copies + e.Constants + e.Constants, e.Ops, e.Constants, -e.LowerBound, int(e.Proof), int(e.Text[0])}
		}
		for n := range entries {
			entries[n] = Entry{Ops: r.IntN(3), Constants: r.IntN(3), Copies: r.IntN(3), LowerBound: r.IntN(2), Proof: uint8(r.IntN(2)), Text: []byte{'a' + byte(r.IntN(3))}}
			if err := b.Add(k, entries[n]); err != nil {
				t.Fatal(err)
			}
		}
		want := slices.MinFunc(entries, func(x, y Entry) int { return slices.Compare(rank(x), rank(y)) })
		var w bytes.Buffer
		if err := b.Write(&w); err != nil {
			t.Fatal(err)
		}
		table, err := Open(stored(t, w.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		got, found, err := table.Find(&k)
		if err != nil || !found || slices.Compare(rank(got), rank(want)) != 0 || got.Copies != want.Copies || b.Len() != 1 || table.Maps != 1 {
			t.Fatalf("of %+v there is %+v, %v, %v; want %+v", entries, got, found, err, want)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Counts are bytes, and a text has a length of two.
func TestMostOfAnEntry(t *testing.T) {
	k, _ := KeyOf(lane.Map{Bits: 32, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 0)}})
	for _, n := range []int{-1, 0, 1, 254, 255, 256, 1 << 20} {
		for at, e := range []Entry{{Ops: n}, {Constants: n}, {Copies: n}, {LowerBound: n}} {
			b := NewBuilder("t")
			if err := b.Add(k, e); (err == nil) != (n >= 0 && n < 256) || err != nil && err.Error() != fmt.Sprintf("a count of %d: expected 0 to 255", n) || (b.Len() == 1) != (err == nil) {
				t.Errorf("count %d of %d: %v", at, n, err)
			}
		}
	}
	for _, n := range []int{0, 65534, 65535, 65536, 65537} {
		b := NewBuilder("t")
		if err := b.Add(k, Entry{Text: make([]byte, n)}); (err == nil) != (n < 65536) || err != nil && err.Error() != fmt.Sprintf("a text of %d bytes: expected 65535 at most", n) {
			t.Errorf("a text of %d bytes: %v", n, err)
		}
	}
	for n := range 20 {
		if err := NewBuilder(strings.Repeat("x", n)).Write(new(bytes.Buffer)); (err == nil) != (n <= 16) {
			t.Errorf("a name of %d bytes: %v", n, err)
		}
	}
}

// Maps have keys up to 64 lanes of 8 to 64 bits of 8 sources, of which no lane is behind 255, and no further.
func TestMostOfAKey(t *testing.T) {
	of := func(bits, lanes, sources, index int) bool {
		m := lane.Map{Bits: bits, Src: make([]int, sources), Lane: slices.Repeat([]lane.Lane{lane.From(sources-1, index)}, lanes)}
		for k := range m.Src {
			m.Src[k] = index + 1
		}
		_, ok := KeyOf(m)
		return ok
	}
	for lanes := range 70 {
		if got := of(8, lanes, 1, 3); got != (lanes > 0 && lanes <= 64) {
			t.Errorf("a map of %d lanes has a key: %v", lanes, got)
		}
	}
	for sources := 1; sources < 12; sources++ {
		if got := of(8, 4, sources, 3); got != (sources <= 8) {
			t.Errorf("a map of %d sources has a key: %v", sources, got)
		}
	}
	for bits := 1; bits < 140; bits++ {
		if got := of(bits, 4, 1, 3); got != slices.Contains([]int{8, 16, 32, 64}, bits) {
			t.Errorf("a map of lanes of %d bits has a key: %v", bits, got)
		}
	}
	for index := 250; index < 260; index++ {
		if got := of(8, 4, 1, index); got != (index < 256) {
			t.Errorf("a map of lane %d has a key: %v", index, got)
		}
	}
}

// full is a place for so many bytes.
type full struct{ left int }

var errFull = errors.New("it is full")

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.left)
	if f.left -= n; n < len(b) {
		return n, errFull
	}
	return n, nil
}

// A table that does not fit says so, wherever its place ends.
func TestFull(t *testing.T) {
	file, _ := small(t)
	for n := range len(file) + 1 {
		b := NewBuilder("sse2")
		for k, text := range []string{"i32x4 -> a3 a2 a1 a0", "i8x2 i8x2 -> a1 _ b0 z"} {
			m, err := lane.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			key, _ := KeyOf(m)
			if err := b.Add(key, Entry{Text: []byte(strings.Repeat("x", 3+k))}); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Write(&full{n}); (err == nil) != (n == len(file)) || err != nil && err != errFull {
			t.Errorf("%d of %d bytes: %v", n, len(file), err)
		}
	}
}

// What is no table is refused with why, and nothing is opened: no file, a folder, one that is short, another format or version, a header that is spoilt.
func TestNotOpened(t *testing.T) {
	file, _ := small(t)
	changed := func(at int, b byte) []byte {
		c := bytes.Clone(file)
		c[at] = b
		return c
	}
	for _, row := range []struct {
		what string
		file []byte
		want string
	}{
		{"nothing", nil, "is no table of sequences"}, {"a part of the header", file[:63], "is no table of sequences"}, {"another format", changed(0, 'L'), "is no table of sequences"}, {"another format at the end of its name", changed(15, 'S'), "is no table of sequences"},
		{"a version before", changed(16, 0), "is of version 0, and this reads 1"}, {"a version behind", changed(16, 2), "is of version 2, and this reads 1"}, {"another name", changed(20, 'x'), ErrBroken.Error()}, {"no slots", changed(36, 0), ErrBroken.Error()}, {"a header alone", file[:64], ErrBroken.Error()},
		{"a slot less", file[:64+3*slotSize], ErrBroken.Error()},
	} {
		name := stored(t, row.file)
		if table, err := Open(name); table != nil || err == nil || !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %+v, %v; want %s", row.what, table, err, row.want)
		}
	}
	if table, err := Open(filepath.Join(t.TempDir(), "none")); table != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %+v, %v", table, err)
	}
	if table, err := Open(t.TempDir()); table != nil || err == nil {
		t.Errorf("a folder: %+v, %v", table, err)
	}
}

// A table that was closed is no part of the process any more.
func TestClosed(t *testing.T) {
	file, _ := small(t)
	name := stored(t, file)
	mapped := func() bool {
		b, err := os.ReadFile("/proc/self/maps")
		return err == nil && bytes.Contains(b, []byte(name))
	}
	table, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" && !mapped() {
		t.Error("it is open, and not in memory")
	}
	if err := table.Close(); err != nil || mapped() {
		t.Errorf("it is closed, and in memory: %v, %v", mapped(), err)
	}
}

// Keys by chance that are not in a table are not found, and leave nothing behind.
func TestNotFound(t *testing.T) {
	r := chance.Random(t, 7)
	name, keys, _ := made(t, 500, r)
	table, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	of := map[string]bool{}
	for n := range keys {
		of[string(keys[n].bytes[:keys[n].n])] = true
	}
	for range 5000 {
		k, ok := KeyOf(random(r))
		if !ok {
			continue
		}
		e, found, err := table.Find(&k)
		if err != nil || found != of[string(k.bytes[:k.n])] || !found && cmp.Or(e.Ops, e.LowerBound, int(e.Proof), len(e.Text)) != 0 {
			t.Fatalf("%+v, %v, %v", e, found, err)
		}
	}
}
