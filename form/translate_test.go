package form_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Whatever a dialect says in several lines reads back as the same map.
func TestTranslateReadsBack(t *testing.T) {
	rng := chance.Random(t, 9)
	several := map[string]int{}
	n, least := 1400, 8 // some thirty are expected of the rarest
	if testing.Short() {
		n, least = 500, 1
	}
	lowering := 96 // a search takes as long as all that the others say of ten maps
	if *full {
		lowering = 16
	}
	for k := range n {
		m := sequenceMap(rng)
		for _, d := range sayers(k, lowering, movingEvery()) {
			lines, err := d.Translate(t.Context(), m)
			if err != nil {
				continue
			}
			if len(lines) > 1 {
				several[d.Name]++
			}
			text := strings.Join(lines, "\n")
			back, err := form.Parse(text, form.Options{})
			if err != nil || back.Dialect != d.Name {
				t.Fatalf("%s: %s says\n%s\nwhich reads as %s: %v", m, d.Name, text, back.Dialect, err)
			}
			if v, err := form.Compare(form.Form{Map: m}, back); err != nil || v.Relation == lane.Differ || v.Relation == lane.Refines {
				t.Fatalf("%s: %s says\n%s\nwhich is %s: %v %v", m, d.Name, text, back.Map, v, err)
			}
		}
	}
	t.Logf("in several lines: %v", several)
	for _, name := range []string{"llvm", "clang", "spirv", "mlir", "gcc", "svp64", "g13"} {
		if several[name] < least {
			t.Errorf("%s said only %d maps in several lines", name, several[name])
		}
	}
}

// movingEvery is in which of many rounds SVP64 takes part.
func movingEvery() int {
	if *full {
		return 1
	}
	return 16
}

// What x86 has one way to say: maps of one source, and those that move nothing.
func TestTranslateToX86(t *testing.T) {
	d, _ := form.ByName("x86")
	for _, row := range []struct{ m, want string }{
		{"i32x4 -> a3 a2 a1 a0", "__m128i t0 = _mm_shuffle_epi32(a, 27);; return t0;"},
		{"i32x4 -> a0 a1 a2 a3", "vmovdqa xmm0, xmm1"},
		{"i64x8 i64x8 -> b0 b1 b2 b3 b4 b5 b6 b7", "// b = zmm1; vmovdqa64 zmm0, zmm1"},
		{"i64x1 -> a0", "mov rax, rcx"},
		{"-> i32x1: #1f", "mov eax, 0x1f"},
		{"i16x4 i16x4 -> b0 b2 z z", ""}, // in several lines
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := d.Translate(t.Context(), m)
		text := strings.Join(lines, "; ")
		if err != nil || text != row.want && row.want != "" {
			t.Errorf("%s is %q: %v", row.m, text, err)
			continue
		}
		back, err := form.Parse(strings.Join(lines, "\n"), form.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v, err := form.Compare(form.Form{Map: m}, back); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is said as %q, which is %s: %v", row.m, text, back.Map, err)
		}
	}
}

// sequenceMap is a map that takes several lines in some dialect: of three vectors, or a shuffle of 32 lanes twice.
func sequenceMap(rng *rand.Rand) lane.Map {
	if rng.IntN(4) == 0 {
		m := lane.Map{Bits: 32, Src: []int{32}, Lane: make([]lane.Lane, 32)}
		xor, by := rng.IntN(32), rng.IntN(32)
		for t := range m.Lane {
			m.Lane[t] = lane.From(0, (t^xor+by)%32)
		}
		return m
	}
	n := 2 + rng.IntN(3)
	m := lane.Map{Bits: []int{32, 32, 32, 8, 16, 64}[rng.IntN(6)], Src: []int{n, n, n}, Lane: make([]lane.Lane, n)}
	m.Src = m.Src[:1+rng.IntN(3)]
	for i := range m.Lane {
		m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n))
		if rng.IntN(12) == 0 {
			m.Lane[i] = lane.Zero()
		}
	}
	return m
}

// Programs of several lines, over names.
func TestPrograms(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"%t = OpVectorShuffle %v4float %a %b 0 4 1 5\n%r = OpVectorShuffle %v4float %t %t 3 2 1 0", "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"t = __builtin_shufflevector(a, b, 0, 1, 4, 5); __builtin_shufflevector(t, c, 0, 2, 4, 6);", "i32x4 i32x4 i32x4 -> a0 b0 c0 c2"},
		{"xmm2 = xmm0[1,0,3,2]; xmm2 = xmm2[0,0],xmm1[1,1]", "i32x4 i32x4 -> a1 a1 b1 b1"},
		{"xmm0 = xmm0[1,0]\nxmm0 = xmm0[1,0]", "i64x2 -> a0 a1"},
		{"mv.swiz r4,r8,YXWZ; mv.swiz r12,r4,YXWZ", "i32x4 -> a0 a1 a2 a3"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Map.String() != row.want {
			t.Errorf("%s is %s, %v; want %s", row.text, f.Map, err, row.want)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"v.xy; w.zw", "1:1: the line has no name for its result, and so no other can follow"},
		{"xmm0 = xmm1[1,0]; ymm2 = ymm0[1,0]", ""},
		{"mv.swiz r4,r8,YXWZ; sv.mv.swiz/vec3 *12,*5,ZYX", "1:20: r5 and r4 share registers without being the same"},
		{"xmm0 = xmm1[1,0]; xmm0 = xmm1[1,0", `1:34: expected "," or "]", found the end`},
	} {
		_, err := form.Parse(row.text, form.Options{})
		if row.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// The lines of a program, one by one.
func TestSteps(t *testing.T) {
	steps := form.Steps("xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]", form.Options{})
	if len(steps) != 2 || steps[0].To != "xmm2" || steps[1].To != "xmm0" || steps[1].Map.String() != "i32x4 i32x4 -> a0 a0 b1 b1" || steps[1].Names[0] != "xmm2" {
		t.Errorf("%+v", steps)
	}
	for _, text := range []string{"xmm2 = xmm0[1,0,3,2]", "pxor xmm1, xmm1; por xmm0, xmm1", "nonsense; more", ""} {
		if steps := form.Steps(text, form.Options{}); steps != nil {
			t.Errorf("%s has %d steps", text, len(steps))
		}
	}
}

// The pictures that dialects have of their own: regions on rows of 32 bytes, and the orders of a loop.
func TestScenes(t *testing.T) {
	for _, row := range []struct {
		text   string
		scenes int
		label  string // of the last scene's first row
		cells  string // of that row
	}{
		{"mov (M1, 8) V32(0,0)<1> V33(0,0)<4;2,1>", 2, "V33<4;2,1>", "0 1   2 3  "},
		{"<8;4,2>", 1, "a<8;4,2>", "0  1  2  3 "},
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX vl=2", 1, "none 0", "0.Z 0.Y 0.X"},
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX", 0, "", ""},
		{"W.Y.", 0, "", ""},
		{"<4 x i32> 0 1 2 3", 0, "", ""},
		{"nonsense", 0, "", ""},
	} {
		all := form.Scenes(row.text, form.Options{})
		if len(all) != row.scenes {
			t.Errorf("%s has %d scenes, want %d", row.text, len(all), row.scenes)
			continue
		}
		if row.scenes == 0 {
			continue
		}
		first := all[len(all)-1].Rows[0]
		var cells []string
		for _, c := range first.Cells {
			cells = append(cells, c.Text)
		}
		if got := strings.Join(cells, " "); first.Label != row.label || got != row.cells {
			t.Errorf("%s: row %s is %q, want %s %q", row.text, first.Label, got, row.label, row.cells)
		}
	}
}

// A context that is over leaves a translation what is known without a search, and it is the same map.
func TestTranslateEndsWithItsContext(t *testing.T) {
	m := lane.Map{Bits: 8, Src: []int{32, 32}, Lane: make([]lane.Lane, 32)}
	for i := range m.Lane {
		m.Lane[i] = lane.From(i*5%2, (i*i*7+i*11+3)%32)
	}
	d, ok := form.ByName("x86")
	if !ok {
		t.Fatal("there is no x86")
	}
	other := m.Clone()
	other.Lane[0], other.Lane[1] = other.Lane[1], other.Lane[0]
	if _, err := d.Translate(t.Context(), other); err != nil { // tables are built once
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	asked := &asking{Context: over}
	lines, err := d.Translate(asked, m)
	if err != nil {
		t.Fatal(err)
	}
	back, err := form.Parse(strings.Join(lines, "\n"), form.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := form.Compare(form.Form{Map: m}, back); err != nil || v.Relation != lane.Equal {
		t.Errorf("%v %v: %q", v, err, lines)
	}
	whole := &asking{Context: t.Context()}
	if _, err := d.Translate(whole, m); err != nil {
		t.Fatal(err)
	}
	if few, many := asked.times.Load(), whole.times.Load(); few > 8 || many <= 2*few {
		t.Errorf("a context that is over was asked %d times, and one that is not %d times: a search that is told so asks no more", few, many)
	}
}

// asking counts how often it is asked whether it is over.
type asking struct {
	context.Context
	times atomic.Int64
}

func (a *asking) Err() error {
	a.times.Add(1)
	return a.Context.Err()
}

func (a *asking) Done() <-chan struct{} {
	a.times.Add(1)
	return a.Context.Done()
}
