package listing_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
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
		var ir strings.Builder
		var maps []lane.Map
		for k := range 200 {
			elem := []int{8, 16, 32, 64}[k%4]
			maps = append(maps, likelyShuffle(random, elem, c.bits/elem))
			ir.WriteString(shuffleFunction(k, maps[k]))
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f.ll"), []byte(ir.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := oracle.Usual.Output(exec.Command(llc, "-mtriple=loongarch64", "-mattr="+c.attribute, "-O2", "-o", "-", filepath.Join(dir, "f.ll")))
		if err != nil {
			t.Skipf("llc: %v", err) // an old one cannot read poison, or has no vectors of LoongArch
		}
		read := 0
		names := map[string]bool{}
		for k, text := range strings.Split(string(out), "# -- End function")[:len(maps)] {
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

// likelyShuffle is a shuffle as compilers meet them: often one that an instruction has.
func likelyShuffle(random *rand.Rand, elem, n int) lane.Map {
	m := lane.Map{Bits: elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	kind, by, half := random.IntN(8), random.IntN(n), 128/elem
	four := random.Perm(4)
	for i := range m.Lane {
		at := i &^ (half - 1)
		switch kind {
		case 0:
			m.Lane[i] = lane.From(i%2, at+i%half/2)
		case 1:
			m.Lane[i] = lane.From(i%2, at+half/2+i%half/2)
		case 2:
			m.Lane[i] = lane.From(i%half/(half/2), at+2*i%half+by%2)
		case 3:
			m.Lane[i] = lane.From(i%2, i&^1+by%2)
		case 4:
			m.Lane[i] = lane.From(0, (i&^3+four[i%4])%n)
		case 5:
			m.Lane[i] = lane.From(0, at+by%half)
		case 6:
			m.Lane[i] = lane.From((i%half+by%half)/half, at+(i+by)%half)
		default:
			m.Lane[i] = lane.From(random.IntN(2), random.IntN(n))
		}
	}
	return m
}

// shuffleFunction is a map of two sources as a function of LLVM's IR.
func shuffleFunction(k int, m lane.Map) string {
	n := len(m.Lane)
	var mask []string
	for _, l := range m.Lane {
		mask = append(mask, fmt.Sprintf("i32 %d", l.Src*n+l.Index))
	}
	v := fmt.Sprintf("<%d x i%d>", n, m.Bits)
	return fmt.Sprintf("define %[1]s @f%[2]d(%[1]s %%a, %[1]s %%b) {\n%%r = shufflevector %[1]s %%a, %[1]s %%b, <%[3]d x i32> <%[4]s>\nret %[1]s %%r\n}\n", v, k, n, strings.Join(mask, ", "))
}
