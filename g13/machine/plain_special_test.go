package machine_test

import "github.com/lanescope/lanescope/g13/machine"

// plainSpecials is what a thread reads from the special registers of a compute program.
//
//	thread i of the threadgroup has the position (i mod w, i/w mod h, i/w/h) in it
var plainSpecials = map[int]func(g *plainGroup, t int) int{
	0:  func(g *plainGroup, t int) int { return int(g.place.Threadgroup[0]) },
	1:  func(g *plainGroup, t int) int { return int(g.place.Threadgroup[1]) },
	2:  func(g *plainGroup, t int) int { return int(g.place.Threadgroup[2]) },
	4:  func(g *plainGroup, t int) int { return int(g.place.Threads[0]) },
	5:  func(g *plainGroup, t int) int { return int(g.place.Threads[1]) },
	6:  func(g *plainGroup, t int) int { return int(g.place.Threads[2]) },
	8:  func(g *plainGroup, t int) int { return int(g.place.Threads[0]) },
	9:  func(g *plainGroup, t int) int { return int(g.place.Threads[1]) },
	10: func(g *plainGroup, t int) int { return int(g.place.Threads[2]) },
	12: func(g *plainGroup, t int) int { return int(g.place.Threads[0]) },
	13: func(g *plainGroup, t int) int { return int(g.place.Threads[1]) },
	14: func(g *plainGroup, t int) int { return 0 }, // of pixels, which there are none of
	20: func(g *plainGroup, t int) int { return int(g.place.Core) },
	21: func(g *plainGroup, t int) int { return 0 },
	48: func(g *plainGroup, t int) int { return g.position(t)[0] },
	49: func(g *plainGroup, t int) int { return g.position(t)[1] },
	50: func(g *plainGroup, t int) int { return g.position(t)[2] },
	51: (*plainGroup).index,
	52: func(g *plainGroup, t int) int { return t },
	53: func(g *plainGroup, t int) int { return int(g.place.SIMDGroup) },
	56: func(g *plainGroup, t int) int { return g.countActive(t&^3, t) },
	57: func(g *plainGroup, t int) int { return g.countActive(t&^3, t&^3+4) },
	58: func(g *plainGroup, t int) int { return g.countActive(0, t) },
	59: func(g *plainGroup, t int) int { return g.countActive(0, 32) },
	60: func(g *plainGroup, t int) int { return 0 },
	62: func(g *plainGroup, t int) int { return 0 },
	63: func(g *plainGroup, t int) int { return 1 },
	80: func(g *plainGroup, t int) int { return g.inGrid(t, 0) },
	81: func(g *plainGroup, t int) int { return g.inGrid(t, 1) },
	82: func(g *plainGroup, t int) int { return g.inGrid(t, 2) },

	124: func(g *plainGroup, t int) int { return 0 },
}

// index is the thread's number in its threadgroup.
func (g *plainGroup) index(t int) int { return 32*int(g.place.SIMDGroup) + t }

func (g *plainGroup) position(t int) [3]int {
	w, h := int(g.place.Threads[0]), int(g.place.Threads[1])
	n := g.index(t)
	return [3]int{n % w, n / w % h, n / w / h}
}

func (g *plainGroup) inGrid(t, axis int) int {
	return int(g.place.Threadgroup[axis])*int(g.place.Threads[axis]) + g.position(t)[axis]
}

// countActive is how many of the threads from first on and before behind are active.
func (g *plainGroup) countActive(first, behind int) (n int) {
	for t := first; t < behind; t++ {
		if g.active[t] {
			n++
		}
	}
	return n
}

// place puts both machines somewhere in a dispatch.
func (m *twins) place(r dice) {
	p := machine.Place{SIMDGroup: uint32(r.IntN(8)), Core: uint32(r.IntN(8))}
	for axis := range p.Threads {
		p.Threads[axis] = uint32(1 + r.IntN(1<<r.IntN(6)))
		p.Threadgroup[axis] = uint32(r.IntN(1000))
	}
	m.plain.place, m.fast.Place = p, p
}
