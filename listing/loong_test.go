package listing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Every row of LoongArch is read as what it does, for each immediate and some constants.
func TestLoongRows(t *testing.T) {
	random := chance.Random(t, 2)
	for name, register := range map[string]string{"lsx": "$vr", "lasx": "$xr"} {
		tg, _ := target.Find(name)
		read := 0
		for _, r := range tg.Rows {
			if r.Union != nil {
				continue
			}
			for _, c := range loongCases(random, r, register) {
				got, err := form.Parse(c.text, form.Options{})
				if err != nil {
					t.Errorf("%s: %v", c.text, err)
					continue
				}
				if same, err := equalFrom(1, got, c.want); !same || got.Dialect != "lsx" {
					t.Errorf("%s is %v of %v in %s, want %v: %v", c.text, got.Map, got.Names, got.Dialect, c.want, err)
				}
				read++
			}
		}
		if t.Logf("%s: %d texts", name, read); read < 1000 {
			t.Error("hardly anything was read")
		}
	}
}

// loongCases are texts of a row, whose sources are registers 1 and 2, and its constant 5.
func loongCases(random *rand.Rand, r *target.Row, register string) (list []powerCase) {
	line := func(v int) string {
		return r.Text(v, func(letter byte) string {
			switch {
			case letter == 'd' && r.Destroys:
				return register + "1"
			case letter == 'd' && r.Spends, letter == 'k':
				return register + "5"
			case letter == 'd':
				return register + "0"
			}
			return fmt.Sprint(register, 1+strings.IndexByte(target.SourceLetters, letter))
		})
	}
	if r.Imm != nil {
		step := 1 + r.Imm.Values/64 // of many, some
		for v := random.IntN(step); v < r.Imm.Values; v += step {
			list = append(list, powerCase{line(v), r.Imm.Map(v)})
		}
		return list
	}
	for range 4 {
		b := make([]byte, r.Index.Bits/8)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		m := r.Index.Apply(lane.ConstBytes(b))
		for elem := r.Elem / 8; m.Lane[0].Kind == lane.Undefined || m.Check() != nil || hasUndefined(m); m = r.Index.Apply(lane.ConstBytes(b)) { // an index beyond both vectors is no movement
			for i := range b {
				if b[i] %= 4; i%elem > 0 {
					b[i] = 0
				}
			}
		}
		load := "vld "
		if r.Bits > 128 {
			load = "xvld "
		}
		list = append(list, powerCase{load + register + "5, 0x" + lane.ConstBytes(b).Hex() + "\n" + line(0), m})
	}
	return list
}

func hasUndefined(m lane.Map) bool {
	for _, l := range m.Lane {
		if l.Kind == lane.Undefined {
			return true
		}
	}
	return false
}

// What LLVM makes of random shuffles is read as these shuffles, so that each instruction that it uses does what LLVM takes it to do.
func TestLoongOfLLVM(t *testing.T) {
	llc, random := oracle.Need(t, "llc"), chance.Random(t, 3)
	for _, c := range []struct {
		attribute string
		bits      int
		least     int // texts read of 200: LLVM takes some lanes through general registers
	}{{"+lsx", 128, 170}, {"+lasx", 256, 140}} {
		maps := likelyShuffles(random, c.bits)
		texts := compiledShuffles(t, llc, maps, shuffleFunction, "# -- End function", "-mtriple=loongarch64", "-mattr="+c.attribute)
		read := 0
		names := map[string]bool{}
		for k, text := range texts {
			got, err := form.Parse(text, form.Options{})
			if err != nil {
				continue
			}
			if same, err := equalFrom(0, got, maps[k]); !same {
				t.Errorf("%v is read as %v of %v: %v\n%s", maps[k], got.Map, got.Names, err, text)
			}
			read++
			for line := range strings.Lines(text) {
				if f := strings.Fields(line); len(f) > 1 && strings.Contains(f[1], "r") && strings.HasPrefix(strings.TrimPrefix(f[0], "x"), "v") {
					names[f[0]] = true
				}
			}
		}
		if t.Logf("%s: %d of %d functions, %d instructions: %v", c.attribute, read, len(maps), len(names), names); read < c.least {
			t.Errorf("only %d of %d functions were read", read, len(maps))
		}
	}
}
