package ptx

import (
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/wave"
)

// A spelling is one way to write an instruction or a function, with what its operands are in their order:
//
//	d  the result          p  a predicate, which is no lane      a b  values
//	s  prmt's selector     n  shfl's lane or distance, a count of bits
//	c  clamp and mask      w  CUDA's width                       m  the member mask        -  what does not matter
//
// An operand behind ? may be missing.
type spelling struct {
	operands string
	means    func(s *statement) error
	drops    bool // its own document and the instruction disagree on digits above 7
	sized    bool // the type of the value is not in the name
}

// spellings are all, by what stands in front of the operands.
var spellings = sync.OnceValue(func() map[string]spelling {
	all := map[string]spelling{}
	for _, p := range permutations {
		means := func(s *statement) error { return s.permute(p) }
		all["prmt.b32"+p.suffix] = spelling{operands: "dabs", means: means}
		intrinsic := "abs"
		if p.one {
			intrinsic = "as"
		}
		all["@llvm.nvvm.prmt"+p.suffix] = spelling{operands: intrinsic, means: means}
	}
	exchange := func(s *statement) error { return s.permute(permutations[0]) }
	all["PRMT"] = spelling{operands: "dasb", means: exchange}
	all["__nvvm_prmt"] = spelling{operands: "abs", means: exchange}
	all["__byte_perm"] = spelling{operands: "abs", means: exchange, drops: true}
	all["__nv_byte_perm"] = spelling{operands: "abs", means: exchange, drops: true}
	for _, x := range shuffles {
		means := func(s *statement) error { return s.shuffle(x) }
		all["shfl.sync."+x.name+".b32"] = spelling{operands: "d?panc?m", means: means}
		all["shfl."+x.name+".b32"] = spelling{operands: "d?panc", means: means}
		all["SHFL."+map[string]string{"up": "UP", "down": "DOWN", "bfly": "BFLY", "idx": "IDX"}[x.name]] = spelling{operands: "pdanc", means: means}
		all["__shfl"+x.cuda+"_sync"] = spelling{operands: "man?w", means: means, sized: true}
		all["__shfl"+x.cuda] = spelling{operands: "an?w", means: means, sized: true}
		for _, typ := range []string{".i32", ".f32"} {
			all["@llvm.nvvm.shfl.sync."+x.name+typ] = spelling{operands: "manc", means: means}
			all["@llvm.nvvm.shfl."+x.name+typ] = spelling{operands: "anc", means: means}
		}
	}
	for _, f := range funnels {
		means := func(s *statement) error { return s.funnel(f) }
		all["shf."+f.name+".b32"] = spelling{operands: "dabn", means: means}
		all[f.cuda] = spelling{operands: "abn", means: means}
	}
	for _, typ := range []string{"b16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"} {
		all["mov."+typ] = spelling{operands: "da", means: (*statement).move}
	}
	for _, x := range []struct {
		name  string
		moves func(by uint64) lane.Map
	}{
		{"and.b32", func(mask uint64) lane.Map { return wave.Masked(32, mask) }},
		{"shl.b32", func(by uint64) lane.Map { return wave.Shifted(32, true, by) }},
		{"shr.u32", func(by uint64) lane.Map { return wave.Shifted(32, false, by) }},
		{"shr.b32", func(by uint64) lane.Map { return wave.Shifted(32, false, by) }},
	} {
		all[x.name] = spelling{operands: "dan", means: func(s *statement) error {
			m, names := s.bound(x.moves(s.number['n']), 32)
			s.makes(m, names, 0)
			return nil
		}}
	}
	for bits, name := range map[int]string{32: "__brev", 64: "__brevll"} {
		reverses := func(s *statement) error {
			m, names := s.bound(wave.Reversed(bits), bits)
			s.makes(m, names, 0)
			return nil
		}
		all[fmt.Sprintf("brev.b%d", bits)] = spelling{operands: "da", means: reverses}
		all[name] = spelling{operands: "a", means: reverses}
	}
	all["MOV"] = spelling{operands: "da?-", means: (*statement).move}
	all["IMAD.MOV.U32"] = spelling{operands: "d--a", means: (*statement).move}
	return all
})

// A funnelShift is 32 of the 64 bits {b, a}, a number of bits from one end.
type funnelShift struct {
	name, cuda string
	left       bool
	clamps     bool // a distance above 32 is 32, and otherwise counts modulo 32
}

var funnels = []funnelShift{
	{"l.wrap", "__funnelshift_l", true, false},
	{"r.wrap", "__funnelshift_r", false, false},
	{"l.clamp", "__funnelshift_lc", true, true},
	{"r.clamp", "__funnelshift_rc", false, true},
}

// shifted is the map of a distance, in the widest lanes that it allows.
func (f funnelShift) shifted(by uint64) lane.Map {
	n := int(by & 31)
	if f.clamps {
		n = int(min(by&0xffffffff, 32))
	}
	if f.left {
		n = 32 - n
	}
	width := 32
	for n%width != 0 {
		width /= 2
	}
	half := 32 / width
	m := lane.Map{Bits: width, Src: []int{half, half}}
	for k := n / width; k < n/width+half; k++ {
		m.Lane = append(m.Lane, lane.From(k/half, k%half))
	}
	return m
}
