package i8x16

import "math/bits"

// Decide writes into a program what does a shuffle: selectors are of the first vector's bytes up to 15, of the second's up to 31, or Any. A constant costs as many ops as is said; of the
// programs that cost the same, that with the fewest ops is the answer. It reports false for other selectors.
//
//	r                               one row                          with a constant, too
//	s(r)   s(r, b)   s(a, r)        two rows, s without a constant   r with a constant, too; s, where r has all that is wanted
//	s(r, t)                         three                            r and t with a constant, too
//	pshufb a | pshufb b             what always does
//
// Two rows without a constant are all looked at on x86, but for s(a, r) and s(r, b) if nearly everything is Any, and for an s that replaces one lane, if no lanes of its size move as wholes. Elsewhere s(r)
// has an s of few immediates.
func (e *Engine) Decide(p *Program, selectors *[16]uint8, constant int) bool {
	d := decision{level: e.level, constant: constant, best: p, price: dear}
	if !d.bytes.read(selectors) {
		return false
	}
	*p = Program{result: A}
	if in, ok := d.bytes.nothing(); ok {
		p.result = in
		return true
	}
	d.moves = d.bytes.grain()
	g := d.bytes.scale(d.moves)
	rows := g > bytewise || e.level == NEON
	if !rows {
		d.pairs = d.bytes.pairs()
		rows = d.pairs.paired()
	}
	d.decide(&e.scales[g], rows)
	return true
}

// decide does the work at a scale; rows says whether a row or two without a constant may do what is wanted.
func (d *decision) decide(c *scale, rows bool) {
	d.scale, d.want, d.rows = c, d.bytes.shrunk(c.grain), rows
	d.used = d.want.lanes()
	d.two = d.used&0xffff != 0 && d.used>>16 != 0
	if !rows {
		d.least = 1
	}
	d.oneRow()
	gathers := d.rows && d.below(2, 0) && d.gathers()
	if gathers && !d.gatheredFirst() {
		d.turnedLast()
	}
	if d.two && (gathers || !d.rows) && d.below(2, 1) {
		d.gathered()
	}
	if (d.rows || d.two) && d.below(2, d.least) {
		d.joinedLast()
	}
	if d.level != NEON && d.two {
		d.blended()
		d.joined()
		d.combined()
	}
}

// A decision is the work on one shuffle.
type decision struct {
	*scale
	moves    grain // what moves as wholes, of which nobody may care about a part
	level    Level
	bytes    vector // what is wanted
	pairs    pairs  // of bytes, on x86
	want     vector // and at the scale
	used     uint32 // which lanes are wanted
	two      bool   // of both inputs
	rows     bool   // whether a row or two without a constant may do it
	least    int    // constants that a program of two rows has
	constant int
	best     *Program
	price    int // of the best
	having   set // the instances, of one vector or of two, that have all that is wanted
}

// dear is more than any program costs.
const dear = 1 << 30

// below says whether so many ops and constants are better than the best that is known.
//
//go:noinline
func (d *decision) below(ops, constants int) bool {
	return price(ops, constants, d.constant) < d.price
}

// offer takes a program that is better.
//
//go:noinline
func (d *decision) offer(p *Program) {
	if d.below(int(p.n), int(p.k)) {
		*d.best, d.price = *p, price(int(p.n), int(p.k), d.constant)
	}
}

// row appends a row without a constant that does what is wanted.
func (d *decision) row(p *Program, want *vector) (Value, bool) {
	a, b := want.inputs()
	if a && b {
		if k := d.binary.find(want); k >= 0 {
			return p.apply(&d.binary.list[k], A, B), true
		}
		return 0, false
	}
	in := A
	if b {
		in = B
	}
	low := want.low()
	if k := d.unary.find(&low); k >= 0 {
		return p.apply(&d.unary.list[k], in, in), true
	}
	return 0, false
}

// oneRow is one row without a constant, or one with it.
func (d *decision) oneRow() {
	var p Program
	if d.rows {
		if _, ok := d.row(&p, &d.want); ok {
			d.offer(&p)
			return
		}
	}
	switch {
	case !d.two:
		in := A
		if d.used>>16 != 0 {
			in = B
		}
		d.shuffle(&p, &d.want, in)
	case d.level == NEON || d.level == VBMI:
		r := table2
		if d.level == VBMI {
			r = permute2
		}
		p.op(Op{Row: r, X: A, Y: B, K: p.constant(&d.bytes)})
	case d.level >= AVX && d.stays():
		p.blend(&d.bytes)
	default:
		return
	}
	d.offer(&p)
}

// shuffle appends a shuffle of a value by a constant.
func (d *decision) shuffle(p *Program, want *vector, x Value) Value {
	r, k := byteShuffle, want.grown(d.grain)
	if d.level == NEON {
		r = table1
	}
	return p.shuffle(r, &k, x)
}

// stays says whether all bytes are wanted where they stand.
func (d *decision) stays() bool {
	for i, s := range d.bytes {
		if s != free && int(s&15) != i {
			return false
		}
	}
	return true
}

// blend appends the bytes of both inputs, each where it stands: those of the second one where the constant says so.
func (p *Program) blend(want *vector) Value {
	var k vector
	for _, s := range want {
		if s != free && s >= 16 {
			k[s&15] = 0xff
		}
	}
	return p.op(Op{Row: byteBlend, X: A, Y: B, K: p.constant(&k)})
}

// gathers notes which rows have all that is wanted, somewhere: others stand before no row of one vector.
func (d *decision) gathers() bool {
	s, used := &d.unary, d.used|d.used>>16
	if d.two {
		s, used = &d.binary, d.used
	} else {
		used &= 0xffff
	}
	d.having = s.has[bits.TrailingZeros32(used)]
	used &= used - 1
	for last := true; used != 0; last = !last { // of both inputs by turns: what has one and the other is soon no row
		at := bits.TrailingZeros32(used)
		if last {
			at = 31 - bits.LeadingZeros32(used)
		}
		used &^= 1 << at
		if !d.having.and(&s.has[at&31], s.pages()) {
			return false
		}
	}
	return true
}

// mostFirst is how many rows are asked one after another what may stand behind them, at least.
const mostFirst = 16

// gatheredFirst is a row that has all that is wanted, and behind it any row of one vector. It reports false if they are so many that it is better to ask what stands behind them.
func (d *decision) gatheredFirst() bool {
	s, in, other := &d.unary, A, A
	switch {
	case d.two:
		s, other = &d.binary, B
	case d.used>>16 != 0:
		in, other = B, B
	}
	n := 0
	for _, w := range d.having {
		n += bits.OnesCount64(w)
	}
	if n > max(mostFirst, len(d.turns)/2) {
		return false
	}
	for page := range s.pages() {
		for left := d.having[page]; left != 0; left &= left - 1 {
			x := &s.list[64*page+bits.TrailingZeros64(left)]
			if k := d.order(x); k >= 0 {
				var p Program
				v := p.apply(x, in, other)
				p.apply(&d.unary.list[k], v, v)
				d.offer(&p)
				return true
			}
		}
	}
	return true
}

// order is the first row of one vector that does what is wanted of what an instance has, or -1.
func (d *decision) order(x *instance) int {
	var at, next [32]uint8 // where each lane stands, one more, and where it stands again
	for i, b := range x.lanes[:d.n] {
		at[b], next[i+1] = uint8(i+1), at[b]
	}
	want := d.want
	if !d.two {
		want = want.low()
	}
	for pages := d.takes(0, &want, &at, &next); pages != 0; pages &= pages - 1 {
		page := bits.TrailingZeros64(pages)
		if left := d.takes(1+page, &want, &at, &next); left != 0 {
			return 64*page + bits.TrailingZeros64(left)
		}
	}
	return -1
}

// takes are those rows of a page, of one vector, that take each lane from where what is wanted there stands.
func (d *decision) takes(page int, want *vector, at, next *[32]uint8) uint64 {
	left := ^uint64(0)
	for i, b := range want[:d.n] {
		if b == free {
			continue
		}
		var can uint64
		for k, p := at[b%32], d.unary.at(page, i); k != 0; k = next[k%32] {
			can |= p[(k-1)%room]
		}
		if left &= can; left == 0 {
			break
		}
	}
	return left
}

// turnedLast is a row, and behind it one of one vector.
func (d *decision) turnedLast() {
	for k := range d.turns {
		last := &d.turns[k]
		var need arguments
		if last.whole {
			*need.first() = nobodys() // also behind the lanes, where no input is to be read
			for i, from := range last.back[:d.n] {
				need[i] = d.want[from%16]
			}
		} else if !d.needs(&last.instance, &d.want, &need) {
			continue
		}
		var p Program
		if x, ok := d.row(&p, need.first()); ok {
			p.apply(&last.instance, x, x)
			d.offer(&p)
			return
		}
	}
	if d.level != NEON {
		_ = d.chosenLast(pshufd, 4, 0, 16) || d.grain < fourwise && (d.chosenLast(pshuflw, 2, 0, 8) || d.chosenLast(pshufhw, 2, 8, 16))
	}
}

// arguments are what is wanted of two vectors.
type arguments [32]uint8

func (a *arguments) first() *vector  { return (*vector)(a[:16]) }
func (a *arguments) second() *vector { return (*vector)(a[16:]) }

// needs is what an instance needs of its arguments to do what is wanted. It reports false if a lane needs to be two.
func (d *decision) needs(in *instance, want *vector, need *arguments) bool {
	*need.first(), *need.second() = nobodys(), nobodys()
	for i, from := range in.lanes[:d.n] {
		need[from%32] &= want[i] // what is free has all bits
	}
	var bad uint8
	for i, from := range in.lanes[:d.n] {
		bad |= (need[from%32] ^ want[i]) &^ mask(want[i])
	}
	return bad == 0
}

// chosenLast is a row, and behind it one that chooses four units from a part of the register, for that part, and leaves the rest. All first rows are looked at, 64 at a time.
//
//	pshufd     want 0 1 2 3 of it     first has it in its bytes 0–3, or 4–7, or …
func (d *decision) chosenLast(last Row, unit, from, to int) bool {
	s, want, in, other := &d.unary, d.want.low(), A, A
	switch {
	case d.two:
		s, want, other = &d.binary, d.want, B
	case d.used>>16 != 0:
		in, other = B, B
	}
	first := s.from[d.moves] // coarser ones leave coarser wholes,
	if shapes[last].lane <= 1<<d.moves {
		first = 0 // but for what cuts these
	}
	unit, from, to = unit>>d.grain, from>>d.grain, to>>d.grain
	for pages := s.chosen(0, &want, unit, from, to, ^uint64(0)<<first); pages != 0; pages &= pages - 1 {
		page := bits.TrailingZeros64(pages)
		left := s.chosen(1+page, &want, unit, from, to, d.having[page])
		if left == 0 {
			continue
		}
		x := &s.list[64*page+bits.TrailingZeros64(left)]
		var p Program
		v := p.apply(x, in, other)
		p.op(Op{Row: last, Imm: x.choice(&want, unit, from, to), X: v, Y: v, K: -1})
		d.offer(&p)
		return true
	}
	return false
}

// choice is the immediate by which units are chosen from what an instance does.
func (in *instance) choice(want *vector, unit, from, to int) (imm uint8) {
	for i := from; i < to; i += unit {
	places:
		for at := from; at < to; at += unit {
			for j := range unit {
				if b := want[i+j]; b != free && in.lanes[at+j] != b {
					continue places
				}
			}
			imm |= uint8((at-from)/unit) << (2 * ((i - from) / unit))
			break
		}
	}
	return imm
}

// mostBeside is how many rows are asked that have an input beside them.
const mostBeside = 32

// joinedLast is a row, and behind it one of two vectors that takes an input beside it. The first may have a constant, if it reads one input.
func (d *decision) joinedLast() {
	asked := 0
	for in := A; in <= B && d.below(2, d.least); in++ {
		if d.used>>(16*in)&0xffff == 0 || !d.rows && !d.pairs.besideWhole(in) {
			continue
		}
		if d.blendedLast(in); !d.below(2, d.least) {
			return
		}
		s, want := &d.beside, d.want.beside(in)
		for pages := d.besides(in, &want); pages != 0; pages &= pages - 1 {
			page := bits.TrailingZeros64(pages)
			for left := s.does(1+page, &want); left != 0 && asked < mostBeside && d.below(2, d.least); left &= left - 1 {
				asked++
				last := &s.list[64*page+bits.TrailingZeros64(left)]
				var need arguments
				if d.needs(last, &d.want, &need) {
					d.first(last, need.first(), in)
				}
			}
		}
	}
	if d.rows && d.below(2, 0) {
		d.insertedLast()
	}
}

// besides are the pages of rows that may have an input beside them: those that take halves, if what is wanted of the other one is in one half.
func (d *decision) besides(in Value, want *vector) uint64 {
	pages := d.beside.does(0, want)
	if n := len(d.beside.list) - len(d.halves); len(d.halves) > 0 && !d.inHalf(1-in) {
		pages &= 1<<((n+63)/64) - 1
	}
	return pages
}

// inHalf says whether what is wanted of an input is all in one half.
func (d *decision) inHalf(in Value) bool { return d.bytes.of(0, in) == 0 || d.bytes.of(1, in) == 0 }

// blendedLast takes all words of an input that are in their places.
func (d *decision) blendedLast(in Value) {
	if !d.level.has(&shapes[blendWords]) {
		return
	}
	imm := d.bytes.stays(in)
	if imm == 0 {
		return
	}
	need := d.want
	for left := imm; left != 0; left &= left - 1 {
		i, j := d.word(bits.TrailingZeros8(left))
		need[i], need[j] = free, free
	}
	d.first(&instance{row: blendWords, imm: imm}, &need, in)
}

// word is the first lane of a word, and the last one: two bytes, a lane, or one of two bytes more.
func (c *scale) word(w int) (i, j int) {
	switch c.grain {
	case bytewise:
		return 2 * w & 15, (2*w + 1) & 15
	case wordwise:
		return w & 7, w & 7
	}
	return w / 2 & 3, w / 2 & 3
}

// insertedLast is a row that has all lanes but one, and that lane from an input. One half of the register is as it is to be before, which is seldom so.
func (d *decision) insertedLast() {
	if n := len(d.inserts); n == 0 || shapes[d.inserts[n-1]].lane > 1<<d.moves {
		return // no row replaces lanes that are so small
	}
	for half := range 2 {
		from := half * d.n / 2
		rest := d.want
		for i := from; i < from+d.n/2; i++ {
			rest[i] = free
		}
		var p Program
		if _, ok := rest.nothing(); !ok {
			if _, ok := d.row(&p, &rest); !ok {
				continue
			}
		}
		for _, r := range d.inserts {
			lane := shapes[r].lane >> d.grain
			if shapes[r].lane < 1<<d.moves {
				continue
			}
			for at := from; at < from+d.n/2; at += lane {
				if d.insert(r, at, lane); !d.below(2, 0) {
					return
				}
			}
		}
	}
}

// insert replaces one lane at last, if all of it comes from a lane of one input.
func (d *decision) insert(r Row, at, lane int) {
	from, need := -1, d.want
	for j := range lane {
		if b := need[at+j]; b != free {
			if first := int(b) - j; first < 0 || first%lane != 0 || from >= 0 && first != from {
				return
			}
			from = int(b) - j
		}
		need[at+j] = free
	}
	if from < 0 {
		return
	}
	var p Program
	if x, ok := d.row(&p, &need); ok {
		p.op(Op{Row: r, Imm: shapes[r].insertion(at/lane, from%16/lane), X: x, Y: Value(from / 16), K: -1})
		d.offer(&p)
	}
}

// first asks for the first argument of an instance whose second one is an input, and offers what becomes of it.
func (d *decision) first(last *instance, need *vector, in Value) {
	var p Program
	if d.rows {
		if x, ok := d.row(&p, need); ok {
			p.apply(last, x, in)
			d.offer(&p)
			return
		}
	}
	if a, b := need.inputs(); a != b && d.below(2, 1) {
		other := A
		if b {
			other = B
		}
		p.apply(last, d.shuffle(&p, need, other), in)
		d.offer(&p)
	}
}

// gathered is a row that has all bytes, and a shuffle of them by a constant.
func (d *decision) gathered() {
	in, ok := d.blend()
	if !ok {
		k := d.gather.find(d.used)
		if k < 0 {
			return
		}
		in = d.binary.list[k]
	}
	var p Program
	x := p.apply(&in, A, B)
	d.ordered(&p, x, &in.lanes)
}

// blend is pblendw with all that is wanted, if there is no word of which both inputs' are wanted.
func (d *decision) blend() (in instance, ok bool) {
	words := d.used
	if d.grain == bytewise {
		words |= words>>1&0x55555555 | words<<1&0xaaaaaaaa
	}
	if words&(words>>16) != 0 || !d.level.has(&shapes[blendWords]) {
		return in, false
	}
	in = instance{row: blendWords, lanes: still(0)}
	for w := range 8 {
		if i, j := d.word(w); words>>(16+i)&1 == 1 {
			in.imm |= 1 << w
			in.lanes[i], in.lanes[j] = 16+uint8(i), 16+uint8(j)
		}
	}
	return in, true
}

// ordered offers a program with a shuffle by a constant behind it.
func (d *decision) ordered(p *Program, x Value, has *vector) {
	var where [32]uint8
	for i, s := range has {
		if s != free {
			where[s] = uint8(i)
		}
	}
	k := d.want
	for i, s := range k {
		if s != free {
			k[i] = where[s]
		}
	}
	d.shuffle(p, &k, x)
	d.offer(p)
}

// blended is both inputs in one vector by a constant, if of no two bytes that are wanted one stands where the other does, and a shuffle.
func (d *decision) blended() {
	if d.level < AVX || d.grain > bytewise || d.used&(d.used>>16) != 0 || !d.below(2, 2) { // of words it is a row without a constant
		return
	}
	both := nobodys()
	for u := d.used; u != 0; u &= u - 1 {
		s := uint8(bits.TrailingZeros32(u))
		both[s&15] = s
	}
	var p Program
	x := p.blend(&both)
	d.ordered(&p, x, &both)
}

// joined is a row of two vectors, each of which is an input, a row, or a shuffle of one input by a constant.
func (d *decision) joined() {
	if !d.below(2, 1) && !d.below(3, 0) {
		return
	}
	a0, a1, b0, b1 := d.bytes.of(0, A), d.bytes.of(1, A), d.bytes.of(0, B), d.bytes.of(1, B)
	for size, joins := range d.joins {
		// Every second lane of a size is of one input, and the others are of one.
		lo, hi := parts[size][0], parts[size][1]
		if (a0&lo|a1&hi != 0 && b0&lo|b1&hi != 0) || (a0&^lo|a1&^hi != 0 && b0&^lo|b1&^hi != 0) {
			continue
		}
		for k := range joins {
			d.join(&joins[k])
		}
	}
	if d.level < SSE41 {
		return
	}
	words := instance{row: blendWords, lanes: still(0)}
	for w := range 8 {
		i, j := d.word(w)
		s, other := d.want[i], d.want[j]
		if s != free && other != free && (s^other)&16 != 0 {
			return
		}
		if s != free && s >= 16 || other != free && other >= 16 {
			words.imm |= 1 << w
			words.lanes[i], words.lanes[j] = 16+uint8(i), 16+uint8(j)
		}
	}
	d.join(&words)
}

// parts are every second lane of a vector, by the logarithm of the lanes' bytes.
var parts = [4][2]uint64{{0x00ff00ff00ff00ff, 0x00ff00ff00ff00ff}, {0x0000ffff0000ffff, 0x0000ffff0000ffff}, {0x00000000ffffffff, 0x00000000ffffffff}, {^uint64(0), 0}}

// join asks for both arguments of a row, and offers what becomes of it.
func (d *decision) join(last *instance) {
	if !d.below(2, 1) && !d.below(3, 0) {
		return
	}
	var need arguments
	if !d.needs(last, &d.want, &need) {
		return
	}
	var p Program
	if x, ok := d.argument(&p, need.first()); ok {
		if y, ok := d.argument(&p, need.second()); ok {
			p.apply(last, x, y)
			d.offer(&p)
		}
	}
}

// argument appends what makes a vector: nothing, a row, or a shuffle of one input by a constant, if a program with that and one row more is better.
func (d *decision) argument(p *Program, want *vector) (Value, bool) {
	if in, ok := want.nothing(); ok {
		return in, true
	}
	if v, ok := d.row(p, want); ok {
		return v, true
	}
	switch a, b := want.inputs(); {
	case a && b || !d.below(int(p.n)+2, max(1, int(p.k))):
		return 0, false
	case b:
		return d.shuffle(p, want, B), true
	}
	return d.shuffle(p, want, A), true
}

// combined is what always does: what comes from each input, with zeros beside it, and an or.
func (d *decision) combined() {
	if !d.below(3, 2) {
		return
	}
	p := d.best
	*p = Program{}
	for in := A; in <= B; in++ {
		own := d.bytes.only(in)
		p.op(Op{Row: byteShuffle, X: in, Y: in, K: p.constant(&own)})
	}
	p.op(Op{Row: or, X: firstOp, Y: firstOp + 1, K: -1})
}
