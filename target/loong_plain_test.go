package target_test

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A loongLine is an instruction of LoongArch as its manual has it: its registers by their places in the text, vd as it is before, as the lanes of 128 bits or of all, and the number at its end.
type loongLine struct {
	vd, vj, vk, va []*big.Int
	bits, n, imm   int // of a lane, how many they are
}

// pick is a lane of one of two registers, which stand behind one another.
func (l *loongLine) pick(i int, low, high []*big.Int) *big.Int {
	return slices.Concat(low, high)[i]
}

// cut are the lower bits of a number, as many as are asked for.
func cut(x *big.Int, bits int) *big.Int {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return new(big.Int).And(x, mask.Sub(mask, big.NewInt(1)))
}

func (l *loongLine) shiftedLeft(x *big.Int, by int) *big.Int {
	return cut(new(big.Int).Lsh(x, uint(by)), l.bits)
}

func shiftedRight(x *big.Int, by int) *big.Int { return new(big.Int).Rsh(x, uint(by)) }

func (l *loongLine) rotated(x *big.Int, by int) *big.Int {
	return new(big.Int).Or(shiftedRight(x, by), l.shiftedLeft(x, l.bits-by))
}

// count is what a lane says of how far another one is shifted.
func (l *loongLine) count(i int) int { return int(cut(l.vk[i], 7).Int64()) % l.bits }

// index is a lane of vk and vj behind it that a number says, of which the manual leaves open what it is beyond them: so is it here.
func (l *loongLine) index(by *big.Int) *big.Int {
	return l.pick(int(new(big.Int).Mod(by, big.NewInt(int64(2*l.n))).Int64()), l.vk, l.vj)
}

// loongInHalves are those that do the same in each 128 bits: lane i of the result.
var loongInHalves = map[string]func(l *loongLine, i int) *big.Int{
	"vilvl":   func(l *loongLine, i int) *big.Int { return [][]*big.Int{l.vk, l.vj}[i%2][i/2] },
	"vilvh":   func(l *loongLine, i int) *big.Int { return [][]*big.Int{l.vk, l.vj}[i%2][l.n/2+i/2] },
	"vpickev": func(l *loongLine, i int) *big.Int { return l.pick(2*i, l.vk, l.vj) },
	"vpickod": func(l *loongLine, i int) *big.Int { return l.pick(2*i+1, l.vk, l.vj) },
	"vpackev": func(l *loongLine, i int) *big.Int { return [][]*big.Int{l.vk, l.vj}[i%2][i-i%2] },
	"vpackod": func(l *loongLine, i int) *big.Int { return [][]*big.Int{l.vk, l.vj}[i%2][i+1-i%2] },
	"vshuf4i": func(l *loongLine, i int) *big.Int {
		if l.bits == 64 {
			return l.pick(l.imm>>(2*i)&3, l.vd, l.vj)
		}
		return l.vj[i-i%4+l.imm>>(2*(i%4))&3]
	},
	"vpermi":   func(l *loongLine, i int) *big.Int { return [][]*big.Int{l.vj, l.vd}[i/2][l.imm>>(2*i)&3] },
	"vbsll":    func(l *loongLine, i int) *big.Int { return l.pick(16-l.imm+i, zeros16, l.vj) },
	"vbsrl":    func(l *loongLine, i int) *big.Int { return l.pick(l.imm+i, l.vj, zeros16) },
	"vreplvei": func(l *loongLine, i int) *big.Int { return l.vj[l.imm] },
	"vextrins": func(l *loongLine, i int) *big.Int {
		if i == l.imm/16 {
			return l.vj[l.imm%16]
		}
		return l.vd[i]
	},
	"vshuf": func(l *loongLine, i int) *big.Int {
		if l.bits == 8 {
			return l.index(l.va[i])
		}
		return l.index(l.vd[i])
	},
	"vbitsel": func(l *loongLine, i int) *big.Int {
		return new(big.Int).Or(new(big.Int).And(l.vk[i], l.va[i]), new(big.Int).AndNot(l.vj[i], l.va[i]))
	},
	"vand":   func(l *loongLine, i int) *big.Int { return new(big.Int).And(l.vj[i], l.vk[i]) },
	"vandn":  func(l *loongLine, i int) *big.Int { return new(big.Int).AndNot(l.vk[i], l.vj[i]) },
	"vor":    func(l *loongLine, i int) *big.Int { return new(big.Int).Or(l.vj[i], l.vk[i]) },
	"vandi":  func(l *loongLine, i int) *big.Int { return new(big.Int).And(l.vj[i], big.NewInt(int64(l.imm))) },
	"vori":   func(l *loongLine, i int) *big.Int { return new(big.Int).Or(l.vj[i], big.NewInt(int64(l.imm))) },
	"vslli":  func(l *loongLine, i int) *big.Int { return l.shiftedLeft(l.vj[i], l.imm) },
	"vsrli":  func(l *loongLine, i int) *big.Int { return shiftedRight(l.vj[i], l.imm) },
	"vrotri": func(l *loongLine, i int) *big.Int { return l.rotated(l.vj[i], l.imm) },
	"vsll":   func(l *loongLine, i int) *big.Int { return l.shiftedLeft(l.vj[i], l.count(i)) },
	"vsrl":   func(l *loongLine, i int) *big.Int { return shiftedRight(l.vj[i], l.count(i)) },
	"vrotr":  func(l *loongLine, i int) *big.Int { return l.rotated(l.vj[i], l.count(i)) },

	"vsllwil": func(l *loongLine, i int) *big.Int { return new(big.Int).Lsh(l.vj[i], uint(l.imm)) },
	"vextl":   func(l *loongLine, i int) *big.Int { return l.vj[i] },
	"vexth":   func(l *loongLine, i int) *big.Int { return l.vj[l.n/2+i] },
	"vsrlni":  func(l *loongLine, i int) *big.Int { return cut(shiftedRight(l.pick(i, l.vj, l.vd), l.imm), l.bits/2) },
	"vmskltz": func(l *loongLine, _ int) *big.Int {
		all := new(big.Int)
		for k, x := range l.vj {
			all.SetBit(all, k, x.Bit(l.bits-1))
		}
		return all
	},
	"vrepli": func(l *loongLine, _ int) *big.Int { return cut(big.NewInt(int64(l.imm)), l.bits) },
	"vldi":   func(l *loongLine, i int) *big.Int { return big.NewInt(int64(l.imm>>(i%8)&1) * 0xff) }, // in the mode of which a bit is a byte
}

// loongInAll are those of lanes of a whole register.
var loongInAll = map[string]func(l *loongLine, i int) *big.Int{
	"vinsgr2vr": func(l *loongLine, i int) *big.Int {
		if i == l.imm {
			return new(big.Int)
		}
		return l.vd[i]
	},
	"vpermi": func(l *loongLine, i int) *big.Int {
		if l.bits == 128 {
			return l.pick(l.imm>>(4*i)&3, l.vj, l.vd)
		}
		return l.vj[l.imm>>(2*i)&3]
	},
	"vperm": func(l *loongLine, i int) *big.Int { return l.vj[cut(l.vk[i], 3).Int64()] },
	"vpickve": func(l *loongLine, i int) *big.Int {
		if i == 0 {
			return l.vj[l.imm]
		}
		return new(big.Int)
	},
	"vinsve0": func(l *loongLine, i int) *big.Int {
		if i == l.imm {
			return l.vj[0]
		}
		return l.vd[i]
	},
	"vreplve0": func(l *loongLine, i int) *big.Int { return l.vj[0] },
	"vext2xv":  func(l *loongLine, i int) *big.Int { return l.vj[i] },
}

var zeros16 = slices.Repeat([]*big.Int{new(big.Int)}, 16)

// Every row of LSX and LASX does with each immediate and many constants what the manual's loop of it does, so that this is held where no emulator is.
func TestLoongByItsManual(t *testing.T) {
	for _, name := range []string{"lsx", "lasx"} {
		rows := rowsOf(t, name)
		size := rows[0].Bits / 8
		trials := trialsOf(t, chance.Random(t, 29), rows, size)
		var out []byte
		for _, c := range trials {
			out = append(out, plainLoong(t, c)...)
			if i := openLane(t, c); i >= 0 {
				t.Errorf("%s: bit %d is open in %v", c.text(), i, c.by)
			}
		}
		compareResults(t, trials, out, size)
		if countRows(trials) != len(rows) {
			t.Errorf("%d of %d rows were tried", countRows(trials), len(rows))
		}
	}
}

// openLane is a bit that a row leaves open though the manual says what it is, or -1: all do, but of an index beyond both vectors, and of what computes.
func openLane(t *testing.T, c *trial) int {
	t.Helper()
	if c.row.Union != nil {
		return -1
	}
	indices := c.vector[c.constantRegister()]
	for i, l := range narrow(t, c.by.(lane.Map), 1).Lane {
		elem := c.row.Elem / 8
		at := 0
		for b := range elem {
			at |= int(indices[i/8/elem*elem+b]) << (8 * b)
		}
		beyond := strings.Contains(c.row.Name, "vshuf.") && uint(at) >= uint(32/elem)
		if l.Kind == lane.Undefined && !beyond {
			return i
		}
	}
	return -1
}

// The instructions by their widths, as the manual has them: of each there is a row, in both lengths unless it says otherwise, and there is no other.
func TestLoongHasWhatItsManualHas(t *testing.T) {
	const all, both = "b h w d", "vilvl vilvh vpickev vpickod vpackev vpackod vextrins vshuf vslli vsrli vrotri vsll vsrl vrotr vmskltz vrepli vshuf4i"
	widths := map[string]string{
		"vpermi": "w", "vbsll": "v", "vbsrl": "v", "vbitsel": "v", "vand": "v v", "vandn": "v v", "vor": "v v", "vandi": "b", "vori": "b", "vldi": "",
		"vsllwil": "hu.bu wu.hu du.wu", "vextl": "qu.du", "vexth": "hu.bu wu.hu du.wu qu.du", "vsrlni": "b.h h.w w.d d.q",
	}
	for name := range strings.FieldsSeq(both) {
		widths[name] = all
	}
	short := map[string]string{"vreplvei": all, "vinsgr2vr": all}
	long := map[string]string{"xvrepl128vei": all, "xvinsgr2vr": "w d", "xvpermi": "w q d", "xvperm": "w", "xvpickve": "w d", "xvinsve0": "w d", "xvreplve0": "b h w d q", "vext2xv": "hu.bu wu.hu du.wu wu.bu du.hu du.bu"}
	for name, list := range widths {
		short[name] = list
		if name != "vpermi" {
			long["x"+name] = list
		}
	}
	for name, want := range map[string]map[string]string{"lsx": short, "lasx": long} {
		got := map[string]string{}
		for _, r := range rowsOf(t, name) {
			op, width, _ := strings.Cut(r.Name, ".")
			got[op] = strings.TrimSpace(got[op] + " " + width)
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s has %v, want %v", name, got, want)
		}
	}
}

// plainLoong is what a trial's line writes.
func plainLoong(t *testing.T, c *trial) (out []byte) {
	t.Helper()
	name, operands, _ := strings.Cut(c.text(), " ")
	op, sizes, _ := strings.Cut(name, ".")
	to, from, one := strings.Cut(sizes, ".")
	if !one {
		from = to
	}
	width := map[string]int{"b": 8, "v": 8, "h": 16, "w": 32, "d": 64, "q": 128}
	wide, l := width[strings.TrimSuffix(to, "u")], loongLine{bits: width[strings.TrimSuffix(from, "u")]}
	if sizes == "" {
		wide, l.bits = 8, 8
	}
	bare := strings.Replace(strings.TrimPrefix(op, "x"), "vrepl128vei", "vreplvei", 1)
	if bare == "vmskltz" {
		wide = 128
	}
	does, block := loongInHalves[bare], 16
	if all := loongInAll[bare]; all != nil && (bare != "vpermi" || sizes != "w") {
		does, block = all, c.row.Bits/8
	}
	if does == nil {
		t.Fatalf("%s: the manual's loop is not here", c.text())
	}
	for start := 0; start < c.row.Bits/8; start += block {
		l.read(c, operands, start, block)
		for i := range 8 * block / wide {
			b := does(&l, i).FillBytes(make([]byte, wide/8))
			slices.Reverse(b)
			out = append(out, b...)
		}
	}
	return out
}

// read are the registers of a line from one byte on.
func (l *loongLine) read(c *trial, operands string, start, block int) {
	l.n = 8 * block / l.bits
	registers := []*[]*big.Int{&l.vd, &l.vj, &l.vk, &l.va}
	for k, text := range strings.Split(operands, ", ") {
		n, isRegister := strings.CutPrefix(text, "v")
		v, err := strconv.Atoi(n)
		if !isRegister {
			l.imm = v
			continue
		}
		if err != nil {
			continue
		}
		*registers[k] = (*registers[k])[:0]
		for i := range l.n {
			b := slices.Clone(c.vector[v][start+i*l.bits/8:][:l.bits/8])
			slices.Reverse(b)
			*registers[k] = append(*registers[k], new(big.Int).SetBytes(b))
		}
	}
}
