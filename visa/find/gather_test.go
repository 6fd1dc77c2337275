package find

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

func gathers(f Frame, d *visa.Decls) Gather {
	word := visa.Variable{Kind: visa.GeneralKind, Type: visa.UW, Elems: 16, Align: visa.AlignGRF, Alias: -1}
	return Gather{Frame: f, Addresses: d.Add(visa.Variable{Kind: visa.AddressKind, Elems: 16, Alias: -1}), Offsets: d.Add(word), High: d.Add(word)}
}

// A foundAddress is what an address that gather makes points to: byte at of a variable.
type foundAddress struct {
	id uint32
	at int
}

// gathered carries out the five instructions that a gather has, as their pages say, and holds the result against the map.
func gathered(t *testing.T, m lane.Map, g Gather, insts []visa.Inst, d *visa.Decls) {
	t.Helper()
	check := visa.Checker{Decls: d}
	words := map[uint32][]int{}
	addresses := make([]foundAddress, 16)
	result := make([]plainByte, len(m.Lane)*m.Bits/8)
	size := m.Bits / 8
	at := func(id uint32) []int {
		if words[id] == nil {
			words[id] = make([]int, 16)
		}
		return words[id]
	}
	for n := range insts {
		i := &insts[n]
		if f := check.Check(i); !visa.Legal(f) {
			t.Fatalf("%s: %s: %s", m, i.Text(d), f[0].Message)
		}
		o, exec := &i.Operand, i.Exec.Size()
		read := func(k, lane int) int {
			if o[k].Class == visa.Immediate {
				v, _ := o[k].Element(lane)
				return int(v)
			}
			r := o[k].Region
			return at(o[k].ID)[elements(exec, int(r.W), int(r.V), int(r.H), int(o[k].Col))[lane]]
		}
		if i.Op == ops().mov && o[1].Class == visa.Indirect {
			r := o[1].Region
			for k := range exec {
				a := addresses[int(o[1].Offset)+k/int(r.W)]
				for b := range size {
					place := (int(o[0].Row)*d.GRF + (int(o[0].Col)+k)*size) + b
					result[place] = plainByte{id: a.id, at: a.at + int(o[1].Disp) + k%int(r.W)*int(r.H)*size + b}
				}
			}
			continue
		}
		values := make([]int, exec)
		for k := range exec {
			switch i.Op {
			case ops().mov:
				values[k] = read(1, k)
			case ops().shl:
				values[k] = read(1, k) << read(2, k) & 0xffff
			case ops().mad:
				values[k] = read(1, k)*read(2, k) + read(3, k)
			case ops().addrAdd:
				addresses[int(o[0].Offset)+k] = foundAddress{o[1].ID, int(o[1].Disp) + read(2, k)}
				continue
			default:
				t.Fatalf("%s: not expected", i.Text(d))
			}
		}
		for k := range exec {
			if i.Op != ops().addrAdd {
				at(o[0].ID)[int(o[0].Col)+k*int(o[0].Region.H)] = values[k]
			}
		}
	}
	for i, l := range m.Lane {
		for b := range size {
			if have, want := result[i*size+b], (plainByte{id: g.Sources[max(l.Src, 0)], at: l.Index*size + b}); l.Kind == lane.Source && have != want {
				t.Fatalf("%s: byte %d of lane %d is %+v, want %+v, after %s", m, b, i, have, want, instTexts(insts, d))
			}
		}
	}
}

// Random maps of one and two sources by addresses: the instructions are legal and make them.
func TestGatherMakesMaps(t *testing.T) {
	r := chance.Random(t, 6)
	n := 500
	if *full {
		n = 50000
	}
	shorter := 0
	for range n {
		typ := pickOf(r, visa.UB, visa.UW, visa.D, visa.UQ)
		m := lane.Map{Bits: 8 * typ.Size()}
		for range 1 + r.IntN(2) {
			m.Src = append(m.Src, pickOf(r, 8, 16, 40, 400))
		}
		width := pickOf(r, 1, 1, 1, 2, 4)
		for len(m.Lane) < pickOf(r, 4, 8, 16, 24, 32, 64) {
			s := r.IntN(len(m.Src))
			at := r.IntN(m.Src[s] - width + 1)
			for j := range width {
				l := lane.From(s, at+j)
				if r.IntN(20) == 0 {
					l = lane.Lane{}
				}
				m.Lane = append(m.Lane, l)
			}
		}
		f, d := framed(m, typ, pickOf(r, 32, 64))
		g := gathers(f, d)
		insts, err := g.Find(m)
		if err != nil {
			continue // all lanes undefined, or a row that is
		}
		gathered(t, m, g, insts, d)
		if found, err := f.Find(t.Context(), m, 100); err == nil && len(insts) < len(found.Insts) {
			shorter++
		}
	}
	t.Logf("%d of %d are shorter than movs", shorter, n)
	if shorter == 0 {
		t.Error("addresses are never shorter")
	}
}

func TestGatherForms(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"i32x16 -> a3 a9 a1 a0 a15 a6 a2 a8", "mov (M1, 8) V34(0,0)<1> 0x826f0193:uv; shl (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x2:uw; addr_add (M1, 8) A0(0)<8> &V33 V34(0,0)<1;1,0>; mov (M1, 8) V32(0,0)<1> r[A0(0),0]<1,0>:d"},
		{"i32x64 -> a12 a13 a40 a41 a6 a7 a60 a61 a22 a23 a30 a31 a18 a19 a50 a51", "mov (M1, 8) V34(0,0)<1> 0xcc806026:uv; mov (M1, 8) V35(0,0)<1> 0x20113020:uv; mad (M1, 8) V34(0,0)<1> V35(0,0)<1;1,0> 0x10:uw V34(0,0)<1;1,0>; " +
			"shl (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> 0x2:uw; addr_add (M1, 8) A0(0)<8> &V33[24] V34(0,0)<1;1,0>; mov (M1, 16) V32(0,0)<1> r[A0(0),0]<2,1>:d"},
		{"i32x4 -> a0 z", "lane 1 is a constant: addresses reach the sources' lanes"},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		f, d := framed(m, visa.D, 32)
		insts, err := gathers(f, d).Find(m)
		got := strings.Join(instTexts(insts, d), "; ")
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s:\n  got  %s\n  want %s", row.text, got, row.want)
		}
	}
}
