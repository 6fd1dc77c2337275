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
// Two rows without a constant are all looked at on x86, but for s(a, r) and s(r, b) if nearly everything is Any. Elsewhere s(r) has an s of few immediates.
func (e *Engine) Decide(p *Program, selectors *[16]uint8, constant int) bool {
	d := decision{e: e, constant: constant, best: p, price: dear}
	for i, s := range selectors {
		switch {
		case s == Any:
			s = free
		case s >= 32:
			return false
		default:
			d.used |= 1 << s
		}
		d.want[i] = s
	}
	*p = Program{result: A}
	if in, ok := d.want.nothing(); ok {
		p.result = in
		return true
	}
	d.two = d.used&0xffff != 0 && d.used>>16 != 0
	d.oneRow()
	gathers := d.gathers()
	if gathers && d.below(2, 0) && !d.gatheredFirst() {
		d.turnedLast()
	}
	if d.two && gathers && d.below(2, 1) {
		d.gathered()
	}
	if d.below(2, 0) {
		d.joinedLast()
	}
	if e.level != NEON && d.two {
		d.blended()
		d.joined()
		d.combined()
	}
	return true
}

// A decision is the work on one shuffle.
type decision struct {
	e        *Engine
	want     vector
	used     uint32 // which bytes are wanted
	two      bool   // of both inputs
	constant int
	best     *Program
	price    int // of the best
	having   set // the instances, of one vector or of two, that have all that is wanted
}

// dear is more than any program costs.
const dear = 1 << 30

// below says whether so many ops and constants are better than the best that is known.
func (d *decision) below(ops, constants int) bool {
	return price(ops, constants, d.constant) < d.price
}

// offer takes a program that is better.
func (d *decision) offer(p *Program) {
	if d.below(int(p.n), int(p.k)) {
		*d.best, d.price = *p, price(int(p.n), int(p.k), d.constant)
	}
}

// row appends a row without a constant that does what is wanted.
func (d *decision) row(p *Program, want *vector) (Value, bool) {
	a, b := want.inputs()
	if a && b {
		if k := d.e.binary.find(want); k >= 0 {
			return p.apply(&d.e.binary.list[k], A, B), true
		}
		return 0, false
	}
	in := A
	if b {
		in = B
	}
	low := want.low()
	if k := d.e.unary.find(&low); k >= 0 {
		return p.apply(&d.e.unary.list[k], in, in), true
	}
	return 0, false
}

// oneRow is one row without a constant, or one with it.
func (d *decision) oneRow() {
	var p Program
	if _, ok := d.row(&p, &d.want); ok {
		d.offer(&p)
		return
	}
	switch {
	case !d.two:
		in := A
		if d.used>>16 != 0 {
			in = B
		}
		p.shuffle(d.e.shuffleRow(), &d.want, in)
	case d.e.level == NEON || d.e.level == VBMI:
		r := table2
		if d.e.level == VBMI {
			r = permute2
		}
		p.op(Op{Row: r, X: A, Y: B, K: p.constant(&d.want)})
	case d.e.level >= AVX && d.stays():
		p.blend(&d.want)
	default:
		return
	}
	d.offer(&p)
}

// shuffleRow is the row that shuffles the bytes of a vector by a constant.
func (e *Engine) shuffleRow() Row {
	if e.level == NEON {
		return table1
	}
	return byteShuffle
}

// stays says whether all bytes are wanted where they stand.
func (d *decision) stays() bool {
	for i, s := range d.want {
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
	s, used := &d.e.unary, d.used|d.used>>16
	if d.two {
		s, used = &d.e.binary, d.used
	} else {
		used &= 0xffff
	}
	d.having = s.has[bits.TrailingZeros32(used)]
	for used &= used - 1; used != 0; used &= used - 1 {
		if !d.having.and(&s.has[bits.TrailingZeros32(used)], len(s.page)) {
			return false
		}
	}
	return true
}

// mostFirst is how many rows are asked one after another what may stand behind them, at least.
const mostFirst = 16

// gatheredFirst is a row that has all that is wanted, and behind it any row of one vector. It reports false if they are so many that it is better to ask what stands behind them.
func (d *decision) gatheredFirst() bool {
	s, in, other := &d.e.unary, A, A
	switch {
	case d.two:
		s, other = &d.e.binary, B
	case d.used>>16 != 0:
		in, other = B, B
	}
	n := 0
	for _, w := range d.having {
		n += bits.OnesCount64(w)
	}
	if n > max(mostFirst, len(d.e.turns)/2) {
		return false
	}
	for page := range s.page {
		for left := d.having[page]; left != 0; left &= left - 1 {
			x := &s.list[64*page+bits.TrailingZeros64(left)]
			if k := d.order(x); k >= 0 {
				var p Program
				v := p.apply(x, in, other)
				p.apply(&d.e.unary.list[k], v, v)
				d.offer(&p)
				return true
			}
		}
	}
	return true
}

// order is the first row of one vector that does what is wanted of what an instance has, or -1.
func (d *decision) order(x *instance) int {
	var at, next [32]uint8 // where each byte stands, one more, and where it stands again
	for i, b := range x.bytes {
		at[b], next[i+1] = uint8(i+1), at[b]
	}
	want := d.want
	if !d.two {
		want = want.low()
	}
	s, pages := &d.e.unary, ^uint32(0)
	for i, b := range want {
		if b == free {
			continue
		}
		var can uint32
		for k := at[b]; k != 0; k = next[k] {
			can |= s.near[i][k-1]
		}
		if pages &= can; pages == 0 {
			return -1
		}
	}
	for ; pages != 0; pages &= pages - 1 {
		page := bits.TrailingZeros32(pages)
		left := ^uint64(0)
		for i, b := range want {
			if b == free {
				continue
			}
			var can uint64
			for k := at[b]; k != 0; k = next[k] {
				can |= s.page[page][i][k-1]
			}
			if left &= can; left == 0 {
				break
			}
		}
		if left != 0 {
			return 64*page + bits.TrailingZeros64(left)
		}
	}
	return -1
}

// turnedLast is a row, and behind it one of one vector.
func (d *decision) turnedLast() {
	for k := range d.e.turns {
		last := &d.e.turns[k]
		var need arguments
		if last.whole {
			for i, from := range last.back {
				need[i] = d.want[from%16]
			}
		} else if !last.needs(&d.want, &need) {
			continue
		}
		var p Program
		if x, ok := d.row(&p, need.first()); ok {
			p.apply(&last.instance, x, x)
			d.offer(&p)
			return
		}
	}
	if d.e.level != NEON {
		_ = d.chosenLast(pshufd, 4, 0, 16) || d.chosenLast(pshuflw, 2, 0, 8) || d.chosenLast(pshufhw, 2, 8, 16)
	}
}

// arguments are what is wanted of two vectors.
type arguments [32]uint8

func (a *arguments) first() *vector  { return (*vector)(a[:16]) }
func (a *arguments) second() *vector { return (*vector)(a[16:]) }

// needs is what an instance needs of its arguments to do what is wanted. It reports false if a byte needs to be two.
func (in *instance) needs(want *vector, need *arguments) bool {
	*need.first(), *need.second() = nobodys(), nobodys()
	for i, from := range in.bytes {
		need[from%32] &= want[i] // what is free has all bits
	}
	var bad uint8
	for i, from := range in.bytes {
		bad |= (need[from%32] ^ want[i]) &^ mask(want[i])
	}
	return bad == 0
}

// chosenLast is a row, and behind it one that chooses four units from a part of the register, for that part, and leaves the rest. All first rows are looked at, 64 at a time.
//
//	pshufd     want 0 1 2 3 of it     first has it in its bytes 0–3, or 4–7, or …
func (d *decision) chosenLast(last Row, unit, from, to int) bool {
	s, want, in, other := &d.e.unary, d.want.low(), A, A
	switch {
	case d.two:
		s, want, other = &d.e.binary, d.want, B
	case d.used>>16 != 0:
		in, other = B, B
	}
	for page := s.from[d.want.grain()]; page < len(s.page); page++ {
		left := d.having[page]
		for i := 0; i < 16 && left != 0; {
			if i < from || i >= to {
				left &= s.units(page, &want, i, i, 1)
				i++
				continue
			}
			var any uint64
			for at := from; at < to; at += unit {
				any |= left & s.units(page, &want, i, at, unit)
			}
			left &= any
			i += unit
		}
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
				if b := want[i+j]; b != free && in.bytes[at+j] != b {
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
	for in := A; in <= B && d.below(2, 0); in++ {
		if d.used>>(16*in)&0xffff == 0 {
			continue
		}
		d.blendedLast(in)
		s, want := &d.e.beside, d.want.beside(in)
		for pages := d.besides(in, &want); pages != 0; pages &= pages - 1 {
			page := bits.TrailingZeros32(pages)
			for left := s.instances(page, &want); left != 0 && asked < mostBeside && d.below(2, 0); left &= left - 1 {
				asked++
				last := &s.list[64*page+bits.TrailingZeros64(left)]
				var need arguments
				if last.needs(&d.want, &need) {
					d.first(last, need.first(), in)
				}
			}
		}
	}
	if d.below(2, 0) {
		d.insertedLast()
	}
}

// besides are the pages of rows that may have an input beside them: those that take halves, if what is wanted of the other one is in one half.
func (d *decision) besides(in Value, want *vector) uint32 {
	s, pages := &d.e.beside, ^uint32(0)
	if n := len(s.list) - len(d.e.halves); n < len(s.list) && !d.half(1-in) {
		pages = 1<<((n+63)/64) - 1
	}
	return s.pagesOf(want, pages)
}

// half says whether what is wanted of an input is all in one half.
func (d *decision) half(in Value) bool { return d.want.of(0, in) == 0 || d.want.of(1, in) == 0 }

// blendedLast takes all words of an input that are in their places.
func (d *decision) blendedLast(in Value) {
	if !d.e.level.has(&shapes[blendWords]) || !d.want.stays(in) {
		return
	}
	need, imm := d.want, uint8(0)
	for i := 0; i < 16; i += 2 {
		own := uint8(16*in) + uint8(i)
		if s, t := need[i], need[i+1]; (s == own || s == free) && (t == own+1 || t == free) {
			imm |= 1 << (i / 2)
			need[i], need[i+1] = free, free
		}
	}
	if imm != 0 {
		d.first(&instance{row: blendWords, imm: imm}, &need, in)
	}
}

// insertedLast is a row that has all lanes but one, and that lane from an input. One half of the register is as it is to be before, which is seldom so.
func (d *decision) insertedLast() {
	grain := d.want.grain()
	if n := len(d.e.inserts); n == 0 || shapes[d.e.inserts[n-1]].lane > 1<<grain {
		return // no row replaces lanes that are so small
	}
	for half := range 2 {
		rest := d.want
		for i := 8 * half; i < 8*half+8; i++ {
			rest[i] = free
		}
		var p Program
		if _, ok := rest.nothing(); !ok {
			if _, ok := d.row(&p, &rest); !ok {
				continue
			}
		}
		for _, r := range d.e.inserts {
			lane := shapes[r].lane
			if lane < 1<<grain {
				continue
			}
			for at := 8 * half; at < 8*half+8; at += lane {
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
	if x, ok := d.row(&p, need); ok {
		p.apply(last, x, in)
		d.offer(&p)
		return
	}
	if a, b := need.inputs(); a != b && d.below(2, 1) {
		other := A
		if b {
			other = B
		}
		p.apply(last, p.shuffle(d.e.shuffleRow(), need, other), in)
		d.offer(&p)
	}
}

// gathered is a row that has all bytes, and a shuffle of them by a constant.
func (d *decision) gathered() {
	in := &d.e.binary.list[d.having.first()]
	var p Program
	x := p.apply(in, A, B)
	d.ordered(&p, x, &in.bytes)
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
	p.shuffle(d.e.shuffleRow(), &k, x)
	d.offer(p)
}

// blended is both inputs in one vector by a constant, if of no two bytes that are wanted one stands where the other does, and a shuffle.
func (d *decision) blended() {
	if d.e.level < AVX || d.used&(d.used>>16) != 0 || !d.below(2, 2) {
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
	if !d.below(2, 1) {
		return
	}
	parts := [...]bool{1: d.parts(1), 2: d.parts(2), 4: d.parts(4), 8: d.parts(8)}
	for k := range d.e.joins {
		if j := &d.e.joins[k]; parts[shapes[j.row].lane] {
			d.join(j)
		}
	}
	if d.e.level < SSE41 {
		return
	}
	words := instance{row: blendWords, bytes: still(0)}
	for i := 0; i < 16; i += 2 {
		s, other := d.want[i], d.want[i+1]
		if s != free && other != free && (s^other)&16 != 0 {
			return
		}
		if s != free && s >= 16 || other != free && other >= 16 {
			words.imm |= 1 << (i / 2)
			words.bytes[i], words.bytes[i+1] = 16+uint8(i), 17+uint8(i)
		}
	}
	d.join(&words)
}

// parts says whether every second lane is of one input, and the others are of one.
func (d *decision) parts(lane int) bool {
	lo := [...]uint64{1: 0x00ff00ff00ff00ff, 2: 0x0000ffff0000ffff, 4: 0x00000000ffffffff, 8: ^uint64(0)}[lane]
	hi := lo
	if lane == 8 {
		hi = 0
	}
	for range 2 {
		if d.want.of(0, A)&lo|d.want.of(1, A)&hi != 0 && d.want.of(0, B)&lo|d.want.of(1, B)&hi != 0 {
			return false
		}
		lo, hi = ^lo, ^hi
	}
	return true
}

// join asks for both arguments of a row, and offers what becomes of it.
func (d *decision) join(last *instance) {
	if !d.below(2, 1) {
		return
	}
	var need arguments
	if !last.needs(&d.want, &need) {
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

// argument appends what makes a vector: nothing, a row, or a shuffle of one input by a constant.
func (d *decision) argument(p *Program, want *vector) (Value, bool) {
	if in, ok := want.nothing(); ok {
		return in, true
	}
	if v, ok := d.row(p, want); ok {
		return v, true
	}
	switch a, b := want.inputs(); {
	case a && b:
		return 0, false
	case b:
		return p.shuffle(d.e.shuffleRow(), want, B), true
	}
	return p.shuffle(d.e.shuffleRow(), want, A), true
}

// combined is what always does: what comes from each input, with zeros beside it, and an or.
func (d *decision) combined() {
	if !d.below(3, 2) {
		return
	}
	var k [2]vector
	k[0], k[1] = nobodys(), nobodys()
	for i, s := range d.want {
		if s != free {
			k[s/16][i] = s & 15
		}
	}
	var p Program
	x := p.op(Op{Row: byteShuffle, X: A, Y: A, K: p.constant(&k[0])})
	y := p.op(Op{Row: byteShuffle, X: B, Y: B, K: p.constant(&k[1])})
	p.op(Op{Row: or, X: x, Y: y, K: -1})
	d.offer(&p)
}
