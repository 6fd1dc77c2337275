package amdgpu

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Say is the map as one instruction: v_perm_b32 for the bytes of a register, and for the lanes of a wave dpp, ds_swizzle_b32 or v_permlane.
func Say(m lane.Map) (string, error) {
	switch n := m.Bits * len(m.Lane); n {
	case 32:
		return sayBytes(m)
	case 32 * 32, 32 * 64:
		return sayWave(m, n/32)
	default:
		return "", fmt.Errorf("v_perm_b32 makes 32 bits and dpp 32 or 64 lanes of 32, and this is %d bits", n)
	}
}

// inOrder are the sources that are read, which have to be the first ones: registers are told apart by the order in which they stand.
func inOrder(m lane.Map, lanes int) (read int, err error) {
	for k, n := range m.Reads() {
		switch {
		case n == 0:
			continue
		case k > read:
			return 0, fmt.Errorf("source %s is not read, and %s is: registers are sources in the order in which they stand", lane.SourceName(read), lane.SourceName(k))
		case m.Src[k] != lanes:
			return 0, fmt.Errorf("source %s has %d bits, and it is %d here", lane.SourceName(k), m.Src[k]*m.Bits, lanes*m.Bits)
		}
		read++
	}
	return read, nil
}

// bytesOf is a map that makes a register, as bytes.
func bytesOf(m lane.Map) (lane.Map, error) {
	m, err := m.Regroup(8)
	if err != nil {
		return m, fmt.Errorf("v_perm_b32 moves whole bytes: %w", err)
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined || l.Kind == lane.Old {
			return m, fmt.Errorf("byte %d is %s, which v_perm_b32 does not make", i, l.Kind)
		}
	}
	return m, nil
}

// fixed is the selector of a constant byte, if there is one.
func fixed(l lane.Lane) (digit int, ok bool) {
	if l.Const.IsZero() {
		return zeroSelector, true
	}
	return onesSelector, l.Const == lane.Ones(8)
}

func sayBytes(m lane.Map) (string, error) {
	m, err := bytesOf(m)
	if err != nil {
		return "", err
	}
	read, err := inOrder(m, 4)
	if err != nil {
		return "", err
	}
	if read == 0 {
		var v uint64
		for i, l := range m.Lane {
			b, _ := l.Const.Uint64()
			v |= b << (8 * i)
		}
		return fmt.Sprintf("v_mov_b32 v0, %#x", v), nil
	}
	if read > 2 {
		return "", fmt.Errorf("v_perm_b32 reads two registers, and these are %d", read)
	}
	selector := 0
	for i, l := range m.Lane {
		digit, ok := 4*(1-l.Src)+l.Index, true
		if l.Kind == lane.Constant {
			digit, ok = fixed(l)
		}
		if !ok {
			return "", fmt.Errorf("byte %d is %s: v_perm_b32 makes 0x00 and 0xff", i, l.Text(i, 8))
		}
		selector |= digit << (8 * i)
	}
	return fmt.Sprintf("v_perm_b32 v0, v1, v%d, 0x%08x", read, selector), nil
}

// Sequence is a chain of v_perm_b32: each takes the bytes of one more register or of a number, and leaves the others where they are.
func Sequence(m lane.Map) ([]string, error) {
	line, err := Say(m)
	if err == nil || m.Bits*len(m.Lane) != 32 {
		return []string{line}, err
	}
	if m, err = bytesOf(m); err != nil {
		return nil, err
	}
	read, err := inOrder(m, 4)
	if err != nil {
		return nil, err
	}
	var lines []string
	held := "v1" // what has the bytes so far
	take := func(register string, mine func(l lane.Lane) bool, index func(i int, l lane.Lane) int) {
		selector := 0
		for i, l := range m.Lane {
			digit := 4 + i
			if len(lines) == 0 && l.Kind == lane.Source && l.Src == 0 {
				digit = 4 + l.Index
			}
			if mine(l) {
				digit = index(i, l)
			}
			selector |= digit << (8 * i)
		}
		lines = append(lines, fmt.Sprintf("v_perm_b32 v0, %s, %s, 0x%08x", held, register, selector))
		held = "v0"
	}
	for k := 1; k < read; k++ {
		take(fmt.Sprintf("v%d", k+1), func(l lane.Lane) bool { return l.Kind == lane.Source && l.Src == k }, func(_ int, l lane.Lane) int { return l.Index })
	}
	constants := 0
	for i, l := range m.Lane {
		if l.Kind == lane.Constant {
			b, _ := l.Const.Uint64()
			constants |= int(b) << (8 * i)
		}
	}
	if slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant }) {
		register := fmt.Sprintf("v%d", read+1)
		take(register, func(l lane.Lane) bool { return l.Kind == lane.Constant }, func(i int, _ lane.Lane) int { return i })
		lines = slices.Insert(lines, len(lines)-1, fmt.Sprintf("v_mov_b32 %s, %#x", register, constants))
	}
	return lines, nil
}

// sayWave looks for the instruction that makes a map of the wave.
func sayWave(m lane.Map, lanes int) (string, error) {
	m, err := m.Regroup(32)
	if err != nil {
		return "", fmt.Errorf("dpp moves whole registers: %w", err)
	}
	for at, l := range m.Lane {
		if l.Kind == lane.Undefined || l.Kind == lane.Constant && !l.Const.IsZero() {
			return "", fmt.Errorf("lane %d is %s: dpp makes lanes of a register, old ones and zeros", at, l.Text(at, 32))
		}
	}
	read, err := inOrder(m, lanes)
	if err != nil {
		return "", err
	}
	if read != 1 {
		return "", fmt.Errorf("dpp reads one register, and these are %d", read)
	}
	for _, say := range []func(m lane.Map, lanes int) (string, bool){sayDPP, sayDPP8, saySwizzle, sayPermlane} {
		if text, ok := say(m, lanes); ok {
			return fmt.Sprintf("%s // wave%d", text, lanes), nil
		}
	}
	return "", fmt.Errorf("no dpp, ds_swizzle_b32 or v_permlane with constants does this")
}

// sayDPP tries every control, under the masks that leave what is to be left.
func sayDPP(m lane.Map, lanes int) (string, bool) {
	d := dpp{}
	for at, l := range m.Lane {
		if l.Kind != lane.Old {
			d.rows |= 1 << (at / rowLanes)
			d.banks |= 1 << (at % rowLanes / bankLanes)
		}
		d.zeroBounds = d.zeroBounds || l.Kind == lane.Constant
	}
	if d.rows == 1<<(lanes/rowLanes)-1 {
		d.rows = 15 // rows that there are not are written too, as is usual
	}
	if slices.Equal(m.Lane, lane.Identity(32, lanes).Lane) {
		return "", false // quad_perm:[0,1,2,3] says it, but nobody does
	}
	for _, c := range controls {
		for number := c.first; number <= c.last && (c.of != gfx9 || lanes == 64); number++ {
			d.control, d.number = c, number
			if d.makes(m) {
				return "v_mov_b32_dpp v0, v1 " + d.String(), true
			}
		}
	}
	return "", false
}

// selects are which lanes of each block of so many every block's lanes read, if it is the same in all.
func selects(m lane.Map, block, row int) (picks []int, ok bool) {
	for at, l := range m.Lane {
		if l.Kind != lane.Source || l.Index/block != at/block^row {
			return nil, false
		}
		if at < block {
			picks = append(picks, l.Index%block)
		} else if l.Index%block != picks[at%block] {
			return nil, false
		}
	}
	return picks, true
}

func sayDPP8(m lane.Map, lanes int) (string, bool) {
	picks, ok := selects(m, 8, 0)
	if !ok {
		return "", false
	}
	words := make([]string, len(picks))
	for k, pick := range picks {
		words[k] = fmt.Sprint(pick)
	}
	return "v_mov_b32_dpp v0, v1 dpp8:[" + strings.Join(words, ",") + "]", true
}

func saySwizzle(m lane.Map, lanes int) (string, bool) {
	picks, ok := selects(m, group, 0)
	if !ok {
		return "", false
	}
	offset, ok := bitmaskOf(picks)
	if ok {
		letters := make([]byte, 5)
		for k := range letters {
			bit := uint64(16 >> k)
			switch {
			case offset&bit != 0 && offset>>10&bit != 0:
				letters[k] = 'i'
			case offset&bit != 0:
				letters[k] = 'p'
			case offset>>5&bit != 0:
				letters[k] = '1'
			default:
				letters[k] = '0'
			}
		}
		return fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,%q)", letters), true
	}
	for offset := uint64(rotateMode); offset < fftMode+group; offset++ {
		if offset == rotateMode+1<<11 {
			offset = fftMode // the bits between count for nothing
		}
		if matches(offset, picks) {
			return fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:%#x", offset), true
		}
	}
	return "", false
}

func matches(offset uint64, picks []int) bool {
	for i, pick := range picks {
		if swizzled(offset, i) != pick {
			return false
		}
	}
	return true
}

// bitmaskOf is the bitmask swizzle of 32 lanes, if it is one: what it does to each bit is seen at the lanes 0 and 31.
func bitmaskOf(picks []int) (offset uint64, ok bool) {
	zero, all := uint64(picks[0]), uint64(picks[group-1])
	keeps := zero ^ all
	offset = keeps | zero&^keeps<<5 | zero&keeps<<10
	return offset, matches(offset, picks)
}

func sayPermlane(m lane.Map, lanes int) (string, bool) {
	if lanes == 64 {
		if picks, ok := selects(m, 32, 1); ok && slices.IsSorted(picks) && picks[0] == 0 && picks[31] == 31 && len(slices.Compact(picks)) == 32 {
			return "v_permlane64_b32 v0, v1", true
		}
	}
	for row, name := range []string{"v_permlane16_b32", "v_permlanex16_b32"} {
		picks, ok := selects(m, rowLanes, row)
		if !ok {
			continue
		}
		var v uint64
		for k, pick := range picks {
			v |= uint64(pick) << (4 * k)
		}
		return fmt.Sprintf("s_mov_b32 s0, %#x; s_mov_b32 s1, %#x; %s v0, v1, s0, s1", v&0xffffffff, v>>32, name), true
	}
	return "", false
}
