package target_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A function of the module loads its operands from these places in memory and stores its result.
var operandAt = map[byte]int{'a': 0, 'b': 16, 'k': 32}

const resultAt = 48

// wasmTrial is a function of the module: a row with one immediate, or one inline constant.
type wasmTrial struct {
	row      *target.Row
	value    int
	constant lane.Const
}

// body is the function's code: the address of the result, the row, a store.
func (c wasmTrial) body(t *testing.T) []byte {
	to := append([]byte{0}, 0x41, resultAt) // no locals; i32.const
	to = append(to, c.rowBytes(t)...)
	return append(to, 0xfd, 0x0b, 0x04, 0x00, 0x0b) // v128.store; end
}

func (c wasmTrial) rowBytes(t *testing.T) (to []byte) {
	i, j := c.value, 0
	if strings.Contains(c.row.Encoding, "j") {
		n := c.row.Bits / c.row.Elem
		i, j = c.value%n, c.value/n
	}
	for part := range strings.FieldsSeq(c.row.Encoding) {
		switch part {
		case "a", "b", "k":
			to = append(to, 0x41, byte(operandAt[part[0]]), 0xfd, 0x00, 0x04, 0x00) // i32.const; v128.load
		case "i":
			to = append(to, byte(i))
		case "j":
			to = append(to, byte(j))
		case "I":
			to = append(to, 0x41, byte(i)) // counts from 0 to 63 are one byte
		case "K":
			k := make([]byte, 16)
			putConst(k, c.constant)
			to = append(to, k...)
		case "0":
			to = append(to, make([]byte, 16)...)
		default:
			v, err := strconv.ParseUint(part, 16, 8)
			if err != nil {
				t.Fatalf("%s: %q in its encoding", c.row.Name, part)
			}
			to = append(to, byte(v))
		}
	}
	return to
}

// wasmTrials has a function for every row and each of its immediates.
func wasmTrials(random *rand.Rand) (trials []wasmTrial) {
	tg, _ := target.Find("wasm")
	for _, r := range append(append([]*target.Row{}, tg.Rows...), tg.Pairs...) {
		switch {
		case r.Imm != nil:
			for v := range r.Imm.Values {
				trials = append(trials, wasmTrial{row: r, value: v})
			}
		case r.Index != nil && r.Index.Inline:
			for j := range 16 * 32 { // each selector in each lane; the others at random
				k := make([]byte, 16)
				for i := range k {
					k[i] = byte(random.Uint32N(32))
				}
				k[j/32] = byte(j % 32)
				trials = append(trials, wasmTrial{row: r, constant: lane.ConstBytes(k)})
			}
		default:
			trials = append(trials, wasmTrial{row: r})
		}
	}
	return trials
}

// TestRowsInWazero runs every row of wasm in an engine.
func TestRowsInWazero(t *testing.T) {
	ctx := context.Background()
	random := chance.Random(t, 0)
	trials := wasmTrials(random)
	var bodies [][]byte
	for _, c := range trials {
		bodies = append(bodies, c.body(t))
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, oracle.WasmModule(bodies))
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	for i, c := range trials {
		runs += c.run(ctx, t, random, module, module.ExportedFunction("f"+strconv.Itoa(i)))
	}
	t.Logf("%d functions, %d runs", len(trials), runs)
}

// run calls the function on random data and compares.
func (c wasmTrial) run(ctx context.Context, t *testing.T, random *rand.Rand, module api.Module, f api.Function) (runs int) {
	r := c.row
	var maps []func() (lane.Map, lane.Const, []lane.Map)
	switch {
	case r.Imm != nil:
		maps = append(maps, func() (lane.Map, lane.Const, []lane.Map) { return r.Imm.Map(c.value), lane.Const{}, nil })
	case r.Index != nil && r.Index.Inline:
		maps = append(maps, func() (lane.Map, lane.Const, []lane.Map) { return r.Index.Apply(c.constant), c.constant, nil })
	case r.Index != nil:
		for _, k := range constantsOf(r, random) {
			maps = append(maps, func() (lane.Map, lane.Const, []lane.Map) { return r.Index.Apply(k), k, nil })
		}
	default:
		for range 100 {
			maps = append(maps, func() (lane.Map, lane.Const, []lane.Map) {
				args, m := knownOperands(random, r)
				return m, lane.Const{}, args
			})
		}
	}
	for _, f2 := range maps {
		m, k, args := f2()
		if wrong := c.call(ctx, t, random, module, f, m, k, args); wrong != "" {
			t.Error(wrong)
			break
		}
	}
	return len(maps)
}

// call runs the function once; wrong says how the result differs.
func (c wasmTrial) call(ctx context.Context, t *testing.T, random *rand.Rand, module api.Module, f api.Function, m lane.Map, k lane.Const, args []lane.Map) (wrong string) {
	data := make([]byte, 64)
	fillRandom(random, data)
	putConst(data[operandAt['k']:][:16], k)
	src := [][]byte{bytes.Clone(data[:16]), bytes.Clone(data[16:32])}[:len(c.row.Src)]
	for j, arg := range args {
		if err := arg.Apply(data[16*j:][:16], nil, src...); err != nil {
			t.Fatal(err)
		}
	}
	module.Memory().Write(0, data)
	if _, err := f.Call(ctx); err != nil {
		t.Fatalf("%s: %v", c.row.Name, err)
	}
	got, _ := module.Memory().Read(resultAt, 16)
	want := bytes.Clone(got)
	if err := m.Apply(want, nil, src...); err != nil {
		t.Fatalf("%s: %v", c.row.Name, err)
	}
	if bytes.Equal(got, want) {
		return ""
	}
	return fmt.Sprintf("%s %d of %x is\n%x, want\n%x\nby %v", c.row.Name, c.value, data[:resultAt], got, want, m)
}
