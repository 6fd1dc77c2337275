package form_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Every row with a mask register is read as what its table says, in both forms: under a mask that is known, under one that is not, and as C.
//
//	vpmovwb xmm9{k1}, xmm1      bytes 8 to 15 are zeros, whatever k1 and xmm9 hold
func TestMaskedRowsAreRead(t *testing.T) {
	rng := chance.Random(t, 0)
	seen := map[*target.Row]bool{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Mask == nil || r.Mask.Merges || r.Union != nil || seen[r] {
				continue
			}
			seen[r] = true
			for _, zero := range []bool{false, true} {
				maskedRowIsRead(t, rng, tg, r, zero)
			}
		}
	}
	if t.Logf("%d rows", len(seen)); len(seen) < 200 {
		t.Errorf("only %d rows have a mask", len(seen))
	}
}

// A maskedUse is a row in one of its masked forms, with an immediate or a constant.
type maskedUse struct {
	tg       *target.Target
	row      *target.Row
	zero     bool
	does     lane.Map // without the mask
	value    int
	constant lane.Const
	mask     uint64
}

// maskedRowIsRead holds what is read of one form of a row against its table.
func maskedRowIsRead(t *testing.T, rng *rand.Rand, tg *target.Target, r *target.Row, zero bool) {
	t.Helper()
	u := maskedUse{tg: tg, row: r, zero: zero, mask: rng.Uint64()}
	if r.Mask.Lanes < 64 {
		u.mask &= 1<<r.Mask.Lanes - 1
	}
	u.does, u.value, u.constant = anyUse(rng, r)
	sources := func(names ...string) []string {
		if r.Destroys {
			return names[:len(r.Src)]
		}
		return names[:1+len(r.Src)]
	}
	registers := sources("xmm9", "xmm1", "xmm2", "xmm3")
	if r.Destroys {
		registers = sources("xmm9", "xmm2", "xmm3")
	}
	u.readAs(t, u.listing(true), registers)
	variables := sources("d", "a", "b", "c")
	if r.Destroys {
		variables = sources("a", "b", "c")
	}
	u.readAs(t, u.call(strconv.FormatUint(u.mask, 10)), variables)
	if r.Index == nil && !r.Destroys {
		u.readAs(t, u.listing(false), registers[1:])
		if c := u.call("k"); !strings.Contains(c, "cast") { // a mask that is not known has to be the outermost call's
			u.readAs(t, c, variables[1:])
		}
	}
}

// listing is the use as lines, with the mask or without.
func (u *maskedUse) listing(known bool) string {
	const old, index = 9, 8
	r, lines := u.row, []string(nil)
	if r.Index != nil {
		lines = append(lines, u.tg.Spelling.Mover(r.Index.Bits)+" "+u.tg.Register(target.Vectors, index, r.Index.Bits)+", "+u.tg.Spelling.Constant(u.constant, r.Index.Bits))
	}
	if known {
		lines = append(lines, u.tg.SetMask(1, lane.ConstOf(u.mask), r.Mask.Lanes))
	}
	return strings.Join(append(lines, r.MaskedText(u.value, u.zero, func(letter byte) string {
		switch k := strings.IndexByte(target.SourceLetters, letter); {
		case letter == 'm':
			return u.tg.MaskRegister(1)
		case letter == 'd':
			return u.tg.Register(target.Vectors, old, r.Bits)
		case letter == 'k':
			return u.tg.Register(target.Vectors, index, r.Index.Bits)
		default:
			return u.tg.Register(target.Vectors, k+1, r.Src[k])
		}
	})), "\n")
}

// call is the use as C.
func (u *maskedUse) call(mask string) string {
	expression := u.row.Mask.Merge
	if u.zero {
		expression = u.row.Mask.Zero
	}
	return u.row.Call(expression, u.value, func(letter byte) string {
		switch letter {
		case 'm':
			return mask
		case 'k':
			return u.tg.Spelling.Constant(u.constant, u.row.Index.Bits)
		}
		return string(rune(letter))
	})
}

// readAs reads a text of the use as what its table says, whatever the mask is if that is not in the text.
func (u *maskedUse) readAs(t *testing.T, text string, sources []string) {
	t.Helper()
	f, err := form.Parse(text, form.Options{From: "x86", Sources: sources})
	if err != nil {
		t.Errorf("%s\n%v", text, err)
		return
	}
	got := f.Map
	if f.Guard != nil {
		got = oldFirst(f.Guarded().At(func(bit int) bool { return u.mask>>bit&1 != 0 }), u.row)
	}
	want := u.row.Mask.Kept(u.does, u.mask)
	if u.zero {
		want = u.row.Mask.Cleared(u.does, u.mask)
	}
	want = oldFirst(want, u.row)
	for len(got.Src) < len(want.Src) {
		got.Src = append(slices.Clone(got.Src), 1)
	}
	if v, err := lane.Compare(fitted(got, want), want); err != nil || v.Relation != lane.Equal {
		t.Errorf("%s\nis   %s\nwant %s: %v at lane %d, %v", text, got, want, v.Relation, v.Lane, err)
	}
}

// anyUse is a row with some immediate or some constant.
func anyUse(rng *rand.Rand, r *target.Row) (does lane.Map, value int, constant lane.Const) {
	if r.Imm != nil {
		value = rng.IntN(r.Imm.Values)
		return r.Imm.Map(value), value, constant
	}
	for range 10_000 {
		b := make([]byte, r.Index.Bits/8)
		one := rng.IntN(2) == 0 // of a multiplication powers of two are movements
		for i := 0; i < len(b); i += max(r.Elem, 8) / 8 {
			if b[i] = byte(rng.Uint32()); one {
				b[i] = 1 << (b[i] & 7)
			}
		}
		constant = lane.ConstBytes(b)
		if does = r.Index.Apply(constant); !slices.Contains(does.Lane, lane.Lane{}) {
			break
		}
	}
	return does, 0, constant
}

// oldFirst is a map of the old destination and a row's sources: a source before them, which is what it keeps, or the first of them where that is what it destroys.
func oldFirst(m lane.Map, r *target.Row) lane.Map {
	m = m.Clone()
	first := 0
	if !r.Destroys {
		m.Src = append([]int{len(m.Lane)}, m.Src...)
		first = 1
	}
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Old:
			m.Lane[i] = lane.From(0, i)
		case lane.Source:
			m.Lane[i] = lane.From(l.Src+first, l.Index)
		}
	}
	return m
}
