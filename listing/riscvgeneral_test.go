package listing_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// A riscvPlain has what general registers hold, as numbers of 64 bits or as addresses behind the label k; of others nothing is known.
type riscvPlain struct {
	number, address map[string]uint64
	lines           []string
}

var plainRegisters = []string{"a0", "a1", "t0", "s11", "zero"}

// step is a line by chance, and what it does.
func (p *riscvPlain) step(rng *rand.Rand, data []byte) {
	to, x, y := plainRegisters[rng.IntN(len(plainRegisters))], plainRegisters[rng.IntN(len(plainRegisters))], plainRegisters[rng.IntN(len(plainRegisters))]
	n := rng.IntN(4096) - 2048
	say := func(format string, a ...any) { p.lines = append(p.lines, fmt.Sprintf(format, a...)) }
	set := func(v uint64, known bool) {
		delete(p.address, to)
		if delete(p.number, to); known {
			p.number[to] = v
		}
		p.number["zero"] = 0
	}
	vx, okx := p.number[x]
	vy, oky := p.number[y]
	ax, isAddress := p.address[x]
	immediate := map[string]func(a uint64, b int) uint64{
		"addi": func(a uint64, b int) uint64 { return a + uint64(b) }, "addiw": func(a uint64, b int) uint64 { return uint64(int64(int32(uint32(a) + uint32(b)))) },
		"ori": func(a uint64, b int) uint64 { return a | uint64(b) }, "xori": func(a uint64, b int) uint64 { return a ^ uint64(b) }, "andi": func(a uint64, b int) uint64 { return a & uint64(b) },
		"slli": func(a uint64, b int) uint64 { return a << (b & 63) }, "srli": func(a uint64, b int) uint64 { return a >> (b & 63) },
	}
	switch k := rng.IntN(12); {
	case k == 0 && to != "zero":
		v := rng.Int64() >> rng.IntN(64)
		say("li %s, %s", to, [...]string{fmt.Sprint(v), fmt.Sprintf("%#x", v)}[rng.IntN(2)])
		set(uint64(v), true)
	case k == 1:
		v := rng.IntN(1 << 20)
		say("lui %s, %d", to, v)
		set(uint64(int64(int32(uint32(v)<<12))), true)
	case k < 5:
		name := [...]string{"addi", "addiw", "ori", "xori", "andi", "slli", "srli"}[rng.IntN(7)]
		if name == "slli" || name == "srli" {
			n &= 63
		}
		say("%s %s, %s, %d", name, to, x, n)
		if set(immediate[name](vx, n), okx); isAddress && name == "addi" && to != "zero" {
			p.address[to] = ax + uint64(n)
		}
	case k == 5:
		name := [...]string{"add", "or"}[rng.IntN(2)]
		say("%s %s, %s, %s", name, to, x, y)
		v := vx + vy
		if name == "or" {
			v = vx | vy
		}
		if set(v, okx && oky); isAddress && oky && name == "add" && to != "zero" {
			p.address[to] = ax + vy
		}
	case k == 6:
		say("mv %s, %s", to, x)
		if set(vx, okx); isAddress && to != "zero" {
			p.address[to] = ax
		}
	case k == 7:
		name := [...]string{"not", "neg"}[rng.IntN(2)]
		say("%s %s, %s", name, to, x)
		set(map[string]uint64{"not": ^vx, "neg": -vx}[name], okx)
	case k == 8:
		by := rng.IntN(len(data))
		say("%s", [...]string{fmt.Sprintf("la %s, k+%d", to, by), fmt.Sprintf("lla %s, k + %d", to, by), fmt.Sprintf("lui %s, %%hi(k+%d)\naddi %[1]s, %[1]s, %%lo(k+%[2]d)", to, by), fmt.Sprintf("auipc %s, %%pcrel_hi(k+%d)\naddi %[1]s, %[1]s, %%pcrel_lo(.L0)", to, by),
			fmt.Sprintf("lui %s, %%hi(k)\naddi %[1]s, %[1]s, %%lo(k+%d)", to, by)}[rng.IntN(5)])
		if set(0, false); to != "zero" {
			p.address[to] = uint64(by)
		}
	case k == 9:
		say("csrr %s, vlenb", to)
		set(16, true)
	default:
		p.load(rng, data, to, x, say, set)
	}
}

// load is a number of the data, of one, two, four or eight bytes.
func (p *riscvPlain) load(rng *rand.Rand, data []byte, to, x string, say func(format string, a ...any), set func(v uint64, known bool)) {
	l := [...]struct {
		name   string
		bytes  int
		signed bool
	}{{"lb", 1, true}, {"lbu", 1, false}, {"lh", 2, true}, {"lhu", 2, false}, {"lw", 4, true}, {"lwu", 4, false}, {"ld", 8, true}}[rng.IntN(7)]
	at, known := p.address[x]
	n := rng.IntN(64) - 16
	if known && rng.IntN(3) > 0 {
		n = rng.IntN(len(data)) - int(at)
	}
	say("%s %s, %d(%s)", l.name, to, n, x)
	if at += uint64(n); !known || at+uint64(l.bytes) > uint64(len(data)) || int64(at) < 0 {
		set(0, false)
		return
	}
	var b [8]byte
	copy(b[:], data[at:at+uint64(l.bytes)])
	v := binary.LittleEndian.Uint64(b[:])
	if shift := 64 - 8*l.bytes; l.signed {
		v = uint64(int64(v<<shift) >> shift)
	}
	set(v, true)
}

// What general registers hold is what the same lines make of numbers of 64 bits, and where nobody knows it, it is not known here either, or a lane of what a pointer points to.
func TestRISCVGeneralRegisters(t *testing.T) {
	rng := chance.Random(t, 82)
	known, unknown := 0, 0
	for range 3000 {
		p := &riscvPlain{number: map[string]uint64{"zero": 0}, address: map[string]uint64{}, lines: []string{"vsetivli zero, 2, e64, m1, ta, ma"}}
		data := make([]byte, 8+rng.IntN(40))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		for range 1 + rng.IntN(12) {
			p.step(rng, data)
		}
		of := plainRegisters[rng.IntN(len(plainRegisters))]
		text := strings.Join(p.lines, "\n") + "\nvmv.v.x v8, " + of + "\nret\nk:\n.byte " + strings.Trim(strings.ReplaceAll(fmt.Sprint(data), " ", ", "), "[]")
		got, err := listing.RISCV().Read(text, dialect.Options{})
		v, ok := p.number[of]
		if !ok {
			loaded := err == nil && len(got.Names) == 1 && strings.HasSuffix(got.Names[0], ")") && !slices.ContainsFunc(got.Map.Lane, func(l lane.Lane) bool { return l.Kind != lane.Source })
			if unknown++; !loaded && (err == nil || !strings.Contains(err.Error(), "what "+of+" holds is not in the text") && !strings.Contains(err.Error(), "a lane as a wider number")) {
				t.Fatalf("%s\n%v, %v: want that nobody knows it", text, got.Map, err)
			}
			continue
		}
		known++
		if err != nil {
			t.Fatalf("%s\n%v, want %#x", text, err, v)
		}
		whole, err := got.Map.Regroup(64)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range whole.Lane {
			if l != lane.Fixed(lane.ConstOf(v)) && (v != 0 || l != lane.Zero()) {
				t.Fatalf("%s\n%v, want %#x", text, got.Map, v)
			}
		}
	}
	if known < 500 || unknown < 500 {
		t.Errorf("%d were known and %d not", known, unknown)
	}
}

// A lane that a general register has from a vector is that lane, in as many lanes as are asked for and as narrow ones.
func TestRISCVLowestLane(t *testing.T) {
	for _, from := range []int{8, 16, 32, 64} {
		for _, to := range []int{8, 16, 32, 64} {
			text := fmt.Sprintf("vsetivli zero, 1, e%d, m1, ta, ma\nvmv.x.s a0, v9\nvsetvli t0, zero, e%d, m1, ta, ma\nvmv.v.x v8, a0", from, to)
			got, err := listing.RISCV().Read(text, dialect.Options{})
			if to > from {
				if err == nil || !strings.Contains(err.Error(), "copies of its sign above") {
					t.Errorf("%q: %v, %v", text, got.Map, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			m, err := got.Map.Regroup(8)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range m.Lane {
				if l != lane.From(0, i%(to/8)) || len(got.Names) != 1 || got.Names[0] != "v9" {
					t.Fatalf("%q: byte %d is %v of %v", text, i, l, got.Names)
				}
			}
		}
	}
}

// A number that is none, and a register that is none of those that numbers are written to.
func TestRISCVGeneralRefused(t *testing.T) {
	for text, want := range map[string]string{
		"li a0, five": `"five" is no number for "a0"`, "li zero, 5": "is no number for", "li a0, 99999999999999999999": "is no number for",
		"vmv.x.s a0, v9": "vmv.x.s does depends on the mode", "sb a0, 0(a1)": "what is stored at 0(a1) is not followed", "sb a0, k": "what is stored at k is not followed", "la a1, k\nsd a0, 0(a1)": "is not followed: expected a place on the stack",
		"mul a0, a0, a0": "no instruction that the target knows", "li a0": "no instruction that the target knows",
	} {
		if _, err := listing.RISCV().Read(text+"\nvsetivli zero, 2, e64, m1, ta, ma\nvmv.v.i v8, 1", dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
