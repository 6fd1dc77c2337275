package target_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// integers are all numbers of a text behind a word.
func integers(t *testing.T, text, behind string) (all []uint64) {
	t.Helper()
	_, list, _ := strings.Cut(text, behind)
	for _, word := range regexp.MustCompile(`0x[0-9a-f]+|\d+`).FindAllString(list, -1) {
		v, err := strconv.ParseUint(word, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// What loads a mask in a listing says its bits as one number, of a width that has all lanes, in the registers that masks are in: as each machine writes it.
func TestTextsOfMasks(t *testing.T) {
	rng := chance.Random(t, 94)
	seen := map[string]int{}
	for _, tg := range target.Targets() {
		if tg.MaskRegister(0) == "0" { // there are none
			continue
		}
		bits := tg.Bits[len(tg.Bits)-1]
		for _, lanes := range []int{2, 4, 8, 16, 32, 64} {
			if bits/lanes < 8 || bits/lanes > 64 {
				continue
			}
			v := rng.Uint64() >> (64 - lanes)
			text, register := tg.SetMask(1, lane.ConstOf(v), lanes), tg.MaskRegister(1)
			want := map[string]string{
				"k": fmt.Sprintf("kmov%s k1, %#x", map[bool]string{true: "w", false: map[bool]string{true: "d", false: "q"}[lanes <= 32]}[lanes <= 16], v),
				"p": fmt.Sprintf("mov p1.%s, %#x", map[int]string{8: "b", 16: "h", 32: "s", 64: "d"}[bits/lanes], v),
				"v": fmt.Sprintf("vmv1r.v v1, %#x", v),
			}[register[:1]]
			if seen[register]++; text != want {
				t.Errorf("%s: %d lanes of %d bits: %q, want %q", tg.Name, lanes, bits/lanes, text, want)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("masks are in %v", seen)
	}
}

// Masks in C: where they are no numbers, each lane's bit is in a list, as numbers of its own or as bytes.
func TestMasksInC(t *testing.T) {
	rng := chance.Random(t, 95)
	lists, bytes := 0, 0
	for _, tg := range target.Targets() {
		if tg.Spelling.C == nil || tg.Spelling.C.Mask == nil {
			continue
		}
		bits := tg.Bits[len(tg.Bits)-1]
		for _, elem := range []int{8, 16, 32, 64} {
			lanes := bits / elem
			v := rng.Uint64() >> (64 - lanes)
			text := tg.Spelling.C.Mask(lane.ConstOf(v), lanes, bits)
			got := integers(t, text, "[")
			switch {
			case strings.HasPrefix(text, fmt.Sprintf("svcmpne_n_u%d(svptrue_b%[1]d(), svld1_u%[1]d(svptrue_b%[1]d(), (const uint%[1]d_t[%d]){", elem, lanes)):
				lists++
				if len(got) != lanes+2 || got[0] != uint64(lanes) || got[lanes+1] != 0 {
					t.Fatalf("%s: %s has %d numbers", tg.Name, text, len(got))
				}
				for i, bit := range got[1 : lanes+1] {
					if bit != v>>i&1 {
						t.Errorf("%s: %s: lane %d is %d, want %d", tg.Name, text, i, bit, v>>i&1)
					}
				}
			case strings.HasPrefix(text, fmt.Sprintf("__riscv_vlm_v_b%d((const uint8_t[]){", elem)):
				bytes++
				if n := (lanes + 7) / 8; len(got) != n+1 || got[n] != uint64(lanes) {
					t.Fatalf("%s: %s has %d numbers", tg.Name, text, len(got))
				}
				for i := range lanes {
					if bit := got[i/8] >> (i % 8) & 1; bit != v>>i&1 {
						t.Errorf("%s: %s: lane %d is %d, want %d", tg.Name, text, i, bit, v>>i&1)
					}
				}
			default:
				t.Errorf("%s: %s is no mask that is known", tg.Name, text)
			}
		}
	}
	if lists == 0 || bytes == 0 {
		t.Errorf("%d are lists of lanes, and %d of bytes", lists, bytes)
	}
}

// A movement of bytes of two vectors is vec_perm in Power's C: the numbers of bytes through both, and zeros as a byte of a second vector that has nothing else.
func TestPermutationsOfPower(t *testing.T) {
	rng := chance.Random(t, 96)
	var moved func(m lane.Map) (string, bool)
	for _, tg := range target.Targets() {
		if tg.Spelling.C != nil && tg.Spelling.C.Moved != nil && strings.HasPrefix(tg.Name, "vsx") {
			moved = tg.Spelling.C.Moved
		}
	}
	if moved == nil {
		t.Fatal("Power has no permutation")
	}
	refused := 0
	for range 2000 {
		bits, sources := 8<<rng.IntN(4), 1+rng.IntN(3)
		m := lane.Map{Bits: bits, Lane: make([]lane.Lane, 128/bits)}
		for range sources {
			m.Src = append(m.Src, 128/bits)
		}
		zeros, ones := rng.IntN(2) == 0, rng.IntN(8) == 0
		want, ok := make([]int, 16), sources < 3
		for i := range m.Lane {
			k, at := rng.IntN(sources), rng.IntN(128/bits)
			m.Lane[i] = lane.From(k, at)
			switch {
			case rng.IntN(6) == 0:
				m.Lane[i] = lane.Lane{}
			case zeros && rng.IntN(4) == 0:
				m.Lane[i] = lane.Zero()
				ok = ok && sources == 1
			case ones && rng.IntN(4) == 0:
				m.Lane[i], ok = lane.Fixed(lane.ConstOf(1)), false
			}
			for b := range bits / 8 {
				to := i*bits/8 + b
				switch m.Lane[i].Kind {
				case lane.Source:
					want[to] = 16*k + at*bits/8 + b
				case lane.Constant:
					want[to] = 16
				}
			}
		}
		text, did := moved(m)
		if did != ok {
			t.Fatalf("%v is %q, %v", m, text, did)
		}
		if !did {
			refused++
			continue
		}
		second := "b"
		if sources == 1 {
			second = "a"
			if strings.Contains(m.String(), "z") {
				second = "(__vector unsigned char){0}"
			}
		}
		head := "vec_perm(a, " + second + ", (__vector unsigned char){"
		if !strings.HasPrefix(text, head) || fmt.Sprint(integers(t, strings.TrimPrefix(text, head), "")) != fmt.Sprint(want) {
			t.Fatalf("%v is %s, want %s%v", m, text, head, want)
		}
	}
	if refused < 200 || refused > 1800 {
		t.Errorf("%d were refused", refused)
	}
}
