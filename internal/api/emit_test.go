package api_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// emitted is code for random maps without undefined lanes; kinds are the lanes besides those of sources.
func emitted(t *testing.T, n int, target, emit string, kinds ...lane.Lane) (maps []lane.Map, code []string) {
	t.Helper()
	rng := chance.Random(t, 5)
	var l api.Lowerer
	for k := range n {
		bits := 8 << rng.IntN(4)
		lanes := 128 / bits
		m := lane.Map{Bits: bits, Src: []int{lanes, lanes}[:1+rng.IntN(2)], Lane: make([]lane.Lane, lanes)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(lanes))
		}
		m = sprinkle(rng, m, kinds...)
		w, err := l.Lower(t.Context(), api.LowerRequest{Form: m.String(), Target: target, Budget: 1 << 8, Emit: emit, Name: fmt.Sprintf("F%d", k)})
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		maps, code = append(maps, m), append(code, w.Code)
	}
	return maps, code
}

// applied is what a map makes of random bytes: inputs of 16 bytes, and the result.
func applied(t *testing.T, rng *rand.Rand, m lane.Map) (inputs [3][]byte, want []byte) {
	t.Helper()
	for k := range inputs {
		for range 16 {
			inputs[k] = append(inputs[k], byte(rng.Uint32()))
		}
	}
	want = make([]byte, 16)
	if err := m.Apply(want, inputs[2], inputs[:len(m.Src)]...); err != nil {
		t.Fatal(err)
	}
	return inputs, want
}

// LLVM reads the functions, and computes of constants what the maps make of them.
func TestEmitLLVM(t *testing.T) {
	opt := oracle.Need(t, "opt")
	rng := rand.New(rand.NewPCG(8, 22))
	maps, code := emitted(t, 200, "neon", "llvm", lane.Zero(), lane.Fixed(lane.ConstOf(5)), lane.FromOld(0))
	var module strings.Builder
	var wants [][]byte
	for k, m := range maps {
		inputs, want := applied(t, rng, m)
		wants = append(wants, want)
		typ := fmt.Sprintf("<%d x i%d>", len(m.Lane), m.Bits)
		arguments := []string{vectorOf(m, inputs[0]), vectorOf(m, inputs[1])}
		if m.ReadsOld() {
			arguments = append(arguments, vectorOf(m, inputs[2]))
		}
		fmt.Fprintf(&module, "%sdefine %s @call%d() {\n  %%r = call %s @F%d(%s)\n  ret %s %%r\n}\n", code[k], typ, k, typ, k, strings.Join(arguments, ", "), typ)
	}
	cmd := exec.Command(opt, "-S", "-passes=inline,instsimplify", "-o", "-", "-")
	cmd.Stdin = strings.NewReader(module.String())
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for k, m := range maps {
		r := regexp.MustCompile(fmt.Sprintf(`(?s)@call%d\(\)[^{]*\{\s+ret (<.*?>.*?)\n`, k)).FindStringSubmatch(string(out))
		if r == nil {
			t.Fatalf("%s: opt leaves no constant of\n%s", m, code[k])
		}
		s, err := shufflevector.Parse(fmt.Sprintf("shufflevector %s, <%d x i%d> poison, <1 x i32> zeroinitializer", r[1], len(m.Lane), m.Bits))
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Lane {
			if got, want := s.Op[0].At(i).Bits, lane.ConstBytes(wants[k]).Slice(i*m.Bits, m.Bits); got != want {
				t.Fatalf("%s: lane %d is %v, want %v, of\n%s", m, i, got, want, code[k])
			}
		}
	}
}

// vectorOf is bytes as a constant of LLVM.
func vectorOf(m lane.Map, b []byte) string {
	var elements []string
	for i := range len(m.Lane) {
		v, _ := lane.ConstBytes(b).Slice(i*m.Bits, m.Bits).Uint64()
		elements = append(elements, fmt.Sprintf("i%d %d", m.Bits, int64(v<<(64-m.Bits))>>(64-m.Bits)))
	}
	return fmt.Sprintf("<%d x i%d> <%s>", len(m.Lane), m.Bits, strings.Join(elements, ", "))
}

// Text of WebAssembly is assembled by what its specification says of it, and executed.
func TestEmitWAT(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(8, 23))
	maps, code := emitted(t, 200, "wasm", "wat", lane.Zero(), lane.Fixed(lane.ConstOf(5)), lane.FromOld(0))
	var bodies [][]byte
	for _, text := range code {
		bodies = append(bodies, assemble(t, text))
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, oracle.WasmModule(bodies))
	if err != nil {
		t.Fatal(err)
	}
	for k, m := range maps {
		inputs, want := applied(t, rng, m)
		parameters := slices.Clone(inputs[:2])
		if m.ReadsOld() {
			parameters = append(parameters, inputs[2])
		}
		module.Memory().Write(0, slices.Concat(parameters...))
		if _, err := module.ExportedFunction("f" + strconv.Itoa(k)).Call(ctx); err != nil {
			t.Fatal(err)
		}
		if got, _ := module.Memory().Read(48, 16); string(got) != string(want) {
			t.Fatalf("%s: %x, want %x, of\n%s", m, got, want, code[k])
		}
	}
}

// opcodes are the numbers behind 0xfd.
var opcodes = map[string]uint64{
	"v128.const": 12, "i8x16.shuffle": 13, "i8x16.swizzle": 14, "v128.and": 78, "v128.andnot": 79, "v128.or": 80, "v128.bitselect": 82,
	"i8x16.narrow_i16x8_s": 101, "i8x16.narrow_i16x8_u": 102, "i16x8.narrow_i32x4_s": 133, "i16x8.narrow_i32x4_u": 134,
	"i8x16.shl": 107, "i8x16.shr_u": 109, "i16x8.shl": 139, "i16x8.shr_u": 141, "i32x4.shl": 171, "i32x4.shr_u": 173, "i64x2.shl": 203, "i64x2.shr_u": 205,
	"i16x8.extend_low_i8x16_u": 137, "i16x8.extend_high_i8x16_u": 138, "i32x4.extend_low_i16x8_u": 169, "i32x4.extend_high_i16x8_u": 170,
	"i64x2.extend_low_i32x4_u": 201, "i64x2.extend_high_i32x4_u": 202,
}

// assemble is a function whose parameters are read from 0, 16 and 32, and whose result goes to 48.
func assemble(t *testing.T, text string) []byte {
	t.Helper()
	var locals []string
	var load []byte
	for _, local := range regexp.MustCompile(`\((param|local) (\$\w+) v128\)`).FindAllStringSubmatch(text, -1) {
		if local[1] == "param" {
			at := byte(len(locals))
			load = append(load, 0x41, 16*at, 0xfd, 0, 4, 0, 0x21, at) // i32.const; v128.load; local.set
		}
		locals = append(locals, local[2])
	}
	_, rest, ok := strings.Cut(text, "(result v128)")
	if !ok || !strings.HasPrefix(text, "(func $F") {
		t.Fatalf("no function with a result:\n%s", text)
	}
	words := regexp.MustCompile(`[()]|[^\s()]+`).FindAllString(regexp.MustCompile(`\(local [^)]*\)`).ReplaceAllString(rest, ""), -1)
	code := binary.AppendUvarint([]byte{1}, uint64(len(locals)))
	code = append(append(code, 0x7b), load...)
	code = append(code, 0x41, 48)
	for len(words) > 0 && words[0] == "(" {
		var one []byte
		one, words = expression(t, words[1:], locals)
		code = append(code, one...)
	}
	if len(words) != 1 || words[0] != ")" {
		t.Fatalf("%q behind the function", words)
	}
	return append(code, 0xfd, 11, 4, 0, 0x0b) // v128.store; end
}

// expression is an instruction behind its parenthesis: operands in parentheses come before it, and what else stands there is its immediates.
func expression(t *testing.T, words, locals []string) (code []byte, rest []string) {
	t.Helper()
	name, words := words[0], words[1:]
	var immediates []uint64
	for words[0] != ")" {
		if words[0] == "(" {
			var operand []byte
			operand, words = expression(t, words[1:], locals)
			code = append(code, operand...)
			continue
		}
		n, err := strconv.ParseUint(words[0], 10, 8)
		switch {
		case strings.HasPrefix(words[0], "$"):
			n, err = uint64(slices.Index(locals, words[0])), nil
			fallthrough
		case words[0] != "i8x16":
			immediates = append(immediates, n)
		default:
			err = nil
		}
		if err != nil {
			t.Fatal(err)
		}
		words = words[1:]
	}
	switch op, vector := opcodes[name]; {
	case name == "local.get":
		code = append(code, 0x20)
	case name == "local.set":
		code = append(code, 0x21)
	case name == "i32.const":
		code = append(code, 0x41)
	case vector:
		code = binary.AppendUvarint(append(code, 0xfd), op)
	default:
		t.Fatalf("no opcode of %q", name)
	}
	for _, n := range immediates {
		code = append(code, byte(n))
	}
	return code, words[1:]
}

// Go's compiler takes the files, gofmt leaves them as they are, and they read back as the maps.
func TestEmitGo(t *testing.T) {
	maps, code := emitted(t, 60, "avx512vbmi", "go", lane.Zero(), lane.Fixed(lane.ConstOf(5)))
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module lanes\n\ngo 1.26\n"}
	for k, m := range maps {
		if formatted, err := format.Source([]byte(code[k])); err != nil || string(formatted) != code[k] {
			t.Fatalf("%s: %v\n%s", m, err, code[k])
		}
		back, err := form.Parse(code[k], form.Options{})
		if err != nil {
			t.Fatalf("%s: %v\n%s", m, err, code[k])
		}
		if v, err := form.Compare(form.Form{Map: m}, back); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%s is %s: %v %v", m, back.Map, v, err)
		}
		files[fmt.Sprintf("f%d.go", k)] = code[k]
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOEXPERIMENT=simd", "GOFLAGS=-mod=mod", "GOWORK=off", "GOARCH=amd64")
	if out, err := oracle.Usual.CombinedOutput(build); err != nil {
		if strings.Contains(string(out), "unknown GOEXPERIMENT") {
			t.Skip("this toolchain has no GOEXPERIMENT=simd")
		}
		t.Fatalf("%v\n%s", err, out)
	}
}
