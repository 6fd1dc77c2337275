package g13

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// randomArg is an argument of any class, most of which no operand takes. Only registers have hints.
func randomArg(rng *rand.Rand) Arg {
	a := Arg{Class: Class(rng.IntN(4))}
	switch a.Class {
	case Register, Uniform:
		a.Size = 16 << rng.IntN(3)
		a.Index = rng.IntN(520)
		if a.Size > 16 {
			a.Index &^= 1
		}
		if rng.IntN(3) == 0 {
			a.Index &^= 3
		}
	default:
		a.Value = int64(rng.Uint64()) >> (63 - rng.IntN(40))
	}
	if a.Class == Register && rng.IntN(3) == 0 {
		a.Hint = Hint(rng.IntN(3))
	}
	if rng.IntN(4) == 0 {
		a.Abs, a.Neg, a.Sx = rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0
	}
	return a
}

// Whatever an operand is given, it says afterwards, or it is refused and nothing has changed. Nothing is lost silently, and no bits change but the operand's own and
// those by which it is read.
func TestArgsAreKeptOrRefused(t *testing.T) {
	rng := chance.Random(t, 4)
	var kept, refused [NumKinds]int
	for n := range table {
		for k, o := range table[n].operands {
			if kinds[o.Kind].entangled || o.Kind == List {
				continue // what they say hangs on what others say: TestKindsBothWays
			}
			for range 600 {
				i := Inst{Form: Form(n), Word: Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)}}
				j, a := i, randomArg(rng)
				if rng.IntN(2) == 0 {
					a = near(i.Arg(k), rng)
				}
				if err := j.SetArg(k, a); err != nil {
					refused[o.Kind]++
					if j != i {
						t.Fatalf("%s, operand %s refuses %+v, %v, and %x is now %x", i.Form.Name(), o.Name, a, err, i.Word, j.Word)
					}
					continue
				}
				kept[o.Kind]++
				if got := j.Arg(k); !saysTheSame(got, a) {
					t.Fatalf("%s, operand %s is given %+v and says %+v", i.Form.Name(), o.Name, a, got)
				}
				own := i.Form.Bits(k)
				if other := i.Word.Xor(j.Word); !other.Xor(other.and(own)).IsZero() {
					t.Fatalf("%s, operand %s is given %+v, and other bits change: %x to %x", i.Form.Name(), o.Name, a, i.Word, j.Word)
				}
			}
		}
	}
	for k := range kinds {
		if kinds[k].entangled || Kind(k) == List {
			continue
		}
		if kept[k] == 0 || refused[k] == 0 {
			t.Errorf("kind %s has taken %d arguments and refused %d", kindNames[k], kept[k], refused[k])
		}
	}
}

// near is an argument with one thing changed, which is often just about wrong.
func near(a Arg, rng *rand.Rand) Arg {
	a.Undefined = false
	switch rng.IntN(8) {
	case 0:
		if a.Class == Register && !a.None {
			a.Hint = Hint(rng.IntN(3))
		}
	case 1:
		a.Sx = !a.Sx
	case 2:
		a.Abs = !a.Abs
	case 3:
		a.Neg = !a.Neg
	case 4:
		if a.Class == Register || a.Class == Uniform {
			a.Size = 16 << rng.IntN(3)
			a.Index &^= a.Size/16 - 1
		}
	case 5:
		a.Class, a.Hint = Class(rng.IntN(4)), NoHint
		if a.Class >= Immediate {
			a.Size, a.Index = 0, 0
		} else if a.Size == 0 {
			a.Size = 16
		}
	case 6:
		a.Value += int64([...]int{-1 << 16, -1 << 15, -256, -1, 1, 255, 256, 1 << 15, 1 << 16}[rng.IntN(9)])
	}
	return a
}

// saysTheSame compares what the class has a use for.
func saysTheSame(got, want Arg) bool {
	if want.None || got.None {
		return got.None == want.None
	}
	if got.Class != want.Class || got.Abs != want.Abs || got.Neg != want.Neg || got.Sx != want.Sx {
		return false
	}
	if want.Class == Register || want.Class == Uniform {
		return got.Index == want.Index && got.Size == want.Size && got.Hint == want.Hint
	}
	return got.Value == want.Value
}

// A doubt is had of registers and uniforms that end behind the last one, of odd targets, of shifts that leave nothing, and of words in halves; of nothing else.
func TestDoubtsAgain(t *testing.T) {
	rng := chance.Random(t, 5)
	doubted := map[Kind]int{}
	for n := range table {
		for round := range 1000 {
			i := Inst{Form: Form(n), Word: Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)}}
			if round%2 == 0 { // registers at the end
				for _, o := range forms()[n].operands {
					for _, s := range o.value {
						if s.pos != zeroBits && s.width > 1 {
							i.Word.set(s, s.mask()-uint64(rng.IntN(3)))
						}
					}
				}
			}
			first := -1
			for k, o := range table[n].operands {
				want := plainDoubt(i, k)
				if got := i.Doubt(k); got != want {
					t.Fatalf("%s, operand %s of %x, %+v: %q, want %q", i.Form.Name(), o.Name, i.Word, i.Arg(k), got, want)
				}
				if want != "" {
					doubted[o.Kind]++
					if first < 0 {
						first = k
					}
				}
			}
			if k, doubt := i.Doubts(); k != first || first >= 0 && doubt != plainDoubt(i, k) {
				t.Fatalf("%s, %x: operand %d is the first doubted, %q, want %d", i.Form.Name(), i.Word, k, doubt, first)
			}
		}
	}
	for _, k := range []Kind{Dst64, Src64, PCRel, Shift, List, Base, Offset, Pixel, Moving, Coords, Lod, Compare} { // the others end in time, whatever their bits
		if doubted[k] == 0 {
			t.Errorf("kind %s was never doubted", kindNames[k])
		}
	}
}

func plainDoubt(i Inst, k int) string {
	a, o := i.Arg(k), i.Operand(k)
	switch o.Kind {
	case PCRel:
		if a.Value%2 != 0 {
			return "instructions are at even addresses, and this target is at an odd distance"
		}
	case Shift:
		if a.Value > 4 {
			return "a shift by " + string(rune('0'+a.Value)) + " leaves nothing of the operand before it; the most is 4"
		}
	case List:
		f, _ := i.Field("F")
		if i.Form.Name() != "uniform_store" && strings.Contains(i.Form.Row(), " Rt ") && strings.Contains(i.Form.Row(), " F:") && a.Size == 16 && a.Count > 0 {
			if high, _ := i.Field("Fx"); f == 2 && high == 0 {
				return "elements of 32 bits do not fit registers of 16"
			}
		}
	}
	registers := a.Count
	if registers == 0 {
		registers = 1
	}
	switch end := a.Index + registers*a.Size/16; {
	case a.None || a.Class == Number:
	case a.Class == Register && end > 256:
		return "the last register is r127"
	case a.Class == Uniform && end > 512:
		return "the last uniform is u255"
	}
	return ""
}

// A scalar is the operand's argument, and is there for every value of kinds with many, but where the argument is several registers, undefined, or doubted.
func TestScalars(t *testing.T) {
	rng := chance.Random(t, 6)
	var there [NumKinds]int
	for n := range table {
		for range 400 {
			i := Inst{Form: Form(n), Word: Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)}}
			if rng.IntN(2) == 0 {
				i.Word = i.Word.and(Word{rng.Uint64(), rng.Uint64()})
			}
			for k, o := range table[n].operands {
				v, file, size, ok := i.Scalar(k)
				a := i.Arg(k)
				if want := isScalar(i, k, a); ok != want {
					t.Fatalf("%s, operand %s, %+v, is a scalar: %v, want %v", i.Form.Name(), o.Name, a, ok, want)
				}
				if !ok {
					continue
				}
				there[o.Kind]++
				got := Arg{Class: file, Index: int(v), Size: size}
				if file == Number {
					got = Arg{Class: Number, Value: v}
				}
				if got != a {
					t.Fatalf("%s, operand %s: the scalar is %+v, the argument %+v", i.Form.Name(), o.Name, got, a)
				}
			}
		}
	}
	for k := range kinds {
		if (there[k] > 0) != (kinds[k].scalar != nil) {
			t.Errorf("kind %s was a scalar %d times", kindNames[k], there[k])
		}
	}
}

func isScalar(i Inst, k int, a Arg) bool {
	switch i.Kind(k) {
	case Uint, PCRel:
		return true
	case HalfOr:
		return a.Class == Number
	case Offset:
		return !a.Undefined
	case Moving:
		unsigned, _ := i.Field("Ou")
		return a.Class == Register && !a.Undefined && a.Index < 256 || a.Class == Number && unsigned == 0
	case Lod:
		mode, _ := i.Field("lod")
		raw := plainOperand{&forms()[i.Form], i.Operand(k), i.Word}
		v, _ := raw.value()
		return mode == 0 && v == 0 || a.Class != Number && a.Count == 0
	}
	return false
}
