package listing

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// sources32 are the sources of a map as the text reads them: of a register of which it names halves or words alone, these.
func (f *Follower) sources32(m lane.Map, names []string) (lane.Map, []string) {
	type piece struct{ source, first int } // of the new sources, and of its lanes
	out := m.Clone()
	out.Src = nil
	var called []string
	pieces := make([][]piece, len(m.Src)) // by lane
	reads := m.Reads()
	for k, name := range names[:len(m.Src)] {
		bare, news, _ := strings.Cut(name, "'")
		r, ok := neon32Named(bare)
		size := f.size32(r)
		if !ok || m.Bits > size {
			size = m.Src[k] * m.Bits
		}
		pieces[k] = make([]piece, m.Src[k])
		per := max(1, size/m.Bits)
		for first := 0; first < m.Src[k]; first += per {
			last := min(first+per, m.Src[k])
			said := name
			if ok && size < 128 {
				if said = f.said32(r.key, first*m.Bits, size); news != "" {
					said += "'" + news
				}
				if !f.a32.read[withoutNews(said)] && !readsAny(m, k, first, last) {
					continue
				}
			} else if ok && reads[k] == 0 && !f.a32.read[bare] {
				continue
			}
			for at := first; at < last; at++ {
				pieces[k][at] = piece{len(out.Src), first}
			}
			out.Src, called = append(out.Src, last-first), append(called, said)
		}
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			p := pieces[l.Src][l.Index]
			out.Lane[i].Src, out.Lane[i].Index = p.source, l.Index-p.first
		}
	}
	return out, called
}

// readsAny says whether a map reads one of these lanes of a source.
func readsAny(m lane.Map, source, first, end int) bool {
	return slices.ContainsFunc(m.Lane, func(l lane.Lane) bool {
		return l.Kind == lane.Source && l.Src == source && l.Index >= first && l.Index < end
	})
}

// size32 is how many bits of a register of 128 the text reads at once: the most that it does.
func (f *Follower) size32(r neon32Register) int {
	for _, bits := range [...]int{128, 64, 32} {
		for at := 0; at < 128; at += bits {
			if f.a32.read[f.said32(r.key, at, bits)] {
				return bits
			}
		}
	}
	return 128
}

// said32 is the name of a part of a register of 128 bits.
func (f *Follower) said32(key string, at, bits int) string {
	n, err := strconv.Atoi(strings.TrimPrefix(key, "q"))
	if err != nil || bits < 32 {
		return key
	}
	return map[int]string{128: "q", 64: "d", 32: "s"}[bits] + strconv.Itoa((128*n+at)/bits)
}

// parameter32 is the place of a register among parameters, if it is one of 32-bit Arm's: vectors by where they stand, then general registers.
func parameter32(name string) (key [3]int, ok bool) {
	if r, ok := neon32Named(name); ok {
		n, _ := strconv.Atoi(r.key[1:])
		return [3]int{0, 128*n + r.at}, true
	}
	n := slices.Index(generalParameters32, name)
	return [3]int{1, n}, n >= 0
}

// generalParameters32 are the general registers in which functions have their parameters, and, where these are not in vectors, their results.
var generalParameters32 = []string{"r0", "r1", "r2", "r3"}

// result32 is what a function returns in general registers, if that was written behind what may be in a vector. Who writes the upper half of a vector alone returns what was below it too.
//
//	vmov r0, r1, d16
//	vmov r2, r3, d17      128 bits
func (r *reader) result32(best made) (made, error) {
	if upper, ok := neon32Named(best.to); ok && upper.at > 0 {
		best.m, best.to = r.follow.l.Named[upper.key], upper.key
	}
	count, behind := 0, false
	for k, register := range generalParameters32 {
		w, ok := r.holds[register]
		ok = ok && w.line > best.line
		behind = behind || ok
		if m, written := r.follow.l.Named[register]; ok || written && !isConstant(m) { // or it counts
			count = k + 1
		}
	}
	if !behind || count == 0 {
		if w := r.follow.a32.wrote[best.key]; best.to == "d0" && w.whole {
			r.warnings = append(r.warnings, "d0 is written behind all of q0: this is d0, and a function that returns q0 has more above it")
		}
		return best, nil
	}
	if count == 3 { // of four words
		count = 4
	}
	all, names := make([]made, count), generalParameters32[:count]
	for k, register := range names {
		if err := r.follow.l.Argument(&all[k].m, register, 32, 8); err != nil {
			return best, err
		}
	}
	whole, err := r.join(all)
	whole.key, whole.to, whole.line = "q0", strings.Join(names, ", "), r.lines
	return whole, err
}
