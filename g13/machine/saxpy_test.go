package machine_test

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// saxpyGroups is how many SIMD-groups the shared saxpy has, a word of x and y a lane.
const saxpyGroups = 2048

// startSaxpy maps x and y, and is a group that has their addresses.
func startSaxpy(tb testing.TB) (g *machine.Group, x, y *machine.Buffer) {
	tb.Helper()
	m := machine.NewMemory()
	const words = saxpyGroups * machine.Lanes
	var buffers [2]*machine.Buffer
	g = machine.NewGroup()
	g.SetUniform32(0, math.Float32bits(0.5))
	for k := range buffers {
		b, err := m.Map(4 * words)
		if err != nil {
			tb.Fatal(err)
		}
		for i := range words {
			binary.LittleEndian.PutUint32(b.Bytes[4*i:], math.Float32bits(float32((i+k*words)%1000)/16))
		}
		g.SetUniform32(2+2*k, uint32(b.Address))
		g.SetUniform32(3+2*k, uint32(b.Address>>32))
		buffers[k] = b
	}
	g.Attach(m, nil)
	return g, buffers[0], buffers[1]
}

func runSaxpy(tb testing.TB, p *machine.Program, g *machine.Group) (executed int) {
	var r1 machine.Row
	for group := range saxpyGroups {
		begin(g)
		for lane := range r1 {
			r1[lane] = uint32(group*machine.Lanes + lane)
		}
		g.SetRegister(1, r1)
		r, err := p.Run(context.Background(), g, machine.Options{})
		if err != nil || r.Stop != machine.Stopped || len(r.Flags) > 0 {
			tb.Fatalf("group %d: %v %+v", group, err, r)
		}
		executed += r.Executed
	}
	return executed
}

// The shared saxpy leaves in y what the same work in C does.
func TestSharedSaxpy(t *testing.T) {
	g, _, y := startSaxpy(t)
	executed := runSaxpy(t, compileShared(t, "saxpy"), g)
	h := uint64(14695981039346656037)
	for _, b := range y.Bytes {
		h = (h ^ uint64(b)) * 1099511628211
	}
	if h != 0x26a4c05f2aa2ed11 || executed != 12288 {
		t.Errorf("checksum %016x, want 26a4c05f2aa2ed11, after %d instructions", h, executed)
	}
}

// ns/inst is the time of an instruction in all 32 lanes, of six of which three are on memory.
func BenchmarkSaxpy(b *testing.B) {
	g, _, _ := startSaxpy(b)
	p, executed := compileShared(b, "saxpy"), 0
	b.ReportAllocs()
	for b.Loop() {
		executed += runSaxpy(b, p, g)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executed), "ns/inst")
}
