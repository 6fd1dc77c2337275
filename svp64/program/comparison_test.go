package program_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
)

// This file says a second time, and from the draft alone, what sv.cmpi, sv.cmp and sv.bc do. Nothing of it is a loop over the package's elements: a predicate is a list of the elements that it lets through, comparisons are of whole numbers
// without a width, and a field of the condition register is the word that it is called.

// predicated is a predicate of the text, and the elements of the first vl that it lets through, from the state.
func predicated(rng *rand.Rand, r3 uint64, cr [svp64.NumRegs]svp64.CRField, vl int) (text string, on map[int]bool) {
	on = map[int]bool{}
	kinds := []string{"", "/m=r3", "/m=~r3", "/m=1<<r3", "/m=lt", "/m=ge", "/m=gt", "/m=le", "/m=eq", "/m=ne", "/m=so", "/m=ns"}
	text = kinds[rng.IntN(len(kinds))]
	for k := range vl {
		bits := strings.Split(cr[(svp64.DefaultCRBase+k)%svp64.NumRegs].String(), "+")
		has := map[string]bool{}
		for _, bit := range bits {
			has[bit] = true
		}
		switch kind := strings.TrimPrefix(text, "/m="); kind {
		case "":
			on[k] = true
		case "r3":
			on[k] = new(big.Int).SetUint64(r3).Bit(k) == 1
		case "~r3":
			on[k] = new(big.Int).SetUint64(r3).Bit(k) == 0
		case "1<<r3":
			on[k] = r3%64 == uint64(k)
		case "lt", "gt", "eq", "so":
			on[k] = has[kind]
		default:
			on[k] = !has[map[string]string{"ge": "lt", "le": "gt", "ne": "eq", "ns": "so"}[kind]]
		}
	}
	return text, on
}

// signedOf is a register as the number that a comparison takes it for.
func signedOf(v uint64, whole bool) *big.Int {
	n, bits := new(big.Int).SetUint64(v), uint(64)
	if !whole {
		bits = 32
		n.Mod(n, new(big.Int).Lsh(big.NewInt(1), bits))
	}
	if n.Bit(int(bits)-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), bits))
	}
	return n
}

// sameNumbers makes some registers alike, and others alike in their lower halves, or nearly.
func sameNumbers(gpr *svp64.File, rng *rand.Rand) {
	for k := range gpr {
		switch rng.IntN(4) {
		case 0:
			gpr[k] = uint64(rng.IntN(5) - 2)
		case 1:
			gpr[k] = rng.Uint64()<<32 | uint64(uint32(rng.IntN(5)-2))
		}
	}
}

// Comparisons under a prefix. A field has lt, gt or eq and never so, which is XER's; an element that the predicate leaves out is kept, or with zeroing is 0.
// A single field takes the first element that the predicate has, and so does what has no vector.
func TestComparisonsByElements(t *testing.T) {
	rng := chance.Random(t, 0)
	done := map[string]int{}
	for range times(8_000) {
		vl, immediate, whole := rng.IntN(6), rng.IntN(2) == 0, rng.IntN(2)
		vector := map[string]bool{"BF": rng.IntN(3) > 0, "RA": rng.IntN(3) > 0, "RB": rng.IntN(2) == 0}
		bf, ra, rb := 64+4*rng.IntN(3), 40+rng.IntN(8), 40+rng.IntN(8)
		if !vector["BF"] {
			bf = rng.IntN(32)
		}
		si := []int{0, -1, 1, 2, -2, -1 << 15, 1<<15 - 1}[rng.IntN(7)]
		m := machines(t, "nop")["fast"]
		fill(m, rng)
		sameNumbers(&m.GPR, rng)
		m.GPR[3] = uint64(rng.IntN(64))
		mask, on := predicated(rng, m.GPR[3], m.CR, vl)
		zero := []string{"", "/zz"}[rng.IntN(2)] // of one side alone the walks drift apart, which is another test's
		star := func(name string, n int) string {
			return fmt.Sprintf("%s%d", map[bool]string{true: "*"}[vector[name]], n)
		}
		text := fmt.Sprintf("sv.cmp%s%s %s,%d,%s,%s", mask, zero, strings.Replace(star("BF", bf), "*", "*cr", 1), whole, star("RA", ra), star("RB", rb))
		if immediate {
			vector["RB"] = false
			text = fmt.Sprintf("sv.cmpi%s%s %s,%d,%s,%d", mask, zero, strings.Replace(star("BF", bf), "*", "*cr", 1), whole, star("RA", ra), si)
		}
		want := m.CR
		for k := range vl {
			of := func(name string, r int) *big.Int {
				if vector[name] {
					r += k
				}
				return signedOf(m.GPR[r], whole == 1)
			}
			f := bf
			if vector["BF"] {
				f += k
			}
			switch {
			case on[k]:
				b := of("RB", rb)
				if immediate {
					b = big.NewInt(int64(si))
				}
				want[f] = map[int]svp64.CRField{-1: svp64.LT, 0: svp64.EQ, 1: svp64.GT}[of("RA", ra).Cmp(b)]
			case zero != "":
				want[f] = 0
			default:
				continue
			}
			if !vector["BF"] {
				break
			}
		}
		state := m.State
		for name, m := range machines(t, text) {
			pc := m.PC
			m.State, m.SV = state, svp64.NewSVState(vl, vl)
			m.PC = pc
			finish(t, name, m)
			for k := range want {
				if m.CR[k] != want[k] {
					t.Fatalf("%s, %s, VL %d, r3 %x: cr%d is %v, want %v; it was %v", name, text, vl, state.GPR[3], k, m.CR[k], want[k], state.CR[k])
				}
			}
			if m.GPR != state.GPR || m.CTR != state.CTR {
				t.Fatalf("%s, %s: a comparison writes a register", name, text)
			}
		}
		done[fmt.Sprint(immediate, zero)]++
	}
	if len(done) != 4 {
		t.Errorf("only %v", done)
	}
}

// A branch under a prefix asks element after element that its predicate lets through, of a single bit the first; sz and snz have those that it leaves out take part, as a bit that is 0 or 1. The first that holds branches; with all, the last one does, where none failed
// before it. vs and its kin end the loop at the first that fails, or that holds, which with all counts as the last one.
func TestBranchesByElements(t *testing.T) {
	rng := chance.Random(t, 0)
	taken, cut, done := 0, 0, map[string]int{}
	for range times(12_000) {
		vl, all, vector := rng.IntN(6), rng.IntN(2) == 0, rng.IntN(4) > 0
		bo := rng.IntN(16) * 2
		bi := rng.IntN(4) + 4*(rng.IntN(8)*4)
		cutting := []string{"", "/vs", "/vsi", "/vsb", "/vsbi"}[rng.IntN(5)]
		zero := []string{"", "/sz", "/snz"}[rng.IntN(3)]
		m := machines(t, "nop")["fast"]
		fill(m, rng)
		m.GPR[3], m.CTR = uint64(rng.IntN(64)), uint64(rng.IntN(7))
		if rng.IntN(2) == 0 { // all alike, so that vectors hold as a whole
			for k := range m.CR {
				m.CR[k] = []svp64.CRField{svp64.LT, svp64.EQ | svp64.SO}[bi&1]
			}
		}
		mask, on := predicated(rng, m.GPR[3], m.CR, vl)
		text := fmt.Sprintf("sv.bc%s%s%s%s %d,%s%d,0x20", map[bool]string{true: "/all"}[all], cutting, mask, zero, bo, map[bool]string{true: "*"}[vector], bi)

		ctr, goes, cutAt := m.CTR, false, vl
		var asked []int
		for k := range vl {
			if (on[k] || zero != "") && (vector || len(asked) == 0) {
				asked = append(asked, k)
			}
		}
		for n, k := range asked {
			bit := zero == "/snz"
			if on[k] {
				field := bi / 4
				if vector {
					field += k
				}
				bit = strings.Contains(m.CR[field].String(), []string{"lt", "gt", "eq", "so"}[bi%4])
			}
			counter := true
			if digits := fmt.Sprintf("%05b", bo); digits[2] == '0' {
				ctr--
				counter = (ctr == 0) == (digits[3] == '1')
			}
			holds := counter && (fmt.Sprintf("%05b", bo)[0] == '1' || bit == (fmt.Sprintf("%05b", bo)[1] == '1'))
			ends := cutting != "" && holds == strings.HasPrefix(cutting, "/vsb")
			if ends {
				cutAt = k
				if strings.HasSuffix(cutting, "i") {
					cutAt++
				}
				cut++
			}
			if all {
				goes = holds && (ends || n == len(asked)-1)
				ends = ends || !holds
			} else {
				goes = holds
				ends = ends || holds
			}
			if ends {
				break
			}
		}
		state := m.State
		for name, m := range machines(t, text+"\nnop;nop;nop;nop;nop;nop;nop;nop") {
			pc := m.PC
			m.State, m.SV, m.PC = state, svp64.NewSVState(vl, vl), pc
			var err error
			if name == "stepped" {
				for next := false; !next && err == nil; {
					moved, e := m.Step()
					next, err = moved.Last || moved.Empty, e
				}
			} else {
				err = m.Instruction()
			}
			next := pc + 8
			if goes {
				next = pc + 0x20
			}
			if err != nil || m.PC != next || m.CTR != ctr || m.SV.VL() != cutAt || m.CR != state.CR || m.GPR != state.GPR {
				t.Fatalf("%s, %s, VL %d, r3 %x, CTR %d: +%#x, CTR %d, VL %d; want +%#x, CTR %d, VL %d: %v", name, text, vl, state.GPR[3], state.CTR, m.PC-pc, m.CTR, m.SV.VL(), next-pc, ctr, cutAt, err)
			}
		}
		if goes {
			taken++
		}
		done[fmt.Sprint(all, cutting, zero)]++
	}
	if len(done) != 30 || taken < times(1000) || cut < times(1000) {
		t.Errorf("%d were taken, %d cut VL, of %v", taken, cut, done)
	}
}

// SO of a field is a copy of XER's, which is 0: what the field had before is gone.
func TestSummaryOverflowIsCopied(t *testing.T) {
	for _, text := range []string{"add. 4,5,6", "subf. 4,5,6", "or. 4,5,6", "cmpi 0,1,5,7", "cmp 0,0,5,6", "svstep. 4,13,0"} {
		for name, m := range machines(t, text) {
			m.CR[0] = svp64.SO
			finish(t, name, m)
			if m.CR[0]&svp64.SO != 0 {
				t.Errorf("%s, %s: CR0 is %v", name, text, m.CR[0])
			}
		}
	}
}
