package ptx

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Say is the map as one instruction: prmt for the bytes of a register, shfl for the lanes of a warp.
func Say(m lane.Map) (string, error) {
	switch n := m.Bits * len(m.Lane); n {
	case 32:
		return sayBytes(m)
	case 32 * Threads:
		return sayWarp(m)
	default:
		return "", fmt.Errorf("prmt makes 32 bits and shfl %d lanes of 32, and this is %d bits", Threads, n)
	}
}

// bytesOf is a map that makes a register, as bytes, and its sources that are read, which are registers too.
func bytesOf(m lane.Map) (lane.Map, []int, error) {
	m, err := m.Regroup(8)
	if err != nil {
		return m, nil, fmt.Errorf("prmt moves whole bytes: %w", err)
	}
	var read []int
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			return m, nil, fmt.Errorf("byte %d is undefined, which no instruction makes", i)
		case l.Kind == lane.Old:
			return m, nil, fmt.Errorf("byte %d keeps the old destination, which prmt has not", i)
		case l.Kind == lane.Source && !slices.Contains(read, l.Src):
			read = append(read, l.Src)
		}
	}
	for _, k := range read {
		if m.Src[k] != 4 {
			return m, nil, fmt.Errorf("source %s has %d bits, and a register has 32", lane.SourceName(k), 8*m.Src[k])
		}
	}
	slices.Sort(read)
	return m, read, nil
}

// constants is a number that has the map's constant bytes at the places where they go.
func constants(m lane.Map) (v uint64, some bool) {
	for i, l := range m.Lane {
		if l.Kind == lane.Constant {
			part, _ := l.Const.Uint64()
			v, some = v|part<<(8*i), true
		}
	}
	return v, some
}

func register(k int) string { return "%" + lane.SourceName(k) }

func sayBytes(m lane.Map) (string, error) {
	m, read, err := bytesOf(m)
	if err != nil {
		return "", err
	}
	fixed, some := constants(m)
	if len(read) == 0 {
		return fmt.Sprintf("mov.b32 %%r, %#x;", fixed), nil
	}
	if len(read) > 2 || len(read) == 2 && some {
		return "", fmt.Errorf("one prmt reads two values, and these are %d", len(read)+count(some))
	}
	second := register(read[len(read)-1])
	if some {
		second = fmt.Sprintf("%#x", fixed)
	}
	return permuting(m, "%r", register(read[0]), second, func(i int, l lane.Lane) (int, bool) {
		switch {
		case l.Kind == lane.Constant:
			return 4 + i, true
		case l.Src == read[0]:
			return l.Index, true
		}
		return 4 + l.Index, true
	}), nil
}

func count(some bool) int {
	if some {
		return 1
	}
	return 0
}

// permuting is a prmt whose digits are those that pick gives, and the byte's own place where it gives none.
func permuting(m lane.Map, to, a, b string, pick func(i int, l lane.Lane) (digit int, ok bool)) string {
	selector := 0
	for i, l := range m.Lane {
		digit, ok := pick(i, l)
		if !ok {
			digit = i
		}
		selector |= digit << (4 * i)
	}
	return fmt.Sprintf("prmt.b32 %s, %s, %s, 0x%04x;", to, a, b, selector)
}

// Sequence is a chain of prmt: each takes the bytes of one more value, and leaves the others where they are.
func Sequence(m lane.Map) ([]string, error) {
	if m.Bits*len(m.Lane) != 32 {
		line, err := Say(m)
		return []string{line}, err
	}
	m, read, err := bytesOf(m)
	if err != nil {
		return nil, err
	}
	fixed, some := constants(m)
	if len(read)+count(some) < 3 {
		line, err := sayBytes(m)
		return []string{line}, err
	}
	lines := []string{permuting(m, "%t1", register(read[0]), register(read[1]), func(_ int, l lane.Lane) (int, bool) {
		if l.Kind != lane.Source || l.Src != read[0] && l.Src != read[1] {
			return 0, false
		}
		return l.Index + 4*count(l.Src == read[1]), true
	})}
	for _, k := range read[2:] {
		lines = append(lines, permuting(m, fmt.Sprintf("%%t%d", len(lines)+1), fmt.Sprintf("%%t%d", len(lines)), register(k), func(_ int, l lane.Lane) (int, bool) {
			return 4 + l.Index, l.Kind == lane.Source && l.Src == k
		}))
	}
	if some {
		lines = append(lines, permuting(m, fmt.Sprintf("%%t%d", len(lines)+1), fmt.Sprintf("%%t%d", len(lines)), fmt.Sprintf("%#x", fixed), func(i int, l lane.Lane) (int, bool) {
			return 4 + i, l.Kind == lane.Constant
		}))
	}
	return lines, nil
}

// sayWarp looks for the shfl that makes the map. Undefined lanes are threads that do not take part.
func sayWarp(m lane.Map) (string, error) {
	m, err := m.Regroup(32)
	if err != nil {
		return "", fmt.Errorf("shfl moves whole registers: %w", err)
	}
	source, members := -1, uint64(0)
	var want [Threads]int
	for at, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			want[at] = -1
			continue
		case l.Kind != lane.Source || source >= 0 && l.Src != source:
			return "", fmt.Errorf("shfl reads one register, and lane %d is %s", at, l.Text(at, 32))
		}
		source, want[at] = l.Src, l.Index
		members |= 1<<at | 1<<(l.Index%Threads)
	}
	if source < 0 {
		return "", fmt.Errorf("no lane is defined, and shfl is for threads that take part")
	}
	if m.Src[source] != Threads {
		return "", fmt.Errorf("source %s has %d lanes, and a warp has %d", lane.SourceName(source), m.Src[source], Threads)
	}
	if x, b, c, ok := shuffleFor(want, members); ok {
		return fmt.Sprintf("shfl.sync.%s.b32 %%r, %s, %d, %#x, 0x%08x;", x.name, register(source), b, c, members), nil
	}
	return "", fmt.Errorf("no shfl with constants does this: its lanes differ by a distance, by bits that are flipped, or are one lane for each segment")
}

// shuffleFor is the first shuffle that has the wanted lanes: those that CUDA writes, and then all.
func shuffleFor(want [Threads]int, members uint64) (x shuffle, b, c uint64, ok bool) {
	for _, usual := range []bool{true, false} {
		for _, x := range shuffles {
			for b := range uint64(Threads) {
				for width := uint64(Threads); usual && width > 0; width /= 2 {
					if x.has(want, members, b, x.control(width)) {
						return x, b, x.control(width), true
					}
				}
				for c := uint64(0); !usual && c < 1024; c++ {
					if split := c>>5<<8 | c&31; x.has(want, members, b, split) {
						return x, b, split, true
					}
				}
			}
		}
	}
	return x, 0, 0, false
}

// has says whether every thread gets the lane that is wanted of it, -1 for an undefined one: that of a thread that does not take part, or what a thread that does not would give.
func (s shuffle) has(want [Threads]int, members, b, c uint64) bool {
	for at, j := range want {
		from := s.from(at, b, c)
		if members>>at&(members>>from)&1 == 0 {
			from = -1
		}
		if from != j {
			return false
		}
	}
	return true
}
