package i8x16

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

var full = flag.Bool("full", false, "compare with engines on every mask that their special cases know")

// compared are the masks on which engines are compared: those of the corpus, and those that engines know. WebAssembly has nothing undefined: bytes that nobody cares about are those that stand there.
func compared(t *testing.T) (list [][16]uint8) {
	seen := map[[16]uint8]bool{}
	add := func(s [16]uint8) {
		for i, b := range s {
			if b == Any {
				s[i] = uint8(i)
			}
		}
		if !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, s := range corpus(t) {
		add(s)
	}
	known(add)
	if !*full {
		list = list[:len(list)/8]
	}
	return list
}

// known are the masks of special cases of V8 and Cranelift, each with its inputs in both orders, and one for both: what interleaves, takes every second lane, transposes, reverses and splats;
// concatenations, blends of words, words of one half, and all shuffles of four lanes.
func known(add func([16]uint8)) {
	both := func(s [16]uint8) {
		swapped, same := s, s
		for i := range s {
			swapped[i] ^= 16
			same[i] &= 15
		}
		add(s)
		add(swapped)
		add(same)
	}
	lanes := func(size int, from func(n, i int) int) {
		var s [16]uint8
		for i := range s {
			s[i] = uint8(from(16/size, i/size)*size + i%size)
		}
		both(s)
	}
	for _, size := range [...]int{1, 2, 4, 8} {
		for _, r := range [...]func(n, v, i int) int{lower, upper, even, odd, func(n, _, i int) int { return i%2*n + i&^1 }, func(n, _, i int) int { return i%2*n + i | 1 }} {
			lanes(size, func(n, i int) int { return r(n, 0, i) })
		}
		for part := 2; part*size <= 16; part *= 2 {
			lanes(size, func(_, i int) int { return i ^ (part - 1) })
		}
		for v := range 16 / size {
			lanes(size, func(int, int) int { return v })
		}
	}
	for v := range 256 {
		lanes(1, func(_, i int) int { return i + v%16 })
		lanes(2, func(n, i int) int { return v>>i&1*n + i })
		for _, r := range [...]Row{pshuflw, pshufhw} {
			lanes(2, func(n, i int) int { return shapes[r].from(n, v, i) })
		}
		lanes(2, func(n, i int) int { return shapes[pshufhw].from(n, 255-v, shapes[pshuflw].from(n, v, i)) })
		for w := range 16 {
			lanes(4, func(_, i int) int { return (v | w<<8) >> (3 * i) & 7 })
		}
	}
}

// ours is the fewest ops that are decided for a level.
func ours(t *testing.T, e *Engine, s *[16]uint8) int {
	p := decided(t, e, s, 0)
	return len(p.Ops())
}

// A tally is how an engine's ops compare with ours.
type tally struct{ masks, theirs, ours, more, fewer int }

func (c *tally) add(t *testing.T, engine string, s *[16]uint8, theirs, ours int) {
	c.masks, c.theirs, c.ours = c.masks+1, c.theirs+theirs, c.ours+ours
	if theirs > ours {
		c.more++
	}
	if theirs < ours {
		if c.fewer++; c.fewer < 10 {
			t.Logf("%s: %v takes %d ops, and %d here", engine, s, theirs, ours)
		}
	}
}

func (c *tally) String() string {
	return fmt.Sprintf("%d masks, %.3f ops and %.3f here; more of %d, fewer of %d", c.masks, float64(c.theirs)/float64(c.masks), float64(c.ours)/float64(c.masks), c.more, c.fewer)
}

// wazero's way, whatever is asked: two shuffles and an or. That it takes no fewer for a shuffle that does nothing is its own.
func TestBesideWazero(t *testing.T) {
	e, c := New(SSE41), &tally{}
	for _, s := range compared(t) {
		c.add(t, "wazero", &s, 3, ours(t, e, &s))
	}
	if t.Log(c); c.fewer > 0 || c.masks == 0 {
		t.Error("wazero takes fewer")
	}
}

// Cranelift's rules for x86, in their order and in our own words.
func TestBesideCranelift(t *testing.T) {
	for _, l := range [...]Level{SSE41, VBMI} {
		e, c := New(l), &tally{}
		for _, s := range compared(t) {
			c.add(t, "Cranelift", &s, cranelift(l, s), ours(t, e, &s))
		}
		if t.Log(targets[l], c); c.fewer > 0 || c.masks == 0 {
			t.Errorf("%s: Cranelift takes fewer", targets[l])
		}
	}
}

// cranelift is how many ops its rules take for two different inputs: one row with an immediate, as it is written or with its inputs exchanged where a rule is there for that; a shuffle by zeros; else two shuffles and an or.
func cranelift(l Level, s [16]uint8) int {
	swapped := s
	for i := range swapped {
		swapped[i] ^= 16
	}
	for r := range shapes {
		w := &shapes[r]
		if !SSE41.has(w) || w.from == nil {
			continue
		}
		for v := w.first; v < w.first+max(1, w.values); v++ {
			switch {
			case w.name == "insertps" || w.name == "movss" || w.name == "movsd": // it has no rules for them
			case does(w, v, s):
				return 1
			case (w.args == 1 || w.name == "shufps") && does(w, v, swapped):
				return 1
			}
		}
	}
	switch {
	case s == [16]uint8{}:
		return 2
	case l == VBMI:
		return 1
	}
	return 3
}

// does says whether a row with an immediate is a shuffle.
func does(w *shape, imm int, s [16]uint8) bool {
	for i, b := range s {
		if w.byte(imm, i) != int(b) {
			return false
		}
	}
	return true
}

// V8 itself compiles a module with a function for each mask, and prints their code.
func TestBesideV8(t *testing.T) {
	node := oracle.Need(t, "node")
	masks := compared(t)
	dir := t.TempDir()
	script := fmt.Sprintf("new WebAssembly.Module(new Uint8Array([%s]))\n", strings.Trim(strings.ReplaceAll(fmt.Sprint(module(masks)), " ", ","), "[]"))
	if err := os.WriteFile(filepath.Join(dir, "masks.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(node, "--no-liftoff", "--no-wasm-lazy-compilation", "--print-wasm-code", filepath.Join(dir, "masks.js")))
	if err != nil {
		t.Fatal(err)
	}
	counts := v8Ops(t, string(out), len(masks))
	if counts == nil {
		t.Skip("this V8 prints no code of x86")
	}
	e, c := New(AVX2), &tally{}
	for k := range masks {
		c.add(t, "V8", &masks[k], counts[k], ours(t, e, &masks[k]))
	}
	if t.Log(c); c.fewer > 0 {
		t.Error("V8 takes fewer")
	}
}

// module is a WebAssembly module with a function of two vectors for each mask.
func module(masks [][16]uint8) []byte {
	leb := func(n int) (b []byte) {
		for ; n >= 128; n >>= 7 {
			b = append(b, byte(n)|128)
		}
		return append(b, byte(n))
	}
	section := func(id byte, items [][]byte) []byte {
		body := append(leb(len(items)), bytes.Join(items, nil)...)
		return slices.Concat([]byte{id}, leb(len(body)), body)
	}
	var functions, bodies [][]byte
	for _, m := range masks {
		functions = append(functions, []byte{0})
		code := slices.Concat([]byte{0, 0x20, 0, 0x20, 1, 0xfd, 0x0d}, m[:], []byte{0x0b})
		bodies = append(bodies, append(leb(len(code)), code...))
	}
	return slices.Concat([]byte("\x00asm\x01\x00\x00\x00"), section(1, [][]byte{{0x60, 2, 0x7b, 0x7b, 1, 0x7b}}), section(3, functions), section(10, bodies))
}

var (
	functionIndex = regexp.MustCompile(`(?m)^index: (\d+)$`)
	instruction   = regexp.MustCompile(`(?m)^0x[0-9a-f]+ +[0-9a-f]+  [0-9a-f]+ +(v\w+|p\w+)`)
)

// v8Ops are the ops of each function that V8 printed: what it does with vectors, but for copies and constants. It is nil where it has no such code.
func v8Ops(t *testing.T, text string, n int) []int {
	counts := make([]int, n)
	printed := 0
	for _, f := range strings.Split(text, "--- WebAssembly code ---")[1:] {
		at := functionIndex.FindStringSubmatch(f)
		if at == nil {
			continue
		}
		var k int
		fmt.Sscan(at[1], &k)
		if k >= n {
			continue // what V8 adds
		}
		printed++
		for _, m := range instruction.FindAllStringSubmatch(f, -1) {
			switch name := m[1]; {
			case name == "push" || name == "pop" || name == "vpinsrq":
			case strings.HasPrefix(name, "vmov") && name != "vmovddup" && name != "vmovss" && name != "vmovsd" && name != "vmovlhps" && name != "vmovhlps":
			default:
				counts[k]++
			}
		}
	}
	if !strings.Contains(text, "vpshufb") {
		return nil
	}
	if printed != n {
		t.Fatalf("V8 printed %d functions of %d", printed, n)
	}
	return counts
}

// LLVM, from a shufflevector to x86: it knows more rows, and where it takes fewer ops they are of those.
func TestBesideLLVM(t *testing.T) {
	llc := oracle.Need(t, "llc")
	masks := compared(t)
	var b strings.Builder
	for k, s := range masks {
		fmt.Fprintf(&b, "define <16 x i8> @f%d(<16 x i8> %%a, <16 x i8> %%b) {\n%%r = shufflevector <16 x i8> %%a, <16 x i8> %%b, <16 x i32> <i32 %s>\nret <16 x i8> %%r\n}\n",
			k, strings.Trim(strings.ReplaceAll(fmt.Sprint(s), " ", ", i32 "), "[]"))
	}
	path := filepath.Join(t.TempDir(), "masks.ll")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for l, attributes := range map[Level]string{SSE41: "+sse4.1", AVX2: "+avx2"} {
		out, err := oracle.Usual.Output(exec.Command(llc, "-mtriple=x86_64", "-mattr="+attributes, "-O2", "--x86-asm-syntax=intel", "-o", "-", path))
		if err != nil {
			t.Skipf("llc: %v", err)
		}
		e, c := New(l), &tally{}
		for k, f := range strings.Split(string(out), "\n.Lfunc_end")[:len(masks)] {
			c.add(t, "LLVM", &masks[k], llvmOps(f), ours(t, e, &masks[k]))
		}
		t.Log(targets[l], c)
		if c.theirs < c.ours || c.masks == 0 {
			t.Errorf("%s: LLVM takes fewer in the mean", targets[l])
		}
	}
}

// llvmOps are a function's ops: all instructions but copies, and loads of constants.
func llvmOps(text string) (n int) {
	for line := range strings.Lines(text) {
		name, operands, _ := strings.Cut(strings.TrimSpace(line), "\t")
		load := strings.Contains(operands, "rip")
		switch {
		case !strings.HasPrefix(line, "\t") || strings.HasPrefix(name, ".") || name == "ret":
		case strings.HasPrefix(strings.TrimPrefix(name, "v"), "mova") || strings.HasPrefix(strings.TrimPrefix(name, "v"), "movdq"):
		case load && (strings.Contains(name, "broadcast") || strings.Contains(name, "pmovsx") || strings.Contains(name, "pmovzx") || strings.HasSuffix(name, "movq") || strings.HasSuffix(name, "movd") || strings.HasSuffix(name, "movddup")):
		default:
			n++
		}
	}
	return n
}
