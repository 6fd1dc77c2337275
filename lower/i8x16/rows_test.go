package i8x16

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// targets are what package target calls the levels.
var targets = [...]string{SSSE3: "ssse3", SSE41: "sse4.1", AVX: "avx", AVX2: "avx2", VBMI: "avx512vbmi", NEON: "neon"}

// levels are all levels.
func levels() (list []Level) {
	for l := range targets {
		list = append(list, Level(l))
	}
	return list
}

// theirs is package target's row for one of ours, and the value of its immediate.
func theirs(t testing.TB, l Level, r Row, imm int) (*target.Row, int) {
	t.Helper()
	tg, ok := target.Find(targets[l])
	if !ok {
		t.Fatalf("no target %s", targets[l])
	}
	name := r.Name()
	switch {
	case l != NEON && l >= AVX && name[0] != 'v':
		name = "v" + name
	case l == NEON && r == or:
		name = "orr"
	}
	bits := 8 * r.Lane()
	if p := shapes[r].part; p > 0 {
		bits = 8 * p
	}
	for _, row := range tg.RowsIn(target.Vectors) {
		if row.Name != name || row.Bits != 128 || len(row.Src) != r.Arguments() || row.Src[0] != 128 || l == NEON && r != or && row.Elem != bits {
			continue
		}
		value := imm
		if row.Imm != nil {
			if value -= row.Imm.First; shapes[r].part > 0 {
				value = 8*imm - row.Imm.First
			}
		}
		return row, value
	}
	t.Fatalf("%s has no row %s of %d bits", targets[l], name, bits)
	return nil, 0
}

// Every row with every immediate does what package target says, byte by byte.
func TestRowsMeaning(t *testing.T) {
	instances := 0
	for _, l := range levels() {
		for r := range shapes {
			s := &shapes[r]
			if !l.has(s) || s.from == nil {
				continue
			}
			for v := s.first; v < s.first+max(1, s.values); v++ {
				instances++
				row, value := theirs(t, l, Row(r), v<<s.sub)
				does, err := row.Imm.Map(value).Regroup(8)
				if err != nil {
					t.Fatal(err)
				}
				for i, from := range does.Lane[:16] {
					if b := s.byte(v, i); from != lane.From(b/16, b%16) {
						t.Fatalf("%s, %d: byte %d of %s is %v, and %d here", targets[l], v, i, row.Name, from, b)
					}
				}
			}
			if row, _ := theirs(t, l, Row(r), s.first<<s.sub); row.Destroys != Row(r).Overwrites(l) {
				t.Errorf("%s: %s writes its first argument: %v, and %v here", targets[l], row.Name, row.Destroys, !row.Destroys)
			}
		}
	}
	if instances < 5000 {
		t.Errorf("%d instances of rows were compared", instances)
	}
}

// A level has a row exactly where package target's has it, of as many lanes and arguments.
func TestRowsOfLevels(t *testing.T) {
	for _, l := range levels() {
		tg, _ := target.Find(targets[l])
		for r := range shapes {
			s := &shapes[r]
			if Row(r) == none || Row(r) == or || s.name == "" {
				continue
			}
			bits := 8 * max(s.lane, s.part)
			has := false
			for _, row := range tg.RowsIn(target.Vectors) {
				name := row.Name == s.name || row.Name == "v"+s.name && l >= AVX && l != NEON
				has = has || name && row.Bits == 128 && len(row.Src) == s.args && row.Src[0] == 128 && (!s.arm || row.Elem == bits)
			}
			if got := l.has(s); got != has {
				t.Errorf("%s has %s of %d bits: %t, want %t", targets[l], s.name, bits, got, has)
			}
		}
	}
}

// value is what a program makes of its inputs, by package target's rows.
func value(t testing.TB, l Level, p *Program) lane.Map {
	t.Helper()
	values := make([]lane.Map, 2)
	for k := range values {
		values[k] = lane.Map{Bits: 8, Src: []int{16, 16}, Lane: make([]lane.Lane, 16)}
		for i := range 16 {
			values[k].Lane[i] = lane.From(k, i)
		}
	}
	for _, o := range p.Ops() {
		row, imm := theirs(t, l, o.Row, int(o.Imm))
		args := []lane.Map{values[o.X], values[o.Y]}[:o.Row.Arguments()]
		var does lane.Map
		switch {
		case row.Union != nil:
			values = append(values, row.Union.Of(args...))
			continue
		case row.Imm != nil:
			does = row.Imm.Map(imm)
		default:
			does = row.Index.Apply(lane.ConstBytes(p.Constants()[o.K][:]))
		}
		if does.Bits < 8 {
			does, _ = does.Widen(8)
		} else {
			does, _ = does.Regroup(8)
		}
		v := lane.Map{Bits: 8, Src: values[0].Src, Lane: make([]lane.Lane, 16)}
		for i, from := range does.Lane[:16] {
			if v.Lane[i] = from; from.Kind == lane.Source {
				v.Lane[i] = args[from.Src].Lane[from.Index]
			}
		}
		values = append(values, v)
	}
	return values[p.Result()]
}

// asMap is selectors as a map.
func asMap(selectors *[16]uint8) lane.Map {
	m := lane.Map{Bits: 8, Src: []int{16, 16}, Lane: make([]lane.Lane, 16)}
	for i, s := range selectors {
		if s != Any {
			m.Lane[i] = lane.From(int(s/16), int(s%16))
		}
	}
	return m
}
