package listing_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// A wasmTree is an instruction with its operands, as text and as the bytes of a module: two routes to what it does, of which an engine takes the second.
type wasmTree struct {
	name, behind string // behind the name in the format's text
	llvm         string // behind the name in LLVM's listings
	code         []byte
	args         []*wasmTree
}

// A wasmWriter makes trees by chance. Locals 0 and 1 are vectors, 2 an address, 3 a vector that the function declares.
type wasmWriter struct {
	rng   *rand.Rand
	set   bool // local 3
	names map[string]bool
}

func leb(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

func (w *wasmWriter) tree(name, behind, code string, imm []byte, args ...*wasmTree) *wasmTree {
	b, err := hex.DecodeString(strings.ReplaceAll(code, " ", ""))
	if err != nil {
		panic(err)
	}
	w.names[name] = true
	return &wasmTree{name: name, behind: behind, llvm: strings.ReplaceAll(behind, " ", ", "), code: append(b, imm...), args: args}
}

// address is where a load or a store of so many bytes may be, with the offset that it has itself.
func (w *wasmWriter) address() (t *wasmTree, offset int) {
	t = w.tree("local.get", "2", "20 02", nil)
	if w.rng.IntN(2) == 0 {
		by := 16 * w.rng.IntN(4)
		t = w.tree("i32.add", "", "6a", nil, t, w.tree("i32.const", strconv.Itoa(by), "41", leb(by)))
		if by == 0 || by >= 64 {
			t.args[1].code = []byte{0x41, byte(by & 0x3f)}
		}
	}
	return t, 16 * w.rng.IntN(4)
}

// load is an instruction that reads memory, with its operands.
func (w *wasmWriter) load(depth int) *wasmTree {
	at, offset := w.address()
	one := func(name, code string, lane int, args ...*wasmTree) *wasmTree {
		imm := append([]byte{0}, leb(offset)...)
		behind, llvm := fmt.Sprintf("offset=%d align=1", offset), fmt.Sprintf("%d:p2align=0", offset)
		if lane >= 0 {
			imm = append(imm, byte(lane))
			behind, llvm = behind+" "+strconv.Itoa(lane), llvm+", "+strconv.Itoa(lane)
		}
		t := w.tree(name, behind, code, imm, args...)
		t.llvm = llvm
		return t
	}
	e := w.rng.IntN(4)
	switch w.rng.IntN(5) {
	case 0:
		return one(fmt.Sprintf("v128.load%d_splat", 8<<e), fmt.Sprintf("fd %02x", 7+e), -1, at)
	case 1:
		return one(fmt.Sprintf("v128.load%d_zero", 32<<(e/2)), fmt.Sprintf("fd %02x", 0x5c+e/2), -1, at)
	case 2:
		return one(fmt.Sprintf("v128.load%d_lane", 8<<e), fmt.Sprintf("fd %02x", 0x54+e), w.rng.IntN(16>>e), at, w.vector(depth-1))
	case 3:
		e %= 3
		return one([]string{"i16x8.load8x8_u", "i32x4.load16x4_u", "i64x2.load32x2_u"}[e], fmt.Sprintf("fd %02x", 2+2*e), -1, at)
	}
	return one("v128.load", "fd 00", -1, at)
}

// vector is an expression of that depth at most.
func (w *wasmWriter) vector(depth int) *wasmTree {
	if depth <= 0 {
		k := w.rng.IntN(2)
		return w.tree("local.get", strconv.Itoa(k), "20", leb(k))
	}
	e := w.rng.IntN(4)
	shape := []string{"i8x16", "i16x8", "i32x4", "i64x2"}[e]
	switch w.rng.IntN(9) {
	case 0, 1:
		lanes, imm := make([]string, 16), make([]byte, 16)
		for i := range imm {
			imm[i] = byte(w.rng.IntN(32))
			lanes[i] = strconv.Itoa(int(imm[i]))
		}
		return w.tree("i8x16.shuffle", strings.Join(lanes, " "), "fd 0d", imm, w.vector(depth-1), w.vector(depth-1))
	case 2:
		return w.tree("i8x16.swizzle", "", "fd 0e", nil, w.vector(depth-1), w.constant(20))
	case 3:
		k := w.rng.IntN(3)
		return w.tree([]string{"v128.and", "v128.andnot", "v128.and"}[k], "", []string{"fd 4e", "fd 4f", "fd 4e"}[k], nil, w.vector(depth-1), w.constant(-1))
	case 4:
		return w.tree("v128.bitselect", "", "fd 52", nil, w.vector(depth-1), w.vector(depth-1), w.constant(-1))
	case 5:
		n := w.rng.IntN(60) // more than the bits of a lane is as much less
		k := w.rng.IntN(2)
		return w.tree(shape+[]string{".shl", ".shr_u"}[k], "", []string{"fd 6b", "fd 8b01", "fd ab01", "fd cb01", "fd 6d", "fd 8d01", "fd ad01", "fd cd01"}[4*k+e], nil, w.vector(depth-1), w.tree("i32.const", strconv.Itoa(n), "41", []byte{byte(n)}))
	case 6:
		from, to := w.rng.IntN(16>>e), w.rng.IntN(16>>e)
		taken := w.tree(shape+[]string{".extract_lane_u", ".extract_lane_u", ".extract_lane", ".extract_lane"}[e], strconv.Itoa(from), []string{"fd 16", "fd 19", "fd 1b", "fd 1d"}[e], leb(from), w.vector(depth-1))
		if w.rng.IntN(2) == 0 {
			return w.tree(shape+".splat", "", fmt.Sprintf("fd %02x", 0xf+e), nil, taken)
		}
		return w.tree(shape+".replace_lane", strconv.Itoa(to), []string{"fd 17", "fd 1a", "fd 1c", "fd 1e"}[e], leb(to), w.vector(depth-1), taken)
	case 7:
		if w.set {
			return w.tree("local.get", "3", "20 03", nil)
		}
		made := w.vector(depth - 1)
		w.set = true
		return w.tree("local.tee", "3", "22 03", nil, made)
	}
	return w.load(depth)
}

// constant has bytes below a bound, or of all bits or none.
func (w *wasmWriter) constant(bound int) *wasmTree {
	imm, lanes := make([]byte, 16), make([]string, 16)
	for i := range imm {
		if imm[i] = byte(-w.rng.IntN(2)); bound > 0 {
			imm[i] = byte(w.rng.IntN(bound))
		}
		lanes[i] = strconv.Itoa(int(imm[i]))
	}
	t := w.tree("v128.const", "i8x16 "+strings.Join(lanes, " "), "fd 0c", imm)
	t.llvm = strings.Join(lanes, ", ")
	return t
}

// flat are the instructions one behind the other, with what stands behind a name.
func (t *wasmTree) flat(behind func(*wasmTree) string, line func(name, rest string)) {
	for _, a := range t.args {
		a.flat(behind, line)
	}
	line(t.name, behind(t))
}

func (t *wasmTree) folded() string {
	text := strings.TrimRight("("+t.name+" "+t.behind, " ")
	for _, a := range t.args {
		text += " " + a.folded()
	}
	return text + ")"
}

func (t *wasmTree) bytes() (all []byte) {
	for _, a := range t.args {
		all = append(all, a.bytes()...)
	}
	return append(all, t.code...)
}

// texts are a function in the three ways to write it.
func (t *wasmTree) texts() []string {
	var stack, llvm strings.Builder
	stack.WriteString("(module (func $f (export \"f\") (param v128 v128) (param i32) (result v128) (local v128) ;; 3\n")
	t.flat(func(t *wasmTree) string { return t.behind }, func(name, rest string) { fmt.Fprintf(&stack, "  %s %s\n", name, rest) })
	stack.WriteString("))")
	llvm.WriteString("f:                                      # @f\n\t.functype\tf (v128, v128, i32) -> (v128)\n\t.local  \tv128\n# %bb.0:\n")
	t.flat(func(t *wasmTree) string { return t.llvm }, func(name, rest string) { fmt.Fprintf(&llvm, "\t%s\t%s\n", name, rest) })
	llvm.WriteString("                                        # fallthrough-return\n\tend_function\n                                        # -- End function\n")
	return []string{stack.String(), "(func $f (param v128 v128 i32) (result v128) (local v128) " + t.folded() + ")", llvm.String()}
}

// Functions by chance, in the three ways to write them, make in wazero what they are read as.
func TestWasmTextInWazero(t *testing.T) {
	ctx := context.Background()
	w := wasmWriter{rng: chance.Random(t, 2), names: map[string]bool{}}
	const functions, base, result = 400, 256, 512
	var trees []*wasmTree
	var bodies [][]byte
	for range functions {
		w.set = false
		tree := w.vector(4)
		trees = append(trees, tree)
		body := []byte{3, 2, 0x7b, 1, 0x7f, 1, 0x7b} // locals: two vectors, an address, a vector
		for k := range 2 {
			body = append(body, 0x41, byte(16*k), 0xfd, 0, 0, 0, 0x21, byte(k))
		}
		body = append(append(append(body, 0x41), leb(base)...), 0x21, 2)
		body = append(append(append(body, 0x41), 0x80, 0x04), tree.bytes()...) // 512
		bodies = append(bodies, append(body, 0xfd, 0x0b, 0, 0, 0x0b))
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, oracle.WasmModule(bodies))
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, result)
	for i := range data {
		data[i] = byte(w.rng.Uint32())
	}
	for k, tree := range trees {
		module.Memory().Write(0, data)
		if _, err := module.ExportedFunction("f" + strconv.Itoa(k)).Call(ctx); err != nil {
			t.Fatal(err)
		}
		want, _ := module.Memory().Read(result, 16)
		for _, text := range tree.texts() {
			if got := readWasmBytes(t, text, data, base); !bytes.Equal(got, want) {
				t.Fatalf("%s\nmakes %x, and is read as %x", text, want, got)
			}
		}
	}
	if len(w.names) < 36 {
		t.Errorf("%d instructions only: %v", len(w.names), w.names)
	}
}

// readWasmBytes is what a text is read as, of the bytes of its sources: locals at 0 and 16, and places from base on.
func readWasmBytes(t *testing.T, text string, data []byte, base int) []byte {
	t.Helper()
	r, err := listing.Wasm().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return wasmBytes(t, text, r, data, base)
}

// wasmBytes is what a reading makes of them.
func wasmBytes(t *testing.T, text string, r dialect.Reading, data []byte, base int) []byte {
	t.Helper()
	var src [][]byte
	var err error
	for k, name := range r.Names {
		at := 0
		if inner, ok := strings.CutPrefix(name, "[$2"); ok {
			at, _ = strconv.Atoi(strings.TrimSuffix(inner, "]"))
			at += base
		} else if at, err = strconv.Atoi(strings.TrimPrefix(name, "$")); err != nil || at > 1 {
			t.Fatalf("%s\na source is called %q", text, name)
		} else {
			at *= 16
		}
		src = append(src, data[at:][:r.Map.Src[k]*r.Map.Bits/8])
	}
	got := make([]byte, r.Map.Bits*len(r.Map.Lane)/8)
	if err := r.Map.Apply(got, nil, src...); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return got
}

// What WebAssembly's text cannot be is refused at its place.
func TestWasmTextRefused(t *testing.T) {
	const zip = "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23"
	for _, row := range []struct{ text, want string }{
		{"local.get 0 " + zip, "on which none is left"},
		{"local.get 0 local.get 1 " + zip + " local.get 0", "2 values are left"},
		{"local.get 0 local.set 1 v128.const i32x4 1 2 3", "the lanes of a vector"},
		{"local.get 0 loop local.get 1 " + zip + " end", "takes 2 values from the stack"},
		{"loop local.get 0 local.get 1 i32x4.add drop end", "no block of the function moves lanes"},
		{"local.get 0 if (param v128) end", "takes parameters from the stack"},
		{"block i32.const 0 else end", "no if is open"},
		{strings.Repeat("block ", 300), "constructs are in one another"},
		{"block " + strings.Repeat("local.get 0 ", 300), "values are on the stack"},
		{"loop call $f end", "a function without calls"},
		{"(func (param v128) local.get 1 local.get 0 " + zip + ")", "has no local $1"},
		{"(func (param v128) (param i32) local.get 1 local.get 0 " + zip + ")", "found a number"},
		{"(func (param v128 f32) local.get 1 drop local.get 0 local.get 0 " + zip + ")", "$1 is f32"},
		{"(func (param $a v128) (param $a v128) local.get $a)", "declared twice"},
		{"(func (param v128) local.get 0 v128.load)", "found a vector"},
		{"(func (param v128 i32) local.get 0 local.get 1 i32x4.shl)", "a number that is no constant"},
		{"(func (param v128) (i8x16.swizzle (local.get 0) (local.get 0)))", "depends on the contents"},
		{"(func (param v128) (i8x16.extract_lane_s 3 (local.get 0)))", "extends by sign"},
		{"(func (param v128) (i32x4.splat (i32x4.extract_lane 4 (local.get 0))))", "has no lane 4"},
		{"(func (param v128 i32) (i32x4.replace_lane 1 (local.get 0) (local.get 1)))", "in no vector"},
		{"(func (param i32) (v128.store (local.get 0) (v128.load (local.get 0))) (drop (v128.load offset=8 (local.get 0))))", "was written"},
		{"(func (param i32 i32) (i32.store (local.get 0) (local.get 1)) (drop (v128.load (local.get 0))))", "stores a number"},
		{"(func (param v128) (i32x4.add (local.get 0) (local.get 0)) (drop (v128.const i32x4 0 0 0 0)))", "no instruction that the target knows"},
		{"(module (func (local.get 0)) (func (v128.const i32x4 0 0 0 0)))", "one function alone"},
		{"(func (param v128) local.get 0", `expected ")"`},
		{"(v128.const f32x4 1 2 3 4", `expected ")"`},
		{strings.Repeat("(", 300) + zip, "parentheses are in one another"},
		{"(; local.get 0", "no movement"},
	} {
		r, err := listing.Wasm().Read(row.text, dialect.Options{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, %v, want %s", row.text, r.Map, err, row.want)
		}
	}
}

// Which source is which: parameters of a function in their order, and locals elsewhere as they are read.
func TestWasmTextSources(t *testing.T) {
	const high = "i8x16.shuffle 16 16 16 16 16 16 16 16 0 0 0 0 0 0 0 0"
	for _, row := range []struct{ text, names, first string }{
		{"(func (param v128 v128) local.get 1 local.get 0 " + high + ")", "$0 $1", "a0"},
		{"(func (param $x v128) (param $y v128) local.get $y local.get 0 " + high + ")", "$x $y", "a0"},
		{"local.get 1 local.get 0 " + high, "$1 $0", "b0"},
		{"(func (param i32 v128) local.get 1 local.get 0 v128.load offset=8 " + high + ")", "$1 [$0+8]", "b0"},
		{"(func (param i32 i32) local.get 1 v128.load local.get 0 v128.load offset=0x10 " + high + ")", "[$0+16] [$1]", "a0"},
		{high, "a b", "b0"},
		{"(func (param v128) (local v128) local.get 0 local.get 1 " + high + ")", "$0", "z"},
		{"local.get 0 global.get 0 v128.load " + high, "$0 [@0]", "b0"},
		{"local.get 0 f64x2.extract_lane 0 f64x2.splat", "$0", "a0"},
		{"v128.const f32x4 1 -2.5 0x1p3 0 local.get 0 i8x16.shuffle 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "$0", "#80"},
	} {
		r, err := listing.Wasm().Read(row.text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		m, err := r.Map.Regroup(8)
		if first := strings.Fields(m.String()[strings.Index(m.String(), "->"):]); err != nil || strings.Join(r.Names, " ") != row.names || first[len(first)-16] != row.first {
			t.Errorf("%s: %s of %v, %v, want %s of %s", row.text, m, r.Names, err, row.first, row.names)
		}
	}
}
