package tablebase

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// small is a table of two maps.
func small(t *testing.T) (file []byte, keys []Key) {
	t.Helper()
	b := NewBuilder("sse2")
	for n, text := range []string{"i32x4 -> a3 a2 a1 a0", "i8x2 i8x2 -> a1 _ b0 z"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		k, ok := KeyOf(m)
		if !ok {
			t.Fatalf("%s has no key", text)
		}
		keys = append(keys, k)
		if err := b.Add(k, Entry{Ops: 1 + n, Constants: 2 * n, Copies: 3 * n, LowerBound: 1, Proof: uint8(n), Text: []byte(strings.Repeat("x", 3+n))}); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() != len(keys) {
		t.Errorf("%d maps, and %d were added", b.Len(), len(keys))
	}
	var w bytes.Buffer
	if err := b.Write(&w); err != nil {
		t.Fatal(err)
	}
	return w.Bytes(), keys
}

// stored is a file with these bytes.
func stored(t *testing.T, file []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A table is the bytes that it was in version 1: what others have built is read.
func TestFormat(t *testing.T) {
	file, keys := small(t)
	want := strings.Join(strings.Fields(`
		6c616e6573636f7065207461626c657301000000737365320000000000000000
		00000000040000000000000002000000000000006127f7a800000000cb90bdc5
		00000000000000000000000000000000514051a1e76d7e588000000000000000
		ad49a86714ef5cc69e0000000000000000000000000000000000000000000000
		1e98b0a10e0202030101040008040001ff000100fe00020002007878787870fe
		e61d0c01000001000300200400030002000100001000787878
	`), "")
	if got := hex.EncodeToString(file); got != want {
		t.Errorf("the table is\n%s\nand was\n%s", got, want)
	}
	whole, err := hex.DecodeString(want)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Open(stored(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for n := range keys {
		e, found, err := table.Find(&keys[n])
		if err != nil || !found || e.Ops != 1+n || e.Constants != 2*n || e.Copies != 3*n || e.Proof != uint8(n) || len(e.Text) != 3+n {
			t.Errorf("map %d is %+v, %v, %v", n, e, found, err)
		}
	}
}

// A slot that says that its entry is elsewhere leads to an error, and to nothing that is known.
func TestSlotsLeadNowhere(t *testing.T) {
	file, keys := small(t)
	slots := int(binary.LittleEndian.Uint64(file[36:]))
	for _, elsewhere := range []uint64{0, 1, headerSize, headerSize + uint64(slots*slotSize) - 1, uint64(len(file)), uint64(len(file)) - 1, uint64(len(file)) - entryHead, uint64(len(file)) - entryHead + 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		broken := bytes.Clone(file)
		for s := range slots {
			binary.LittleEndian.PutUint64(broken[headerSize+s*slotSize+8:], elsewhere)
		}
		table, err := Open(stored(t, broken))
		if err != nil {
			t.Fatal(err)
		}
		for n := range keys {
			if e, found, err := table.Find(&keys[n]); !errors.Is(err, ErrBroken) || found || e.Ops != 0 || e.Text != nil {
				t.Errorf("at %#x map %d is %+v, %v, %v", elsewhere, n, e, found, err)
			}
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The largest maps have keys of their own: each lane, and each source's size, counts.
func TestLargestKeys(t *testing.T) {
	r := chance.Random(t, 2)
	for range 300 {
		m := lane.Map{Bits: 8, Lane: make([]lane.Lane, mostLanes)}
		for range mostInputs {
			m.Src = append(m.Src, 33+r.IntN(mostLanes-32))
		}
		for i, k := range r.Perm(mostLanes) { // all sources are read, and no two lanes move together
			m.Lane[i] = lane.From(k%mostInputs, r.IntN(33))
		}
		k, ok := KeyOf(m)
		if !ok || k.Sources() != mostInputs || k.n > mostKey {
			t.Fatalf("%s: key of %d bytes, %d sources, %v", m, k.n, k.Sources(), ok)
		}
		other := m.Clone()
		if i := r.IntN(mostLanes); r.IntN(2) == 0 {
			other.Lane[i] = lane.From(m.Lane[i].Src, (m.Lane[i].Index+1)%33)
		} else {
			other.Src[i%mostInputs]++
		}
		if o, ok := KeyOf(other); !ok || o == k || o.hash() == k.hash() {
			t.Fatalf("%s and %s have one key", m, other)
		}
	}
}
