package visa

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A groupCase is a kernel for the threads of a group: what surfaces hold before, with the variables of each thread, and what plain Go leaves in them.
type groupCase struct {
	threads int
	pitch   int    // of its surfaces, if they are pictures
	pixels  string // what their pixels are, if they are typed
	given   func(r *rand.Rand) (surfaces map[string][]uint32, vars func(thread int) map[string]uint32)
	want    func(in map[string][]uint32, vars func(thread int) map[string]uint32) map[string][]uint32
}

func someWords(r *rand.Rand, n int, span uint32) []uint32 {
	all := make([]uint32, n)
	for k := range all {
		all[k] = r.Uint32N(span)
	}
	return all
}

func noVars(int) map[string]uint32 { return nil }

var groupCases = map[string]groupCase{
	"histogram": {threads: 4,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"values": someWords(r, 64, 10), "counts": make([]uint32, 8)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			count := make([]uint32, 8)
			for _, v := range in["values"] {
				if v < 8 {
					count[v]++
				}
			}
			return map[string][]uint32{"counts": count}
		}},
	"transpose": {threads: 3, pitch: 3 * 16,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"from": someWords(r, 3*16, 1000), "to": make([]uint32, 12*12)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			to := make([]uint32, 12*12)
			for row := range 4 {
				for column := range 12 {
					to[column*12+row] = in["from"][row*12+column]
				}
			}
			return map[string][]uint32{"to": to}
		}},
	"copy": {threads: 3,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			rest := r.Uint32N(128)
			return map[string][]uint32{"from": someWords(r, 96, 1<<31), "to": make([]uint32, 96)}, func(thread int) map[string]uint32 {
				return map[string]uint32{"rest": []uint32{128, 128, rest}[thread]}
			}
		},
		want: func(in map[string][]uint32, vars func(int) map[string]uint32) map[string][]uint32 {
			to := make([]byte, 4*96)
			copy(to, wordBytes(in["from"])[:256+vars(2)["rest"]])
			return map[string][]uint32{"to": bytesWords(to)}
		}},
	"steps": {threads: 3,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"flat": append(someWords(r, 48, 300), make([]uint32, 48)...)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			flat := slices.Clone(in["flat"])
			for k, n := range flat[:48] {
				for ; n > 1; flat[48+k]++ {
					if n%2 == 0 {
						n /= 2
					} else {
						n = 3*n + 1
					}
				}
			}
			return map[string][]uint32{"flat": flat}
		}},
	"prefix": {threads: 4,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"1": pairs(smallWords(r, 64, 1000, 500))}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			words := halves(in["1"])
			for k := 1; k < len(words); k++ {
				words[k] += words[k-1]
			}
			return map[string][]uint32{"1": pairs(words)}
		}},
	"split_barrier": {threads: 4,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"in": someWords(r, 4*8, 1<<31)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			return map[string][]uint32{"in": append(slices.Clone(in["in"][8:]), in["in"][:8]...)}
		}},
	"shuffle": {threads: 2,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"bytes": someWords(r, 16, 1<<31), "indices": someWords(r, 32, 64), "out": make([]uint32, 8)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			from, to := wordBytes(in["bytes"]), make([]byte, 32)
			for k, n := range in["indices"] {
				to[k] = from[n]
			}
			return map[string][]uint32{"out": bytesWords(to)}
		}},
	"sort": {threads: 3,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{"2": pairs(smallWords(r, 48, []uint32{2, 40, 60_000}[r.IntN(3)], 20))}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			words := halves(in["2"])
			for k := 0; k < len(words); k += 16 {
				slices.Sort(words[k : k+16])
			}
			return map[string][]uint32{"2": pairs(words)}
		}},
	"blend": {threads: 2,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			numbers := func(n int, least, span int64) (all []int16) {
				for _, v := range someNumbers(r, n, least, span) {
					all = append(all, int16(halfBits(float64(v)/8)))
				}
				return all
			}
			return map[string][]uint32{"1": pairs(numbers(32, -16, 33)), "2": pairs(numbers(32, -16, 33)), "3": pairs(numbers(64, -4, 17)), "4": make([]uint32, 16)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			var out []int16
			a, b, t := halves(in["1"]), halves(in["2"]), halves(in["3"])
			half := func(v int16) float64 { return halfOf(int64(uint16(v))) }
			for k := range 32 {
				by := min(max(half(t[2*k]), 0), 1) // every other one
				out = append(out, int16(halfBits(half(a[k])+(half(b[k])-half(a[k]))*by)))
			}
			return map[string][]uint32{"4": pairs(out)}
		}},
	"saxpy": {threads: 5,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			singles := func(n int) (all []uint32) {
				for range n {
					all = append(all, math.Float32bits(float32(r.IntN(2000)-1000)/16))
				}
				return all
			}
			a := singles(1)[0]
			return map[string][]uint32{"xs": singles(80), "ys": singles(80)}, func(int) map[string]uint32 { return map[string]uint32{"a": a} }
		},
		want: func(in map[string][]uint32, vars func(int) map[string]uint32) map[string][]uint32 {
			var y []uint32
			for k, x := range in["xs"] {
				f := func(bits uint32) float64 { return float64(math.Float32frombits(bits)) }
				y = append(y, math.Float32bits(float32(f(vars(0)["a"])*f(x)+f(in["ys"][k]))))
			}
			return map[string][]uint32{"ys": y}
		}},
	"reduce": {threads: 4,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			values := someWords(r, 64, 1000)
			for k := range values {
				switch r.IntN(3) {
				case 0:
					values[k] -= 500
				case 1:
					values[k] = -values[k] - 1
				}
			}
			if r.IntN(2) == 0 {
				for k := range values {
					values[k] = -(values[k] & 1023) - 1
				}
			} else if r.IntN(2) == 0 {
				for k := range values {
					values[k] &= 1023
				}
			}
			return map[string][]uint32{"values": values, "results": make([]uint32, 4)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			greatest, one, all := int32(math.MinInt32), uint32(0), uint32(1)
			for _, bits := range in["values"] {
				v := int32(bits)
				if greatest = max(greatest, v); v < 0 {
					one = 1
				} else {
					all = 0
				}
			}
			return map[string][]uint32{"results": {uint32(greatest), one, all, 0}}
		}},
}

// smallWords are words of 16 bits, some of them negative.
func smallWords(r *rand.Rand, n int, span uint32, below int) (all []int16) {
	for _, v := range someWords(r, n, span) {
		all = append(all, int16(int(v)-below))
	}
	return all
}

// pairs are words of 16 bits as dwords, and halves are dwords as words.
func pairs(words []int16) (all []uint32) {
	for k := 0; k < len(words); k += 2 {
		all = append(all, uint32(uint16(words[k]))|uint32(words[k+1])<<16)
	}
	return all
}

func halves(dwords []uint32) (all []int16) {
	for _, v := range dwords {
		all = append(all, int16(v), int16(v>>16))
	}
	return all
}

func wordBytes(list []uint32) (b []byte) {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func bytesWords(b []byte) (list []uint32) {
	for ; len(b) > 0; b = b[4:] {
		list = append(list, binary.LittleEndian.Uint32(b))
	}
	return list
}

// Kernels of several threads do what plain Go does, in both executors: one runs a thread up to each barrier, the other one an instruction of each in turn. They break no rule.
func TestGroups(t *testing.T) {
	files, err := filepath.Glob("testdata/groups/*.visaasm")
	if err != nil || len(files) != len(groupCases)+len(memoryCases) {
		t.Fatalf("%d kernels, %v", len(files), err)
	}
	rng := chance.Random(t, 7)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".visaasm")
		c, ok := groupCases[name]
		if !ok {
			c, ok = memoryCases[name]
		}
		text, err := os.ReadFile(file)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", name, ok, err)
		}
		g, errs := ParseProgram(string(text), NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatalf("%s: %v", name, errs)
		}
		checker := Checker{Decls: g.Decls}
		for _, f := range checker.CheckProgram(g) {
			t.Errorf("%s: %s: %s: %s", name, g.Lines[f.Line].Inst.Text(g.Decls), f.Rule, f.Message)
		}
		for range 30 {
			if !c.hold(t, name, g, rng) {
				break
			}
		}
	}
}

func (c *groupCase) hold(t *testing.T, name string, g *Program, rng *rand.Rand) bool {
	t.Helper()
	in, vars := c.given(rng)
	surfaces, plain := map[uint32]*Memory{0: NewMemory(1024)}, map[uint32]*plainMemory{0: {bytes: make([]byte, 1024), known: make([]byte, 1024)}}
	table, plainTable := map[uint32]*Memory{}, map[uint32]*plainMemory{}
	for name, list := range in {
		in, plainIn, id := surfaceNamed(g.Decls, name, surfaces, table, plain, plainTable)
		in[id] = MemoryOf(wordBytes(list))
		in[id].Pitch = c.pitch
		in[id].Pixels, _ = PixelsNamed(c.pixels)
		plainIn[id] = &plainMemory{bytes: wordBytes(list), known: bytes.Repeat([]byte{0xff}, 4*len(list)), pitch: c.pitch, pixels: c.pixels}
	}
	code, err := Compile(g.Insts(), g.Decls, Options{})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	var machines []*Machine
	var threads []*plainThread
	var all [32]int
	for k := range all {
		all[k] = int(g.DispatchMask() >> k & 1)
	}
	for n := range c.threads {
		m := code.NewMachine()
		m.Mask, m.Fuel, m.Surfaces, m.Table = g.DispatchMask(), 1<<14, surfaces, table
		p := &plainThread{plainState: plainOf(g.Decls), insts: g.Insts(), fuel: 1 << 14}
		p.memories, p.table = plain, plainTable
		p.bytes[1], p.known[1] = []byte{byte(n), 0}, []byte{0xff, 0xff}
		m.SetBytes(1, []byte{byte(n), 0})
		for name, v := range vars(n) {
			_, id, _ := g.Decls.Lookup(name)
			m.SetBytes(id, wordBytes([]uint32{v}))
			copy(p.bytes[id], wordBytes([]uint32{v}))
			copy(p.known[id], "\xff\xff\xff\xff")
		}
		p.start(all)
		machines, threads = append(machines, m), append(threads, p)
	}
	if thread, err := code.RunGroup(machines, nil); err != nil {
		t.Errorf("%s: thread %d: %v", name, thread, err)
		return false
	}
	if n, end := plainGroup(threads); end.fault != nil || end.spent {
		t.Errorf("%s: thread %d, plainly %+v %+v", name, n, end, end.fault)
		return false
	}
	for name2, list := range c.want(in, vars) {
		in2, plainIn, id := surfaceNamed(g.Decls, name2, surfaces, table, plain, plainTable)
		want := wordBytes(list)
		if s, p := in2[id], plainIn[id]; !bytes.Equal(s.Bytes, want) || !bytes.Equal(p.bytes, want) || slices.Contains(s.Known, 0) || slices.Contains(p.known, 0) {
			t.Errorf("%s: of %v %s is %x, plainly %x, want %x", name, in, name2, s.Bytes, p.bytes, want)
			return false
		}
	}
	return true
}

// surfaceNamed is where memory of a name is: flat, of a number, or of a surface variable.
func surfaceNamed(d *Decls, name string, surfaces, table map[uint32]*Memory, plain, plainTable map[uint32]*plainMemory) (map[uint32]*Memory, map[uint32]*plainMemory, uint32) {
	if n, err := strconv.ParseUint(name, 10, 32); err == nil {
		return table, plainTable, uint32(n)
	}
	if name == "flat" {
		return surfaces, plain, FlatMemory
	}
	_, id, _ := d.Lookup(name)
	return surfaces, plain, id
}

// plainGroup runs threads an instruction each in turn; thread is whose the end is.
func plainGroup(threads []*plainThread) (thread int, end plainEnd) {
	at := &plainMeeting{threads: len(threads)}
	for _, p := range threads {
		p.meeting = at
	}
	for {
		running, waiting := 0, 0
		for k, p := range threads {
			switch {
			case p.waiting || p.stands():
				waiting++
				continue
			case p.here >= len(p.insts):
				continue
			}
			running++
			if end, over := p.turn(); over {
				return k, end
			}
		}
		switch {
		case running > 0:
		case waiting == 0:
			return 0, plainEnd{step: -1}
		case waiting < len(threads) || slices.ContainsFunc(threads, (*plainThread).stands):
			thread = slices.IndexFunc(threads, func(p *plainThread) bool { return p.waiting || p.stands() })
			return thread, plainEnd{step: threads[thread].here - 1, fault: &plainFault{NoOperand, NoLane}}
		default:
			for _, p := range threads {
				p.waiting = false
			}
		}
	}
}

// Barriers that do not hold: some threads have ended, or lanes are elsewhere. A thread alone passes.
func TestBarriers(t *testing.T) {
	for _, row := range []struct {
		lines, says string
		thread      int
	}{
		{"barrier\nbarrier", "", 0},
		{"cmp.eq (M1_NM, 16) P1 %thread_x(0,0)<0;1,0> 0x1:uw\n(P1.all) goto (M1, 16) out\nbarrier\nout:\nret (M1, 1)", "barrier waits, and no thread goes on: 0, 2 at the barrier; 1 ended", 0},
		{"cmp.eq (M1_NM, 16) P1 V33(0,0)<1;1,0> 0x1:uw\n(P1) goto (M1, 16) out\nbarrier\nout:\nret (M1, 1)", "barrier is reached by channels 0000fffd of 0000ffff", 0},
		{"top:\ngoto (M1, 16) top", "no end after 100 instructions", 0},
		{"barrier\ntop:\nbarrier\ngoto (M1, 16) top", "no end after 100 instructions", 0},
	} {
		g, errs := ParseProgram(".decl P1 v_type=P num_elts=16\n.decl V33 v_type=G type=uw num_elts=16 align=GRF\n"+strings.ReplaceAll(row.lines, "V33(", "V33("), NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		code, err := Compile(g.Insts(), g.Decls, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var machines []*Machine
		for n := range 3 {
			m := code.NewMachine()
			m.Mask, m.Fuel = 0xffff, 100
			m.SetBytes(1, []byte{byte(n), 0})
			_, id, _ := g.Decls.Lookup("V33")
			m.SetBytes(id, append([]byte{0, 0, 1, 0}, make([]byte, 28)...))
			machines = append(machines, m)
		}
		thread, err := code.RunGroup(machines, nil)
		if row.says == "" && err != nil || row.says != "" && (err == nil || !strings.Contains(err.Error(), row.says)) || thread != row.thread {
			t.Errorf("%s: thread %d: %v, want thread %d: %s", row.lines, thread, err, row.thread, row.says)
		}
		var fault *Fault
		if strings.HasPrefix(row.says, "barrier") && (!errors.As(err, &fault) || fault.Operand != NoOperand || fault.Lane != NoLane || fault.Byte != -1) {
			t.Errorf("%s: %+v is about an operand, a lane or a byte", row.lines, fault)
		}
		if row.lines == "barrier\nbarrier" {
			if err := code.Run(machines[0], nil); err != nil {
				t.Error(err)
			}
		}
	}
}
