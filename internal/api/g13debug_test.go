package api_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
)

// mandelbrot is a request about a picture of so many points, which is diverging work on two buffers.
func mandelbrot(tb testing.TB, size int) map[string]any {
	tb.Helper()
	text, err := os.ReadFile("../../g13/machine/testdata/programs/mandelbrot.s")
	if err != nil {
		tb.Fatal(err)
	}
	return map[string]any{
		"text": string(text), "grid": []int{size, size}, "threadgroup": []int{16, 4},
		"uniform": map[string]string{"u0": "-2.125", "u1": "-1.25", "u2": fmt.Sprint(3 / float64(size)), "u3": fmt.Sprint(2.5 / float64(size)), "u4": "31", "u5": fmt.Sprint(size)},
		"buffer":  map[string]string{"u6": "00" + strings.Repeat("204060ff", 8), "u8": fmt.Sprintf("zero:%d", size*size)},
	}
}

func with(request map[string]any, more map[string]any) string {
	all := map[string]any{}
	for _, m := range []map[string]any{request, more} {
		for k, v := range m {
			all[k] = v
		}
	}
	b, _ := json.Marshal(all)
	return string(b)
}

// What is answered depends on no question before: a desk that was asked a lot says what a new one says.
func TestG13DebugRemembersNothing(t *testing.T) {
	e, _ := api.EndpointNamed("g13/debug")
	random := chance.Random(t, 23)
	var used api.Desk
	said := map[string]bool{}
	for range 60 {
		request := mandelbrot(t, 16)
		switch random.IntN(8) { // another dispatch, that differs in one thing
		case 0:
			request["uniform"].(map[string]string)["u4"] = "5"
		case 1:
			request["buffer"].(map[string]string)["u8"] = strings.Repeat("ab", 256)
		case 2:
			request["grid"] = []int{16, 7}
		case 3:
			request["threadgroup"] = []int{8, 4}
		case 4:
			request["reg"] = map[string]string{"r11": "lane"}
		case 5:
			request["text"] = strings.Replace(request["text"].(string), "4.0", "2.0", 1)
		}
		commands := []string{"", "step", "back", "step 30", "back 40", "run", "back run", "next", "back next", "block", "back block", "run divergence", "back run divergence", "goto 100", "run loop", "back run when r8 > 3"}
		more := map[string]any{"position": random.IntN(1500), "do": commands[random.IntN(len(commands))], "print": []string{"r8", "r6.f"}, "memory": "u8"}
		if random.IntN(2) == 0 {
			more["stops"] = []string{"when r3[active].f > 1", "watch r8 if lane == 5"}
		}
		if random.IntN(3) == 0 {
			more["columns"], more["from"], more["to"] = 20, random.IntN(500), random.IntN(1500)
		}
		q := with(request, more)
		got, outcome := used.Answer(context.Background(), e, q)
		want, _ := new(api.Desk).Answer(context.Background(), e, q)
		if outcome != api.Answered || !bytes.Equal(got, want) {
			t.Fatalf("%s: outcome %d\n%s\nand of a new desk\n%s", q, outcome, got, want)
		}
		said[string(got)] = true
	}
	if len(said) < 30 {
		t.Errorf("%d different answers only", len(said))
	}
}

// Behind the last step stands the picture that a run leaves.
func TestG13DebugMakesWhatARunMakes(t *testing.T) {
	var d api.Desk
	answer := func(name, request string) (x struct {
		Length, Position int
		Over             string
		Memory           struct{ Hex string }
		Buffers          map[string]string
	}) {
		e, _ := api.EndpointNamed(name)
		b, outcome := d.Answer(context.Background(), e, request)
		if err := json.Unmarshal(b, &x); err != nil || outcome != api.Answered {
			t.Fatalf("%s: %v", b, err)
		}
		return x
	}
	debugged := answer("g13/debug", with(mandelbrot(t, 16), map[string]any{"do": "run", "memory": "u8", "program": true}))
	run := mandelbrot(t, 16)
	delete(run, "uniform")
	delete(run, "buffer")
	run["uniforms"] = map[string]string{"u0": "c0080000", "u1": "bfa00000", "u2": "3e400000", "u3": "3e200000", "u4": "0000001f", "u5": "00000010"}
	run["buffers"] = mandelbrot(t, 16)["buffer"]
	straight := answer("g13/run", with(run, nil))
	if debugged.Memory.Hex != straight.Buffers["u8"] || strings.Trim(debugged.Memory.Hex, "0") == "" || debugged.Over != "stop" {
		t.Errorf("%+v, and a run leaves %s", debugged, straight.Buffers["u8"])
	}
	if debugged.Length != debugged.Position || debugged.Length < 1000 {
		t.Errorf("%d steps, and it ended at %d", debugged.Length, debugged.Position)
	}
}

// What has no end is given up, at the step that was allowed, and what is wrong is said with its place.
func TestG13DebugBounds(t *testing.T) {
	var d api.Desk
	e, _ := api.EndpointNamed("g13/debug")
	for _, c := range []struct{ request, want string }{
		{`{"text":"top: jmp_exec_any top","do":"run","fuel":5000,"program":true}`, `"position":5000,"gave_up":"no end within 5000 steps"`},
		{`{"text":"top: jmp_exec_any top","position":6000,"fuel":5000}`, `"position":5000,"gave_up"`},
		{`{"text":"stop","position":100,"do":"back"}`, `"position":1,`},
		{`{"text":"stap"}`, `"error":{"message":`},
		{`{}`, `expected either text or code`},
		{`{"text":"stop","do":"jump"}`, `jump\" goes nowhere: expected step`},
		{`{"text":"stop","do":"back jump"}`, `expected a number, step, next`},
		{`{"text":"stop","stops":["nan","when r1 >"]}`, `"col":10`},
		{`{"text":"stop","print":["r1["]}`, `"error"`},
		{`{"text":"stop","memory":"u4"}`, `there is no buffer at u4`},
		{`{"text":"stop","buffer":{"u2":"zero:99999999"}}`, `99999999 bytes; expected at most 4194304`},
		{`{"text":"stop","uniform":{"u2":"x"}}`, `uniform u2: \"x\" is no number of 32 bits`},
		{`{"text":"stop","grid":[4000000000,4000000000,4000000000]}`, `"error"`},
		{`{"text":"stop","threadgroup":[4000]}`, `it may have at most 1024`},
	} {
		answer, _ := d.Answer(context.Background(), e, c.request)
		if !json.Valid(answer) || !strings.Contains(string(answer), c.want) {
			t.Errorf("%s: %s; want %s", c.request, answer, c.want)
		}
	}
}

// The programs of an archive that is sent as digits are listed, and what is cut off is an error.
func TestG13DisListsArchives(t *testing.T) {
	var d api.Desk
	e, _ := api.EndpointNamed("g13/dis")
	stop := []byte{0x88, 0x00}
	file := archive.MakeFat(binary.LittleEndian, archive.Image{CPU: archive.AppleGPU, Bytes: archive.MakeMachO(binary.LittleEndian, []archive.Section{{Name: "__compute", Bytes: archive.MakeShader(nil, stop)}}, nil)})
	answer, _ := d.Answer(context.Background(), e, fmt.Sprintf(`{"hex":"%x"}`, file))
	if !json.Valid(answer) || !strings.Contains(string(answer), `"programs":[{"name":"compute/_agc.main"`) || !strings.Contains(string(answer), `"text":"stop"`) {
		t.Errorf("%s", answer)
	}
	answer, outcome := d.Answer(context.Background(), e, fmt.Sprintf(`{"hex":"%x"}`, file[:len(file)/2]))
	if outcome != api.Refused || !strings.Contains(string(answer), `"error"`) {
		t.Errorf("%s", answer)
	}
}

// A step of 32 lanes and 64 registers, with masks and a picture, as the page asks for it.
func BenchmarkG13DebugStep(b *testing.B) {
	e, _ := api.EndpointNamed("g13/debug")
	request := mandelbrot(b, 64)
	text := request["text"].(string)
	for n := range 64 {
		text = fmt.Sprintf("mov r%d, %d\n", n, n) + text
	}
	request["text"] = text
	var d api.Desk
	if answer, _ := d.Answer(context.Background(), e, with(request, map[string]any{"program": true})); !strings.Contains(string(answer), `"length":`) {
		b.Fatalf("%.300s", answer)
	}
	for n := 0; b.Loop(); n++ {
		q := with(request, map[string]any{"position": 10000 + n%2, "do": "step", "memory": "u8"})
		if answer, outcome := d.Answer(context.Background(), e, q); outcome != api.Answered || len(answer) < 20000 {
			b.Fatalf("%.300s", answer)
		}
	}
}
