package listing_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// Of each function of WebAssembly the first map, its sources, where it is, and what the notes say: @alone is that there is nothing else.
func TestWasmFunctions(t *testing.T) {
	const (
		swap  = "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"
		mask  = "(v128.const i8x16 3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12)"
		apply = "(v128.store (local.get $d) (i8x16.swizzle (v128.load (local.get $s)) (local.get $m)))"
		head  = "(func (param $d i32) (param $s i32) (param $n i32) (local $m v128) (local $v v128)\n"
		half  = "(i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (v128.load (local.get $s)) (v128.load (local.get $s)))"
		again = "(br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))"
	)
	for _, row := range []struct{ name, text, want, names, part, notes string }{
		{"a constant from before the loop", head + "(local.set $m " + mask + ")\n(loop $l\n" + apply + again + ")", swap, "[$s]", "the loop at $l, line 3: what it stores to [$d] (line 4)", ""},
		{"a constant that the loop sets", head + "(local.set $m " + mask + ")\n(loop $l\n" + apply + "(local.set $m (v128.load (local.get $s)))" + again + ")", "no block of the function moves lanes", "", "", ""},
		{"a constant of one way", head + "(if (local.get $n) (then (local.set $m " + mask + ")))\n" + apply + ")", "no block of the function moves lanes", "", "", ""},
		{"a constant of the other way", head + "(if (local.get $n) (then (local.set $m " + mask + ")) (else " + apply + ")))", "no block of the function moves lanes", "", "", ""},
		{"a constant of this way", head + "(if (local.get $n) (then (local.set $m " + mask + ")" + apply + ")))", swap, "[$s]", "the block at line 2: what it stores to [$d] (line 2)", ""},
		{"a constant that a branch passes by", head + "(block $b (br_if $b (local.get $n)) (local.set $m " + mask + "))" + apply + ")", "no block of the function moves lanes", "", "", ""},
		{"a constant of the construct around", head + "(block $b (local.set $m " + mask + ") (br_if $b (local.get $n)) " + apply + "))", swap, "[$s]", "", ""},
		{"a constant of the loop inside", head + "(loop $k (local.set $m " + mask + ") (loop $l\n" + apply + again + "(br_if $k (local.get $n))))", swap, "[$s]", "the loop at $l, line 2: what it stores to [$d] (line 3)", ""},
		{"a loop that nobody goes back to", head + "(loop $l (v128.store (local.get $d) " + half + ")))", "i64x2 -> a1 a0", "[$s]", "the block at $l, line 2: what it stores to [$d] (line 2)", ""},
		{"a sum in the loop", head + "(loop $l\n(local.set $v\n(i32x4.add (local.get $v)\n" + half + "))" + again + ")", "i64x2 -> a1 a0", "[$s]", "the loop at $l, line 2: what another line reads on the stack (line 5)", "no movement in it is line 4 (i32x4.add)"},
		{"what a sum made is a source", head + "(loop $l (local.set $v (i32x4.add (local.get $v) (v128.load (local.get $s)))) (v128.store (local.get $d) (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $v) (v128.load (local.get $s))))" + again + ")",
			"i8x16 i8x16 -> b0 a0 b1 a1 b2 a2 b3 a3 b4 a4 b5 a5 b6 a6 b7 a7", "[$s] i32x4.add", "", ""},
		{"neighbours through a sum", head + "(loop $l (v128.store (i32.add (local.get $d) (local.get $n)) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (v128.load (i32.add (local.get $s) (local.get $n))) (v128.load offset=16 (i32.add (local.get $n) (local.get $s)))))\n" +
			"(v128.store offset=16 (i32.add (local.get $n) (local.get $d)) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (v128.load (i32.add (local.get $s) (local.get $n))) (v128.load offset=16 (i32.add (local.get $n) (local.get $s))))) " + again + ")",
			"i64x2 i64x2 -> a1 b1 a0 b0", "[$n+$s] [$n+$s+16]", "", ""},
		{"a number that is stored may be anywhere", head + "(loop $l (v128.store (local.get $d) (v128.load (local.get $s))) (i32.store (local.get $n) (local.get $n)) (v128.store offset=32 (local.get $d) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (v128.load (local.get $d)) (v128.load (local.get $d)))) " + again + ")",
			"i64x2 -> a1 a0", "[$d]", "", ""},
		{"what is stored before a number", head + "(loop $l (v128.store (local.get $d) " + half + ") (i32.store (local.get $n) (local.get $n))" + again + ")", "i64x2 -> a1 a0", "[$s]", "", ""},
		{"what a movement reads is not left", head + "(loop $l (local.set $v " + half + ")\n(v128.store (local.get $d) (i8x16.shuffle 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 (local.get $v) (local.get $v)))" + again + ")",
			"i8x16 -> a9 a8 a11 a10 a13 a12 a15 a14 a1 a0 a3 a2 a5 a4 a7 a6", "[$s]", "", "@alone"},
		{"behind a return", head + "(loop $l (return) (v128.store (local.get $d) " + half + ")) (v128.store (local.get $d) (i8x16.shuffle 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 (v128.load (local.get $s)) (v128.load (local.get $s)))))", "no block of the function moves lanes", "", "", ""},
		{"behind a branch", head + "(block $b (br $b) (v128.store (local.get $d) " + half + ")) (v128.store (local.get $d) (i8x16.shuffle 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 (v128.load (local.get $s)) (v128.load (local.get $s)))))",
			"i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14", "[$s]", "", ""},
		{"no jump, and a sum", head + "(v128.store (local.get $d) (i32x4.add (v128.load (local.get $s)) " + half + ")))", "i64x2 -> a1 a0", "[$s]", "the block at line 2: what another line reads on the stack (line 2)", "no movement in it is line 2 (i32x4.add)"},
		{"what is returned", "(func (param i32 v128) (result v128) (block (br_if 0 (local.get 0)))\n(i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get 1) (local.get 1)))", "i64x2 -> a1 a0", "$1", "the block at line 2: what it leaves on the stack (line 2)", ""},
		{"what block v128 has as its result", "(func (param i32 v128) (result v128)\nblock v128 local.get 1 local.get 1 i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 end\nlocal.get 0 br_if 0)", "i64x2 -> a1 a0", "$1", "", "@alone"},
		{"what block (result v128) has as its result", "(func (param i32 v128) (result v128)\nblock (result v128) local.get 1 local.get 1 i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 end\nlocal.get 0 br_if 0)", "i64x2 -> a1 a0", "$1", "", "@alone"},
		{"what loop v128 has as its result", "(func (param i32 v128) (result v128)\nloop v128 local.get 1 local.get 1 i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 end\nlocal.get 0 br_if 0)", "i64x2 -> a1 a0", "$1", "", "@alone"},
		{"what a local is left with", "(func (param i32 v128) (local v128) (loop (local.set 2 (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get 1) (local.get 1))) (br_if 0 (local.get 0))))", "i64x2 -> a1 a0", "$1", "the loop at line 1: what it leaves in $2 (line 1)", ""},
	} {
		r, err := listing.Wasm().Read(row.text, dialect.Options{})
		got := r.Map.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != row.want || !strings.Contains(got, row.want) || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s: %s of %q, want %s of %s", row.name, got, r.Names, row.want, row.names)
		}
		if row.part != "" && r.Part != row.part {
			t.Errorf("%s: it is %q, want %q", row.name, r.Part, row.part)
		}
		if notes := strings.Join(r.Warnings, "\n"); row.notes == "@alone" && len(r.Warnings) != 1 || row.notes != "@alone" && !strings.Contains(notes, row.notes) {
			t.Errorf("%s: notes %q, want %q", row.name, r.Warnings, row.notes)
		}
	}
}

// loopOf are texts of a loop that stores what a tree makes and counts on, and its bytes: three times around, from an address and to one.
func loopOf(tree *wasmTree, base, result int) (texts []string, body []byte) {
	const rest = `(local.set 2 (i32.add (local.get 2) (i32.const 16)))
  (local.set 4 (i32.add (local.get 4) (i32.const 16)))
  (br_if 0 (local.tee 5 (i32.sub (local.get 5) (i32.const 1))))`
	var stack strings.Builder
	tree.flat(func(t *wasmTree) string { return t.llvm }, func(name, rest string) { fmt.Fprintf(&stack, "\t%s\t%s\n", name, rest) })
	texts = []string{
		"(func (param v128 v128 i32) (local v128 i32 i32)\n (local.set 4 (i32.const 512)) (local.set 5 (i32.const 3))\n (block (loop (v128.store (local.get 4) " + tree.folded() + ")" + rest + ")))",
		"f:\n\t.functype\tf (v128, v128, i32, i32, i32) -> ()\n\t.local  \tv128, i32, i32\n\tblock\n.LBB0_1:   # =>This Inner Loop\n\tloop\n\tlocal.get\t4\n" + strings.NewReplacer("local.get\t3", "local.get\t5", "local.tee\t3", "local.tee\t5").Replace(stack.String()) +
			"\tv128.store\t0:p2align=0\n\tlocal.get\t2\n\ti32.const\t16\n\ti32.add\n\tlocal.set\t2\n\tlocal.get\t3\n\tbr_if\t0\n\tend_loop\n\tend_block\n\tend_function\n",
	}
	body = []byte{4, 2, 0x7b, 1, 0x7f, 1, 0x7b, 2, 0x7f}
	for k := range 2 {
		body = append(body, 0x41, byte(16*k), 0xfd, 0, 0, 0, 0x21, byte(k))
	}
	body = append(append(append(body, 0x41), leb(base)...), 0x21, 2)
	body = append(append(append(body, 0x41), leb(result)...), 0x21, 4, 0x41, 3, 0x21, 5, 0x02, 0x40, 0x03, 0x40, 0x20, 4)
	body = append(append(body, tree.bytes()...), 0xfd, 0x0b, 0, 0)
	for _, local := range []byte{2, 4} {
		body = append(body, 0x20, local, 0x41, 16, 0x6a, 0x21, local)
	}
	return texts, append(body, 0x20, 5, 0x41, 1, 0x6b, 0x22, 5, 0x0d, 0, 0x0b, 0x0b, 0x0b)
}

// Loops by chance do in wazero, each time around, what they are read as.
func TestWasmLoopsInWazero(t *testing.T) {
	ctx := context.Background()
	w := wasmWriter{rng: chance.Random(t, 6), names: map[string]bool{}}
	const loops, base, result = 200, 256, 640
	var texts [][]string
	var bodies [][]byte
	for range loops {
		w.set = false
		text, body := loopOf(w.vector(4), base, result)
		texts, bodies = append(texts, text), append(bodies, body)
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
	read := 0
	for k := range loops {
		module.Memory().Write(0, data)
		if _, err := module.ExportedFunction("f" + strconv.Itoa(k)).Call(ctx); err != nil {
			t.Fatal(err)
		}
		for _, text := range texts[k] {
			r, err := listing.Wasm().Read(text, dialect.Options{})
			before := slices.ContainsFunc(r.Names, func(name string) bool { return name == "$3" || name == "$5" }) // what the time before left
			if err != nil || before || !strings.HasPrefix(r.Part, "the loop") || !strings.Contains(r.Part, "what it stores to [$4]") {
				continue // or it moves nothing, or masks alone
			}
			read++
			for around := range 3 {
				want, _ := module.Memory().Read(uint32(result+16*around), 16)
				if got := wasmBytes(t, text, r, data, base+16*around); !bytes.Equal(got, want) {
					t.Fatalf("%s\nmakes %x, and is read as %s, %x", text, want, r.Map, got)
				}
			}
		}
	}
	if t.Logf("%d texts", read); read < loops {
		t.Errorf("%d texts of %d were read: too few to tell", read, 2*loops)
	}
}

// A branch goes to a construct around it, which no number below zero counts.
func TestWasmBranchBelowZero(t *testing.T) {
	for _, name := range []string{"br_if", "br"} {
		text := "f:\n\t.functype\tf (i32) -> ()\n\tblock\n\tlocal.get\t0\n\t" + name + "\t-1\n\tend_block\n\tend_function\n" // which once was a panic
		if r, err := listing.Wasm().Read(text, dialect.Options{}); err == nil {
			t.Errorf("%s is %s", text, r.Map)
		}
	}
}

// A text has a bound on its instructions, and one of as many is read.
func TestWasmSteps(t *testing.T) {
	const most = 2048
	for _, more := range []int{-1, 0, 1} {
		text := strings.Repeat("nop ", most+more-3) + "local.get 0 local.get 1 i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23"
		if _, err := listing.Wasm().Read(text, dialect.Options{}); (err != nil) != (more > 0) {
			t.Errorf("%d instructions: %v", most+more, err)
		}
	}
}

// What a line reads twice is told of once, and what two read too.
func TestWasmReadTwice(t *testing.T) {
	const zip, reverse = "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23", "i8x16.shuffle 3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12"
	text := "loop\nlocal.get 0\nlocal.get 1\n" + zip + "\nlocal.tee 2\nlocal.get 2\ni32x4.add\ndrop\nlocal.get 2\nlocal.get 2\n" + reverse + "\nlocal.tee 3\nlocal.get 3\ni32x4.add\ndrop\nend"
	r, err := listing.Wasm().Read(text, dialect.Options{})
	if err != nil || len(r.Others) != 1 || len(r.Others[0].Lines) != 1 {
		t.Errorf("%s, %v, beside %+v", r.Map, err, r.Others)
	}
}
