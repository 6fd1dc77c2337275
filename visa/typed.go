package visa

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Typed surfaces have pixels in up to three dimensions, and pixels have channels. Messages name a pixel by coordinates, and move channels of it: in registers each is a dword, in memory what the
// format says.
//
//	gather4_typed.RG (M1, 8) T6 U.0 V.0 %null.0 %null.0 V32.0           pixel (U, V), its first two channels
//	lsc_load_quad.tgm (M1, 8)  V32:d32.xy  bti(0x4)[U, V]:a32           the same
//
// Pixels follow one another in a row, rows begin Pitch bytes apart, and slices, of surfaces in three dimensions and of arrays, Slice bytes.

// Pixels are how a pixel lies in memory: channels, one after another.
type Pixels struct {
	Channels uint8 // 1, 2 or 4; 0: there are no pixels
	Bits     uint8 // of a channel: 8, 16 or 32
	Numbers  Numbers
}

// Numbers are what the bits of a channel stand for.
type Numbers uint8

// The kinds of numbers. Normalised ones are fractions of the greatest: 0 to 1, or -1 to 1.
const (
	UnsignedInts Numbers = iota
	SignedInts
	Floats
	Normalised
	SignedNormalised
)

var numbers = [...]string{UnsignedInts: "uint", SignedInts: "sint", Floats: "float", Normalised: "unorm", SignedNormalised: "snorm"}

// channelNames are the channels of a pixel that has so many.
var channelNames = [...]string{1: "r", 2: "rg", 4: "rgba"}

// PixelsNamed are the pixels of a name: rgba8_unorm, r32_uint, rg16_float.
func PixelsNamed(name string) (f Pixels, ok bool) {
	head, kind, _ := strings.Cut(name, "_")
	for n := range numbers {
		if numbers[n] == kind {
			f.Numbers, ok = Numbers(n), true
		}
	}
	channels := strings.TrimRight(head, "0123456789")
	for n, letters := range channelNames {
		if letters == channels && letters != "" {
			f.Channels = uint8(n)
		}
	}
	bits, err := strconv.ParseUint(head[len(channels):], 10, 8)
	f.Bits = uint8(bits)
	ok = ok && err == nil && f.Channels > 0 && f.String() == name && f.isThere()
	return f, ok
}

// isThere says whether channels of so many bits can hold such numbers.
func (f Pixels) isThere() bool {
	switch f.Bits {
	case 8:
		return f.Numbers != Floats
	case 16:
		return true
	case 32:
		return f.Numbers <= Floats
	}
	return false
}

// String is the format's name.
func (f Pixels) String() string {
	return fmt.Sprintf("%s%d_%s", channelNames[f.Channels], f.Bits, numbers[f.Numbers])
}

// channel is the bytes of a channel, and pixel those of all.
func (f Pixels) channel() int { return int(f.Bits) / 8 }

func (f Pixels) pixel() int { return int(f.Channels) * f.channel() }

// register is the type that elements of the numbers have in registers.
func (f Pixels) register() Type {
	switch f.Numbers {
	case UnsignedInts:
		return UD
	case SignedInts:
		return D
	}
	return F
}

// most is the number of which a normalised one is a fraction.
func (f Pixels) most() float64 {
	if f.Numbers == SignedNormalised {
		return float64(int64(1)<<(f.Bits-1) - 1)
	}
	return float64(int64(1)<<f.Bits - 1)
}

// float is the type of a channel of floating-point numbers.
func (f Pixels) float() Type { return floatOf(f.channel()) }

// load is the dword of registers that a channel's bits become.
func (f Pixels) load(v uint64) uint32 {
	signed := int64(v) << (64 - f.Bits) >> (64 - f.Bits)
	switch f.Numbers {
	case UnsignedInts:
		return uint32(v)
	case SignedInts:
		return uint32(signed)
	case Floats:
		if f.Bits == 32 {
			return uint32(v)
		}
		return uint32(F.floatBits(f.float().float(v)))
	case Normalised:
		return uint32(F.floatBits(F.rounded(float64(v) / f.most())))
	}
	return uint32(F.floatBits(F.rounded(max(float64(signed)/f.most(), -1))))
}

// store is the channel's bits that a dword of registers becomes: clamped to what it holds, or rounded to the nearest, of two the even one.
func (f Pixels) store(v uint32) uint64 {
	mask := uint64(1)<<f.Bits - 1
	switch f.Numbers {
	case UnsignedInts:
		return min(uint64(v), mask)
	case SignedInts:
		most := int64(mask >> 1)
		return uint64(max(min(int64(int32(v)), most), -most-1)) & mask
	case Floats:
		if f.Bits == 32 {
			return uint64(v)
		}
		t := f.float()
		return t.floatBits(t.rounded(F.float(uint64(v))))
	}
	x, least := F.float(uint64(v)), 0.0
	if f.Numbers == SignedNormalised {
		least = -1
	}
	if x != x {
		x = 0
	}
	return uint64(int64(math.RoundToEven(max(min(x, 1), least)*f.most()))) & mask
}

// one is the number 1 as registers have it.
func (f Pixels) one() uint32 {
	if f.register() == F {
		return 0x3f800000
	}
	return 1
}
