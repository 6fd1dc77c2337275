package listing_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// powerRegisters are registers in a line of Power.
var powerRegisters = regexp.MustCompile(`\b(vs?)(\d+)\b`)

// Every row of Power is read as what it does, for each immediate and some constants, whether registers have names, names behind percent signs, or numbers alone.
func TestPowerRows(t *testing.T) {
	random := chance.Random(t, 0)
	tg, _ := target.Find("vsx")
	read := 0
	for _, r := range tg.Rows {
		if r.Union != nil {
			continue
		}
		for _, c := range powerCases(random, r) {
			for _, text := range []string{c.text, powerRegisters.ReplaceAllString(c.text, "%$0"), powerRegisters.ReplaceAllString(c.text, "$2")} {
				if strings.HasPrefix(text, "vmr 5") {
					text = strings.Replace(text, "vmr 5", "vmr v5", 1)
				}
				got, err := form.Parse(text, form.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				if same, err := equalFrom(1, got, c.want); !same {
					t.Errorf("%s is %v of %v, want %v: %v", text, got.Map, got.Names, c.want, err)
				}
				read++
			}
		}
	}
	if t.Logf("%d texts", read); read < 1500 {
		t.Error("hardly anything was read")
	}
}

// A powerCase is a text and the map of the sources v1 and v2 in the order in which it names them.
type powerCase struct {
	text string
	want lane.Map
}

func powerCases(random *rand.Rand, r *target.Row) (list []powerCase) {
	line := func(v int) string {
		return r.Text(v, func(letter byte) string {
			switch letter {
			case 'd':
				if r.Destroys {
					return "v1"
				}
				return "v0"
			case 'k':
				return "v5"
			}
			return "v" + strconv.Itoa(1+strings.IndexByte(target.SourceLetters, letter))
		})
	}
	if r.Imm != nil {
		for v := range r.Imm.Values {
			list = append(list, powerCase{line(v), r.Imm.Map(v)})
		}
		return list
	}
	for range 4 {
		b := make([]byte, 16)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		k := lane.ConstBytes(b)
		list = append(list, powerCase{"vmr v5, 0x" + k.Hex() + "\n" + line(0), r.Index.Apply(k)})
	}
	return list
}

// equalFrom compares what was read with a map whose sources are registers from one on.
func equalFrom(first int, got form.Form, want lane.Map) (bool, error) {
	m := got.Map.Clone()
	m.Src = make([]int, len(want.Src))
	for k := range m.Src {
		m.Src[k] = want.Src[k] * want.Bits / m.Bits
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			digits := regexp.MustCompile(`\d+`).FindString(got.Names[l.Src])
			n, err := strconv.Atoi(digits)
			if err != nil {
				return false, err
			}
			m.Lane[i].Src = n%32 - first
		}
	}
	v, err := lane.Compare(m, want)
	return v.Relation == lane.Equal || v.Relation == lane.Refines, err
}

// What is emitted as a function is read as the map that it is of.
func TestPowerFunctionsReadBack(t *testing.T) {
	random := chance.Random(t, 1)
	tg, _ := target.Find("vsx")
	for range 40 {
		n := []int{2, 4, 8, 16}[random.IntN(4)]
		m := lane.Map{Bits: 128 / n, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			if m.Lane[i] = lane.From(random.IntN(2), random.IntN(n)); random.IntN(6) == 0 {
				m.Lane[i] = lane.Zero()
			}
		}
		m.Lane[0], m.Lane[1] = lane.From(0, random.IntN(n)), lane.From(1, random.IntN(n))
		r, err := new(lower.Lowerer).Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.Assembly(tg, "F")
		if err != nil {
			t.Fatal(err)
		}
		got, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if same, err := equalFrom(2, got, m); !same {
			t.Errorf("%v of %v, want %v: %v\n%s", got.Map, got.Names, m, err, text)
		}
	}
}

// What LLVM's compiler makes of shuffles is followed from the function's beginning to its end, with constants in memory.
func TestPowerFunctionsOfLLVM(t *testing.T) {
	llc := oracle.Need(t, "llc")
	random := chance.Random(t, 2)
	var maps []lane.Map
	for range 12 {
		n := []int{4, 8, 16}[random.IntN(3)]
		m := lane.Map{Bits: 128 / n, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(random.IntN(2), random.IntN(n))
		}
		maps = append(maps, m)
	}
	for k, text := range compiledShuffles(t, llc, maps, shuffleFunction, "# -- End function", "-mtriple=powerpc64le", "-mcpu=pwr9") {
		m := maps[k]
		got, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if same, err := equalFrom(2, got, m); !same {
			t.Errorf("%v of %v, want %v: %v\n%s", got.Map, got.Names, m, err, text)
		}
	}
}
