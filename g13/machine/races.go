package machine

import "github.com/lanescope/lanescope/g13"

// A Race is two SIMD-groups that touched the same bytes, at least one of them writing and not both of them by atomics, with no barrier between: which of them is first
// depends on the schedule. A word that is handed over by setting another one, atomically, is a race here too.
type Race struct {
	Space   Space
	Address uint64 // of the word
	First   Touch
	Second  Touch
}

// A Touch is one side of a race.
type Touch struct {
	Threadgroup [3]uint32
	SIMDGroup   uint32
	Offset      int
	Inst        g13.Inst
	Kind        AccessKind
}

// What a detector remembers at most: words of memory, and races with different instructions.
const (
	maxRaceWords = 1 << 21
	maxRaces     = 100
)

// A raceDetector remembers who touched each word of memory last. Only barriers bring accesses into an order, and only those of one threadgroup, so that what it
// finds is the same for every schedule. It is told in the order of one: threadgroup by threadgroup.
//
//	        │ epoch 0   │ epoch 1          SIMD-groups 0 and 1 of one threadgroup
//	group 0 │  store w  ║                  before the barrier: ordered with all that is behind it
//	group 1 │  ─────────║  load w          no race
//	group 1 │  load w   ║                  a race: nothing says which is first
type raceDetector struct {
	grid    *grid
	program *Program
	number  uint64 // of the threadgroup that runs
	epoch   uint32 // how many barriers it has left behind

	pages  map[uint64]*racePage // of device memory, by the address's upper bits
	recent *racePage            // the one that was needed last
	at     uint64               // its number
	local  map[uint64]*racePage // of threadgroup memory

	forgot bool
	known  map[[2]int]bool // pairs of instructions
	races  []Race
}

// A racePage is the words of 4 KiB of memory.
type racePage [1 << 10]raceWord

const raceWordsOfPage = len(racePage{})

// A raceWord is who touched a word.
type raceWord struct {
	write          raceTouch // the last one; all others are ordered before it, or there was a race
	loads, atomics raceTouches
}

// A raceTouch is who touched some bytes of a word, and when.
type raceTouch struct {
	threadgroup uint32 // its number, which a run does not reach the end of
	epoch       uint32
	at          uint32 // which instruction
	group       uint8  // in its threadgroup
	bytes       uint8  // bit i: byte i; 0 is nobody
	kind        AccessKind
}

// raceTouches are enough of those who touched a word to know whether a later access is unordered with any: the last one, the last one that was another SIMD-group of
// its threadgroup, and any of another threadgroup.
type raceTouches struct{ last, other, elsewhere raceTouch }

func (t *raceTouches) add(now raceTouch) {
	switch last := &t.last; {
	case last.bytes == 0:
	case last.threadgroup != now.threadgroup:
		t.elsewhere, t.other = *last, raceTouch{}
	case last.group != now.group:
		t.other = *last
	case last.epoch == now.epoch:
		now.bytes |= last.bytes
	}
	t.last = now
}

// before is one of those that are unordered with an access, or nil.
func (t *raceTouches) before(now *raceTouch, space Space) *raceTouch {
	for _, then := range []*raceTouch{&t.last, &t.other, &t.elsewhere} {
		if then.unordered(now, space) {
			return then
		}
	}
	return nil
}

func (t *raceTouch) unordered(now *raceTouch, space Space) bool {
	if t.bytes&now.bytes == 0 {
		return false
	}
	if t.threadgroup != now.threadgroup {
		return space == DeviceSpace
	}
	return t.group != now.group && t.epoch == now.epoch
}

func newRaceDetector(s *grid, p *Program) *raceDetector {
	return &raceDetector{grid: s, program: p, pages: map[uint64]*racePage{}, local: map[uint64]*racePage{}, known: map[[2]int]bool{}}
}

// note takes down what an instruction did.
func (d *raceDetector) note(g *Group, at int) {
	now := raceTouch{threadgroup: uint32(d.number), epoch: d.epoch, at: uint32(at), group: uint8(g.Place.SIMDGroup)}
	for _, a := range g.accesses {
		if a.Space == StackSpace {
			continue
		}
		now.kind = a.Kind
		for from, end := a.Address, a.Address+uint64(a.Size); from < end; from = from&^3 + 4 {
			last := min(end, from&^3+4) - 1
			now.bytes = uint8(1<<(last&3+1) - 1<<(from&3))
			d.touch(a.Space, from&^3, now)
		}
	}
}

// touch is an access to bytes of one word.
func (d *raceDetector) touch(space Space, address uint64, now raceTouch) {
	w := d.word(space, address)
	then := &w.write
	if !then.unordered(&now, space) {
		then = nil
	}
	if then == nil && now.kind != AtomicAccess {
		then = w.atomics.before(&now, space)
	}
	if then == nil && now.kind != LoadAccess {
		then = w.loads.before(&now, space)
	}
	if then != nil {
		d.found(space, address, *then, now)
	}
	switch now.kind {
	case LoadAccess:
		w.loads.add(now)
	case AtomicAccess:
		w.atomics.add(now)
	default:
		w.write = now
	}
}

// word is where the accesses to a word are noted.
func (d *raceDetector) word(space Space, address uint64) *raceWord {
	number, k := address/4/uint64(raceWordsOfPage), address/4%uint64(raceWordsOfPage)
	if space == ThreadgroupSpace {
		p := d.local[number]
		if p == nil {
			p = new(racePage)
			d.local[number] = p
		}
		return &p[k]
	}
	if d.recent == nil || d.at != number {
		p := d.pages[number]
		if p == nil {
			if len(d.pages) == maxRaceWords/raceWordsOfPage {
				clear(d.pages)
				d.forgot = true
			}
			p = new(racePage)
			d.pages[number] = p
		}
		d.recent, d.at = p, number
	}
	return &d.recent[k]
}

// found is a race. Of each pair of instructions one is enough.
func (d *raceDetector) found(space Space, address uint64, then, now raceTouch) {
	pair := [2]int{int(then.at), int(now.at)}
	if d.known[pair] || len(d.races) == maxRaces {
		return
	}
	d.known[pair] = true
	d.races = append(d.races, Race{space, address, d.side(then), d.side(now)})
}

func (d *raceDetector) side(t raceTouch) Touch {
	return Touch{d.grid.position(uint64(t.threadgroup)), uint32(t.group), d.program.offset[t.at], d.program.inst[t.at], t.kind}
}
