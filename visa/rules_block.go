package visa

import "strconv"

// Rules of blocks of LSC, in the order in which the verifier looks at them. Some stop it: it looks at nothing behind them where one so far is broken that is not about caches.

// A blockRule is one of them.
type blockRule struct {
	lscRule
	number func(v *lscView) int // what both sentences begin with, where they do
	stops  bool
}

// isPlain says whether the elements of a block are as they lie in memory, row by row.
func (v *lscView) isPlain() bool { return !v.Transposed || v.VNNI }

// rowBytes is the bytes of a row in registers, and rowCount how many rows a block has there.
func (v *lscView) rowBytes() int {
	_, width, _ := v.rows()
	return width * datums[v.Datum].general
}

func (v *lscView) rowCount() int {
	n, _, _ := v.rows()
	return n
}

func (v *lscView) blockCount() int { return int(v.Blocks) }

// mostBlocks are how many blocks there can be of elements of a size, by its code, where they are in rows.
var mostBlocks = [...]int{1: 4, 2: 4, 3: 2, datum64: 1}

// counted is the rule of how many blocks there are of one size of elements.
func counted(datum uint8, tool, says string) blockRule {
	return blockRule{
		lscRule: lscRule{"lsc-block", NoOperand, tool, says, func(v *lscView) bool {
			n := v.blockCount()
			return v.isPlain() && v.Datum == datum && (n > mostBlocks[datum] || n&(n-1) != 0)
		}},
		number: (*lscView).blockCount,
	}
}

// notNull is the rule of an operand that is there.
func notNull(k int, tool, says string) blockRule {
	return blockRule{lscRule: lscRule{"lsc-operands", k, tool + ": vector operand must not be null", says + " is an element or a number, not %null", func(v *lscView) bool {
		return v.inst.At(k).Class == General && v.isNull(k)
	}}}
}

var blockRules = [...]blockRule{
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d blocks (vec_len) must be >= 1", "there is one block at least", func(v *lscView) bool { return v.Blocks == 0 }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "blocks2d height must be > 0", "a block has one row at least", func(v *lscView) bool { return v.Height == 0 }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "blocks2d width must be > 0", "a block has one column at least", func(v *lscView) bool { return v.Width == 0 }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d stores may not use VNNI transform", "a block is stored without VNNI", func(v *lscView) bool { return v.op.isLSCStore() && v.VNNI }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d stores must have block count==1", "one block is stored", func(v *lscView) bool { return v.op.isLSCStore() && v.Blocks != 1 }}, stops: true},
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d cols * data size must be <= 64", "a row of registers has at most 64 bytes", func(v *lscView) bool { return v.rowBytes() > 64 }}, number: (*lscView).rowBytes},
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d row count must be less than <= 32", "a block has at most 32 rows of registers", func(v *lscView) bool { return v.rowCount() > 32 }}, number: (*lscView).rowCount},
	counted(1, "block2d count (vec_len) must be 1, 2, or 4 for u8", "there are 1, 2 or 4 blocks of d8"),
	counted(2, "block2d count (vec_len) must be 1, 2, or 4 for u16", "there are 1, 2 or 4 blocks of d16"),
	counted(datum32, "block2d count (vec_len) must be 1 or 2 for u32", "there are 1 or 2 blocks of d32"),
	counted(datum64, "block2d count (vec_len) must be 1 for u64", "there is one block of d64"),
	{lscRule: lscRule{"lsc-block", NoOperand, "block2d count (vec_len) must be 1 for block2d transposed", "there is one transposed block", func(v *lscView) bool { return !v.isPlain() && v.Blocks != 1 }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "invalid data type size for block2d load", "elements of blocks are of d8, d16, d32 or d64", func(v *lscView) bool { return v.isPlain() && v.converts() }}, stops: true},
	notNull(blockBase, "SurfaceBase", "the base"),
	notNull(blockWidth, "SurfaceWidth", "the width"),
	notNull(blockHeight, "SurfaceHeight", "the height"),
	notNull(blockPitchAt, "SurfacePitch", "the pitch"),
	notNull(blockX, "OffsetX", "the column"),
	notNull(blockY, "OffsetY", "the row"),
	{lscRule: lscRule{"lsc-operands", blockStored, "Src1Data: operand must not be null", "a store has data, not %null", func(v *lscView) bool { return v.op.isLSCStore() && v.isNull(blockStored) }}},

	{lscRule: lscRule{"lsc-block", NoOperand, "", "elements of blocks are of d8, d16, d32 or d64", func(v *lscView) bool { return !v.isPlain() && v.converts() }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "", "a block is that of one lane", func(v *lscView) bool { return v.exec != 1 }}},
	{lscRule: lscRule{"lsc-block", NoOperand, "", "with VNNI a dword has several elements, and there are as many rows as dwords have elements, or a multiple of it", func(v *lscView) bool {
		return v.VNNI && (v.Datum == datum64 || v.perDword() > 0 && v.packed()%v.perDword() != 0)
	}}},
}

// perDword is how many elements a dword has, and packed how many rows are made one with VNNI.
func (a *LSC) perDword() int { return 4 / datums[a.Datum].general }

func (a *LSC) packed() int {
	n, _, _ := a.rows()
	return n
}

// brokenBlock are the rules that blocks break: those of caches first.
func (v *lscView) brokenBlock(dialect Dialect) (list []lscRule) {
	for k := range lscRules {
		if r := &lscRules[k]; (r.rule == "lsc-cache" || r.rule == "lsc-unit") && r.broken(v) {
			list = append(list, *r)
		}
	}
	caches := len(list)
	for k := range blockRules {
		r := &blockRules[k]
		if r.broken(v) {
			list = append(list, r.lscRule)
			if said := &list[len(list)-1]; r.number != nil {
				n := strconv.Itoa(r.number(v)) + ": "
				said.tool, said.says = n+r.tool, n+r.says
			}
		}
		if r.stops && dialect == Intel && len(list) > caches {
			return list
		}
	}
	return list
}
