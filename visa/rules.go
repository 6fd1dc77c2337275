package visa

// operandRules are the rules of single operands.
var operandRules = [...]Rule{
	{Name: "region-vertical-stride", Where: Seed, Says: "The legal values for VertStride are {0, 1, 2, 4, 8, 16, 32}.", classes: generalSet, operand: ruleVertStride},
	{Name: "region-width", Where: Seed, Says: "The legal values for Width are {1, 2, 4, 8, 16}.", classes: generalSet, operand: ruleWidth},
	{Name: "region-horizontal-stride", Where: Seed, Says: "The legal values for HorzStride are {0, 1, 2, 4}.", classes: generalSet, operand: ruleHorzStride},
	{Name: "region-null", Where: Seed, Says: `A null vertical stride value ("0000") indicates a multi-address indirect operand.`, classes: generalSet, operand: ruleNull},
	{Name: "execution-size", Where: Seed, Says: "ExecSize must be greater than or equal to Width.", classes: generalSet, operand: ruleExecSize},
	{Name: "destination-stride", Where: Seed, Says: "HorzStride for a destination operand must not be 0.", classes: generalSet, operand: ruleDestStride},
	{Name: "multi-address-destination", Where: Seed, Says: "Multi-address indirect operand may not be used as the destination of an instruction.", classes: 1 << Indirect, operand: ruleMultiDest},
	{Name: "multi-address-count", Where: Tool, Says: "A multi-address operand uses ExecSize/Width addresses, at most 16.", classes: 1 << Indirect, operand: ruleAddressCount},
	{Name: "two-registers", Where: Seed, Says: "The elements accessed by an operand may not span more than two adjacent GRF registers.", classes: generalSet, operand: ruleTwoRegisters},
	{Name: "out-of-bounds", Where: Seed, Says: "The behavior is undefined if an operand attempts to access an out-of-bound data element.", classes: 1<<General | predicateSet | stateSet | addressOfSet, operand: ruleBounds},
	{Name: "column", Where: Seed, Says: "The column offset may not cross the GRF boundary.", classes: 1 << General, operand: ruleColumn},
	{Name: "field-range", Where: Seed, Says: "ub row_offset; ub col_offset; ub offset; ub addr_offset; uw offset.", classes: 1<<General | 1<<Indirect | addressSet | addressOfSet | stateSet | rawSet, operand: ruleFieldRange},

	{Name: "indirect-offset", Where: Seed, Says: "It has the range of [-512, 511].", classes: 1 << Indirect, operand: ruleIndirectOffset},
	{Name: "indirect-type", Where: Seed, Says: "An indirect operand may have any type except for V, UV, VF, and BOOL.", classes: 1 << Indirect, operand: ruleIndirectType},
	{Name: "indirect-alignment", Where: Seed, Says: "The behavior is undefined if the address being accessed in any lane is not aligned to the specified type.", classes: 1 << Indirect, operand: ruleIndirectAlign},
	{Name: "address-width", Where: Seed, Says: "The legal values are the same of those for execution size, except that 32 is not allowed.", classes: addressSet, operand: ruleAddressWidth},
	{Name: "address-bounds", Where: Seed, Says: "The sum of operand offset and width must therefore be less than the size of the address variable.", classes: addressSet | 1<<Indirect, operand: ruleAddressBounds},

	{Name: "modifier-class", Where: Seed, Says: "Modifiers may only be used for General and Indirect operands; for the other operands the modifier must be zero.", classes: 0xff, operand: ruleModifierClass},
	{Name: "modifier-role", Where: Seed, Says: "modifiers that can be applied on the operand values: sat on a destination's, the others on a source's.", classes: generalSet, operand: ruleModifierRole},
	{Name: "modifier-instruction", Where: Seed, Says: `The "not" modifier may only appear in certain logic instructions (namely and, not, or, and xor), while the arithmetic modifiers may appear in arithmetic, shift, and move instructions.`, classes: generalSet, operand: ruleModifierOp},

	{Name: "operand-class", Where: Seed, Says: "Address variables may only appear in the special address instructions. Predicates may appear either in comparison, logical, or the special SETP instructions. State: its usage is restricted to the ADDR_ADD and MOVS instruction.", classes: 0xff, operand: ruleClass},
	{Name: "immediate-destination", Where: Seed, Says: "A constant operand is not allowed to be a destination.", classes: immediateSet, operand: ruleImmediateDest},
	{Name: "immediate-type", Where: Seed, Says: "An immediate constant may have any type except BOOL.", classes: immediateSet, operand: ruleImmediateType},
	{Name: "packed-immediate", Where: Seed, Says: "An immediate integer vector is equivalent to an 8-element vector. An immediate float vector (type VF) is equivalent to a 4-element float vector.", classes: immediateSet, operand: rulePacked},

	{Name: "raw-alignment", Where: Seed, Says: "Unless otherwise specified, all raw operands must be GRF-aligned.", classes: rawSet, operand: ruleRawAlign},
	{Name: "raw-bounds", Where: Seed, Says: "The behavior is undefined if a raw operand attempts to access an out-of-bound data element in the variable.", classes: rawSet, operand: ruleRawBounds},
	{Name: "alias-bounds", Where: Seed, Says: "The behavior is undefined if an operand attempts to access an out-of-bound data element.", classes: 1<<General | rawSet | addressOfSet, operand: ruleAliasBounds},
	{Name: "read-only", Where: Tool, Says: "A predefined variable that the hardware fills is not written.", classes: 1 << General, operand: ruleReadOnly},
	{Name: "predefined-address", Where: Tool, Says: "The address of a predefined variable is not taken.", classes: addressOfSet, operand: rulePredefinedAddress},
}

// instRules are the rules of whole instructions.
var instRules = [...]Rule{
	{Name: "mask", Where: Tool, Says: "Execution size and the offset of the mask are at most 32 together.", whole: ruleMask},
	{Name: "mask-alignment", Where: Tool, Says: "The offset of the mask is a multiple of the execution size.", whole: ruleMaskAlign},
	{Name: "guard", Where: Tool, Says: "setp, cmp, movs and addr_add have no predicate field; the form of and, or, xor and not for predicates takes no guard.", whole: ruleGuard},
	{Name: "guard-bounds", Where: Seed, Says: "PMask[n] = Pred[n + mask_control_offset]", whole: ruleGuardBounds},
	{Name: "relation", Where: Tool, Says: "cmp asks one of eq, ne, gt, ge, lt and le; the encoding has no code for none.", whole: ruleRelation},
	{Name: "platform", Where: Tool, Says: "vISA instruction not supported on this platform", whole: rulePlatform},
	{Name: "predicate-form", Where: Seed, Says: "A predicate operand may appear as the direct source and destination of logic instructions.", whole: rulePredicateForm},
	{Name: "logic-types", Where: Tool, Says: "Operands of logic and shift instructions are integers.", whole: ruleLogicTypes},
	{Name: "arithmetic-types", Where: Tool, Says: "Where a source or the destination of an arithmetic instruction is floating-point, their types are the same; f and hf mix.", whole: ruleArithTypes},
	{Name: "instruction-types", Where: Tool, Says: "Instructions have types of their own: frc and the rounding ones f, lzd ud, mulh and madw d or ud, and so on.", whole: ruleLimits},
	{Name: "two-halves", Where: Pages, Says: "Dst must be GRF aligned. The low 32b of results are stored in the lower GRFs and the high 32b of results are stored in the high GRFs. Supported Types: D,UD. Max supported execution size is SIMD16.", whole: ruleHalves},
	{Name: "plane-operands", Where: Pages, Says: "Exec_size: 8, 16. Operand class: general, indirect. Src0 must be 16 byte aligned, and its region parameters are ignored. Src1 must be GRF-aligned, and its region parameters are ignored.", whole: rulePlane},
	{Name: "saturation", Where: Tool, Says: "frc, lzd, mod, mulh and madw do not saturate, nor does div of integers.", whole: ruleSaturation},
	{Name: "message-size", Where: Pages, message: true, Says: "Number of owords to read: 1, 2, 4, 8. Number of elements: 8, 16, 1. Legal width/height combination and their pitch.", whole: ruleMessageSize},
	{Name: "message-surface", Where: Pages, message: true, Says: "It must be a 2D surface. T0 (SLM): no; T5 (stateless): no.", whole: ruleMessageSurface},
	{Name: "message-types", Where: Pages, message: true, Says: "The offset must have type UD; element offsets must have type UD; the variable with the data UD, D or F.", whole: ruleMessageTypes},
	{Name: "message-null", Where: Pages, message: true, Says: "For the INC and DEC atomic operation it must be V0; src1 is for CMPXCHG and FCMPWR.", whole: ruleMessageNull},
	{Name: "lsc-cache", Where: Pages, message: true, Says: "Only certain combinations of this with CachingL3 are valid on hardware. These values must be set to default (.df) for SLM accesses.", whole: lscRuleNamed("lsc-cache")},
	{Name: "lsc-unit", Where: Pages, message: true, Says: "Low-bandwidth untyped global memory (cross tile). (PVC only)", whole: lscRuleNamed("lsc-unit")},
	{Name: "lsc-address", Where: Tool, message: true, Says: ":a16 (LSC_ADDR_SIZE_16b) only allowed on .slm SFID; immediate scale must be power of two; pitch exceeds 16 bits", whole: lscRuleNamed("lsc-address")},
	{Name: "lsc-shape", Where: Pages, message: true, Says: "Note, transpose only supports SIMD1. Transpose is not permitted for atomic operations. All operations have per-platform constraints.", whole: lscRuleNamed("lsc-shape")},
	{Name: "lsc-block", Where: Pages, message: true, Says: "The block2d operations load 2d blocks from a surface potentially transposing the blocks and also potentially VNNI transforming them as well. The store operation only stores one block. See external documentation for the constraints.", whole: lscRuleNamed("lsc-block")},
	{Name: "lsc-surface", Where: Tool, message: true, Says: "slm must use flat address model; Surface: must not be null (V0) reg for non-FLAT AddrType", whole: lscRuleNamed("lsc-surface")},
	{Name: "lsc-operands", Where: Pages, message: true, Says: "For operations that do not use Src1Data or Src2Data, specify the null register %null.", whole: lscRuleNamed("lsc-operands")},
	{Name: "lsc-fence", Where: Tool, Says: "lsc_fence.slm fence op must be .none; lsc_fence.slm must use .group scope", whole: lscRuleNamed("lsc-fence")},
	{Name: "address-source", Where: Tool, Says: "The second source of addr_add is of type b, ub, w or uw.", whole: ruleAddressSource},
}
