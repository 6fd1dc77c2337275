package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// A packedFormat is words of several numbers.
type packedFormat struct {
	name      string
	number    int
	registers string
	count     int
	part      func(v uint32, k int) uint32 // all that number k of a word depends on, below 2^14
	word      func(part uint32, k int) uint32
	canonical func(v uint32) uint32 // of several words for the same numbers the one that is stored
}

var packedFormats = []packedFormat{
	{
		"rgb10a2", 8, "xyzw, r10_r11_r12_r13", 4,
		func(v uint32, k int) uint32 { return v >> (10 * k) & 1023 },
		func(part uint32, k int) uint32 { return part << (10 * k) },
		func(v uint32) uint32 { return v },
	}, {
		"rg11b10f", 12, "xyz, r10_r11_r12", 3,
		func(v uint32, k int) uint32 { return v >> (11 * k) & 2047 },
		func(part uint32, k int) uint32 { return part << (11 * k) },
		oneNaN,
	}, {
		"rgb9e5", 13, "xyz, r10_r11_r12", 3,
		func(v uint32, k int) uint32 { return v>>27<<9 | v>>(9*k)&511 },
		func(part uint32, k int) uint32 { return part>>9<<27 | part&511<<(9*k) },
		leastExponent,
	},
}

// oneNaN makes every NaN the one that is stored.
func oneNaN(v uint32) uint32 {
	for _, part := range [][2]int{{0, 6}, {11, 6}, {22, 5}} {
		at, point := part[0], part[1]
		all, infinity := uint32(1)<<(point+5)-1, uint32(31)<<point
		if v>>at&all > infinity {
			v = v&^(all<<at) | (infinity|1<<(point-1))<<at
		}
	}
	return v
}

// leastExponent makes the exponent as small as the largest part allows, and that of zeros 0.
func leastExponent(v uint32) uint32 {
	largest := v&511 | v>>9&511 | v>>18&511
	if largest == 0 {
		return 0
	}
	shift := min(9-bits.Len32(largest), int(v>>27))
	return (v>>27-uint32(shift))<<27 | v&(1<<27-1)<<shift
}

// values are what the parts are in exact numbers.
func (f *packedFormat) values() (values [4][]uint32) {
	for k := range f.count {
		for part := range uint32(1 << 14) {
			x := plainFormats[f.number].number(uint64(f.word(part, k)), k)
			values[k] = append(values[k], uint32(single.bits(x, toEven)))
		}
	}
	return values
}

// TestPackedWords loads words of bit-packed formats and stores what it has loaded: all 2^32 words of each with -full, else some. What is loaded is compared with the plain
// machine's numbers; what is stored is the word again, unless it is one of several for the same numbers.
func TestPackedWords(t *testing.T) {
	for _, f := range packedFormats {
		t.Run(f.name, func(t *testing.T) {
			values := f.values()
			const all = 1 << 32 / machine.Lanes
			if *full {
				var next atomic.Uint64
				campaign(t, all, func(_ dice, enough func(int) bool) error {
					p := newPacker(t, &f, values)
					for {
						k := next.Add(1) - 1
						if k >= all || !p.same(func(lane int) uint32 { return uint32(k*machine.Lanes) + uint32(lane) }) || enough(1) {
							return p.err
						}
					}
				})
				return
			}
			campaign(t, cases(all)/(1<<6), func(r dice, enough func(int) bool) error {
				p := newPacker(t, &f, values)
				for p.same(func(int) uint32 { return r.Uint32() >> r.IntN(32) << r.IntN(32) }) && !enough(1) {
				}
				return p.err
			})
		})
	}
}

// A packer loads and stores words of a format, one a lane.
type packer struct {
	*desk
	*packedFormat
	values  [4][]uint32
	program *machine.Program
	err     error
}

func newPacker(t *testing.T, f *packedFormat, values [4][]uint32) *packer {
	text := fmt.Sprintf("device_load 0, %[1]s, %[2]s, u2_u3, r1, unsigned\nwait 0\ndevice_store 0, %[1]s, %[2]s, u4_u5, r1, unsigned, 0\nstop", f.name, f.registers)
	return &packer{desk: newDesk(t), packedFormat: f, values: values, program: assembled(text)}
}

// same says whether a word in each lane is loaded and stored as it should be.
func (p *packer) same(word func(lane int) uint32) bool {
	var words machine.Row
	for lane := range words {
		words[lane] = word(lane)
		binary.LittleEndian.PutUint32(p.buffer.Bytes[4*lane:], words[lane])
	}
	p.PC = 0
	if r, err := p.program.Run(context.Background(), p.Group, machine.Options{}); err != nil || r.Fault != nil {
		p.err = fmt.Errorf("%v, %w", r.Fault, err)
		return false
	}
	for k := range p.count {
		loaded := p.Register(10 + k)
		for lane, w := range words {
			if want := p.values[k][p.part(w, k)]; loaded[lane] != want {
				p.err = fmt.Errorf("number %d of %08x is %08x, plainly %08x", k, w, loaded[lane], want)
				return false
			}
		}
	}
	for lane, w := range words {
		if stored := binary.LittleEndian.Uint32(p.buffer.Bytes[128+4*lane:]); stored != p.canonical(w) {
			p.err = fmt.Errorf("%08x is stored as %08x, want %08x", w, stored, p.canonical(w))
			return false
		}
	}
	return true
}
