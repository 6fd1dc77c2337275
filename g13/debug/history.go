package debug

import (
	"github.com/lanescope/lanescope/g13/machine"
)

// Bounds of what is kept, so that a long run takes no more memory than a short one, and goes back as smoothly.
const (
	firstSpacing = 1 << 10  // steps from one moment to the next, at first
	mostMoments  = 1 << 10  // when there would be more, every second one is dropped
	mostBytes    = 64 << 20 // likewise
	pageBytes    = 1 << 8
)

// A checkpoint is a position that one can go back to at once.
type checkpoint struct {
	position int
	moment   *machine.Moment
	pages    map[page][]byte // of device memory as they were here: those that are written before the next checkpoint
	bytes    int
}

// A page is a piece of a buffer.
type page struct{ buffer, number int32 }

// A history is checkpoints in the order of their positions, the first at 0.
type history struct {
	buffers  []machine.Buffer
	all      []checkpoint
	current  int        // the last one that is not behind where the session stands
	kept     [][]uint64 // of each buffer a bit for each page that the current one has
	spacing  int
	bytes    int
	most     int // of bytes
	restored int // how often one was gone back to, for tests
}

func newHistory(m *machine.Memory) history {
	h := history{buffers: m.Buffers(), spacing: firstSpacing, most: mostBytes}
	for _, b := range h.buffers {
		h.kept = append(h.kept, make([]uint64, (len(b.Bytes)/pageBytes+64)/64))
	}
	return h
}

// written keeps the page that is going to be written, as it is.
func (h *history) written(a machine.Access) {
	for k := range h.buffers {
		b := &h.buffers[k]
		at := a.Address - b.Address
		if at >= uint64(len(b.Bytes)) {
			continue
		}
		n := at / pageBytes
		if h.kept[k][n/64]>>(n%64)&1 != 0 {
			return
		}
		h.kept[k][n/64] |= 1 << (n % 64)
		bytes := append([]byte(nil), b.Bytes[n*pageBytes:min(n*pageBytes+pageBytes, uint64(len(b.Bytes)))]...)
		c := &h.all[h.current]
		c.pages[page{int32(k), int32(n)}] = bytes
		c.bytes += len(bytes)
		h.bytes += len(bytes)
		return
	}
}

// enter makes a checkpoint the current one.
func (h *history) enter(n int) {
	mark := func(set bool) {
		for p := range h.all[h.current].pages {
			word, bit := &h.kept[p.buffer][p.number/64], uint64(1)<<(p.number%64)
			if *word |= bit; !set {
				*word &^= bit
			}
		}
	}
	mark(false)
	h.current = n
	mark(true)
}

// arrive is told that the session is at a position, and going forward: a checkpoint may be here, or be made here.
func (h *history) arrive(position int, s *machine.Stepper) {
	last := len(h.all) - 1
	switch {
	case h.current < last:
		if h.all[h.current+1].position == position {
			h.enter(h.current + 1)
		}
		return
	case last >= 0 && position-h.all[last].position < h.spacing:
		return
	}
	c := checkpoint{position: position, moment: s.Save(), pages: map[page][]byte{}}
	c.bytes = c.moment.Bytes()
	h.bytes += c.bytes
	h.all = append(h.all, c)
	if len(h.all) > 1 {
		h.enter(len(h.all) - 1)
	}
	for (len(h.all) > mostMoments || h.bytes > h.most) && len(h.all) > 2 {
		h.thin()
	}
}

// thin drops every second checkpoint, but the one that the session is in. What was as it was at a dropped one, and is not kept by the one before, was so there too.
func (h *history) thin() {
	current := h.all[h.current].position
	kept := h.all[:1]
	for k, c := range h.all[1:] {
		if k%2 != 0 || c.position == current {
			kept = append(kept, c)
			continue
		}
		into := &kept[len(kept)-1]
		h.bytes -= c.bytes
		for p, b := range c.pages {
			if _, ok := into.pages[p]; !ok {
				into.pages[p] = b
				into.bytes += len(b)
				h.bytes += len(b)
			}
		}
	}
	clear(h.all[len(kept):])
	h.all = kept
	h.spacing *= 2
	for h.current = len(h.all) - 1; h.all[h.current].position > current; h.current-- {
	}
}

// before is the last checkpoint that is before a position, or the first one.
func (h *history) before(position int) int {
	n := h.current
	for n > 0 && h.all[n].position >= position {
		n--
	}
	return n
}

// restore goes back to a checkpoint that is not behind the current one.
func (h *history) restore(n int, s *machine.Stepper) (position int) {
	for k := h.current; k >= n; k-- {
		for p, b := range h.all[k].pages {
			copy(h.buffers[p.buffer].Bytes[int(p.number)*pageBytes:], b)
		}
	}
	h.enter(n)
	h.restored++
	s.Restore(h.all[n].moment)
	return h.all[n].position
}

// Kept is how many moments are kept to go back to, and about how many bytes they take.
func (s *Session) Kept() (moments, bytes int) { return len(s.history.all), s.history.bytes }

// Keep bounds how many bytes the moments may take. With fewer there are fewer moments, and going back makes more steps.
func (s *Session) Keep(bytes int) { s.history.most = bytes }
