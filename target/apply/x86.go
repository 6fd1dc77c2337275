package apply

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/target"
)

// X86Rows are the rows of all targets of x86, each once, the poorest target's first.
var X86Rows = sync.OnceValue(func() (all []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			if !target.SSE2.In(t.Has) {
				continue
			}
			if !seen[r] {
				seen[r] = true
				all = append(all, r)
			}
		}
	}
	return all
})

// X86Named are the rows of x86 by the name of their instruction, and by the names of others that move as they do.
var X86Named = sync.OnceValue(func() map[string][]*target.Row {
	all := map[string][]*target.Row{}
	for _, r := range X86Rows() {
		all[r.Name] = append(all[r.Name], r)
	}
	for _, s := range x86Synonyms {
		for _, name := range s[1:] {
			if all[name] == nil {
				all[name] = all[s[0]]
			}
		}
	}
	for name, shorter := range evexOnly {
		all[name] = append(slices.Clone(all[shorter]), all[name]...)
	}
	return all
})

// evexOnly are names that AVX-512 gave to instructions of AVX, whose rows those of at most 256 bits are: vpord ymm0, ymm1, ymm2 is vpor with a longer code.
var evexOnly = map[string]string{"vpxord": "vpxor", "vpxorq": "vpxor", "vpandd": "vpand", "vpandq": "vpand", "vpord": "vpor", "vporq": "vpor", "vpandnd": "vpandn", "vpandnq": "vpandn"}

// IsEVEX says whether an instruction has a name that no AVX before AVX-512 had, though its rows may be of AVX.
func IsEVEX(name string) bool { return evexOnly[name] != "" }

// x86Synonyms are instructions that move as others do: those on floating-point lanes, and those that differ in the lanes that a mask counts. The rows are the first one's.
var x86Synonyms = [][]string{
	{"pxor", "xorps", "xorpd"}, {"vpxor", "vxorps", "vxorpd"}, {"vpxord", "vpxorq"},
	{"andps", "andpd"}, {"vandps", "vandpd"}, {"vpandq", "vpandd"},
	{"orps", "orpd"}, {"vorps", "vorpd"}, {"vporq", "vpord"},
	{"andnps", "andnpd"}, {"vandnps", "vandnpd"}, {"vpandnq", "vpandnd"},
	{"vpternlogd", "vpternlogq"},
	{"vinserti64x4", "vinsertf64x4"}, {"vextracti32x4", "vextractf32x4"}, {"vinserti32x4", "vinsertf32x4"}, {"vextracti64x4", "vextractf64x4"},
	{"vinserti64x2", "vinsertf64x2"}, {"vextracti64x2", "vextractf64x2"},
}
