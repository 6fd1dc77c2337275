//go:build !js

package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/web"
)

// wasm is a module of bodies of functions, with what stands behind them.
func wasm(rest []byte, bodies ...[]byte) []byte {
	code := binary.AppendUvarint(nil, uint64(len(bodies)))
	for _, b := range bodies {
		code = append(binary.AppendUvarint(code, uint64(len(b))), b...)
	}
	out := binary.AppendUvarint([]byte("\x00asm\x01\x00\x00\x00\x0a"), uint64(len(code)))
	return slices.Concat(out, code, rest)
}

// body is a function without local variables, of some instructions.
func body(instructions ...[]byte) []byte {
	return append(append([]byte{0}, slices.Concat(instructions...)...), 0x0b)
}

// streamsOf are the streams of a module, packed, which has to come back.
func streamsOf(t testing.TB, m []byte) [][]byte {
	t.Helper()
	packed, err := web.Pack(m)
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := unpacked(t, packed); !bytes.Equal(back, m) {
		t.Fatalf("a module of %d bytes does not come back: %.60x", len(m), m)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	in := bytes.NewBuffer(all)
	for range 3 {
		binary.ReadUvarint(in)
	}
	sizes := make([]uint64, 16)
	for k := range sizes {
		sizes[k], _ = binary.ReadUvarint(in)
	}
	for range 256 {
		in.Next(1)
		n, _ := in.ReadByte()
		in.Next(int(n))
	}
	streams := make([][]byte, len(sizes))
	for k, n := range sizes {
		streams[k] = in.Next(int(n))
	}
	return streams
}

// immediates is what WebAssembly's specification (Binary Format, Instructions) has behind an opcode that Go's compiler emits, and in which stream pack.go says that it is:
// -1 is none of them, since it belongs to the token.
func immediates(op []byte) (written []byte, stream int, ok bool) {
	switch c := op[0]; {
	case c == 0xfc && op[1] <= 7: // trunc_sat
		return nil, -1, true
	case c == 0xfc && op[1] == 10: // memory.copy
		return []byte{0, 0}, -1, true
	case c == 0xfc && op[1] == 11: // memory.fill
		return []byte{0}, -1, true
	case c <= 1, c == 0x0f, c == 0x1a, c == 0x1b: // unreachable, nop, return, drop, select
		return nil, -1, true
	case 2 <= c && c <= 4: // block, loop, if
		return []byte{0x40, 0x0b}, -1, true
	case c == 5: // else
		return nil, -1, true
	case c == 0x0c, c == 0x0d: // br, br_if: out of the function
		return []byte{0}, 11, true
	case c == 0x0e: // br_table
		return []byte{2, 0, 0, 0}, 12, true
	case c == 0x10: // call
		return []byte{0x83, 2}, 3, true
	case c == 0x11: // call_indirect
		return []byte{5, 0}, -1, true
	case 0x20 <= c && c <= 0x22: // local.get, local.set, local.tee
		return []byte{0x83, 2}, 1, true
	case c == 0x23, c == 0x24: // global.get, global.set
		return []byte{0x83, 2}, 2, true
	case 0x28 <= c && c <= 0x35: // loads: an alignment, an offset
		return []byte{2, 0x83, 2}, 6, true
	case 0x36 <= c && c <= 0x3e: // stores
		return []byte{2, 0x83, 2}, 7, true
	case c == 0x3f, c == 0x40: // memory.size, memory.grow
		return []byte{0}, -1, true
	case c == 0x41: // i32.const
		return []byte{0x83, 2}, 4, true
	case c == 0x42: // i64.const
		return []byte{0x83, 2}, 5, true
	case c == 0x43: // f32.const
		return []byte{1, 2, 3, 4}, 8, true
	case c == 0x44: // f64.const
		return []byte{1, 2, 3, 4, 5, 6, 7, 8}, 9, true
	}
	return nil, -1, 0x45 <= op[0] && op[0] <= 0xc4 // numbers, and what makes one sort of another
}

// Each opcode is read with what belongs to it, by the specification's list, and its operand is in the stream of its sort, unless a token has both, as those of variables and calls have
// while tokens are left. Others are of no function that Go writes.
func TestPackedOpcodes(t *testing.T) {
	ops := [][]byte{}
	for c := range 256 {
		if c != 0x0b && c != 0xfc {
			ops = append(ops, []byte{byte(c)})
		}
		if c < 20 || c&(c-1) == 0 {
			ops = append(ops, []byte{0xfc, byte(c)})
		}
	}
	for _, op := range ops {
		written, stream, ok := immediates(op)
		const times = 3
		one := slices.Concat(op, written)
		got := streamsOf(t, wasm(nil, body(bytes.Repeat(one, times))))
		if !ok {
			if len(got[0]) > 0 {
				t.Errorf("%x is none of Go's, and is taken apart", op)
			}
			continue
		}
		tokens := times + 1 // and the end
		if op[0] >= 2 && op[0] <= 4 {
			tokens += times // an end each
		}
		if len(got[0]) != tokens {
			t.Errorf("%x: %d tokens, want %d", one, len(got[0]), tokens)
		}
		for k, s := range got[1:13] {
			want := ""
			switch k++; {
			case k != stream || k <= 3:
			case k == 11: // the function itself is the first block, counted from outside
				want = "\x01"
			case k == 12: // how many, then how far from the one that is expected: 0, 1, 2
				want = "\x02\x00\x7f\x7f"
			case k == 6, k == 7: // the alignment is of the token
				want = string(written[1:])
			default:
				want = string(written)
			}
			if want := bytes.Repeat([]byte(want), times); !bytes.Equal(s, want) {
				t.Errorf("%x: stream %d has %x, want %x", one, k, s, want)
			}
		}
	}
}

// A token stands for what is needed, and those that are left for what is most frequent, alone among its like: 254 of local.get's operands beside local.get itself and the end.
func TestPackedTokens(t *testing.T) {
	rng := chance.Random(t, 410)
	for _, op := range []byte{0x20, 0x23, 0x10} {
		const operands, whole = 300, 254
		var all [][]byte
		for k := range operands {
			for range 1 + k {
				all = append(all, binary.AppendUvarint([]byte{op}, uint64(1000+k)))
			}
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		var want []byte
		for _, i := range all {
			if v, _ := binary.Uvarint(i[1:]); v < 1000+operands-whole {
				want = append(want, i[1:]...)
			}
		}
		got := streamsOf(t, wasm(nil, body(all...)))
		if stream := map[byte]int{0x20: 1, 0x23: 2, 0x10: 3}[op]; !bytes.Equal(got[stream], want) || len(got[0]) != len(all)+1 {
			t.Errorf("%#x: %d bytes of operands without a token and %d tokens, want %d and %d", op, len(got[stream]), len(got[0]), len(want), len(all)+1)
		}
	}
	// Blocks need a token for each type, and the end one: 255 types have them, and 256 do not.
	var all [][]byte
	for k := range 255 {
		all = append(all, []byte{2, byte(k), 0x0b})
	}
	if got := streamsOf(t, wasm(nil, body(all...))); len(got[0]) != 2*255+1 {
		t.Errorf("256 tokens are too many, or %d", len(got[0]))
	}
	all = append(all, []byte{2, 0xff, 0x0b})
	if got := streamsOf(t, wasm(nil, body(all...))); len(got[0]) > 0 {
		t.Error("257 tokens are not too many")
	}
}

// Where a function goes on is an address of Go's linker: the number of the function above 16 bits of a place. Other constants are what they are, and so is an address that is written longer
// than it has to be.
func TestPackedReturns(t *testing.T) {
	address := func(function int, place int64) []byte {
		return appendSigned([]byte{0x42}, int64(0x1000+function)<<16+place)
	}
	other := []byte{0x41, 0}
	places := []int64{0, 1, 5, 3, 0xffff, 0}
	var on []byte
	last := int64(-1)
	for _, p := range places {
		on = appendSigned(on, p-last-1)
		last = p
	}
	var bodies [][]byte
	var returns, larges []byte
	for f := range 3 {
		var all [][]byte
		for _, p := range places {
			all = append(all, address(f, p), other)
		}
		returns = append(returns, on...)
		longer := slices.Concat(address(f, 7)[:len(address(f, 7))-1], []byte{address(f, 7)[len(address(f, 7))-1] | 0x80, 0})
		for _, c := range [][]byte{address(f+1, 0), address(f, -1), address(f, 0x10000), longer, {0x42, 0}, {0x42, 0x7f}} {
			all = append(all, c)
			larges = append(larges, c[1:]...)
		}
		bodies = append(bodies, body(all...))
	}
	got := streamsOf(t, wasm(nil, bodies...))
	if !bytes.Equal(got[10], returns) {
		t.Errorf("functions go on at %x, want %x", got[10], returns)
	}
	if !bytes.Equal(got[5], larges) {
		t.Errorf("constants of 64 bits are %x, want %x", got[5], larges)
	}
}

// Blocks are counted from outside, however deep a branch stands.
func TestPackedBranches(t *testing.T) {
	const deep = 70
	var all [][]byte
	var want []byte
	for d := range deep {
		for to := range d + 1 { // the function is a block too
			all = append(all, binary.AppendUvarint([]byte{0x0c + byte(to&1)}, uint64(to)))
			want = appendSigned(want, int64(d+1-to))
		}
		all = append(all, []byte{0x02 + byte(d%3), 0x40})
	}
	for range deep {
		all = append(all, []byte{0x0b})
	}
	if got := streamsOf(t, wasm(nil, body(all...)))[11]; !bytes.Equal(got, want) {
		t.Errorf("branches to %x, want %x", got, want)
	}
}

// A table's numbers are how far they are from the next after the last.
func TestPackedTables(t *testing.T) {
	rng := chance.Random(t, 411)
	for range 40 {
		n := rng.IntN(200)
		b, want := binary.AppendUvarint([]byte{0x0e}, uint64(n)), binary.AppendUvarint(nil, uint64(n))
		next := int64(0)
		for range n + 1 {
			v := next
			if rng.IntN(3) == 0 {
				v = rng.Int64N(1 << (1 + rng.IntN(30)))
			}
			b, want = binary.AppendUvarint(b, uint64(v)), appendSigned(want, v-next)
			next = v + 1
		}
		if got := streamsOf(t, wasm(nil, body(b)))[12]; !bytes.Equal(got, want) {
			t.Fatalf("a table of %d is %x, want %x", n, got, want)
		}
	}
}

// The head of a function is its local variables, with the types of each.
func TestPackedHeads(t *testing.T) {
	var bodies [][]byte
	var want []byte
	for n := range 4 {
		head := []byte{byte(n)}
		for k := range n {
			head = append(binary.AppendUvarint(head, uint64(100*k)), 0x7f)
		}
		want = append(want, head...)
		bodies = append(bodies, append(head, 0x0b))
	}
	if got := streamsOf(t, wasm(nil, bodies...)); !bytes.Equal(got[13], want) || len(got[0]) != len(bodies) {
		t.Errorf("heads %x and %d tokens, want %x and %d", got[13], len(got[0]), want, len(bodies))
	}
}

// The rest is sifted in parts of 32 KiB, where that is shorter, as a table is whose words grow evenly.
func TestPackedRest(t *testing.T) {
	rng := chance.Random(t, 412)
	const part = 32 << 10
	even, noise := []byte{}, make([]byte, 2*part)
	for k := range 2 * part / 4 {
		even = binary.LittleEndian.AppendUint32(even, uint32(k*k+k%5*77777777))
	}
	for k := range noise {
		noise[k] = byte(rng.Uint32())
	}
	for _, s := range []struct {
		rest []byte
		how  string
	}{
		{nil, ""},
		{[]byte{1}, "\x00"},
		{make([]byte, part), "\x00"}, // it is as short either way
		{make([]byte, part+1), "\x00\x00"},
		{noise, "\x00\x00"},
		{even, "\x01\x01"},
		{slices.Concat(even[:part], noise[:part], even[:part/2]), "\x01\x00\x01"},
		{slices.Concat(noise[:part], even[:part-2]), "\x00\x01"},
	} {
		got := streamsOf(t, s.rest) // without the beginning of a module nothing is taken apart
		if string(got[15]) != s.how || len(got[14]) != len(s.rest) {
			t.Errorf("%d bytes: sifted %x, want %x; %d bytes of the rest", len(s.rest), got[15], s.how, len(got[14]))
		}
	}
	// What stands before the functions and behind them is one rest.
	m := wasm([]byte("behind"), body())
	if got, want := string(streamsOf(t, m)[14]), string(m[:len(m)-len("behind")-3])+"behind"; got != want {
		t.Errorf("the rest is %q, want %q", got, want)
	}
}

// Of a module that ends early, or has another bit, all comes back, and it is only taken apart if its functions are whole.
func TestPackedDamage(t *testing.T) {
	rng := chance.Random(t, 413)
	inner := [][]byte{
		{1, 2, 0x7f, 0x02, 0x40, 0x20, 0x01, 0x0c, 0x01, 0x0b, 0x0b}, {0, 0x0e, 2, 0, 1, 0, 0x0b}, {0, 0x41, 0x80, 0x01, 0x1a, 0x0b},
		{0, 0x43, 1, 2, 3, 4, 0x44, 1, 2, 3, 4, 5, 6, 7, 8, 0xfc, 10, 0, 0, 0x0b}, {0, 0x28, 2, 8, 0x42, 0x80, 0x80, 0x80, 0x80, 0x01, 0x10, 3, 0x0b},
	}
	m := wasm([]byte{0, 2, 1, 'x'}, inner...)
	for n := range m {
		if got := streamsOf(t, m[:n]); n < len(m)-4 && len(got[0]) > 0 {
			t.Errorf("%d of %d bytes are taken apart", n, len(m))
		}
		for range 2 {
			damaged := bytes.Clone(m)
			damaged[n] ^= 1 << rng.IntN(8)
			streamsOf(t, damaged)
		}
	}
	for _, s := range []struct {
		what string
		m    []byte
		ok   bool
	}{
		{"no functions", wasm(nil), false},
		{"an empty function", wasm(nil, body()), true},
		{"without an end", wasm(nil, []byte{0, 1}), false},
		{"an end too many", wasm(nil, []byte{0, 0x0b, 0x0b}), false},
		{"something behind the end", wasm(nil, []byte{0, 0x0b, 1}), false},
		{"an instruction across the end", wasm([]byte{1, 1, 1, 1}, []byte{0, 0x0b}, []byte{0, 0x43}), false},
		{"no head", wasm(nil, []byte{}), false},
		{"a head without an end", wasm(nil, []byte{0x80}), false},
		{"a longer number than is needed in a head", wasm(nil, []byte{0x80, 0, 0x0b}), false},
		{"a longer number than is needed of a branch", wasm(nil, body([]byte{0x0c, 0x80, 0})), false},
		{"a longer number than is needed of a variable", wasm(nil, body([]byte{0x20, 0x80, 0})), true},
		{"a number of ten bytes", wasm(nil, body(append([]byte{0x20}, append(bytes.Repeat([]byte{0x80}, 9), 0)...))), true},
		{"a number of eleven bytes", wasm(nil, body(append([]byte{0x20}, append(bytes.Repeat([]byte{0x80}, 10), 0)...))), false},
		{"a longer number than is needed of functions", []byte("\x00asm\x01\x00\x00\x00\x0a\x05\x81\x00\x02\x00\x0b"), false},
		{"a longer length of the section than is needed", []byte("\x00asm\x01\x00\x00\x00\x0a\x84\x00\x01\x02\x00\x0b"), true},
		{"sections before the functions", []byte("\x00asm\x01\x00\x00\x00\x01\x02ab\x03\x00\x0a\x04\x01\x02\x00\x0b"), true},
		{"a longer section than there is", []byte("\x00asm\x01\x00\x00\x00\x01\x09ab\x03\x00\x0a\x04\x01\x02\x00\x0b"), false},
		{"more functions than there are", []byte("\x00asm\x01\x00\x00\x00\x0a\x04\x02\x02\x00\x0b"), false},
	} {
		if got := streamsOf(t, s.m); len(got[0]) > 0 != s.ok {
			t.Errorf("%s: %d tokens", s.what, len(got[0]))
		}
	}
}

// The same module is packed to the same bytes, whatever order tokens of one frequency are met in.
func TestPackedOnce(t *testing.T) {
	var all [][]byte
	for k := range 600 {
		all = append(all, binary.AppendUvarint([]byte{0x20}, uint64(k*7%600)))
	}
	m := wasm(nil, body(all...))
	first := fmt.Sprintf("%x", streamsOf(t, m))
	for range 5 {
		if got := fmt.Sprintf("%x", streamsOf(t, m)); got != first {
			t.Fatal("another time it is packed otherwise")
		}
	}
	// Of those as frequent, the first by their texts have a token.
	var want []byte
	for k := range 600 {
		if text := binary.AppendUvarint(nil, uint64(k*7%600)); rankOf(text, 600) >= 254 {
			want = append(want, text...)
		}
	}
	if got := streamsOf(t, m)[1]; !bytes.Equal(got, want) {
		t.Errorf("other variables have no token: %.40x, want %.40x", got, want)
	}
}

// rankOf is how many of so many numbers have a text before this one.
func rankOf(text []byte, n int) (before int) {
	for k := range n {
		if bytes.Compare(binary.AppendUvarint(nil, uint64(k)), text) < 0 {
			before++
		}
	}
	return before
}
