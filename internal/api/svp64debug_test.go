package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// verticalPoints is the document's Vertical-First loop over points, with a store behind it.
const verticalPoints = "setvl 0,0,3,1,1,1\nloop: sv.mv.swiz/vec3/w=32 *32,*64,ZYX1\nsv.addi/vec4/w=32 *48,*32,1\nsvstep. 0,1,0\nbc 4,3,loop\nsetvl 0,0,4,0,1,1\nsv.std *48,0(4)\nsv.cmpi *cr32,1,*48,7\nsv.bc 12,*130,-8"

func steppedAsk() map[string]any {
	return map[string]any{"text": verticalPoints, "reg": []string{"r64=2_00000001,4_00000003,6_00000005,8_00000007,9", "r4=1000"}}
}

// A standing is what an answer says.
type standing struct {
	Position, Length int
	Over, Fault      string
	Gave_up          string
	PC               string
	Last, Next       *steppedOn
	Svstate          map[string]any
	Registers        []steppedRegister
	Fields           []struct{ Name, Bits string }
	Memory           []struct{ At, Hex string }
	Program          struct {
		Instructions []struct{ At, Words, Text, Does string }
	}
}

type steppedOn struct {
	At, Text, Move, Value string
	Group, Last           bool
	Reads, Writes         []string
	SVG                   string
}

type steppedRegister struct {
	Name                   string
	Elements               []string
	Changed, Reads, Writes []int
}

// stands is the answer to a request with more in it.
func stands(t *testing.T, d *api.Desk, ask, more map[string]any) (s standing) {
	t.Helper()
	e, _ := api.EndpointNamed("svp64/debug")
	answer, outcome := d.Answer(context.Background(), e, with(ask, more))
	if err := json.Unmarshal(answer, &s); err != nil || outcome != api.Answered {
		t.Fatalf("%v: outcome %d: %s: %v", more, outcome, answer, err)
	}
	return s
}

// What is answered depends on no question before: a desk that was asked a lot says what a new one says.
func TestSVP64DebugRemembersNothing(t *testing.T) {
	e, _ := api.EndpointNamed("svp64/debug")
	random := chance.Random(t, 25)
	var used api.Desk
	said := map[string]bool{}
	for range 150 {
		request := steppedAsk()
		switch random.IntN(10) { // another program, that differs in one thing
		case 0:
			request["reg"] = []string{"r64=7", "r4=1000"}
		case 1:
			request["text"] = strings.Replace(verticalPoints, "ZYX1", "ZYX", 1)
		case 2:
			request["big-endian"] = true
		case 3:
			request["mem"] = []string{"0x1000=00ff"}
		case 4:
			request["ctr"] = random.IntN(3)
		case 5:
			request["vl"], request["vertical"] = 2, true
		case 6:
			request["text"] = verticalPoints + "\nsv.mv.swiz *32,*32,X" // a fault at the end
		case 7:
			request["svstate"] = "408000000000000"
		}
		commands := []string{"", "step", "step 3", "step group", "step 2 instruction", "back", "back 2 group", "back instruction", "run", "step 100000"}
		more := map[string]any{"position": random.IntN(60), "do": commands[random.IntN(len(commands))], "width": 8 << random.IntN(4), "dump": "0x1000:32", "svg": random.IntN(3) == 0, "program": random.IntN(3) == 0}
		if random.IntN(4) == 0 {
			more["limit"] = 1 + random.IntN(50)
		}
		q := with(request, more)
		got, outcome := used.Answer(context.Background(), e, q)
		want, _ := new(api.Desk).Answer(context.Background(), e, q)
		if outcome != api.Answered || !bytes.Equal(got, want) {
			t.Fatalf("%s: outcome %d\n%s\nand of a new desk\n%s", q, outcome, got, want)
		}
		said[string(got)] = true
	}
	if len(said) < 100 {
		t.Errorf("%d different answers only", len(said))
	}
}

// At each position there stands what a machine has that makes as many steps, in elements of each width; what is next there is what led to the position behind it, and it changes what it was said to write.
func TestSVP64DebugIsTheMachine(t *testing.T) {
	p, err := program.Assemble(verticalPoints, svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := p.NewMachine()
	m.GPR[64], m.GPR[65], m.GPR[66], m.GPR[67], m.GPR[68], m.GPR[4] = 0x2_00000001, 0x4_00000003, 0x6_00000005, 0x8_00000007, 9, 0x1000
	var d api.Desk
	first := stands(t, &d, steppedAsk(), map[string]any{"program": true})
	length := first.Length
	if got := fmt.Sprint(first.Program.Instructions[2]); got != "{1000c 0545e400 39880001 sv.addi/vec4/w=32 *48,*32,1 RT ← (RA|0) + SI}" || len(first.Program.Instructions) != 9 {
		t.Errorf("the third instruction is listed as %s", got)
	}
	if length < 40 {
		t.Fatalf("%d steps", length)
	}
	var before standing
	for position := range length + 1 {
		width := 8 << (position % 4)
		s := stands(t, &d, steppedAsk(), map[string]any{"position": position, "width": width, "dump": "0x1000:32", "svg": true})
		if s.Position != position || s.PC != fmt.Sprintf("%x", m.PC) || (s.Over == "end") != (position == length) || s.Svstate["word"] != fmt.Sprintf("%016x", uint64(m.SV)) {
			t.Fatalf("at %d: %+v, and the machine is at %x with %v", position, s, m.PC, m.SV)
		}
		src, dst := m.SV.Places()
		if got, want := fmt.Sprint(s.Svstate["srcstep"], s.Svstate["dststep"], s.Svstate["vl"], s.Svstate["vertical"]), fmt.Sprintf("[%d %d] [%d %d] %d %v", src.Step, src.Sub, dst.Step, dst.Sub, m.SV.VL(), m.SV.Vertical()); got != want {
			t.Errorf("at %d: %s, want %s", position, got, want)
		}
		told := map[string]uint64{}
		for _, r := range s.Registers {
			told[r.Name] = joined(t, r.Elements, width)
		}
		for k, v := range m.GPR {
			if told["r"+strconv.Itoa(k)] != v {
				t.Errorf("at %d: r%d is %x, want %x", position, k, told["r"+strconv.Itoa(k)], v)
			}
		}
		memory := make([]byte, 32)
		m.Memory.Read(0x1000, memory)
		if s.Memory[0].Hex != fmt.Sprintf("%x", memory) {
			t.Errorf("at %d: memory %s, want %x", position, s.Memory[0].Hex, memory)
		}
		if position > 0 {
			next, last := *before.Next, *s.Last
			reads, writes := next.Reads, next.Writes
			next.Reads, next.Writes, next.SVG = nil, nil, ""
			if fmt.Sprint(next) != fmt.Sprint(last) {
				t.Errorf("at %d: %+v was next, and %+v led here", position, next, last)
			}
			for _, r := range s.Registers {
				if len(r.Changed) > 0 && !slices.ContainsFunc(writes, func(w string) bool { return w == r.Name || strings.HasPrefix(w, r.Name+" ") }) {
					t.Errorf("at %d: %s changed, and written was %q, of what was read %q", position, r.Name, writes, reads)
				}
			}
		}
		if position < length {
			if picture := strings.HasPrefix(s.Next.SVG, "<svg"); picture != strings.HasPrefix(s.Next.Text, "sv.") {
				t.Errorf("at %d, %s: picture %v", position, s.Next.Text, picture)
			}
			if _, err := m.Step(); err != nil {
				t.Fatal(err)
			}
		}
		before = s
	}
}

// joined is a register of its elements.
func joined(t *testing.T, elements []string, width int) (v uint64) {
	t.Helper()
	if len(elements) != 64/width {
		t.Fatalf("%d elements of %d bits", len(elements), width)
	}
	for k, text := range elements {
		x, err := strconv.ParseUint(text, 16, 64)
		if err != nil || len(text) != width/4 {
			t.Fatalf("%q: %v", text, err)
		}
		v |= x << (k * width)
	}
	return v
}

// Which elements are read, written and changed is told in the width that is asked for, whatever that of the instruction.
func TestSVP64DebugElements(t *testing.T) {
	var d api.Desk
	ask := map[string]any{"text": "sv.mv.swiz/vec2/w=16 *32,*64,YX\nsv.cmpi *cr32,0,*32,7", "vl": 2, "reg": "r64=4444_3333_2222_1111"}
	for _, c := range []struct {
		position, width int
		want            string
	}{
		{0, 16, "r32[][][0] r64[][1][]"}, {1, 16, "r32[0][][1] r64[][0][]"}, {2, 16, "r32[1][][2] r64[][3][]"},
		{2, 8, "r32[2 3][][4 5] r64[][6 7][]"}, {2, 32, "r32[0][][1] r64[][1][]"}, {2, 64, "r32[0][][0] r64[][0][]"},
		{4, 16, "r32[3][0 1 2 3][] r64[][][]"},
	} {
		s := stands(t, &d, ask, map[string]any{"position": c.position, "width": c.width})
		var got []string
		for _, r := range s.Registers {
			got = append(got, fmt.Sprintf("%s%v%v%v", r.Name, r.Changed, r.Reads, r.Writes))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("at %d in %d bits: %s, want %s", c.position, c.width, text, c.want)
		}
	}
	s := stands(t, &d, ask, map[string]any{"position": 0, "width": 16})
	if fmt.Sprint(s.Next.Reads, s.Next.Writes) != "[r64 bits 31 to 16] [r32 bits 15 to 0]" || s.Next.Move != "0.Y → 0.X" || s.Next.Value != "2222" {
		t.Errorf("%+v", s.Next)
	}
	if s = stands(t, &d, ask, map[string]any{"position": 5}); fmt.Sprint(s.Fields) != "[{cr32 gt} {cr33 }]" {
		t.Errorf("fields %v", s.Fields)
	}
}

// What has no end is given up, a fault is told where it is, and memory has a bound.
func TestSVP64DebugBounds(t *testing.T) {
	var d api.Desk
	e, _ := api.EndpointNamed("svp64/debug")
	for _, c := range []struct{ request, want string }{
		{`{"text":"top: b top","do":"run","limit":5000,"program":true}`, `"position":5000,"gave_up":"no end within 5000 steps"`},
		{`{"text":"top: b top","position":6000,"limit":5000}`, `"position":5000,"gave_up":"no end within 5000 steps"`},
		{`{"text":"nop","position":100,"do":"back"}`, `"position":0,"next"`},
		{`{"text":"nop","position":100}`, `"position":1,"over":"end"`},
		{`{"text":"nop","position":1,"limit":1}`, `"position":1,"over":"end"`},
		{`{"text":"nop\n.long 0","do":"run"}`, `"position":1,"over":"fault","fault":"0x10004: .long 0x00000000: this word is no instruction here"`},
		{`{"text":"sv.mv.swiz *32,*64,X","vl":0,"svg":true}`, `"next":{"at":"10000","text":"sv.mv.swiz *32,*64,X","group":true,"last":true,"reads":[],"writes":[]}`},
		{`{"text":"li 3,0\nloop: addi 3,3,4096\nstw 3,0(3)\nb loop","do":"run"}`, `"over":"fault","fault":"0x10008: stw 3,0(3): address 0x41000: more than 256 KiB of memory are written"`},
	} {
		answer, _ := d.Answer(context.Background(), e, c.request)
		if !json.Valid(answer) || !strings.Contains(string(answer), c.want) {
			t.Errorf("%s: %s; want %s", c.request, answer, c.want)
		}
	}
}

// A step of a long program, as the page asks for it.
func BenchmarkSVP64DebugStep(b *testing.B) {
	e, _ := api.EndpointNamed("svp64/debug")
	var d api.Desk
	request := map[string]any{"text": "li 3,20000\nmtctr 3\nloop: sv.addi *32,*32,1\nbdnz loop", "vl": 16}
	for n := 0; b.Loop(); n++ {
		if answer, outcome := d.Answer(context.Background(), e, with(request, map[string]any{"position": 100_000 + n%2, "do": "step", "svg": true})); outcome != api.Answered || len(answer) < 2000 {
			b.Fatalf("%.300s", answer)
		}
	}
}
