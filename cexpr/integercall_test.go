package cexpr_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// What a name says is what the function does: by its words and its digits, and by the functions of Go's standard library.
func TestIntegerCallsDoWhatTheySay(t *testing.T) {
	r := chance.Random(t, 72)
	letters := map[string]int{"b": 8, "w": 16, "d": 32, "q": 64, "s": 16, "l": 32, "ll": 64, "ushort": 16, "ulong": 32}
	for name, takes := range cexpr.IntegerCalls() {
		size := takes
		if n := regexp.MustCompile(`(8|16|32|64)`).FindString(name); n != "" {
			_, _ = fmt.Sscan(n, &size)
		} else if m := regexp.MustCompile(`^(?:__rol|__ror|__bswap|hton|ntoh|_byteswap_)(b|w|d|q|s|ll|l|ushort|ulong)$`).FindStringSubmatch(name); m != nil {
			size = letters[m[1]]
		} else if strings.HasPrefix(name, "_lrot") {
			size = 64 // a long, but on Windows
		} else if takes > 0 {
			size = 32 // _bswap, _rotl, _rotr
		}
		if takes > 0 && size != takes {
			t.Errorf("%s takes %d bits, and its name says %d", name, takes, size)
		}
		for _, declared := range []int{8, 16, 32, 64} {
			if takes > 0 && declared != takes {
				continue
			}
			for range 8 {
				by := r.IntN(2*declared) - declared/2
				call, does := fmt.Sprintf("%s(x, %d)", name, by), func(v uint64) uint64 { return rotated(v, declared, by) }
				switch {
				case strings.Contains(name, "bitreverse"):
					call, does = name+"(x)", func(v uint64) uint64 { return bits.Reverse64(v) >> (64 - declared) }
				case !strings.Contains(name, "ro"):
					call, does = name+"(x)", func(v uint64) uint64 { return bits.ReverseBytes64(v) >> (64 - declared) }
				case strings.Contains(name, "ror") || strings.Contains(name, "rotr") || strings.Contains(name, "right"):
					does = func(v uint64) uint64 { return rotated(v, declared, -by) }
				}
				got := computes(t, r, call, declared, does)
				if said := strings.Join(got.Warnings, ""); strings.Contains(said, "lowest byte is the first") != regexp.MustCompile(`^(hton|ntoh|htobe|be|cpu)`).MatchString(name) {
					t.Errorf("%s is said to be %q", name, said)
				}
			}
		}
	}
	for _, text := range []string{"std.math.rotl(u32, x, 8)", "rotl (x, 8)", "xrotl(x)", "rotl"} {
		if cexpr.Intel().Looks(text) {
			t.Errorf("%q looks like C", text)
		}
	}
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"uint32_t x; std::rotl(x, 8)", " of x: i8x4 -> a3 a0 a1 a2"},
		{"uint32_t r = std::rotl(x, 8);", "r of x: i8x4 -> a3 a0 a1 a2"},
		{"uint16_t f() { return std::byteswap(x); }", " of x: i8x2 -> a1 a0"},
		{"std::byteswap(x)", " of x: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0; x has no type in the text: it is taken for a uint64_t"},
		{"uint16_t x; std::byteswap(x)", " of x: i8x2 -> a1 a0"},
		{"uint32_t f(const uint8_t *p) { return bswap_32((uint32_t)p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24); }", " of p: i8x4 -> a3 a2 a1 a0"},
	})
}

// computes reads what a call makes of an integer that is declared with so many bits, and compares what that does to one by chance. The call alone has to look like C.
func computes(t *testing.T, r *rand.Rand, call string, declared int, does func(v uint64) uint64) dialect.Reading {
	t.Helper()
	text := fmt.Sprintf("uint%d_t x; uint%d_t y = %s;", declared, declared, call)
	if !cexpr.Intel().Looks(call) {
		t.Fatalf("%s does not look like C", call)
	}
	got, err := cexpr.Intel().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v := r.Uint64() >> (64 - declared)
	out := make([]byte, 8)
	if err := got.Map.Apply(out[:declared/8], nil, binary.LittleEndian.AppendUint64(nil, v)[:declared/8]); err != nil {
		t.Fatal(err)
	}
	if is := binary.LittleEndian.Uint64(out); is != does(v) {
		t.Fatalf("%s of %#x is %#x, want %#x", text, v, is, does(v))
	}
	return got
}

// rotated is an integer of so many bits, rotated to the left.
func rotated(v uint64, size, by int) uint64 {
	by = (by%size + size) % size
	return (v<<by | v>>(size-by)) & (1<<size - 1)
}

// Functions of integers are there in whole families: of each size that its header has, with that size.
func TestIntegerCallsAreWholeFamilies(t *testing.T) {
	all := cexpr.IntegerCalls()
	missing := func(name string, bits int) {
		if got, ok := all[name]; !ok || got != bits {
			t.Errorf("%s takes %d bits, %v, want %d", name, got, ok, bits)
		}
		delete(all, name)
	}
	for _, family := range []struct {
		names string
		sizes []int
	}{
		{"__builtin_bswap# bswap_# __bswap_# bswap# swab# __swab# htobe# be#toh cpu_to_be# be#_to_cpu", []int{16, 32, 64}},
		{"__builtin_bitreverse# __builtin_rotateleft# __builtin_rotateright# rol# ror#", []int{8, 16, 32, 64}},
		{"_rotl# _rotr#", []int{8, 16, 64}},
	} {
		for _, name := range strings.Fields(family.names) {
			for _, bits := range family.sizes {
				missing(strings.Replace(name, "#", fmt.Sprint(bits), 1), bits)
			}
		}
	}
	for bits, names := range map[int]string{
		8: "__rolb __rorb", 16: "_byteswap_ushort htons ntohs __rolw __rorw", 32: "_bswap __bswapd _byteswap_ulong htonl ntohl __rold __rord _rotl _rotr",
		64: "_bswap64 __bswapq _byteswap_uint64 htonll ntohll __rolq __rorq _lrotl _lrotr", 0: "byteswap rotl rotr",
	} {
		for _, name := range strings.Fields(names) {
			missing(name, bits)
		}
	}
	for name, bits := range all {
		t.Errorf("%s, of %d bits, is of no family here", name, bits)
	}
}
