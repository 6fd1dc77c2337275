package amdgpu

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/wave"
)

// A spelling is one way to write an instruction or a function, with what its operands are in their order:
//
//	d  the result        a b  values               o  the old destination
//	s  v_perm's selector n    a count or a lane    h l  selects of v_permlane16, high and low
//	c  dpp's control     r k  its masks            z  whether its bounds are zero
//	e  dpp8's selects    p    a swizzle's offset   -  what does not matter
type spelling struct {
	operands string
	means    func(s *statement) error
	modified bool       // it takes modifiers
	of       generation // the machines that have it
}

// spellings are all, by what stands in front of the operands, without suffixes such as _e32.
var spellings = sync.OnceValue(func() map[string]spelling {
	all := map[string]spelling{
		"v_mov_b32":             {operands: "da", means: (*statement).move, modified: true},
		"s_mov_b32":             {operands: "da", means: (*statement).copied},
		"s_movk_i32":            {operands: "da", means: (*statement).copied},
		"v_swap_b32":            {operands: "ab", means: exchange(0)},
		"v_permlane16_swap_b32": {operands: "ab", means: exchange(16), modified: true, of: gfx9},
		"v_permlane32_swap_b32": {operands: "ab", means: exchange(32), modified: true, of: gfx9},
		"ds_swizzle_b32":        {operands: "da", means: (*statement).swizzle, modified: true},
		"v_writelane_b32":       {operands: "dan", means: (*statement).writeLane},
		"v_lshlrev_b32":         {operands: "dna", means: one(func(by uint64) lane.Map { return wave.Shifted(32, true, by&31) })},
		"v_lshrrev_b32":         {operands: "dna", means: one(func(by uint64) lane.Map { return wave.Shifted(32, false, by&31) })},
		"v_and_b32":             {operands: "dna", means: one(func(mask uint64) lane.Map { return wave.Masked(32, mask) })},
		"v_bfrev_b32":           {operands: "da", means: reversed},
		"s_brev_b32":            {operands: "da", means: reversed},
		"s_pack_ll_b32_b16":     {operands: "dab", means: two(0, 0)},
		"s_pack_lh_b32_b16":     {operands: "dab", means: two(0, 1)},
		"s_pack_hh_b32_b16":     {operands: "dab", means: two(1, 1)},
		"s_pack_hl_b32_b16":     {operands: "dab", means: two(1, 0)},
	}
	for _, f := range functions {
		if f.assembler != "" {
			all[f.assembler] = spelling{operands: "d" + f.operands, means: f.means, modified: f.of == gfx10, of: f.of}
		}
		for _, prefix := range []string{"__builtin_amdgcn_", "@llvm.amdgcn."} {
			name := f.name
			if prefix[0] == '@' {
				name = dotted[name] + map[bool]string{true: name}[dotted[name] == ""]
			}
			all[prefix+name] = spelling{operands: f.call(), means: f.means, of: f.of}
		}
	}
	return all
})

// A function is what clang and LLVM have by one name, and most by an instruction too.
type function struct {
	name      string // in C
	assembler string
	operands  string // of the instruction, without the result
	called    string // of the function, where they are others
	means     func(s *statement) error
	of        generation
}

func (f function) call() string {
	if f.called != "" {
		return f.called
	}
	return f.operands
}

// dotted are LLVM's names where they are not C's.
var dotted = map[string]string{"mov_dpp": "mov.dpp", "update_dpp": "update.dpp", "mov_dpp8": "mov.dpp8", "ds_swizzle": "ds.swizzle"}

var functions = []function{
	{"perm", "v_perm_b32", "abs", "", permuted, every},
	{"alignbyte", "v_alignbyte_b32", "abn", "", func(s *statement) error { return s.shifted(8 * int(s.number['n']&3)) }, every},
	{"alignbit", "v_alignbit_b32", "abn", "", func(s *statement) error { return s.shifted(int(s.number['n'] & 31)) }, every},
	{"permlane16", "v_permlane16_b32", "alh", "oalh--", func(s *statement) error { return s.permlane(0) }, gfx10},
	{"permlanex16", "v_permlanex16_b32", "alh", "oalh--", func(s *statement) error { return s.permlane(1) }, gfx10},
	{"permlane64", "v_permlane64_b32", "a", "", (*statement).halves, every},
	{"mov_dpp", "", "", "acrkz", (*statement).builtinDPP, every},
	{"update_dpp", "", "", "oacrkz", (*statement).builtinDPP, every},
	{"mov_dpp8", "", "", "ae", (*statement).builtinDPP8, gfx10},
	{"ds_swizzle", "", "", "ap", (*statement).builtinSwizzle, every},
	{"writelane", "", "", "ano", (*statement).writeLane, every},
}

// refusals are what looks like a movement of lanes and is no lane map.
var refusals = map[string]string{
	"readlane":        "gives one lane's value as a scalar",
	"readfirstlane":   "gives the first lane's value as a scalar",
	"ds_bpermute":     "reads lanes known at run time only",
	"ds_permute":      "writes lanes known at run time only",
	"bpermute":        "reads lanes known at run time only",
	"permute":         "writes lanes known at run time only",
	"permlane16_var":  "reads lanes known at run time only",
	"permlanex16_var": "reads lanes known at run time only",
	"permlane_bcast":  "reads lanes known at run time only",
	"bfi":             "merges bits of two values",
	"movrels":         "reads a register that is known at run time only",
}

func exchange(block int) func(s *statement) error {
	return func(s *statement) error { return s.exchange(block) }
}

func one(of func(n uint64) lane.Map) func(s *statement) error {
	return func(s *statement) error {
		m, names := s.bound(of(s.number['n']))
		s.makes(m, names, 0)
		return nil
	}
}

func reversed(s *statement) error {
	m, names := s.bound(wave.Reversed(32))
	s.makes(m, names, 0)
	return nil
}

func two(a, b int) func(s *statement) error {
	return func(s *statement) error {
		m, names := s.bound(packed(a, b))
		s.makes(m, names, 0)
		return nil
	}
}

// suffixes of instructions that say how they are encoded, and move nothing.
var suffixes = []string{"_e64_dpp", "_e32", "_e64", "_dpp8", "_dpp", "_sdwa", "_gfx9", "_vi"}

// families are what names of instructions begin with, and of functions.
var families = []string{"v_perm", "v_align", "v_mov_b32", "v_mov_dpp", "ds_swizzle", "ds_bpermute", "ds_permute", "v_readlane", "v_readfirstlane", "v_writelane", "v_swap_b32", "s_pack_", "v_movrels", "v_bfi",
	"__builtin_amdgcn_", "llvm.amdgcn.", "v_lshlrev_b32", "v_lshrrev_b32", "v_and_b32", "v_bfrev_b32", "s_brev_b32"}

// isOfDPP says whether a modifier belongs to dpp or sdwa, which nobody else has.
func isOfDPP(name string) bool {
	return slices.Contains([]string{"row_mask", "bank_mask", "dpp8", "dst_sel", "src0_sel"}, name) || slices.ContainsFunc(controls, func(c control) bool { return c.name == name })
}
