package debug_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

var full = flag.Bool("full", false, "a hundred times as many random programs")

// A program is random code that loops, branches, calls, waits for its SIMD-groups and stores to a buffer and to all other memories.
type program struct {
	*rand.Rand
	text   strings.Builder
	labels int
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

func (p *program) register() int { return 2 + p.IntN(8) }

// simple is an instruction that cannot be a fault. r12 is a lane's own word of the buffer, of which there are 256.
func (p *program) simple() {
	d, a, b := p.register(), p.register(), p.register()
	switch p.IntN(16) {
	case 0:
		p.line("iadd r%d, r%d, r%d", d, a, b)
	case 1:
		p.line("imadd r%d, r%d, %d, r%d", d, a, p.IntN(256), b)
	case 2:
		p.line("fmadd32 r%d, r%d, r%d, r%d", d, a, b, p.register())
	case 3:
		p.line("fadd16 r%dh, r%dl, r%dl", d, a, b)
	case 4:
		p.line("simd_shuffle_xor r%d, r%d, %d", d, a, p.IntN(32))
	case 5:
		p.line("device_load 0, i32, x, r%d, u2_u3, r12, unsigned", d)
		if p.IntN(3) > 0 {
			p.line("wait 0")
		}
	case 6:
		p.line("device_store 0, i32, x, r%d, u2_u3, r12, unsigned, 0", a)
	case 7:
		p.line("threadgroup_store i32, x, r%d, 0, %d", a, p.IntN(8))
	case 8:
		p.line("threadgroup_load i32, x, r%d, 0, %d", d, p.IntN(8))
	case 9:
		p.line("stack_store i32, 1, 0, x, 4, r%d, %d, 0", a, 4*p.IntN(4))
	case 10:
		p.line("atomic add, 0, r%d, u2_u3, %d, signed, r%d, 1, 0, 1, 4, 2", d, p.IntN(8), a)
		p.line("wait 0")
	case 11:
		p.line("mov r%d, %d", d, []uint32{0x7f800000, 0xff800000, 0x3f800000, 0xfc007c00}[p.IntN(4)])
	case 12:
		p.line("fmadd32 r%d, r%d, %d.0, r%d.neg", d, a, p.IntN(2), a)
	case 13:
		p.line("uniform_store 2, i16, xy, 0, r%dl_r%dh, %d", a, a, 40+2*p.IntN(2))
	case 14:
		p.line("iadd r%d, r%d, u%d", d, a, 20+p.IntN(2))
	default:
		p.line("get_sr r%d, sr%d", d, []int{51, 52, 58, 59, 80}[p.IntN(5)])
	}
}

func (p *program) body(depth int) {
	for range 1 + p.IntN(4) {
		switch k := p.IntN(8); {
		case depth > 0 && k == 0:
			p.line("if_icmp r0l, ult, r%d, r%d, 1", p.register(), p.register())
			p.body(depth - 1)
			if p.IntN(2) == 0 {
				p.line("else_icmp r0l, ueq, 0, 0, 1")
				p.body(depth - 1)
			}
			p.line("pop_exec r0l, 1")
		case depth > 0 && k == 1:
			p.labels++
			n := p.labels
			p.line("mov r%d, 0", 13+depth)
			p.line("if_icmp r0l, ueq, 0, 0, 1")
			p.line("loop%d:", n)
			p.body(depth - 1)
			p.line("iadd r%d, r%d, 1", 13+depth, 13+depth)
			p.line("while_icmp r0l, ult, r%d, %d, 1", 13+depth, 1+p.IntN(5))
			p.line("jmp_exec_any loop%d", n)
			p.line("pop_exec r0l, 1")
		case depth > 1 && k == 2:
			p.labels++
			p.line("jmp_exec_none skip%d\ncall helper\nskip%d:", p.labels, p.labels)
		default:
			p.simple()
		}
	}
}

// random is a session of a random program on a small grid, and another one that is the same.
func random(t *testing.T, r *rand.Rand) (make func() *debug.Session, dispatch func() *machine.Dispatch, text string) {
	p := &program{Rand: r}
	p.line("get_sr r12, sr80")
	for k := range 8 {
		p.line("imadd r%d, r12, %d, %d", 2+k, r.IntN(256), r.IntN(256))
	}
	if r.IntN(2) == 0 {
		p.line("mov r%d, 0x7f800000", p.register()) // infinite, so that some results are no number
	}
	for range 1 + r.IntN(3) {
		p.body(3)
		if r.IntN(2) == 0 {
			p.line("threadgroup_barrier")
		}
	}
	if r.IntN(4) == 0 {
		p.line("trap") // a fault
	}
	p.line("stop")
	p.line("helper:")
	p.simple()
	p.line("ret r1")
	text = p.text.String()
	program, errs := asm.Source{Text: text, Lines: true}.Assemble()
	if errs != nil {
		t.Fatalf("%v\n%s", errs, text)
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		t.Fatal(err)
	}
	grid, threadgroup := [3]uint32{uint32(1 + r.IntN(200))}, [3]uint32{uint32(1 + r.IntN(100))}
	dispatch = func() *machine.Dispatch {
		d := &machine.Dispatch{Program: code, Grid: grid, Threadgroup: threadgroup, Start: machine.NewGroup(), Memory: machine.NewMemory()}
		b, err := d.Memory.Map(1024)
		if err != nil {
			t.Fatal(err)
		}
		for k := range b.Bytes {
			b.Bytes[k] = byte(k * 7)
		}
		d.Start.SetUniform32(2, uint32(b.Address))
		d.Start.SetUniform32(3, uint32(b.Address>>32))
		return d
	}
	make = func() *debug.Session {
		s, err := debug.New(context.Background(), dispatch(), debug.Source{Labels: program.Labels, Lines: program.Lines})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return make, dispatch, text
}

// everything is all that can be seen of a session, in words.
func everything(s *debug.Session) string {
	var b strings.Builder
	group, op, ok := s.Next()
	fmt.Fprintln(&b, s.Position(), group, op, ok, s.Focus())
	h := fnv.New64a()
	word := func(v uint32) { h.Write(binary.LittleEndian.AppendUint32(nil, v)) }
	for k, g := range s.Groups() {
		fmt.Fprintln(&b, k, g.Exec, g.Place, s.Standing(k), s.OpOf(k), g.StackPointer(), g.Waits(0), g.Waits(1))
		for n := range 16 { // the program has no others
			for lane, v := range g.Register(n) {
				word(v)
				if lane < 4 {
					word(g.StackWord(lane, uint64(4*n)))
				}
			}
			word(g.Loading(2 * n))
			word(uint32(g.Uniform(36 + n)))
		}
	}
	for _, m := range s.Buffers() {
		h.Write(m.Bytes)
	}
	if local := s.Local(); len(local) > 64 {
		h.Write(local[:64])
	}
	fmt.Fprintln(&b, h.Sum64())
	if l := s.Last(); l != nil {
		fmt.Fprint(&b, l.Offset, l.Exec, l.Changed, l.Accesses, s.Unverified(), s.NaNs(), s.Early())
	}
	return b.String()
}

// TestThereAndBack: k steps forward from a random place and k back give what was there, and so does seeking anywhere.
func TestThereAndBack(t *testing.T) {
	r := chance.Random(t, 1)
	n := 80
	if *full {
		n *= 100
	}
	steps := 0
	for range n {
		make, _, text := random(t, r)
		s := make()
		s.SetBounds(1+r.IntN(40), 2000+r.IntN(200_000))
		var seen []string
		for {
			seen = append(seen, everything(s))
			if len(seen) > 3000 || !s.Step() {
				break
			}
		}
		steps += len(seen)
		for range 12 {
			to := r.IntN(len(seen))
			s.Seek(to)
			if got := everything(s); got != seen[to] {
				t.Fatalf("%s\nposition %d:\n%s\nit was\n%s", text, to, got, seen[to])
			}
			k := 0
			for range r.IntN(30) {
				if s.Position() < len(seen)-1 && s.Step() {
					k++
				}
			}
			for range k {
				s.Back()
			}
			if got := everything(s); got != seen[to] {
				t.Fatalf("%s\nposition %d after %d steps forward and back:\n%s\nit was\n%s", text, to, k, got, seen[to])
			}
		}
	}
	t.Logf("%d positions", steps)
}

// TestAsTheMachine: what a session leaves at its end is what the reference leaves that runs straight through.
func TestAsTheMachine(t *testing.T) {
	r := chance.Random(t, 2)
	n := 200
	if *full {
		n *= 100
	}
	ends := map[machine.Stop]int{}
	for range n {
		make, dispatch, text := random(t, r)
		s := make()
		if a, err := s.Run(context.Background()); err != nil || !a.Over {
			t.Fatal(a, err)
		}
		d := dispatch()
		executed := 0
		d.Trace = func(*machine.Step) error { executed++; return nil }
		res, err := d.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		stop, fault, over := s.Over()
		threadgroups := 0
		if g := s.Groups(); len(g) > 0 {
			threadgroups = int(g[0].Place.Threadgroup[0]) + 1
		}
		if !over || fmt.Sprint(fault) != fmt.Sprint(res.Fault) || s.Position() != executed+threadgroups || !bytes.Equal(s.Buffers()[0].Bytes, d.Memory.Buffers()[0].Bytes) {
			t.Fatalf("%s\n%v %v after %d; the reference %v %v after %d in %d threadgroups", text, stop, fault, s.Position(), res.Stop, res.Fault, executed, threadgroups)
		}
		ends[stop]++
	}
	t.Log(ends)
	if ends[machine.Faulted] == 0 || ends[machine.Stopped] == 0 {
		t.Error("some ends were not met")
	}
}

// worked is a session of a program that stands beside those of the machine.
func mandelbrot(tb testing.TB, width, height uint32) *debug.Session {
	tb.Helper()
	text, err := os.ReadFile("../machine/testdata/programs/mandelbrot.s")
	if err != nil {
		tb.Fatal(err)
	}
	program, errs := asm.Source{Name: "mandelbrot.s", Text: string(text), Lines: true}.Assemble()
	if errs != nil {
		tb.Fatal(errs)
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		tb.Fatal(err)
	}
	const iterations = 31
	memory, start := machine.NewMemory(), machine.NewGroup()
	for n, v := range []uint32{0xc0080000, 0xbfa00000, 0x3d400000, 0x3dd55555, iterations, width + 1} {
		start.SetUniform32(n, v)
	}
	for n, size := range map[int]int{6: iterations + 1, 8: int((width + 1) * height)} {
		b, err := memory.Map(size)
		if err != nil {
			tb.Fatal(err)
		}
		for k := range b.Bytes {
			b.Bytes[k] = byte(' ' + k%64)
		}
		start.SetUniform32(n, uint32(b.Address))
		start.SetUniform32(n+1, uint32(b.Address>>32))
	}
	s, err := debug.New(context.Background(), &machine.Dispatch{Program: code, Grid: [3]uint32{width, height}, Threadgroup: [3]uint32{16, 4}, Start: start, Memory: memory},
		debug.Source{File: "mandelbrot.s", Labels: program.Labels, Lines: program.Lines})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestMandelbrotBack runs to the end of mandelbrot, and steps back one step after another to its start.
func TestMandelbrotBack(t *testing.T) {
	s := mandelbrot(t, 48, 8)
	first := everything(s)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	end := s.Position()
	for s.Back() {
	}
	if got := everything(s); got != first {
		t.Errorf("%s\nit was\n%s", got, first)
	}
	t.Logf("%d steps forward and back", end)
	if end < 1000 {
		t.Errorf("only %d steps", end)
	}
}

// TestBounds: however long a run is, what is kept stays within its bounds.
func TestBounds(t *testing.T) {
	s := mandelbrot(t, 64, 48)
	s.SetBounds(1, 200_000)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	moments, kept := s.Kept()
	if moments < 3 || moments > 1024 || kept > 200_000 {
		t.Errorf("%d moments of %d bytes after %d steps", moments, kept, s.Position())
	}
	if narrow, wide := s.Gaps(); wide > 2*narrow {
		t.Errorf("from one moment to the next are %d to %d steps", narrow, wide)
	}
}
