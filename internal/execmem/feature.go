package execmem

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Set is a set of features of a CPU that code may need.
type Set uint32

// The features. A set has those of AVX only if the operating system also saves the registers that they need.
const (
	SSE2 Set = 1 << iota
	SSE3
	SSSE3
	SSE41
	SSE42
	POPCNT
	AVX
	AVX2
	BMI1
	BMI2
	FMA
	F16C
	AVX512F
	AVX512BW
	AVX512DQ
	AVX512VL
	AVX512CD
	AVX512IFMA
	AVX512VBMI
	AVX512VBMI2
	AVX512VNNI
	AVX512BITALG
	AVX512VPOPCNTDQ
	GFNI
)

// where a feature's bit stands in what CPUID returns, and which registers the system must save.
type where struct {
	name string
	leaf leaf
	bit  uint
	need state
}

type leaf uint8

const (
	leaf1EDX leaf = iota
	leaf1ECX
	leaf7EBX
	leaf7ECX
	numLeaves
)

// state is a part of XCR0: which registers the system saves.
type state uint32

const (
	noState state = 0
	ymms    state = 1<<1 | 1<<2               // SSE, the upper halves of ymm
	zmms    state = ymms | 1<<5 | 1<<6 | 1<<7 // k, the upper halves of zmm0 to 15, zmm16 to 31
)

// wheres has a row for each feature, in their order.
var wheres = [...]where{
	{"sse2", leaf1EDX, 26, noState},
	{"sse3", leaf1ECX, 0, noState},
	{"ssse3", leaf1ECX, 9, noState},
	{"sse4.1", leaf1ECX, 19, noState},
	{"sse4.2", leaf1ECX, 20, noState},
	{"popcnt", leaf1ECX, 23, noState},
	{"avx", leaf1ECX, 28, ymms},
	{"avx2", leaf7EBX, 5, ymms},
	{"bmi1", leaf7EBX, 3, noState},
	{"bmi2", leaf7EBX, 8, noState},
	{"fma", leaf1ECX, 12, ymms},
	{"f16c", leaf1ECX, 29, ymms},
	{"avx512f", leaf7EBX, 16, zmms},
	{"avx512bw", leaf7EBX, 30, zmms},
	{"avx512dq", leaf7EBX, 17, zmms},
	{"avx512vl", leaf7EBX, 31, zmms},
	{"avx512cd", leaf7EBX, 28, zmms},
	{"avx512ifma", leaf7EBX, 21, zmms},
	{"avx512vbmi", leaf7ECX, 1, zmms},
	{"avx512vbmi2", leaf7ECX, 6, zmms},
	{"avx512vnni", leaf7ECX, 11, zmms},
	{"avx512bitalg", leaf7ECX, 12, zmms},
	{"avx512vpopcntdq", leaf7ECX, 14, zmms},
	{"gfni", leaf7ECX, 8, noState},
}

// Features is what this CPU has and the operating system lets us use: empty on anything but amd64.
var Features = sync.OnceValue(func() Set {
	leaves, saved := identify()
	var set Set
	for i, f := range wheres {
		if leaves[f.leaf]>>f.bit&1 == 1 && saved&f.need == f.need {
			set |= 1 << i
		}
	}
	return set
})

// Named is the set of the features in a text, with blanks or commas between them: as String writes them, or as manuals do, such as AVX512_VBMI.
func Named(text string) (set Set, err error) {
	plain := strings.NewReplacer(",", " ", "_", "").Replace(strings.ToLower(text))
	for _, name := range strings.Fields(plain) {
		i := slices.IndexFunc(wheres[:], func(f where) bool { return f.name == name })
		if i < 0 {
			return 0, fmt.Errorf("execmem: no feature is called %q; there are %s", name, Set(1<<len(wheres)-1))
		}
		set |= 1 << i
	}
	return set, nil
}

// Has says whether all features of want are in the set.
func (s Set) Has(want Set) bool { return s&want == want }

// String is the features' names with blanks between.
func (s Set) String() string {
	var names []string
	for i, f := range wheres {
		if s>>i&1 == 1 {
			names = append(names, f.name)
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " ")
}
