package rvv_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// asked is a machine with inputs of so many bits, one for each letter.
func asked(t *testing.T, letters string, bits int) (*rvv.Machine, map[byte]lane.Map) {
	t.Helper()
	p := &program.Values{Named: map[string]lane.Map{}}
	values := map[byte]lane.Map{}
	for _, letter := range []byte(letters) {
		one := make([]lane.Map, 1)
		if err := p.Argument(&one[0], string(letter), bits, 8); err != nil {
			t.Fatal(err)
		}
		values[letter] = one[0]
	}
	return &rvv.Machine{Values: p, VLEN: 128}, values
}

// operands are values as arguments.
func operands(all ...lane.Map) (list []rvv.Operand) {
	for _, m := range all {
		list = append(list, rvv.Operand{Map: m})
	}
	return list
}

// A sum of two is a movement once one of both is added again, as often as a lane has ones: then the lanes of both stand in turn, whatever has been read or made meanwhile.
func TestSums(t *testing.T) {
	rng := chance.Random(t, 68)
	for range 200 {
		half, n := 8<<rng.IntN(3), 1<<rng.IntN(5)
		m, x := asked(t, "ab", half*n)
		written := 1 + rng.IntN(n)
		wide := rvv.Call{Bits: 2 * half, Lanes: n, Written: written}
		ones := constants(repeated(1<<half-1, n), half)
		do := func(name string, args ...lane.Map) (lane.Map, error) {
			c := wide
			c.Name, c.Args = name, operands(args...)
			return m.Do(c)
		}
		if _, err := do("vwmaccu", x['a'], ones, x['b']); err == nil || !strings.Contains(err.Error(), "it computes") {
			t.Fatalf("nothing has been added, and it is %v", err)
		}
		if rng.IntN(2) == 0 { // another sum is none of it
			if _, err := do("vwaddu", x['b'], x['b']); err != nil {
				t.Fatal(err)
			}
		}
		sum, err := do("vwaddu", x['a'], x['b'])
		if err != nil {
			t.Fatal(err)
		}
		other := make([]lane.Map, 1)
		if err := m.Values.Argument(&other[0], "c", half*n, 8); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			acc, factor, of lane.Map
			want            string
		}{
			"the second again":    {sum, ones, x['b'], "ab"},
			"the first again":     {sum, ones, x['a'], "ba"},
			"another":             {sum, ones, other[0], ""},
			"one less often":      {sum, constants(repeated(1<<half-2, n), half), x['b'], ""},
			"once less in a lane": {sum, constants(append(repeated(1<<half-1, written-1), append([]uint64{3}, repeated(1, n-written)...)...), half), x['b'], ""},
			"of no sum":           {constants(repeated(3, n), 2*half), ones, x['b'], ""},
		} {
			got, err := do("vwmaccu", c.acc, c.factor, c.of)
			if (err == nil) != (c.want != "") {
				t.Fatalf("%s, %d of %d lanes of %d: %v, %v", name, written, n, half, got, err)
			}
			if err != nil {
				continue
			}
			want := lane.Map{Bits: half, Src: []int{n, n}}
			for i := range n {
				for _, letter := range []byte(c.want) {
					l := lane.From(int(letter-'a'), i)
					if i >= written {
						l = lane.Lane{}
					}
					want.Lane = append(want.Lane, l)
				}
			}
			narrow, err := got.Regroup(8)
			if err != nil {
				t.Fatal(err)
			}
			same, _ := want.Regroup(8)
			for i, l := range same.Lane {
				if narrow.Lane[i] != l {
					t.Fatalf("%s, %d of %d lanes of %d: lane %d is %v, want %v", name, written, n, half, i, narrow.Lane[i], l)
				}
			}
		}
	}
}

// What has other operands than an instruction, or depends on what nobody knows, is refused with what is missing.
func TestRefused(t *testing.T) {
	m, x := asked(t, "ab", 128)
	some := constants([]uint64{1, 0, 1, 0}, 1)
	numbers := constants([]uint64{0, 1, 2, 3}, 32)
	old := func() (lane.Map, error) { return x['b'], nil }
	for _, c := range []struct {
		call rvv.Call
		want string
	}{
		{rvv.Call{Name: "vfadd", Bits: 32, Lanes: 4}, "vfadd is no instruction that is known as a movement of lanes"},
		{rvv.Call{Name: "vmv_v", Bits: 32, Lanes: 4}, "other operands"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Args: operands(x['a'])}, "other operands"},
		{rvv.Call{Name: "vid", Bits: 32}, "other operands"},
		{rvv.Call{Name: "vid", Lanes: 4}, "other operands"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Written: 5}, "other operands"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Written: -1}, "other operands"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Tail: true}, "what stays is missing"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Off: true}, "what stays is missing"},
		{rvv.Call{Name: "vmset", Bits: 32, Lanes: 4, Mask: &some}, "of some lanes alone it is not known"},
		{rvv.Call{Name: "vid", Bits: 32, Lanes: 4, Written: 4, Mask: &numbers}, ""},
		{rvv.Call{Name: "vmv_v", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a']), Mask: ptr(x['b'])}, "the mask, of which bit 0 is not known"},
		{rvv.Call{Name: "vmv_v", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a']), Mask: ptr(constants([]uint64{1, 1, 1}, 1))}, "the mask, of which bit 3 is not known"},
		{rvv.Call{Name: "vmerge", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'], x['a'])}, "bit 0 is not known"},
		{rvv.Call{Name: "vcompress", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['a'])}, "bit 0 is not known"},
		{rvv.Call{Name: "vmand", Bits: 32, Lanes: 4, Written: 4, Args: operands(some, x['a'])}, "bit 0 is not known"},
		{rvv.Call{Name: "vrgather", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'])}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vsll", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'])}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vnsrl", Bits: 32, Lanes: 2, Written: 2, Args: operands(x['a'], x['b'])}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vwsll", Bits: 64, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'])}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vmseq", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], numbers)}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vmseq", Bits: 32, Lanes: 4, Written: 4, Args: operands(numbers, constants([]uint64{1, 2}, 32))}, "depends on lanes that are not known"},
		{rvv.Call{Name: "vadd", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'])}, "it computes"},
		{rvv.Call{Name: "vadd", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], numbers)}, "it computes"},
		{rvv.Call{Name: "vwaddu_wv", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], numbers)}, "it computes"},
		{rvv.Call{Name: "vmacc", Bits: 32, Lanes: 4, Written: 4, Args: operands(numbers, numbers, x['b'])}, "it computes"},
		{rvv.Call{Name: "vor", Bits: 32, Lanes: 4, Written: 4, Args: operands(x['a'], x['b'])}, "both live"},
		{rvv.Call{Name: "vslideup", Bits: 32, Lanes: 4, Written: 4, Args: append(operands(x['a'], x['b']), rvv.Operand{Number: -1})}, "-1 lanes are none"},
		{rvv.Call{Name: "vslidedown", Bits: 32, Lanes: 4, Written: 4, Args: append(operands(x['a']), rvv.Operand{Number: -2})}, "-2 lanes are none"},
		{rvv.Call{Name: "vzext_vf8", Bits: 4, Lanes: 4, Written: 4, Args: operands(x['a'])}, "no lanes as narrow"},
		{rvv.Call{Name: "vslidedown", Bits: 32, Lanes: 4, Written: 4, Args: append(operands(x['a']), rvv.Operand{Number: 1 << 60}), Tail: true, Old: old}, ""},
	} {
		got, err := m.Do(c.call)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is %v, %v, want %q", c.call.Name, got, err, c.want)
		}
	}
}

func ptr(m lane.Map) *lane.Map { return &m }

// What stays is asked for where some of it does, and not elsewhere: then it would be a source of which nothing is read.
func TestOldIsAskedWhereItStays(t *testing.T) {
	for _, c := range []struct {
		written   int
		mask      []uint64
		tail, off bool
		want      bool
	}{
		{4, nil, true, true, false}, {3, nil, true, false, true}, {3, nil, false, true, false}, {4, []uint64{1, 1, 1, 1}, true, true, false}, {4, []uint64{1, 0, 1, 1}, true, false, false}, {4, []uint64{1, 0, 1, 1}, false, true, true},
		{3, []uint64{1, 1, 1, 0}, false, true, false},
	} {
		m, x := asked(t, "a", 128)
		was := false
		call := rvv.Call{Name: "vmv_v", Bits: 32, Lanes: 4, Written: c.written, Tail: c.tail, Off: c.off, Args: operands(x['a']), Old: func() (lane.Map, error) { was = true; return x['a'], nil }}
		if c.mask != nil {
			call.Mask = ptr(constants(c.mask, 1))
		}
		if _, err := m.Do(call); err != nil || was != c.want {
			t.Errorf("%+v: asked %v, %v", c, was, err)
		}
	}
}

// How wide lanes are that stand beside those of the result, as names and modes have only one of both.
func TestWidths(t *testing.T) {
	for name, wider := range map[string]int{"vslideup": 1, "vid": 1, "vmset": 1, "vzext_vf2": 2, "vzext_vf4": 4, "vsext_vf8": 8, "vwcvtu": 2, "vwaddu": 2, "vwaddu_wv": 1, "vwsll": 2, "vwmaccu": 1, "vncvt": -2, "vnsrl": -2, "vrgatherei16": 1, "vmseq": 1} {
		i, ok := rvv.Find(name)
		if !ok || i.Wider() != wider || i.MakesMask() != strings.HasPrefix(name, "vms") {
			t.Errorf("%s: %d, %v, want %d", name, i.Wider(), i.MakesMask(), wider)
		}
	}
	for a, want := range map[rvv.Argument]int{{}: 32, {Times: 2}: 64, {Parts: 4}: 8, {Bits: 16}: 16} {
		if got := a.Width(32); got != want {
			t.Errorf("%+v has %d bits, want %d", a, got, want)
		}
	}
	if _, ok := rvv.Find("vfadd"); ok || len(rvv.Names()) < 60 {
		t.Errorf("%d instructions", len(rvv.Names()))
	}
}

// Copies of signs are computed, and those of constants known; what an or or a sum makes of what is not defined is undefined.
func TestSignsAndUndefined(t *testing.T) {
	m, x := asked(t, "a", 64)
	got, err := m.Do(rvv.Call{Name: "vsra", Bits: 8, Lanes: 8, Written: 8, Args: operands(x['a'], constants(repeated(1, 8), 8))})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Values.WithoutComputed(got); err == nil || !strings.Contains(err.Error(), "copies the sign") {
		t.Errorf("vsra is %v", err)
	}
	half := constants([]uint64{0x80, 5}, 8)
	half.Lane = append(half.Lane, make([]lane.Lane, 2)...)
	for name, want := range map[string]string{"vsext_vf2": "-> i16x4: #ff80 #5 _ _", "vzext_vf2": "-> i8x8: #80 z #5 z _ z _ z"} {
		got, err := m.Do(rvv.Call{Name: name, Bits: 16, Lanes: 4, Written: 4, Args: operands(half)})
		if err == nil && name == "vsext_vf2" {
			got, err = got.Regroup(16)
		}
		if err != nil || !strings.HasSuffix(got.String(), strings.Split(want, ": ")[1]) {
			t.Errorf("%s is %v, %v, want %s", name, got, err, want)
		}
	}
	for _, name := range []string{"vor", "vadd"} {
		both := lane.Map{Bits: 8, Lane: make([]lane.Lane, 2)}
		both.Lane[0] = lane.Zero()
		got, err := m.Do(rvv.Call{Name: name, Bits: 8, Lanes: 2, Written: 2, Args: operands(both, both)})
		if err != nil || got.Lane[0] != lane.Zero() || got.Lane[1].Kind != lane.Undefined {
			t.Errorf("%s of undefined lanes is %v, %v", name, got, err)
		}
	}
}

// Who is patient is told of bits that are both live only once they are read: those beside them are what they are.
func TestBothLive(t *testing.T) {
	rng := chance.Random(t, 69)
	for range 100 {
		m, x := asked(t, "ab", 64)
		m.Values.Patient = true
		keep := lanes(rng, 8, 8)
		known := constants(keep, 8)
		call := rvv.Call{Bits: 8, Lanes: 8, Written: 8}
		do := func(name string, args ...lane.Map) lane.Map {
			call.Name, call.Args = name, operands(args...)
			got, err := m.Do(call)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return got
		}
		or := do("vor", do("vand", x['a'], known), x['b']) // both are live where a is kept
		thrown := do("vandn", or, known)
		one := []lane.Map{thrown}
		if err := m.Values.Level(one); err != nil {
			t.Fatal(err)
		}
		rest, _, err := m.Values.WithoutComputed(one[0])
		if err != nil {
			t.Fatalf("%x: %v", keep, err)
		}
		narrow, err := rest.Regroup(1)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range narrow.Lane {
			want := lane.From(1, i)
			if keep[i/8]>>(i%8)&1 == 1 {
				want = lane.Zero()
			}
			if l != want {
				t.Fatalf("%x: bit %d is %v, want %v", keep, i, l, want)
			}
		}
		all := []lane.Map{or}
		if err := m.Values.Level(all); err != nil {
			t.Fatal(err)
		}
		if _, _, err := m.Values.WithoutComputed(all[0]); err == nil || !strings.Contains(err.Error(), "both live") {
			t.Fatalf("%x: %v", keep, err)
		}
	}
}

// Lanes that are shifted up in wider ones, and narrow ones that are added to those: both stand beside one another, wherever no live bits meet, and elsewhere it computes.
func TestAddedBeside(t *testing.T) {
	rng := chance.Random(t, 70)
	moved := 0
	for range 300 {
		half, n := 8<<rng.IntN(3), 1<<rng.IntN(4)
		m, x := asked(t, "ab", half*n)
		by, written := 8*rng.IntN(2*half/8), 1+rng.IntN(n)
		call := rvv.Call{Name: "vwsll", Bits: 2 * half, Lanes: n, Written: n, Args: operands(x['a'], constants(repeated(uint64(by), n), half))}
		up, err := m.Do(call)
		if err != nil {
			t.Fatal(err)
		}
		call.Name, call.Written, call.Args = "vwaddu_wv", written, operands(up, x['b'])
		got, err := m.Do(call)
		if (err == nil) != (by >= half) || err != nil && !strings.Contains(err.Error(), "it computes") {
			t.Fatalf("%d lanes of %d, %d up: %v, %v", n, half, by, got, err)
		}
		if err != nil {
			continue
		}
		moved++
		bytes, err := got.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range bytes.Lane {
			k, b := i/(half/4), i%(half/4)
			want := lane.Lane{}
			switch {
			case k >= written:
			case b < half/8:
				want = lane.From(1, k*half/8+b)
			case b >= by/8:
				want = lane.From(0, k*half/8+b-by/8)
			default:
				want = lane.Zero()
			}
			if l != want {
				t.Fatalf("%d of %d lanes of %d, %d up: byte %d is %v, want %v", written, n, half, by, i, l, want)
			}
		}
	}
	if moved < 50 {
		t.Errorf("%d were movements", moved)
	}
}
