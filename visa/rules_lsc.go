package visa

// Rules of messages of LSC, in the order in which the verifier looks at them. The verifier's sentences are those of its release, numbers of its makers' papers and a wrong word included.

// An lscRule is one of them.
type lscRule struct {
	rule    string
	operand int    // NoOperand: the message
	tool    string // empty: the verifier does not ask
	says    string
	broken  func(v *lscView) bool
}

// An lscView is a message as its rules see it.
type lscView struct {
	*LSC
	op    Op
	inst  *Inst
	decls *Decls
	exec  int
	grf   int
}

func (v *lscView) atomic() Atomic { return lscAtomics[v.op.untyped()].a }

// isVector says whether the message has vectors, and no channels.
func (v *lscView) isVector() bool { return !v.Transposed && !v.op.isQuad() }

// passes says whether the unit has no caches of its own.
func (v *lscView) passes() bool { return v.Unit == FarUnit || v.Unit == TypedUnit }

// elementsAmong says whether an address has one of these numbers of elements.
func (v *lscView) elementsAmong(list ...int) bool {
	for _, n := range list {
		if vectors[v.Elements] == n {
			return true
		}
	}
	return false
}

// isNull says whether raw operand k is %null.
func (v *lscView) isNull(k int) bool { return v.inst.At(k).ID == 0 }

// registers is how many registers the data take.
func (v *lscView) registers() int {
	n, size := len(v.inst.elements()), datums[v.Datum].general
	if v.Transposed {
		return n * size / v.grf
	}
	return n * max(1, size*v.exec/v.grf)
}

// cached says whether there are such cache controls for such a message.
func (v *lscView) cached() bool {
	for _, row := range cachePairs {
		if row.l1 == v.L1 && row.l3 == v.L3 {
			return row.all || row.loads && v.op.loads() && !v.op.isLSCAtomic() || row.atomics && v.op.isLSCAtomic() || row.stores && v.op.isLSCStore()
		}
	}
	return false
}

// cachePairs are the cache controls that there are, and for what.
var cachePairs = [...]struct {
	l1, l3                      Cache
	all, loads, atomics, stores bool
}{
	{l1: CacheDefault, l3: CacheDefault, all: true},
	{l1: Uncached, l3: Uncached, all: true},
	{l1: Uncached, l3: Cached, loads: true},
	{l1: Cached, l3: Uncached, loads: true},
	{l1: Cached, l3: Cached, loads: true},
	{l1: Streaming, l3: Uncached, loads: true, stores: true},
	{l1: Streaming, l3: Cached, loads: true},
	{l1: ReadInvalidate, l3: Cached, loads: true},
	{l1: Uncached, l3: WriteBack, atomics: true, stores: true},
	{l1: WriteThrough, l3: Uncached, stores: true},
	{l1: WriteThrough, l3: WriteBack, stores: true},
	{l1: Streaming, l3: WriteBack, stores: true},
	{l1: WriteBack, l3: WriteBack, stores: true},
}

// lscRules are the rules of messages.
var lscRules = [...]lscRule{
	{"lsc-cache", NoOperand, "Messages to UGML and TGM require default cache settings (#53561)", "messages to ugml and tgm have default cache controls",
		func(v *lscView) bool { return v.passes() && (v.L1 != CacheDefault || v.L3 != CacheDefault) }},
	{"lsc-cache", NoOperand, "invalid cache-control options for load (#53560)", "there are no such cache controls of a load: .df.df, .uc.uc, .uc.ca, .ca.uc, .ca.ca, .st.uc, .st.ca and .ri.ca are",
		func(v *lscView) bool {
			return !v.passes() && v.op.loads() && !v.op.isLSCAtomic() && !v.cached()
		}},
	{"lsc-cache", NoOperand, "atomics must use options with uncached L1 (#53561 & #53542 [19:17])", "an atomic operation passes by L1: .df.df, .uc.uc and .uc.wb are its cache controls",
		func(v *lscView) bool {
			return !v.passes() && v.op.isLSCAtomic() && !v.cached() && v.L1 != Uncached
		}},
	{"lsc-cache", NoOperand, "invalid cache-control options for atomic (#53561)", "there are no such cache controls of an atomic operation: .df.df, .uc.uc and .uc.wb are",
		func(v *lscView) bool {
			return !v.passes() && v.op.isLSCAtomic() && !v.cached() && v.L1 == Uncached
		}},
	{"lsc-cache", NoOperand, "invalid cache-control options for store (#53561)", "there are no such cache controls of a store: .df.df, .uc.uc, .uc.wb, .wt.uc, .wt.wb, .st.uc, .st.wb and .wb.wb are",
		func(v *lscView) bool { return !v.passes() && v.op.isLSCStore() && !v.cached() }},
	{"lsc-cache", NoOperand, "", "shared local memory has no caches: the cache controls are the default",
		func(v *lscView) bool {
			return v.Unit == SharedUnit && (v.L1 != CacheDefault || v.L3 != CacheDefault)
		}},
	{"lsc-unit", NoOperand, "", "ugml is for PVC alone",
		func(v *lscView) bool {
			return v.Unit == FarUnit && v.decls.Platform != AnyPlatform && v.decls.Platform != PVC && v.decls.Platform != PVCXT
		}},

	{"lsc-address", lscAddresses, "immediate scale must be power of two (someone could enable this though)", "addresses are multiplied by a power of two",
		func(v *lscView) bool { return v.Scale&(v.Scale-1) != 0 }},
	{"lsc-address", lscAddresses, "", "addresses are multiplied by 1 at least",
		func(v *lscView) bool { return v.Scale == 0 }},
	{"lsc-address", lscAddresses, ":a16 (LSC_ADDR_SIZE_16b) only allowed on .slm SFID", "addresses of 16 bits are for shared local memory",
		func(v *lscView) bool { return v.Addresses == 1 && v.Unit != SharedUnit }},
	{"lsc-address", lscAddresses, ".tgm not allowed on :a64 (LSC_ADDR_SIZE_64b)", "addresses of shared local memory have 16 or 32 bits, and coordinates 32",
		func(v *lscView) bool { return v.Addresses == 3 && (v.Unit == SharedUnit || v.Unit == TypedUnit) }},
	{"lsc-address", lscAddresses, "immediate offset overflows A16 address arithmetic", "what is added to addresses of 16 bits is one of -32767 to 32767",
		func(v *lscView) bool { return v.Addresses == 1 && (v.Offset > 0x7fff || v.Offset < -0x7fff) }},

	{"lsc-shape", NoOperand, "LSC_DATA_ORDER_TRANSPOSE requires ExecSize of 1", "transposed data are those of one lane",
		func(v *lscView) bool { return v.Transposed && !v.op.isQuad() && v.exec != 1 }},
	{"lsc-shape", NoOperand, "LSC atomics do not support transpose mode", "an atomic operation has no transposed data",
		func(v *lscView) bool { return v.Transposed && v.op.isLSCAtomic() }},
	{"lsc-shape", lscFirst, "lsc_store_quad channel mask must be contiguous (.x, .xy, .xyz, or .xyzw)", "the channels that are stored are .x, .xy, .xyz or .xyzw",
		func(v *lscView) bool { return v.op.untyped() == opLscStoreQuad && v.Channels&(v.Channels+1) != 0 }},
	{"lsc-shape", NoOperand, "only D32 and D64 support vector load", "several elements an address are of d32 or d64",
		func(v *lscView) bool {
			return v.isVector() && v.Elements != 1 && v.Datum != datum32 && v.Datum != datum64
		}},
	{"lsc-shape", NoOperand, "UGML only supports vector sizes 1, 2, and 4", "an address of ugml has 1, 2 or 4 elements",
		func(v *lscView) bool { return v.isVector() && v.Unit == FarUnit && !v.elementsAmong(1, 2, 4) }},
	{"lsc-shape", NoOperand, "SLM/UGM only supports vector sizes 1, 2, 3, 4, and 8", "an address has 1, 2, 3, 4 or 8 elements; more where they are transposed",
		func(v *lscView) bool {
			return v.isVector() && !v.passes() && !v.elementsAmong(1, 2, 3, 4, 8)
		}},
	{"lsc-shape", lscLoaded, "LSC atomics only support D16U32, D32, or D64", "an atomic operation is on d16c32, d32 or d64",
		func(v *lscView) bool {
			return v.isVector() && v.op.isLSCAtomic() && v.Datum != datum16Dword && v.Datum != datum32 && v.Datum != datum64
		}},
	{"lsc-shape", lscLoaded, "LSC SLM D64 atomics only support icas", "of operations on d64, shared local memory has lsc_atomic_icas alone",
		func(v *lscView) bool {
			return v.isVector() && v.op.isLSCAtomic() && v.Unit == SharedUnit && v.Datum == datum64 && v.op != opLscAtomicIcas
		}},
	{"lsc-shape", NoOperand, "LSC atomic fadd/fsub only support UGM and UGML", "shared local memory and typed surfaces have no lsc_atomic_fadd and lsc_atomic_fsub",
		func(v *lscView) bool {
			does := v.op.untyped()
			return v.isVector() && (v.Unit == SharedUnit || v.Unit == TypedUnit) && (does == opLscAtomicFadd || does == opLscAtomicFsub)
		}},
	{"lsc-shape", lscLoaded, "LSC_DATA_ELEMS must be 1 for atomic operations", "an atomic operation has one element an address",
		func(v *lscView) bool { return v.op.isLSCAtomic() && v.Elements != 1 }},
	{"lsc-shape", NoOperand, "LSC_DATA_SIZE: conversion types may not use vector", "elements that have another size in registers are one an address",
		func(v *lscView) bool { return !v.op.isQuad() && v.Elements != 1 && v.converts() }},
	{"lsc-shape", NoOperand, "this message accesses more than 8 registers", "the data of a message are at most 8 registers",
		func(v *lscView) bool { return v.registers() > 8 }},

	{"lsc-surface", lscSurface, "slm must use flat address model", "addresses of shared local memory are flat",
		func(v *lscView) bool { return v.Model.hasSurface() && v.Unit == SharedUnit }},
	{"lsc-surface", lscSurface, ".tgm may not use flat address model", "a typed surface has a number or an element: bti, ss or bss",
		func(v *lscView) bool { return !v.Model.hasSurface() && v.Unit == TypedUnit }},
	{"lsc-surface", lscSurface, "Surface: must not be null (V0) reg for non-FLAT AddrType", "the surface is a number or an element, not %null",
		func(v *lscView) bool {
			return v.Model.hasSurface() && v.inst.Operand[lscSurface].Class == General && v.isNull(lscSurface)
		}},
	{"lsc-address", lscFirst, "Src0AddrStride: pitch exceeds 16 bits", "the pitch has 16 bits",
		func(v *lscView) bool {
			o := &v.inst.Operand[lscFirst]
			return v.op.isStrided() && o.Class == Immediate && uint32(o.Imm) > 0xffff
		}},
	{"lsc-address", lscFirst, "Src0AddrStrideVectorOperand must be immediate or non-null", "the pitch is a number or an element, not %null",
		func(v *lscView) bool {
			return v.op.isStrided() && v.inst.Operand[lscFirst].Class == General && v.isNull(lscFirst)
		}},

	{"lsc-operands", lscAddresses, "Src0Addr_Us: operand must not be null", "a typed surface has at least one coordinate, not %null",
		func(v *lscView) bool {
			return v.Unit == TypedUnit && v.op != opTgmReadStateInfo && v.isNull(lscAddresses)
		}},
	{"lsc-operands", lscFirst, "Src1Data: operand must not be null", "a store has data, not %null",
		func(v *lscView) bool {
			return v.op.isLSCStore() && v.op != opLscStoreStrided && v.isNull(v.op.lscData())
		}},
	{"lsc-operands", lscSecond, "Src1Data: operand must not be null", "a store has data, not %null",
		func(v *lscView) bool { return v.op == opLscStoreStrided && v.isNull(lscSecond) }},
	{"lsc-operands", lscFirst, "Src1Data (in binary atomic): operand must not be null", "the operation needs a source here, not %null",
		func(v *lscView) bool {
			return v.op.isLSCAtomic() && v.atomic().sources() > 0 && v.isNull(v.op.lscPlace(lscFirst))
		}},
	{"lsc-operands", lscFirst, "Src1Data (in binary atomic); operand must be null", "the operation has no source here: expected %null",
		func(v *lscView) bool {
			return v.op.isLSCAtomic() && v.atomic().sources() == 0 && !v.isNull(v.op.lscPlace(lscFirst))
		}},
	{"lsc-operands", lscSecond, "Src2Data (in ternary atomic): operand must not be null", "the operation needs a second source here, not %null",
		func(v *lscView) bool {
			return v.op.isLSCAtomic() && v.atomic().sources() == 2 && v.isNull(v.op.lscPlace(lscSecond))
		}},
	{"lsc-operands", lscSecond, "Src2Data (in ternary atomic); operand must be null", "the operation has no second source: expected %null",
		func(v *lscView) bool {
			return v.op.isLSCAtomic() && v.atomic().sources() < 2 && !v.isNull(v.op.lscPlace(lscSecond))
		}},
}

// lscFenceRules are those of fences.
var lscFenceRules = [...]lscRule{
	{"lsc-fence", NoOperand, "lsc_fence.slm fence op must be .none", "shared local memory has no caches: expected .none",
		func(v *lscView) bool { return v.Unit == SharedUnit && v.inst.Func != 0 }},
	{"lsc-fence", NoOperand, "lsc_fence.slm must use .group scope", "shared local memory is that of a group: expected .group",
		func(v *lscView) bool { return v.Unit == SharedUnit && v.inst.Sizes[0] != 0 }},
}

// brokenLSC are the rules that a message of LSC, or its fence, breaks.
func (c *Checker) brokenLSC() (list []lscRule) {
	i, rules := c.inst, lscRules[:]
	switch {
	case i.Op == opLscFence:
		rules = lscFenceRules[:]
	case !i.Op.isLSC():
		return nil
	}
	v := &lscView{LSC: &i.LSC, op: i.Op, inst: i, decls: c.Decls, exec: c.exec, grf: c.Decls.GRF}
	if i.Op.isBlock2d() {
		return v.brokenBlock(c.Dialect)
	}
	for k := range rules {
		if r := rules[k]; !r.broken(v) {
			continue
		} else if list = append(list, r); r.operand >= 0 {
			list[len(list)-1].operand = i.Op.lscPlace(r.operand)
		}
	}
	return list
}

// verifyLSC says what the verifier says.
func (c *Checker) verifyLSC() {
	for _, r := range c.brokenLSC() {
		if r.tool != "" {
			c.say(r.rule, r.operand, "%s", r.tool)
		}
	}
}

// lscRuleNamed looks at the rules of one name.
func lscRuleNamed(name string) func(c *Checker) {
	return func(c *Checker) {
		for _, r := range c.brokenLSC() {
			if r.rule == name {
				c.add(Finding{Rule: r.rule, Operand: max(r.operand, -1), Message: c.inst.Op.String() + ": " + r.says})
			}
		}
	}
}
