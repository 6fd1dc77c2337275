package cexpr

import (
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/lanescope/lanescope/target/apply"
)

// A Call is an entry of the tables of calls, for tests that make one of each.
type Call struct {
	Name, Args string
	Bits       int  // of a lane; 0: any
	Least      int  // lanes
	Blocks     bool // of 128 bits, each apart
	Limit      func(n int) int
}

// HighwayCalls is the table, by names.
func HighwayCalls() (all []Call) {
	for name, m := range highwayMovers {
		all = append(all, Call{name, m.args, m.bits, m.least, m.blocks, m.limit})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Calls are all calls that a table has, with the letters of their arguments.
func Calls() (all []Call) {
	for name, m := range movers() {
		all = append(all, Call{Name: name, Args: m.args})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// CallNames are names of all calls that are read, and some that are nearly.
func CallNames() (all []string) {
	for name := range movers() {
		base, _, _ := strings.Cut(name, "/")
		all = append(all, base)
	}
	for _, table := range []map[string]bool{highwayOthers(), standardLong, standardShort} {
		for name := range table {
			all = append(all, name)
		}
	}
	for name := range otherLoads {
		all = append(all, name)
	}
	for name := range integerCalls {
		all = append(all, name)
	}
	neon := strings.Fields("dup_n dup_lane dup_laneq set_lane get_lane copy_lane copy_laneq combine get_low get_high create ld1 ld2 ld3 ld4 st1 st2 tbl1 tbl2 tbl4 tbx1 qtbl1 qtbl2 qtbx4 zip uzp trn reinterpret_u8 ld1_x2 ld1_dup mov_n")
	for name := range neonLines {
		neon = append(neon, name)
	}
	for _, name := range neon {
		op, rest, _ := strings.Cut(name, "_")
		for typ := range neonTypes {
			for _, q := range []string{"", "q"} {
				all = append(all, "v"+strings.TrimSuffix(op+q+"_"+rest, "_")+"_"+typ)
			}
		}
	}
	intrinsic := regexp.MustCompile(`_mm[0-9]*_[a-z0-9_]+`)
	for _, rows := range apply.X86Named() {
		for _, r := range rows {
			all = append(all, intrinsic.FindAllString(r.C, -1)...)
		}
	}
	for _, op := range strings.Fields("set1 setr set setzero loadu storeu cast insert extract broadcast permutexvar mask_mov loadl unpacklo alignr slli srli shuffle blend zext ror xor move") {
		for _, element := range strings.Fields("epi8 epi16 epi32 epi64 ps pd si128 si256 ss sd f32x4 i64x2 m128i") {
			for _, size := range []string{"_mm_", "_mm256_", "_mm512_"} {
				all = append(all, size+op+"_"+element)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// IntegerCalls are the names of functions of integers, with the bits that they take; 0: any.
func IntegerCalls() map[string]int {
	all := map[string]int{}
	for name, c := range integerCalls {
		all[name] = c.bits
	}
	return all
}

// LibraryIntegers are the names of functions of other languages' libraries, with the bits that they take; 0: any.
func LibraryIntegers() map[string]int {
	all := map[string]int{}
	for name, c := range libraryIntegers {
		all[name] = c.bits
	}
	return all
}

// IntegerMethods and LibraryDeposits are the names of methods of integers, and of functions that gather and scatter bits.
func IntegerMethods() []string { return slices.Sorted(maps.Keys(integerMethods)) }

func LibraryDeposits() []string { return slices.Sorted(maps.Keys(libraryDeposits)) }

// HighwayRefused are calls of Highway that look like movements, with the reasons why they are none.
func HighwayRefused() map[string]string { return highwayRefused }
