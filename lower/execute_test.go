package lower_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// anyNumber is what lower.AtMost is given where any number of constants may be loaded.
const anyNumber = -1

// executed is a sequence that is run, with its map byte by byte.
type executed struct {
	m lane.Map
	r *lower.Result
}

// someMaps are random maps of two sources of 128 bits, most of four lanes, lowered.
func someMaps(t *testing.T, random *rand.Rand, tg *target.Target, n int) []executed {
	t.Helper()
	var list []executed
	for i := range n {
		bits := []int{32, 32, 32, 64, 16, 8}[i%6]
		m := randomMap(random, bits, 128/bits, 2, false)
		if i%3 == 0 {
			m.Lane[random.IntN(len(m.Lane))] = lane.Zero()
		}
		if i%9 == 0 {
			m.Lane[random.IntN(len(m.Lane))] = lane.Fixed(lane.ConstOf(random.Uint64()).Slice(0, bits))
		}
		if i%5 == 4 { // lanes narrower than a byte
			m = bitFamilies[i/5%len(bitFamilies)].make(random, 128)
			for len(m.Src) < 2 {
				m.Src = append(m.Src, m.Src[0])
			}
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: someCost(i), Budget: searched()})
		if err != nil { // no sequence without constants
			continue
		}
		list = append(list, executed{m, r})
	}
	return list
}

// someCost is one of the costs; each needs tables of its own, so that without -full there are two.
func someCost(i int) lower.Cost {
	if *full {
		return lower.Cost(i % 4)
	}
	return lower.Cost(i % 2)
}

// compare compares what a sequence made of two vectors with its map.
func (e *executed) compare(t *testing.T, tg *target.Target, a, b, got []byte) {
	t.Helper()
	want := bytes.Clone(got)
	if err := e.m.Apply(want, nil, a, b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%v by %q: %x and %x give %x, want %x", e.m, e.r.Listing(tg), a, b, got, want)
	}
}

// pairs is how many random inputs each sequence is run on.
func pairs() (maps, inputs int) {
	switch {
	case *full:
		return 2000, 64
	case testing.Short():
		return 60, 8
	}
	return 120, 16
}

// Sequences for wasm run in wazero: a function each, whose locals are the values.
func TestSequencesInWazero(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	random := rand.New(rand.NewPCG(8, 4))
	tg := targetNamed(t, "wasm")
	maps, inputs := pairs()
	list := someMaps(t, random, tg, maps)
	var bodies [][]byte
	for _, e := range list {
		bodies = append(bodies, wasmBody(t, &e.r.Sequence))
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, oracle.WasmModule(bodies))
	if err != nil {
		t.Fatal(err)
	}
	memory := module.Memory()
	for i, e := range list {
		f := module.ExportedFunction("f" + strconv.Itoa(i))
		for range inputs {
			data := make([]byte, 32)
			for k := range data {
				data[k] = byte(random.Uint32())
			}
			memory.Write(0, data)
			if _, err := f.Call(ctx); err != nil {
				t.Fatal(err)
			}
			got, _ := memory.Read(32, 16)
			e.compare(t, tg, data[:16], data[16:], got)
		}
	}
	t.Logf("%d sequences, %d pairs", len(list), len(list)*inputs)
}

// wasmBody is a function of a module: it loads the inputs from 0 and 16 and stores the result at 32.
func wasmBody(t *testing.T, s *lower.Sequence) []byte {
	locals := len(s.Inputs) + len(s.Code)
	body := append(binary.AppendUvarint([]byte{1}, uint64(locals)), 0x7b)
	for k, in := range s.Inputs {
		body = append(body, 0x41, byte(16*in.Source), 0xfd, 0x00, 0x04, 0x00, 0x21) // i32.const; v128.load; local.set
		body = binary.AppendUvarint(body, uint64(k))
	}
	for i := range s.Code {
		o := &s.Code[i]
		for part := range strings.FieldsSeq(o.Row.Encoding) {
			body = append(body, wasmPart(t, o, part)...)
		}
		body = binary.AppendUvarint(append(body, 0x21), uint64(len(s.Inputs)+i))
	}
	body = append(body, 0x41, 32, 0x20)
	body = binary.AppendUvarint(body, uint64(s.Result))
	return append(body, 0xfd, 0x0b, 0x04, 0x00, 0x0b) // v128.store; end
}

// wasmPart is what a word of a row's encoding stands for.
func wasmPart(t *testing.T, o *lower.Op, part string) []byte {
	t.Helper()
	constant := func() []byte {
		k := make([]byte, 16)
		for i := range k {
			v, _ := o.Const.Slice(8*i, 8).Uint64()
			k[i] = byte(v)
		}
		return k
	}
	i, j := o.Imm, 0
	if strings.Contains(o.Row.Encoding, "j") {
		n := o.Row.Bits / o.Row.Elem
		i, j = o.Imm%n, o.Imm/n
	}
	switch part {
	case "a", "b":
		return binary.AppendUvarint([]byte{0x20}, uint64(o.Args[part[0]-'a'])) // local.get
	case "k":
		return append([]byte{0xfd, 0x0c}, constant()...) // v128.const
	case "i":
		return []byte{byte(i)}
	case "j":
		return []byte{byte(j)}
	case "I":
		return []byte{0x41, byte(i)}
	case "K":
		return constant()
	case "0":
		return make([]byte, 16)
	}
	v, err := strconv.ParseUint(part, 16, 8)
	if err != nil {
		t.Fatalf("%s: %q in its encoding", o.Row.Name, part)
	}
	return []byte{byte(v)}
}

// Listings for NEON are assembled as they are printed, but for the spelling of copies and constants, and run under qemu.
func TestListingsUnderQemu(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 5))
	tg := targetNamed(t, "neon")
	maps, inputs := pairs()
	list := someMaps(t, random, tg, maps)
	for _, m := range beatable() {
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
		if err != nil || r.Ops != 2 {
			t.Fatalf("%s: %v, %v", m, r, err)
		}
		list = append(list, executed{m, r})
	}
	data := make([]byte, 32*inputs)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	var program, constants strings.Builder
	program.WriteString("adrp x2, results\nadd x2, x2, :lo12:results\n")
	for n, e := range list {
		fmt.Fprintf(&program, "adrp x1, data\nadd x1, x1, :lo12:data\nmov x3, #%d\nloop%d:\n", inputs, n)
		registers, result := e.r.Registers()
		for k, in := range e.r.Inputs {
			fmt.Fprintf(&program, "ldr q%d, [x1, #%d]\n", registers[k], 16*in.Source)
		}
		for _, line := range e.r.Listing(tg) {
			program.WriteString(armLine(line, &constants) + "\n")
		}
		fmt.Fprintf(&program, "str q%d, [x2], #16\nadd x1, x1, #32\nsubs x3, x3, #1\nb.ne loop%d\n", result, n)
	}
	out := oracle.OnAArch64(t, program.String(), data, constants.String(), 16*inputs*len(list))
	for n, e := range list {
		for i := range inputs {
			at := 16 * (n*inputs + i)
			e.compare(t, tg, data[32*i:][:16], data[32*i+16:][:16], out[at:][:16])
		}
	}
	t.Logf("%d listings, %d pairs", len(list), len(list)*inputs)
}

// armLine is a line of a listing as the assembler reads it: a constant is loaded from memory, and a copy is of all bytes.
func armLine(line string, constants *strings.Builder) string {
	var to, from int
	if _, err := fmt.Sscanf(line, "mov v%d, v%d", &to, &from); err == nil {
		return fmt.Sprintf("mov v%d.16b, v%d.16b", to, from)
	}
	rest, ok := strings.CutPrefix(line, "mov v")
	register, hex, hexOK := strings.Cut(rest, ", 0x")
	if !ok || !hexOK {
		return line
	}
	k, err := lane.ConstHex(hex)
	if err != nil {
		return line
	}
	n := strings.Count(constants.String(), "k")
	low, _ := k.Slice(0, 64).Uint64()
	high, _ := k.Slice(64, 64).Uint64()
	fmt.Fprintf(constants, "k%d: .quad %#x, %#x\n", n, low, high)
	return fmt.Sprintf("adrp x4, k%d\nldr q%s, [x4, :lo12:k%d]", n, register, n)
}
