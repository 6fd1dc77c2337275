package visa

import (
	"fmt"
	"strings"
)

// A Platform is a generation of Intel's graphics, as far as programs of vISA see a difference. Where none is said, registers have the width that is asked for, and everything is there.
type Platform uint8

// The platforms that the tool of the seed's release knows.
const (
	AnyPlatform Platform = iota
	BDW
	CHV
	SKL
	BXT
	ICL
	TGL
	XeHP
	DG2
	MTL
	PVC
	PVCXT
	numPlatforms
)

// A capability is what some platforms have and others have not.
type capability uint16

const (
	rotates        capability = 1 << iota // rol and ror
	dotProducts                           // dp4a
	brainFloats                           // operands of bf
	dividesInts                           // div of integers, and mod
	dividesIEEE                           // divm and sqrtm; div, inv and sqrt of df, correctly rounded
	rotatesQuads                          // rol and ror of 64 bits
	sharedOwords                          // owords of shared local memory, T0
	loadStore                             // messages to LSC
	sumsPairs                             // sad2 and sad2add
	matrices                              // dpas and dpasw, and qw_gather and qw_scatter
	namedBarriers                         // nbarrier
	converts                              // fcvt
	roundsRandomly                        // srnd
	switches                              // switchjmp
	masksPixels                           // pixel_null_mask of a sampler
)

// capabilities are what the verifier of release 12504 says where one is missing; %s is the instruction, or it and the platform. What a platform has is measured: TestPlatforms asks the tool for random
// instructions on each.
var capabilities = [...]struct {
	is   capability
	what string // is missing
	says string
}{
	{rotates, "the instruction", "vISA instruction not supported on this platform"},
	{dotProducts, "the instruction", "vISA instruction not supported on this platform"},
	{brainFloats, "operands of bf", "BF type is not allowed on this platform"},
	{dividesInts, "division of integers", "int divide/remainder is not supported for this platform"},
	{dividesIEEE, "IEEE division and square roots", "IEEE instruction %s is not supported on %s platform"},
	{rotatesQuads, "rotation of 64 bits", "ror/rol does not support i64 types on the selected platform"},
	{sharedOwords, "owords of shared local memory", "Surface T0 (the SLM surface) is not allowed for OWORD_LD*/OWORD_ST"},
	{loadStore, "the load and store controller", "vISA instruction not supported on this platform"},
	{sumsPairs, "the instruction", "sad2/sad2add is not supported on Xe."},
	{matrices, "the instruction", "vISA instruction not supported on this platform"},
	{namedBarriers, "the instruction", "vISA instruction not supported on this platform"},
	{converts, "the instruction", "vISA instruction not supported on this platform"},
	{roundsRandomly, "the instruction", "vISA instruction not supported on this platform"},
	{masksPixels, "pixel_null_mask", "Pixel Null Mask Enable only valid for SKL+"},
	{switches, "the instruction", "switchjmp is not supported on this platform"},
}

// platforms are the generations, a row each: what people call it, what the tool does, how many bytes a register has, and what is there.
var platforms = [numPlatforms]struct {
	name  string
	tool  string
	title string
	grf   int
	has   capability
}{
	AnyPlatform: {"", "", "any platform", 0, 1<<len(capabilities) - 1},
	BDW:         {"bdw", "BDW", "Broadwell, Gen8", 32, dividesInts | sumsPairs | dividesIEEE | switches},
	CHV:         {"chv", "CHV", "Cherry Trail, Gen8", 32, dividesInts | sumsPairs | dividesIEEE | switches},
	SKL:         {"skl", "SKL", "Skylake, Gen9", 32, dividesInts | sumsPairs | dividesIEEE | switches | masksPixels},
	BXT:         {"bxt", "BXT", "Broxton, Gen9", 32, dividesInts | sumsPairs | dividesIEEE | switches | masksPixels},
	ICL:         {"icl", "ICLLP", "Ice Lake, Gen11", 32, rotates | dividesInts | sumsPairs | sharedOwords | switches | masksPixels},
	TGL:         {"tgl", "TGLLP", "Tiger Lake, Xe-LP", 32, rotates | dotProducts | dividesInts | sharedOwords | masksPixels},
	XeHP:        {"xehp", "XeHP_SDV", "Xe-HP", 32, rotates | dotProducts | brainFloats | dividesIEEE | sharedOwords | matrices | masksPixels},
	DG2:         {"dg2", "DG2", "Arc Alchemist, Xe-HPG", 32, rotates | dotProducts | brainFloats | sharedOwords | loadStore | matrices | masksPixels},
	MTL:         {"mtl", "MTL", "Meteor Lake, Xe-LPG", 32, rotates | dotProducts | sharedOwords | loadStore | matrices | masksPixels},
	PVC:         {"pvc", "PVC", "Ponte Vecchio, Xe-HPC", 64, rotates | dotProducts | brainFloats | dividesIEEE | rotatesQuads | sharedOwords | loadStore | matrices | namedBarriers | converts | switches | masksPixels},
	PVCXT:       {"pvcxt", "PVCXT", "Ponte Vecchio XT, Xe-HPC", 64, rotates | dotProducts | brainFloats | dividesIEEE | rotatesQuads | sharedOwords | loadStore | matrices | namedBarriers | converts | roundsRandomly | switches | masksPixels},
}

// Platforms are all platforms, the oldest first.
func Platforms() (all []Platform) {
	for p := range numPlatforms {
		if p != AnyPlatform {
			all = append(all, p)
		}
	}
	return all
}

// PlatformNamed is the platform of a name, skl, or of the tool's, XeHP_SDV, in letters of either case.
func PlatformNamed(name string) (Platform, bool) {
	for _, p := range Platforms() {
		if strings.EqualFold(name, platforms[p].name) || strings.EqualFold(name, platforms[p].tool) {
			return p, true
		}
	}
	return AnyPlatform, false
}

// String is the platform's short name.
func (p Platform) String() string { return platforms[p].name }

// Tool is what Intel's tool calls it.
func (p Platform) Tool() string { return platforms[p].tool }

// Title is what it is: Skylake, Gen9.
func (p Platform) Title() string { return platforms[p].title }

// GRF is how many bytes a register has.
func (p Platform) GRF() int { return platforms[p].grf }

func (p Platform) has(c capability) bool { return platforms[p].has&c == c }

// having are the names of the platforms that have something.
func having(c capability) string {
	var names []string
	for _, p := range Platforms() {
		if p.has(c) {
			names = append(names, p.String())
		}
	}
	return strings.Join(names, ", ")
}

// verified is the platform that the verifier's answers are for: the one that is said, or of those with registers of that width the one whose answers are recorded.
func (d *Decls) verified() Platform {
	switch {
	case d.Platform != AnyPlatform:
		return d.Platform
	case d.GRF == 64:
		return PVC
	}
	return TGL
}

// exists is what a platform has where it has the instruction at all; 0: all have it.
func (o Op) exists() capability {
	switch o {
	case opRol, opRor:
		return rotates
	case opDp4a:
		return dotProducts
	case opDpas, opDpasw, opQwGather, opQwScatter:
		return matrices
	case opNbarrierWait, opNbarrierSignal:
		return namedBarriers
	case opFcvt:
		return converts
	case opSrnd:
		return roundsRandomly
	}
	if o.isLSC() || o == opLscFence {
		return loadStore
	}
	return 0
}

// needs are what an instruction cannot do without, as far as platforms differ in it.
func (d *Decls) needs(i *Inst) (all capability) {
	switch all = i.Op.exists(); {
	case i.Op == opMod:
		all = dividesInts
	case i.Op.sumsPairs():
		all = sumsPairs
	case i.Op.isMacro():
		all = dividesIEEE
	case i.Op == opSwitchjmp:
		all = switches
	case i.Op.isSampler3D() && i.Sizes[0]&1 != 0:
		all = masksPixels
	}
	if i.Op.isOword() && i.Operand[0].ID == 0 {
		all |= sharedOwords
	}
	c := Checker{Decls: d}
	for k := range int(i.N) {
		t, ok := c.typeOf(i.At(k))
		switch {
		case !ok:
		case t == BF:
			all |= brainFloats
		case t.is64() && (i.Op == opRol || i.Op == opRor):
			all |= rotatesQuads
		case k > 0:
		case i.Op == opDiv && types[t].kind <= signed:
			all |= dividesInts
		case t == DF && (i.Op == opDiv || i.Op == opInv || i.Op == opSqrt):
			all |= dividesIEEE
		}
	}
	return all
}

// Lacks says what an instruction needs that the declared platform has not; empty if it has all.
func (d *Decls) Lacks(i *Inst) string {
	if d.Platform == AnyPlatform {
		return ""
	}
	needs := d.needs(i)
	for _, row := range capabilities {
		if needs&row.is != 0 && !d.Platform.has(row.is) {
			return fmt.Sprintf("%s: %s lacks %s, which %s have", i.Op, d.Platform, row.what, having(row.is))
		}
	}
	return ""
}

// rulePlatform: the platform has what the instruction needs.
func rulePlatform(c *Checker) {
	if lacks := c.Decls.Lacks(c.inst); lacks != "" {
		c.add(Finding{Rule: "platform", Operand: -1, Message: lacks})
	}
}

// saysMissing is the verifier's sentence for what is not there.
func (c *Checker) saysMissing(what capability) {
	for _, row := range capabilities {
		switch {
		case row.is&what == 0:
		case strings.Contains(row.says, "%s"):
			c.say("platform", -1, row.says, c.inst.Op, c.Decls.verified().Tool())
		default:
			c.say("platform", -1, "%s", row.says)
		}
	}
}
