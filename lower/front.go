package lower

import (
	"encoding/binary"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// A front is the drafts for one map of which none is better than another: with more constants there are fewer ops. Drafts are in the order of their constants.
type front []draft

// maxFront is the most constants of which a front keeps a draft. Those that load more are compared with those that load as many.
const maxFront = 4

// add is the front with one more draft, if it is better than those that load no more constants.
func (s *search) add(f front, d draft) front {
	d = s.shared(d)
	if d.price, d.loads = s.price(d); d.price == unaffordable {
		return f // it takes more registers than there are
	}
	same := func(n int) int { return min(n, maxFront) }
	for _, other := range f {
		if same(other.loads) <= same(d.loads) && !s.unloaded(&d).less(s.unloaded(&other)) {
			return f
		}
	}
	f = slices.DeleteFunc(slices.Clone(f), func(other draft) bool {
		return same(other.loads) >= same(d.loads) && !s.unloaded(&other).less(s.unloaded(&d))
	})
	at := slices.IndexFunc(f, func(other draft) bool { return other.loads > d.loads })
	if at < 0 {
		at = len(f)
	}
	return slices.Insert(f, at, d)
}

// unloaded is a draft's price as if its constants were free.
func (s *search) unloaded(d *draft) price {
	q := d.price
	q.rest -= s.o.Cost.keyOf(0, d.loads, 0, 0)
	return q
}

// embed is the draft d continued by f, whose inputs are these values of d.
func (d draft) embed(f draft, args []Arg) draft {
	at := func(v Arg) Arg {
		if int(v) < f.inputs {
			return args[v]
		}
		return v - Arg(f.inputs) + Arg(d.inputs+len(d.code))
	}
	result := at(f.result)
	code, bits := slices.Clip(d.code), slices.Clip(d.bits)
	for _, o := range f.code {
		mapped := make([]Arg, len(o.Args))
		for k, v := range o.Args {
			mapped[k] = at(v)
		}
		if o.Args = mapped; o.Made {
			o.By = at(o.By)
		}
		code = append(code, o)
	}
	bits = append(bits, f.bits[f.inputs:]...)
	d.code, d.bits, d.result = code, bits, result
	return d
}

// A knownFront is the drafts of a front that cost less than that; 0: all.
type knownFront struct {
	front
	below key
}

// front is the best that is known for a map of values of a draft, as drafts whose inputs these are. What costs as much as the search has room for may be missing.
func (s *search) front(want lane.Map, of draft, values []Arg, depth int) front {
	want, d, args := s.alone(want, &of, values)
	if r := direct(want, args); r >= 0 {
		d.result = r
		return front{d}
	}
	key := frontKey(want, &d, depth)
	if known, ok := s.fronts[key]; ok && (known.below == 0 || s.below > 0 && s.below <= known.below) {
		return known.front
	}
	f := s.findFront(d, want, args, depth)
	if s.fronts == nil {
		s.fronts = map[string]knownFront{}
	}
	s.fronts[key] = knownFront{f, s.below}
	return f
}

// alone is what is wanted of a draft's values as the question of a front, whose inputs these are.
func (s *search) alone(want lane.Map, of *draft, values []Arg) (lane.Map, draft, []Arg) {
	if s.file == target.Vectors {
		want = widest(want)
	}
	return want, of.startingWith(values), firstArgs(len(values))
}

// startingWith is a draft whose inputs are these values.
func (d *draft) startingWith(values []Arg) draft {
	r := draft{inputs: len(values), loose: d.loose}
	for k, v := range values {
		r.bits = append(r.bits, d.bits[v])
		r.loose = r.loose || v != values[0]+Arg(k) || !d.inPlace(v)
	}
	return r
}

// inPlace says whether a value is an input, or a constant loaded before anything else, which is in the register behind the inputs.
func (d *draft) inPlace(v Arg) bool {
	return int(v) < d.inputs || int(v) == d.inputs && d.code[0].IsLoad()
}

// frontKey names a map, the registers of its arguments and the depth.
func frontKey(want lane.Map, d *draft, depth int) string {
	b := []byte{byte(depth)}
	if d.loose {
		b[0] |= 0x80
	}
	for _, n := range d.bits {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(appendMap(b, want))
}

// findFront looks at one row, then two, then at what plans compose, as long as that can be better.
func (s *search) findFront(d draft, want lane.Map, args []Arg, depth int) (f front) {
	if s.file == target.General {
		return s.generalFront(d, want, args, depth)
	}
	if s.over() {
		return nil
	}
	if !s.affords(1, 0) {
		return nil
	}
	few := s.fewRows(want, &d)
	for _, one := range few.one(s, d, want, args) {
		f = s.add(f, one)
	}
	for loads := 0; loads <= maxLoads/2; loads++ {
		if s.done(f, 1, loads) || s.done(f, 2, loads) || !s.affords(2, loads) {
			break
		}
		if two := few.two(s, d, want, args, loads); two != nil {
			f = s.add(f, *two)
		}
	}
	if !s.affords(2, 0) || !s.affords(few.least(s, d, want, args), 0) {
		return f
	}
	if !s.done(f, 2, 0) && !s.done(f, 1, 1) {
		for _, q := range s.decided(want, d, quick.DefaultFuel) {
			if !d.loose || !slices.ContainsFunc(q.code, func(o Op) bool { return o.Row.Consecutive }) {
				f = s.add(f, q.draft)
			}
		}
	}
	if depth == 0 || s.done(f, 2, 0) || s.done(f, 1, 1) && s.o.MaxConstants.allowsAny() {
		return f
	}
	return s.plans(f, d, want, args, depth)
}

// most is how many constants may be loaded, up to so many.
func (s *search) most(n int) int {
	if most, limited := s.o.MaxConstants.Number(); limited {
		return min(n, most)
	}
	return n
}

// done says whether the front has a draft of so few ops with so few constants.
func (s *search) done(f front, ops, loads int) bool {
	return slices.ContainsFunc(f, func(d draft) bool { return opsOf(d.code) <= ops && d.loads <= loads })
}

// make continues a draft by the cheapest for what is wanted of its values.
func (s *search) make(d draft, want lane.Map, args []Arg, depth int) (draft, bool) {
	return s.cheapest(s.each(d, want, args, depth, 0))
}
