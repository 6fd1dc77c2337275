package find

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

var full = flag.Bool("full", false, "40,000 maps by movs and 50,000 by addresses instead of 400 and 500")

var execSizes = []int{1, 2, 4, 8, 16, 32}

// elements are the loops with which the seed says what a source region reads. A destination's is one of rows of one element.
func elements(exec, width, vertical, horizontal, first int) (list []int) {
	for i := range exec / width {
		for j := range width {
			list = append(list, first+i*vertical+j*horizontal)
		}
	}
	return list
}

// framed declares a result of n lanes, and sources, for a map.
func framed(m lane.Map, t visa.Type, grf int) (Frame, *visa.Decls) {
	d := visa.NewDecls(grf, t)
	add := func(n int) uint32 {
		return d.Add(visa.Variable{Kind: visa.GeneralKind, Type: t, Elems: n, Align: visa.AlignGRF, Alias: -1})
	}
	f := Frame{GRF: grf, Type: t, Result: add(len(m.Lane))}
	for _, n := range m.Src {
		f.Sources = append(f.Sources, add(n))
	}
	return f, d
}

// makes holds movs against the rules, and what they do against the map.
func makes(t *testing.T, m lane.Map, insts []visa.Inst, d *visa.Decls) {
	t.Helper()
	if len(insts) == 0 {
		return
	}
	check := visa.Checker{Decls: d}
	for i := range insts {
		if f := check.Check(&insts[i]); !visa.Legal(f) {
			t.Fatalf("%s: %s: %s", m, insts[i].Text(d), f[0].Message)
		}
	}
	executed(t, m, insts, d)
	memory := plainCopies(insts, d)
	result := memory[insts[0].Operand[0].ID]
	size := m.Bits / 8
	for i, l := range m.Lane {
		for b := range size {
			have := result[i*size+b]
			var want plainByte
			switch l.Kind {
			case lane.Undefined:
				continue
			case lane.Old:
				want = plainByte{insts[0].Operand[0].ID, l.Index*size + b, 0}
			case lane.Source:
				want = plainByte{insts[0].Operand[0].ID + 1 + uint32(l.Src), l.Index*size + b, 0}
			case lane.Constant:
				v, _ := l.Const.Uint64()
				want = plainByte{value: byte(v >> (8 * b))}
			}
			if have != want {
				t.Fatalf("%s: byte %d of lane %d is %+v, want %+v, after %s", m, b, i, have, want, instTexts(insts, d))
			}
		}
	}
}

// executed runs the instructions, and holds what they leave against the map.
func executed(t *testing.T, m lane.Map, insts []visa.Inst, d *visa.Decls) {
	t.Helper()
	code, err := visa.Compile(insts, d, visa.Options{})
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	machine := code.NewMachine()
	result, size := insts[0].Operand[0].ID, m.Bits/8
	first := func(id uint32) []byte {
		b := make([]byte, d.Variable(visa.GeneralKind, id).Size())
		for k := range b {
			b[k] = byte(k) ^ byte(37*id)
		}
		return b
	}
	for id := result; id <= result+uint32(len(m.Src)); id++ {
		machine.SetBytes(id, first(id))
	}
	if err := code.Run(machine, nil); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	have, _ := machine.Bytes(result)
	for i, l := range m.Lane {
		var want []byte
		switch l.Kind {
		case lane.Undefined:
			continue
		case lane.Old:
			want = first(result)[l.Index*size:]
		case lane.Source:
			want = first(result + 1 + uint32(l.Src))[l.Index*size:]
		case lane.Constant:
			v, _ := l.Const.Uint64()
			want = binary.LittleEndian.AppendUint64(nil, v)
		}
		if !bytes.Equal(have[i*size:(i+1)*size], want[:size]) {
			t.Fatalf("%s: lane %d is %x, want %x, after %s", m, i, have[i*size:(i+1)*size], want[:size], instTexts(insts, d))
		}
	}
}

func instTexts(insts []visa.Inst, d *visa.Decls) (list []string) {
	for i := range insts {
		list = append(list, insts[i].Text(d))
	}
	return list
}

// A plainByte is byte at of a variable as it was at first, or a value where there is no variable.
type plainByte struct {
	id    uint32
	at    int
	value byte
}

// plainCopies carries out movs by the seed's loops, on bytes that know where they come from.
func plainCopies(insts []visa.Inst, d *visa.Decls) map[uint32][]plainByte {
	memory := map[uint32][]plainByte{}
	at := func(id uint32) []plainByte {
		if memory[id] == nil {
			for b := range d.Variable(visa.GeneralKind, id).Size() {
				memory[id] = append(memory[id], plainByte{id: id, at: b})
			}
		}
		return memory[id]
	}
	for i := range insts {
		exec, to, from := insts[i].Exec.Size(), &insts[i].Operand[0], &insts[i].Operand[1]
		size := d.Variable(visa.GeneralKind, to.ID).Type.Size()
		first := func(o *visa.Operand) int { return int(o.Row)*d.GRF/size + int(o.Col) }
		var values []plainByte
		for k := range exec {
			for b := range size {
				if from.Class == visa.General {
					e := elements(exec, int(from.Region.W), int(from.Region.V), int(from.Region.H), first(from))[k]
					values = append(values, at(from.ID)[e*size+b])
					continue
				}
				v := int64(from.Imm)
				switch nibble := int64(from.Imm >> (4 * k) & 15); from.Type {
				case visa.V:
					v = nibble
					if nibble > 7 {
						v = nibble - 16
					}
				case visa.UV:
					v = nibble
				case visa.VF:
					v = int64(packedFloat(byte(from.Imm >> (8 * k))))
				}
				values = append(values, plainByte{value: byte(v >> (8 * b))})
			}
		}
		for k, e := range elements(exec, 1, int(to.Region.H), 0, first(to)) {
			copy(at(to.ID)[e*size:], values[k*size:(k+1)*size])
		}
	}
	return memory
}

// packedFloat is the bits of a float from its restricted code, by the code's description: 3 bits of exponent, bias 3.
func packedFloat(code byte) uint32 {
	if code&0x7f == 0 {
		return uint32(code) << 24
	}
	return uint32(code&0x80)<<24 | (uint32(code>>4&7)+124)<<23 | uint32(code&15)<<19
}

// All element lists of regions, with every execution size: one operand, in its canonical spelling, at whatever place; and where two registers hold it, one mov.
func TestFindRegions(t *testing.T) {
	want := map[int]int{1: 1, 2: 7, 4: 31, 8: 55, 16: 79, 32: 104}
	types := []visa.Type{visa.D}
	if *full {
		types = []visa.Type{visa.UB, visa.D, visa.UQ}
	}
	for _, exec := range execSizes {
		lists := map[string]bool{}
		ones := 0
		for r := range visa.LegalRegions(exec) {
			lists[fmt.Sprint(elements(exec, int(r.W), int(r.V), int(r.H), 0))] = true
			for _, typ := range types {
				m := lane.Map{Bits: 8 * typ.Size(), Src: []int{2000}}
				for _, e := range elements(exec, int(r.W), int(r.V), int(r.H), 37) {
					m.Lane = append(m.Lane, lane.From(0, e))
				}
				f, d := framed(m, typ, 64)
				o, ok := f.Region(m)
				if !ok || o.Region != r.Canonical(exec) || (int(o.Row)*64+int(o.Col)*typ.Size())/typ.Size() != 37 || int(o.Col)*typ.Size() >= 64 {
					t.Fatalf("%s, %d lanes of %s: %s, %v", r, exec, typ, o.Text(visa.Source, d), ok)
				}
				to, fits := f.operand(f.Result, 0, exec, visa.Destination(1))
				if _, reads := f.operand(f.Sources[0], 37, exec, r); !fits || !reads {
					continue
				}
				found, err := f.Find(t.Context(), m, 1000)
				if err != nil || len(found.Insts) != 1 || !found.IsMinimal() || found.Insts[0].Operand[0] != to || found.Insts[0].Operand[1] != o {
					t.Fatalf("%s, %d lanes of %s: %s: %v", r, exec, typ, instTexts(found.Insts, d), err)
				}
				ones++
			}
		}
		if len(lists) != want[exec] || ones == 0 {
			t.Errorf("%d lanes: %d element lists, want %d; %d are one mov", exec, len(lists), want[exec], ones)
		}
	}
}

// Every map of four lanes out of a source of four, of five out of five, and with lanes kept: as many movs as a search forward over all contents of the result needs.
func TestFindMinimal(t *testing.T) {
	for _, size := range []struct{ lanes, source int }{{1, 3}, {2, 5}, {3, 4}, {4, 4}, {5, 5}, {6, 4}} {
		n, away := plainDistances(size.lanes, size.source), 0
		total := 1
		for range size.lanes {
			total *= size.source + 1
		}
		step, most := 1, 600
		if testing.Short() {
			most = 60
		}
		if total > most && !*full {
			step = total/most | 1
		}
		for code := 0; code < total; code += step {
			m := lane.Map{Bits: 32, Src: []int{size.source}}
			for i, rest := 0, code; i < size.lanes; i, rest = i+1, rest/(size.source+1) {
				if e := rest % (size.source + 1); e == 0 {
					m.Lane = append(m.Lane, lane.FromOld(i))
				} else {
					m.Lane = append(m.Lane, lane.From(0, e-1))
				}
			}
			f, d := framed(m, visa.D, 32)
			found, err := f.Find(t.Context(), m, 1<<20)
			if err != nil || !found.IsMinimal() || len(found.Insts) != n[code] {
				t.Fatalf("%s: %s, %d below, want %d: %v", m, instTexts(found.Insts, d), found.Lower, n[code], err)
			}
			makes(t, m, found.Insts, d)
			away = max(away, n[code])
		}
		t.Logf("%d lanes of %d: at most %d movs", size.lanes, size.source, away)
	}
}

// plainDistances is how many movs every content of the result takes: breadth first from the old content, over all movs that the seed's loops allow.
func plainDistances(lanes, source int) []int {
	base := source + 1
	total := 1
	for range lanes {
		total *= base
	}
	n := make([]int, total)
	for k := 1; k < total; k++ {
		n[k] = -1
	}
	queue := []int{0}
	content := make([]int, lanes)
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		for i, rest := 0, now; i < lanes; i, rest = i+1, rest/base {
			content[i] = rest % base
		}
		plainMovs(lanes, source, func(to, from []int) {
			after := slices.Clone(content)
			for k := range to {
				after[to[k]] = from[k] + 1
			}
			code := 0
			for i := lanes - 1; i >= 0; i-- {
				code = code*base + after[i]
			}
			if n[code] < 0 {
				n[code] = n[now] + 1
				queue = append(queue, code)
			}
		})
	}
	return n
}

// plainMovs are all movs between small vectors.
func plainMovs(lanes, source int, f func(to, from []int)) {
	for _, exec := range execSizes {
		for _, stride := range []int{1, 2, 4} {
			for i := 0; i+(exec-1)*stride < lanes; i++ {
				for _, r := range [][3]int{{0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {4, 1, 0}, {0, 2, 1}, {0, 2, 2}, {0, 2, 4}, {1, 2, 1}, {2, 2, 1}, {4, 2, 1}, {1, 2, 2}, {1, 2, 4}, {2, 2, 4}, {1, 2, 0}, {2, 2, 0}, {4, 2, 0}, {2, 2, 2}, {4, 2, 2}, {4, 2, 4}} {
					if r[1] > exec {
						continue
					}
					for first := 0; first < source; first++ {
						if from := elements(exec, r[1], r[0], r[2], first); slices.Max(from) < source {
							f(elements(exec, 1, stride, 0, i), from)
						}
					}
				}
			}
		}
	}
}

func randomMap(r *rand.Rand, t visa.Type) lane.Map {
	m := lane.Map{Bits: 8 * t.Size()}
	for range 1 + r.IntN(3) {
		m.Src = append(m.Src, 1+r.IntN(40))
	}
	constants, holes := r.IntN(3) == 0, r.IntN(3) == 0
	for i := range 1 + r.IntN(pickOf(r, 4, 8, 16, 40, 70)) {
		switch k := r.IntN(8); {
		case constants && k < 3:
			v := pickOf(r, 0, 1, 7, 15, 1<<m.Bits-1, 1<<m.Bits-8, r.Uint64())
			m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(v).Slice(0, m.Bits)))
		case holes && k == 4:
			m.Lane = append(m.Lane, lane.Lane{})
		case holes && k == 5:
			m.Lane = append(m.Lane, lane.FromOld(i))
		default:
			s := r.IntN(len(m.Src))
			at := r.IntN(m.Src[s])
			if last := len(m.Lane) - 1; last >= 0 && r.IntN(3) > 0 && m.Lane[last].Kind == lane.Source && m.Lane[last].Index+1 < m.Src[m.Lane[last].Src] {
				s, at = m.Lane[last].Src, m.Lane[last].Index+1
			}
			m.Lane = append(m.Lane, lane.From(s, at))
		}
	}
	return m
}

func pickOf[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// Random maps of one to three sources, constants, undefined and kept lanes: what is found is legal and makes them, on both kinds of registers.
func TestFindMakesMaps(t *testing.T) {
	r := chance.Random(t, 5)
	n := 400
	if *full {
		n = 40000
	}
	minimal, movs := 0, 0
	for range n {
		typ := pickOf(r, visa.UB, visa.UW, visa.D, visa.UQ, visa.F)
		m := randomMap(r, typ)
		f, d := framed(m, typ, pickOf(r, 32, 64))
		found, err := f.Find(t.Context(), m, 500)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if found.Lower > len(found.Insts) {
			t.Fatalf("%s: %d movs, of which at least %d are needed", m, len(found.Insts), found.Lower)
		}
		if found.IsMinimal() {
			minimal++
		}
		movs += len(found.Insts)
		makes(t, m, found.Insts, d)
	}
	t.Logf("%d maps, %d movs, %d proved minimal", n, movs, minimal)
}

func TestFindForms(t *testing.T) {
	for _, row := range []struct {
		typ  visa.Type
		text string
		want []string // the movs, or the error
	}{
		{typ: visa.D, text: "i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3", want: []string{"mov (M1, 4) V32(0,0)<2> V33(0,0)<1;1,0>", "mov (M1, 4) V32(0,1)<2> V34(0,0)<1;1,0>"}},
		{typ: visa.D, text: "i32x8 -> a0 a1 a2 a7 a4 a5 a6 a7", want: []string{"mov (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>", "mov (M1, 2) V32(0,3)<4> V33(0,7)<0;1,0>"}},
		{typ: visa.UW, text: "i16x8 -> a0 _ a2 _ _ a5 a6 a7", want: []string{"mov (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0>"}},
		{typ: visa.UW, text: "i16x8 -> a0 a2 a4 a6 a1 a3 a5 a7", want: []string{"mov (M1, 8) V32(0,0)<1> V33(0,0)<1;4,2>"}},
		{typ: visa.UW, text: "-> i16x8: #0 #1 #2 #3 #4 #5 #6 #7", want: []string{"mov (M1, 8) V32(0,0)<1> 0x76543210:uv"}},
		{typ: visa.UB, text: "-> i8x8: #fe #1 #0 #7 #f8 #3 #ff #0", want: []string{"mov (M1, 8) V32(0,0)<1> 0xf38701e:v"}},
		{typ: visa.F, text: "-> i32x4: #3f800000 #0 #bf800000 #40000000", want: []string{"mov (M1, 4) V32(0,0)<1> 0x40b00030:vf"}},
		{typ: visa.D, text: "i32x4 -> a0 z a1 z", want: []string{"mov (M1, 2) V32(0,0)<2> V33(0,0)<1;1,0>", "mov (M1, 2) V32(0,1)<2> 0x0:d"}},
		{typ: visa.D, text: "i32x8 -> a1 . a3 .", want: []string{"mov (M1, 2) V32(0,0)<2> V33(0,1)<2;1,0>"}},
		{typ: visa.D, text: "i32x8 -> _ _ _ _", want: []string{}},
		{typ: visa.UW, text: "i32x8 -> a0", want: []string{"lanes of 32 bits are no elements of uw"}},
		{typ: visa.D, text: "i32x8 -> a0 d0", want: []string{"lane 1 moves inside the old destination"}},
		{typ: visa.UB, text: "i8x4 -> i8x1025:" + strings.Repeat(" a1", 1025), want: []string{"1025 lanes: movs are looked for up to 1024"}},
		{typ: visa.D, text: "i32x4000 -> a3000", want: []string{"lane 0 is behind what a row and a column can name"}},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		f, d := framed(m, row.typ, 32)
		found, err := f.Find(t.Context(), m, 1<<16)
		got := instTexts(found.Insts, d)
		if err != nil {
			got = []string{err.Error()}
		}
		if !slices.Equal(got, row.want) || err == nil && !found.IsMinimal() {
			t.Errorf("%s: %q, at least %d, want %q", row.text, got, found.Lower, row.want)
		}
	}
}

// FuzzFind: for any map there are movs that make it, or a refusal.
func FuzzFind(f *testing.F) {
	f.Add("i32x8 i32x8 -> a0 b0 a1 b1 _ . z #7", false)
	f.Add("-> i8x8: 1 m #7 #8 #f z #f8 #ff", true)
	chance.Fuzz(f, func(t *testing.T, text string, wide bool) {
		m, err := lane.Parse(text)
		if err != nil || len(m.Lane) > 100 {
			return
		}
		for _, typ := range []visa.Type{visa.UB, visa.UW, visa.D, visa.UQ} {
			grf := 32
			if wide {
				grf = 64
			}
			frame, d := framed(m, typ, grf)
			frame.Region(m)
			if found, err := frame.Find(t.Context(), m, 100); err == nil {
				makes(t, m, found.Insts, d)
			}
			g := gathers(frame, d)
			if insts, err := g.Find(m); err == nil {
				gathered(t, m, g, insts, d)
			}
		}
	})
}
