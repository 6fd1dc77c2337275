package form_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A shuffle32 is a mask of LLVM's by chance. Less than 0 is undefined.
type shuffle32 struct {
	bits, count int
	zero        bool // the second vector
	mask        []int
}

// shuffles32 are masks of all vectors of 64 and 128 bits: any, and such as one instruction is made for.
func shuffles32(rng *rand.Rand, n int) (all []shuffle32) {
	for len(all) < n {
		s := shuffle32{bits: 8 << rng.IntN(4), zero: rng.IntN(6) == 0}
		length := 64 << rng.IntN(2)
		if s.count = length / s.bits; s.count == 1 {
			continue
		}
		c, k, block := s.count, rng.IntN(s.count), 2<<rng.IntN(3)
		kind := rng.IntN(7)
		for i := range c {
			v := 0
			switch kind {
			case 0:
				v = i + k
			case 1:
				v = i%2*c + i/2 + k%2*c/2
			case 2:
				v = (2*i + k%2) % (2 * c)
			case 3:
				v = i&^1 + k%2 + i%2*c
			case 4:
				v = min(i/block*block+block-1-i%block, c-1)
			case 5:
				v = k
			default:
				v = rng.IntN(2 * c)
			}
			if rng.IntN(12) == 0 {
				v = -1
			}
			s.mask = append(s.mask, v)
		}
		all = append(all, s)
	}
	return all
}

// ir is the mask as function number n.
func (s shuffle32) ir(n int) string {
	second := "%b"
	if s.zero {
		second = "zeroinitializer"
	}
	var mask []string
	for _, v := range s.mask {
		if v < 0 {
			mask = append(mask, "i32 poison")
		} else {
			mask = append(mask, fmt.Sprintf("i32 %d", v))
		}
	}
	vector := fmt.Sprintf("<%d x i%d>", s.count, s.bits)
	return fmt.Sprintf("define %s @f%d(%s %%a, %s %%b) {\n %%r = shufflevector %s %%a, %s %s, <%d x i32> <%s>\n ret %s %%r\n}\n", vector, n, vector, vector, vector, vector, second, s.count, strings.Join(mask, ", "), vector)
}

// arm32Function is a function in assembler with all that is behind it up to its end.
var arm32Function = regexp.MustCompile(`(?ms)^f(\d+):.*?^\.Lfunc_end`)

// TestNEON32Compiled reads what LLVM makes of masks for 32-bit Arm, with its arguments in vectors and in general registers.
func TestNEON32Compiled(t *testing.T) {
	llc, rng := oracle.Need(t, "llc"), chance.Random(t, 322)
	masks := shuffles32(rng, 400)
	var ir strings.Builder
	for n, s := range masks {
		ir.WriteString(s.ir(n))
	}
	file := filepath.Join(t.TempDir(), "masks.ll")
	if err := os.WriteFile(file, []byte(ir.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, triple := range []string{"armv7-linux-gnueabihf", "armv7-linux-gnueabi", "thumbv7-linux-gnueabihf"} {
		t.Run(triple, func(t *testing.T) {
			out, err := oracle.Usual.CombinedOutput(exec.Command(llc, "-mtriple="+triple, "-mattr=+neon", "-o", "-", file))
			if err != nil {
				t.Fatalf("%v: %.2000s", err, out)
			}
			read := 0
			for _, m := range arm32Function.FindAllStringSubmatch(string(out), -1) {
				n, _ := strconv.Atoi(m[1])
				got, err := form.Parse(m[0], form.Options{From: "neon32"})
				if err != nil {
					if masks[n].moves() && strings.Contains(m[0], "\tv") {
						t.Errorf("%v: %v\n%s", masks[n], err, m[0])
					}
					continue
				}
				masks[n].compare(t, rng, got, m[0])
				read++
			}
			t.Logf("%d of %d functions are read", read, len(masks))
			if read < len(masks)*3/4 {
				t.Errorf("only %d of %d functions are read", read, len(masks))
			}
		})
	}
}

// moves says whether there is more in a mask than its first vector and what is undefined: of that a function may have no line.
func (s shuffle32) moves() bool {
	for i, v := range s.mask {
		if v >= 0 && v != i {
			return true
		}
	}
	return false
}

// pushed is how many bytes a function keeps on its stack before it looks for arguments there.
func pushed(text string) int {
	bytes := 0
	if list := regexp.MustCompile(`push\s*\{(.*)\}`).FindStringSubmatch(text); list != nil {
		bytes = 4 * (1 + strings.Count(list[1], ","))
	}
	if below := regexp.MustCompile(`sub\s+sp, sp, #(\d+)`).FindStringSubmatch(text); below != nil {
		number, _ := strconv.Atoi(below[1])
		bytes += number
	}
	return bytes
}

// compare compares what a function makes of two vectors by chance with what the mask does.
func (s shuffle32) compare(t *testing.T, rng *rand.Rand, got form.Form, text string) {
	t.Helper()
	size := s.bits * s.count / 8
	both := make([]byte, 2*size)
	for i := range both {
		both[i] = byte(rng.Uint32())
	}
	sources := make([][]byte, len(got.Names))
	for k, name := range got.Names {
		at := size // what is on the stack is of b
		letter, digits := name[:1], strings.Trim(name[1:], "0123456789")
		if width := map[string]int{"q": 16, "d": 8, "s": 4, "r": 4}[letter]; width > 0 && digits == "" {
			number, _ := strconv.Atoi(name[1:])
			if at = number * width; at >= 2*size { // it holds anything: only what is undefined is taken from it
				at = rng.IntN(size)
			}
		} else if _, offset, ok := strings.Cut(strings.Trim(name, "[]"), "+"); ok && strings.HasPrefix(name, "[sp") {
			number, _ := strconv.Atoi(offset)
			at = 16 + number - pushed(text)
		}
		sources[k] = append(both[at:len(both):len(both)], make([]byte, 2*size)...)[:got.Map.Bits*got.Map.Src[k]/8]
	}
	made := make([]byte, len(got.Map.Lane)*got.Map.Bits/8)
	if err := got.Map.Apply(made, make([]byte, len(made)), sources...); err != nil {
		t.Errorf("%v: %v", s, err)
		return
	}
	if s.zero {
		clear(both[size:])
	}
	bytesPer := s.bits / 8
	for i, v := range s.mask {
		if v < 0 {
			continue
		}
		if (i+1)*bytesPer > len(made) && (v == i || strings.Contains(fmt.Sprint(got.Warnings), "this is d0")) { // in its place already
			continue
		}
		if want := both[v*bytesPer : (v+1)*bytesPer]; (i+1)*bytesPer > len(made) || !bytes.Equal(made[i*bytesPer:(i+1)*bytesPer], want) {
			t.Errorf("%v is read as %v of %q\n%s", s, got.Map, got.Names, text)
			return
		}
	}
}
