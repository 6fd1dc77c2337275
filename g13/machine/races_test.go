package machine

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A plainTouch is an access as the definition of a race has it.
type plainTouch struct {
	threadgroup, group, epoch int
	space                     Space
	kind                      AccessKind
	word                      uint64
}

// races says that nothing orders two accesses to one word of which one at least writes, and one at least is no atomic.
func (a plainTouch) races(b plainTouch) bool {
	switch {
	case a.space != b.space || a.word != b.word, a.kind == LoadAccess && b.kind == LoadAccess, a.kind == AtomicAccess && b.kind == AtomicAccess:
		return false
	case a.threadgroup != b.threadgroup:
		return a.space == DeviceSpace
	}
	return a.group != b.group && a.epoch == b.epoch
}

// A search finds a race exactly if there are two accesses that race: it looks at each once, and the definition at each two.
func TestRacesDefinition(t *testing.T) {
	r := chance.Random(t, 9)
	p, err := Compile([]byte{0x88, 0})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newGrid([3]uint32{1 << 20}, [3]uint32{1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	d, g := newRaceDetector(&s, p), NewGroup()
	number, found := 0, 0
	for k := range 20_000 {
		d.races, d.known = nil, map[[2]int]bool{}
		number++
		var touches []plainTouch
		want, epoch := false, 0
		for n := 2 + r.IntN(12); n > 0; n-- {
			switch r.IntN(6) {
			case 0:
				number, epoch = number+1, 0
			case 1, 2:
				epoch++
			}
			now := plainTouch{number, r.IntN(3), epoch, Space(r.IntN(3)), AccessKind(r.IntN(3)), uint64(8*k + 4*r.IntN(2))}
			if now.space != StackSpace {
				for _, then := range touches {
					want = want || then.races(now)
				}
				touches = append(touches, now)
			}
			d.number, d.epoch, g.Place.SIMDGroup = uint64(number), uint32(epoch), uint32(now.group)
			g.accesses = append(g.accesses[:0], Access{Space: now.space, Kind: now.kind, Size: 4, Address: now.word})
			d.note(g, 0)
		}
		if got := len(d.races) > 0; got != want {
			t.Fatalf("%+v: found %v", touches, d.races)
		}
		found += len(d.races)
	}
	if found < 1000 {
		t.Errorf("only %d races", found)
	}
}

// Accesses to other bytes of a word are none to the same one, and one that reaches over two words is both.
func TestRacesBytes(t *testing.T) {
	for _, c := range []struct {
		first, second Access
		want          uint64 // the word, or 1 for none
	}{
		{Access{Size: 1, Address: 5}, Access{Size: 1, Address: 6, Kind: StoreAccess}, 1},
		{Access{Size: 2, Address: 4}, Access{Size: 2, Address: 6, Kind: StoreAccess}, 1},
		{Access{Size: 2, Address: 4}, Access{Size: 1, Address: 5, Kind: StoreAccess}, 4},
		{Access{Size: 4, Address: 6}, Access{Size: 1, Address: 9, Kind: StoreAccess}, 8},
		{Access{Size: 4, Address: 6, Kind: StoreAccess}, Access{Size: 1, Address: 5}, 1},
	} {
		p, err := Compile([]byte{0x88, 0})
		if err != nil {
			t.Fatal(err)
		}
		s, err := newGrid([3]uint32{64}, [3]uint32{64})
		if err != nil {
			t.Fatal(err)
		}
		d, g := newRaceDetector(&s, p), NewGroup()
		g.accesses = []Access{c.first}
		d.note(g, 0)
		g.accesses, g.Place.SIMDGroup = []Access{c.second}, 1
		d.note(g, 0)
		got := uint64(1)
		if len(d.races) > 0 {
			got = d.races[0].Address
		}
		if got != c.want {
			t.Errorf("%+v and %+v: %d, want %d", c.first, c.second, got, c.want)
		}
	}
}

// The search forgets before it takes memory without bound.
func TestRacesBounded(t *testing.T) {
	p, err := Compile([]byte{0x88, 0})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newGrid([3]uint32{64}, [3]uint32{64})
	if err != nil {
		t.Fatal(err)
	}
	d, g := newRaceDetector(&s, p), NewGroup()
	const pages = maxRaceWords / raceWordsOfPage
	shared := new(racePage)
	for k := range uint64(pages) {
		d.pages[k] = shared // as if all had been touched
	}
	g.accesses = []Access{{Size: 4, Address: uint64(4 * pages * raceWordsOfPage)}}
	if d.note(g, 0); !d.forgot || len(d.pages) != 1 {
		t.Errorf("%d pages", len(d.pages))
	}
}
