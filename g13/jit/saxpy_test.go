package jit_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/oracle"
)

// saxpyGroups is how many SIMD-groups the shared saxpy has.
const saxpyGroups = 2048

// saxpyProgram is the shared saxpy, behind the instruction that finds its thread's number.
func saxpyProgram(tb testing.TB) *machine.Program {
	tb.Helper()
	text, err := os.ReadFile(oracle.Corpus(tb, "../bench/g13/saxpy.s"))
	if err != nil {
		tb.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "; bytes: ")
	digits, _, _ := strings.Cut(rest, "\n")
	shared, err := hex.DecodeString(digits)
	if err != nil {
		tb.Fatal(err)
	}
	first, errs := asm.Assemble("get_sr r1, sr80")
	if errs != nil {
		tb.Fatal(errs)
	}
	p, err := machine.Compile(append(first, shared...))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// runSaxpy dispatches it so many times, and gives the median of how long that took, without what it takes to fill the buffers, and the checksum of the output as the C has it.
func runSaxpy(tb testing.TB, p *machine.Program, native machine.Native, times int) (r machine.DispatchResult, took float64, checksum string) {
	tb.Helper()
	d := machine.Dispatch{Program: p, Native: native, Grid: [3]uint32{saxpyGroups * machine.Lanes}, Memory: machine.NewMemory(), Start: machine.NewGroup()}
	d.Start.SetUniform32(0, floatBits(0.5))
	var buffers [2]*machine.Buffer
	for k := range buffers {
		b, err := d.Memory.Map(4 * saxpyGroups * machine.Lanes)
		if err != nil {
			tb.Fatal(err)
		}
		buffers[k] = b
		d.Start.SetUniform32(2+2*k, uint32(b.Address))
		d.Start.SetUniform32(3+2*k, uint32(b.Address>>32))
	}
	var all []float64
	for range times {
		for k, b := range buffers {
			for i := range saxpyGroups * machine.Lanes {
				binary.LittleEndian.PutUint32(b.Bytes[4*i:], floatBits(float32((i+k*saxpyGroups*machine.Lanes)%1000)/16))
			}
		}
		begin := time.Now()
		var err error
		r, err = d.Run(tb.Context())
		all = append(all, float64(time.Since(begin)))
		if err != nil || r.Stop != machine.Stopped {
			tb.Fatalf("%v: %+v", err, r.Result)
		}
	}
	h := fnv.New64a()
	h.Write(buffers[1].Bytes)
	return r, median(all), fmt.Sprintf("%016x", h.Sum64())
}

// saxpyBesideC is for a whole dispatch, whose SIMD-groups follow one another.
func saxpyBesideC(b *testing.B, limits string) {
	p := saxpyProgram(b)
	c := compiled(b, p)
	var beside, over, each []float64
	for b.Loop() {
		ours, took, checksum := runSaxpy(b, p, c, 31)
		_, reference, other := runSaxpy(b, p, nil, 5)
		theirs, want := besideC(b, limits, "saxpy")
		if checksum != want || other != want {
			b.Fatalf("the checksums are %s and %s, want %s", checksum, other, want)
		}
		beside, over = append(beside, took/theirs), append(over, reference/took)
		each = append(each, took/float64(ours.Executed))
	}
	b.ReportMetric(median(each), "ns/instruction")
	b.ReportMetric(median(beside), "×C")
	b.ReportMetric(median(over), "reference/this")
}

// The shared saxpy leaves what the C leaves, all of it by machine code but for the instruction at which code is left: that of the first SIMD-group, and of the last one of each turn.
func TestSaxpy(t *testing.T) {
	t.Parallel()
	p := saxpyProgram(t)
	r, _, checksum := runSaxpy(t, p, compiled(t, p), 1)
	if checksum != "26a4c05f2aa2ed11" || r.Native < r.Executed-4 || r.Native >= r.Executed {
		t.Errorf("the checksum is %s, want 26a4c05f2aa2ed11, and %d of %d instructions were native", checksum, r.Native, r.Executed)
	}
}
