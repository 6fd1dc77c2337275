package lower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Of four lanes the solver of four lanes knows all that two rows do, by another way: over lanes of 32 bits, with tables of steps. Two rows of bytes do as much, with as many constants.
func TestTwoRowsAgainstFourLanes(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 21)
	var l Lowerer
	for k, tg := range target.Targets() {
		if tg.Holds(target.General) || testing.Short() && tg.Name != "avx" {
			continue // its rows of vectors are those of another
		}
		if tg.InOneMode() != nil || tg.Bits[0] != 128 {
			continue // modes count too, of which tables know nothing: nobody asks them
		}
		one, two, more := 0, 0, 0
		limit := (k + random.IntN(2)) % 3 // each needs tables of its own
		for range 150 {
			m := lane.Map{Bits: 32, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
			for i := range m.Lane {
				switch k := random.IntN(10); {
				case k < 8:
					m.Lane[i] = lane.From(k/4, random.IntN(4))
				case k < 9:
					m.Lane[i] = lane.Zero()
				}
			}
			o := Options{Target: tg, Cost: Instructions, MaxConstants: AtMost(limit)}
			if cpu, ok := tg.CPU(""); ok {
				o.CPU = cpu.Name
			}
			p, err := pose(m, tg)
			if err != nil {
				t.Fatal(err)
			}
			s := &search{l: &l, o: o, budget: 1 << 30}
			d := draft{inputs: len(p.inputs), bits: p.wide}
			args := []Arg{0, 1}[:len(p.inputs)]
			if direct(p.want, args) >= 0 || len(args) == 0 {
				continue
			}
			q, _ := p.quad()
			r := l.quad(p, q, o, nil)
			if tg.Torn && r != nil && r.Ops > 1 { // by tables, and by two rows: as whoever asks gets it
				if r, err = l.posed(t.Context(), p, o); err != nil {
					t.Fatal(err)
				}
			}
			if d, ok := s.cheapest(s.oneRow(d, p.want, args)); ok {
				one++
				if _, loads := s.price(d); r == nil || r.Ops != 1 || r.Constants != loads {
					t.Errorf("%s, limit %d: %s by one row, four lanes: %+v", tg.Name, limit, m, r)
				}
				continue
			}
			d, ok, complete := s.twoRows(d, p.want, args, 0, maxLoads, unaffordable)
			switch {
			case ok:
				two++
				seq := Sequence{Inputs: p.inputs, Bits: 128, Wide: p.wide, Code: d.code, Result: d.result}
				seq.check(p.want)
				if c := seq.count(); r == nil || r.Ops != 2 || r.Count != c {
					t.Errorf("%s, limit %d: %s by two rows %+v, four lanes: %+v", tg.Name, limit, m, c, r)
				}
			case !complete:
				t.Errorf("%s, limit %d: %s not looked through", tg.Name, limit, m)
			default:
				more++
				if r != nil && r.Ops <= 2 {
					t.Errorf("%s, limit %d: %s not by two rows, four lanes: %v", tg.Name, limit, m, r.Listing(tg))
				}
			}
		}
		t.Logf("%s: %d by one row, %d by two, %d by more", tg.Name, one, two, more)
	}
}

// randomOp is a row of the target with an immediate, constant and mask by chance, of which the arguments are these; ok is false if it does not move, or has no constant and is to have one.
func randomOp(random *rand.Rand, tg *target.Target, width int, values []Arg, constant bool) (op Op, ok bool) {
	rows := tg.RowsIn(tg.Files[0])
	row := rows[random.IntN(len(rows))]
	if row.Union != nil || constant && (row.Index == nil || row.Index.Mask || row.Elem > 32) || row.Consecutive || row.Bits > width || len(row.Src) == 0 {
		return op, false
	}
	for _, n := range row.Src {
		if n > width {
			return op, false
		}
		op.Args = append(op.Args, values[random.IntN(len(values))])
	}
	op.Row = row
	if row.Imm != nil {
		op.Imm = random.IntN(row.Imm.Values)
	} else {
		b := make([]byte, (row.Index.Bits+7)/8)
		for i := range b {
			switch row.Elem {
			case 8, 16, 32, 64:
				if i%(row.Elem/8) == 0 {
					b[i] = byte(random.IntN(128))
				}
			}
			if row.Index.Mask || row.Elem == 1 {
				b[i] = [...]byte{0, 0xff, byte(random.Uint32())}[random.IntN(3)]
			}
		}
		op.Const = lane.ConstBytes(b).Slice(0, row.Index.Bits)
	}
	if row.Mask != nil && row.Mask.Needs.In(tg.Has) && random.IntN(3) == 0 {
		op.Form, op.Mask = Zeroed, random.Uint64()
		if op.Mask &= 1<<(row.Bits/row.Mask.Elem) - 1; random.IntN(2) == 0 {
			if op.Form = Merged; !row.Destroys {
				op.Args = append(op.Args, values[random.IntN(len(values))])
			}
		}
	}
	return op, true
}

// Whatever two rows do, with any constants and masks, two rows are found for, and as few constants.
func TestTwoRowsOfTwo(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 22)
	var l Lowerer
	for _, tg := range Some(random, target.Targets(), 3) {
		tried, found := 0, 0
		for tried < 40 {
			width := tg.Bits[random.IntN(len(tg.Bits))]
			seq := Sequence{Inputs: []Input{{Source: 0}, {Source: 1}}, File: tg.Files[0], Bits: width, Wide: []int{width, width}, Result: 3}
			first, ok1 := randomOp(random, tg, width, []Arg{0, 1}, tried%2 == 0)
			last, ok2 := randomOp(random, tg, width, []Arg{0, 1, 2, 2, 2}, tried%2 == 0)
			if seq.Code = []Op{first, last}; !ok1 || !ok2 {
				continue
			}
			got, err := seq.Map()
			if err != nil {
				t.Fatal(err)
			}
			got = lowBits(got, width, lane.Zero())
			want, err := got.Widen(8)
			if tg.Files[0] == target.General {
				want, err = got.Regroup(1)
			}
			if err != nil {
				continue // it tears bytes
			}
			want = want.Clone()
			for i := range want.Lane {
				if l := want.Lane[i]; random.IntN(4) == 0 || l.Kind == lane.Constant && !l.Const.IsZero() {
					want.Lane[i] = lane.Lane{}
				}
			}
			p := &problem{asked: want, inputs: seq.Inputs, bits: width, result: width, wide: seq.Wide, want: want}
			reads := want.Reads()
			if direct(want, []Arg{0, 1}) >= 0 || reads[0]+reads[1] == 0 {
				continue
			}
			tried++
			s := &search{l: &l, o: Options{Target: tg, Cost: Instructions, MaxConstants: AtMost(seq.count().Constants)}, budget: 1 << 24, file: tg.Files[0]}
			d := draft{inputs: 2, bits: p.wide}
			best, ok := s.cheapest(s.oneRow(d, want, []Arg{0, 1}))
			complete := false
			if !ok {
				best, ok, complete = s.twoRows(d, want, []Arg{0, 1}, 0, maxLoads, unaffordable)
			}
			if !ok && complete {
				t.Errorf("%s: nothing does %v, but %s, %v, %s of %v, and %s, %v, %s of %v", tg.Name, want,
					first.Row.Name, first.Form, first.Const.Hex(), first.Args, last.Row.Name, last.Form, last.Const.Hex(), last.Args)
			}
			if ok {
				found++
				check := Sequence{Inputs: seq.Inputs, File: seq.File, Bits: width, Wide: seq.Wide, Code: best.code, Result: best.result}
				check.check(want)
			}
		}
		if t.Logf("%s: %d of %d", tg.Name, found, tried); found < tried/2 {
			t.Errorf("%s: %d of %d found", tg.Name, found, tried)
		}
	}
}

// A last row that keeps lanes of a source under its mask finds that source's bytes there, and the first row needs not hold them: one that looked for a first row that does told that there are none.
func TestTwoRowsKeepingASource(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 24)
	var l Lowerer
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors || !slices.ContainsFunc(tg.Rows, func(r *target.Row) bool { return r.Mask != nil && r.Mask.Needs.In(tg.Has) }) {
			continue
		}
		for tried := 0; tried < 10; {
			width := tg.Bits[random.IntN(len(tg.Bits))]
			first, ok1 := randomOp(random, tg, width, []Arg{0}, false)
			last, ok2 := randomOp(random, tg, width, []Arg{2}, false)
			if !ok1 || !ok2 || first.Row.Imm == nil || last.Row.Imm == nil || first.Form != Plain || last.Form != Merged || last.Row.Destroys {
				continue
			}
			last.Args[len(last.Args)-1] = 1
			seq := Sequence{Inputs: []Input{{Source: 0}, {Source: 1}}, File: tg.Files[0], Bits: width, Wide: []int{width, width}, Code: []Op{first, last}, Result: 3}
			got, err := seq.Map()
			if err != nil {
				t.Fatal(err)
			}
			want, err := lowBits(got, width, lane.Zero()).Widen(8)
			if err != nil {
				continue // it tears bytes
			}
			if reads := want.Reads(); reads[0] == 0 || reads[1] == 0 {
				continue
			}
			tried++
			s := &search{l: &l, o: Options{Target: tg, Cost: Instructions, MaxConstants: AtMost(seq.count().Constants)}, budget: 1 << 24, file: tg.Files[0]}
			d := draft{inputs: 2, bits: seq.Wide}
			if _, ok := s.cheapest(s.oneRow(d, want, []Arg{0, 1})); ok {
				continue
			}
			if _, ok, complete := s.twoRows(d, want, []Arg{0, 1}, 0, maxLoads, unaffordable); !ok && complete {
				t.Errorf("%s: nothing does %v, but %s, %d of a, and %s, %d under %x, which keeps b", tg.Name, want, first.Row.Name, first.Imm, last.Row.Name, last.Imm, last.Mask)
			}
		}
	}
}

// Two rows with constants behind one another: what the first one brings may be as much as it has room for.
func TestTwoIndexedRows(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	random := chance.Random(t, 23)
	var l Lowerer
	times := 1
	if *Full {
		times = 12
	}
	for _, pair := range []struct{ target, first, last string }{
		{"avx2", "vpermd", "vpshufb"}, {"avx2", "vpshufb", "vpermd"}, {"avx2", "vpshufb", "vpblendvb"}, {"avx512", "vpermw", "vpshufb"}, {"avx512", "vpermi2d", "vpshufb"},
	} {
		tg, _ := target.Find(pair.target)
		op := func(name string, args ...Arg) Op {
			row := tg.Rows[slices.IndexFunc(tg.Rows, func(r *target.Row) bool { return r.Name == name && r.Bits == 256 && r.Index != nil })]
			b := make([]byte, 32)
			for i := 0; i < 32; i += row.Elem / 8 {
				b[i] = byte(random.IntN(32))
				if name == "vpblendvb" {
					b[i] *= 8
				}
			}
			return Op{Row: row, Const: lane.ConstBytes(b), Args: args[:len(row.Src)]}
		}
		for range times {
			seq := Sequence{Inputs: []Input{{Source: 0}, {Source: 1}}, Bits: 256, Wide: []int{256, 256}, Result: 3}
			first, last := []Arg{0}, []Arg{2}
			if pair.first == "vpermi2d" {
				first = []Arg{0, 1}
			}
			if pair.last == "vpblendvb" {
				last = []Arg{2, 1}
			}
			seq.Code = []Op{op(pair.first, first...), op(pair.last, last...)}
			got, err := seq.Map()
			if err != nil {
				t.Fatal(err)
			}
			want, err := got.Widen(8)
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.Lower(t.Context(), want, Options{Target: tg, Cost: Instructions, MaxConstants: AtMost(2)})
			if err != nil || r.Ops > 2 {
				t.Errorf("%s: %s and %s: %d ops for %s, %v", pair.target, pair.first, pair.last, r.Ops, want, err)
			}
		}
	}
}
