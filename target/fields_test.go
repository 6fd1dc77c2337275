package target_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Whatever each field of a constant is chosen to do, there is a constant that does all of it; and what a constant does, its fields can.
func TestFieldsAreAllThatConstantsDo(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range indexedRows() {
		fields := r.Index.Fields()
		if fields.Field == nil || thinned(random) {
			continue
		}
		if lanes := lanesOf(fields); !slices.Equal(lanes, upToNumber(fields.Block/fields.Bits)) {
			t.Errorf("%s %s: fields rule the lanes %v of a block of %d bits", r.Name, r.Asm, lanes, fields.Block)
			continue
		}
		for range 4 {
			if want := chosenFields(random, r, fields); !solves(t, r, want) {
				t.Errorf("%s %s: no constant for a choice of all fields, %v", r.Name, r.Asm, want)
			}
			m := narrow(t, r.Index.Apply(someConstant(random, r)), fields.Bits)
			if i := strangeField(m, fields); i >= 0 {
				t.Errorf("%s %s: a constant makes lane %d of %v, which its field cannot", r.Name, r.Asm, i, m)
			}
		}
	}
}

func lanesOf(fields target.Fields) (lanes []int) {
	for _, f := range fields.Field {
		lanes = append(lanes, f.Lanes...)
	}
	slices.Sort(lanes)
	return lanes
}

func upToNumber(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// chosenFields is a map in which each field of each block does one of the things that it can.
func chosenFields(random *rand.Rand, r *target.Row, fields target.Fields) lane.Map {
	m := openMap(r, fields.Bits)
	n := fields.Block / fields.Bits
	for start := 0; start < len(m.Lane); start += n {
		for _, f := range fields.Field {
			for i, l := range f.Can[random.IntN(len(f.Can))] {
				m.Lane[start+f.Lanes[i]] = moved(l, start)
			}
		}
	}
	return m
}

// strangeField is a lane that its field cannot make together with the others that it rules, or -1. Fields that compute say nothing.
func strangeField(m lane.Map, fields target.Fields) int {
	n := fields.Block / fields.Bits
	for start := 0; start < len(m.Lane); start += n {
		for _, f := range fields.Field {
			var made []lane.Lane
			for _, i := range f.Lanes {
				made = append(made, m.Lane[start+i])
			}
			if !slices.Contains(made, lane.Lane{}) && !slices.ContainsFunc(f.Can, func(can []lane.Lane) bool {
				return slices.EqualFunc(can, made, func(c, l lane.Lane) bool { return moved(c, start) == l })
			}) {
				return start + f.Lanes[0]
			}
		}
	}
	return -1
}

// The same of parts, which are whole bytes.
func TestPartsAreAllThatConstantsDo(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range indexedRows() {
		parts := r.Index.Parts()
		if parts == nil || thinned(random) {
			continue
		}
		var bytes []int
		for _, p := range parts {
			bytes = append(bytes, p.Bytes...)
		}
		if !slices.Equal(bytes, upToNumber(r.Bits/8)) {
			t.Errorf("%s %s: parts rule the bytes %v", r.Name, r.Asm, bytes)
			continue
		}
		for range 4 {
			want, only := openMap(r, 8), random.IntN(len(parts))
			for k, p := range parts {
				if r.Index.Kind.Joint() && k != only {
					continue
				}
				for i, l := range p.Can[random.IntN(len(p.Can))] {
					want.Lane[p.Bytes[i]] = l
				}
			}
			if !solves(t, r, want) {
				t.Errorf("%s %s: no constant for a choice of parts, %v", r.Name, r.Asm, want)
			}
			m, err := r.Index.Apply(someConstant(random, r)).Regroup(8)
			if err != nil {
				continue // bits of several bytes come together
			}
			for _, p := range parts {
				made := m.Lane[p.Bytes[0] : p.Bytes[0]+len(p.Bytes)]
				if !slices.Contains(made, lane.Lane{}) && !slices.ContainsFunc(p.Can, func(can []lane.Lane) bool { return slices.Equal(can, made) }) {
					t.Errorf("%s %s: a constant makes bytes %v of %v, which their part cannot", r.Name, r.Asm, p.Bytes, m)
				}
			}
		}
	}
}

// solves says whether some constant makes what is wanted.
func solves(t *testing.T, r *target.Row, want lane.Map) bool {
	k, ok := r.Index.Solve(want)
	return ok && refines(t, r.Index.Apply(k), want)
}

// openMap has the sizes of a row, and no lane defined.
func openMap(r *target.Row, bits int) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, r.Bits/bits)}
	for _, n := range r.Src {
		m.Src = append(m.Src, n/bits)
	}
	return m
}

func narrow(t *testing.T, m lane.Map, bits int) lane.Map {
	m, err := m.Regroup(bits)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// moved is a lane of the first block in one that starts at lane start.
func moved(l lane.Lane, start int) lane.Lane {
	if l.Kind == lane.Source {
		l.Index += start
	}
	return l
}

// someConstant is random, or one of small fields, which more often mean something.
func someConstant(random *rand.Rand, r *target.Row) lane.Const {
	if random.IntN(2) == 0 {
		return randomConst(random, r.Index.Bits)
	}
	b := make([]byte, (r.Index.Bits+7)/8)
	for i := range b {
		b[i] = byte(random.Uint32() & random.Uint32() & random.Uint32())
	}
	return lane.ConstBytes(b).Slice(0, r.Index.Bits)
}

// All constants have parts but those whose pieces rule single bits of many bytes, as a matrix and the index of a bit do, or bits that go together, and those in an instruction of which the highest bit stands for all above it.
func TestWhichConstantsHaveParts(t *testing.T) {
	ofBits := map[string]bool{"gf2p8affineqb": true, "vgf2p8affineqb": true, "vbpermq": true, "vbpermd": true, "bext": true, "bdep": true, "bgrp": true, "pext": true, "pdep": true}
	none := 0
	for _, r := range indexedRows() {
		want := !ofBits[r.Name] && !(r.Index.Inline && r.Index.Bits == 64)
		if got := r.Index.Parts() != nil; got != want {
			t.Errorf("%s %s has parts: %t", r.Name, r.Asm, got)
		}
		if !want {
			none++
		}
		if fields := r.Index.Fields().Field != nil; !r.Index.Kind.Joint() && !fields {
			t.Errorf("%s %s has no fields", r.Name, r.Asm)
		} else if r.Index.Kind.Joint() && fields {
			t.Errorf("%s %s has fields, and is joint", r.Name, r.Asm)
		}
	}
	if none < len(ofBits) {
		t.Errorf("only %d rows have none", none)
	}
}
