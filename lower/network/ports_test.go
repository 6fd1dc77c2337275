package network_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// cyclesOf is what a program takes of the ports of a CPU, and its longest way.
func cyclesOf(t *testing.T, n *network.Program, cpu string) (cycles, latency float64) {
	t.Helper()
	p, ok := target.PipelineOf(cpu)
	if !ok {
		t.Fatalf("%s has no ports", cpu)
	}
	var uses []target.Use
	uops, late := 0, make([]float64, n.Inputs)
	for i := range n.Code {
		c, ok := n.Code[i].Row.On(cpu)
		if !ok {
			t.Fatalf("%s costs nothing on %s", n.Code[i].Row.Name, cpu)
		}
		uses, uops = append(uses, c.Uses...), uops+c.Uops
		at := 0.0
		for _, a := range n.Code[i].Args {
			at = max(at, late[a])
		}
		late = append(late, at+c.Latency)
		latency = max(latency, at+c.Latency)
	}
	cycles, _ = p.Cycles(uses, uops)
	return cycles, latency
}

// What is decided by cycles is right, and takes no more of them than what is decided by ops: of results at random, and of exchanges of digits, whose stages of blends are rare elsewhere.
func TestProgramsByCycles(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 72)
	asked, fewer := 0, 0
	for _, x := range []struct{ target, cpu string }{{"sse4.1", "skylake"}, {"avx2", "skylake"}, {"avx2", "icelake"}, {"avx2", "znver4"}, {"avx512", "skylake"}, {"neon", "neoverse-n1"}} {
		tg := targetNamed(t, x.target)
		bits := tg.Bits[len(tg.Bits)-1]
		pipeline, _ := target.PipelineOf(x.cpu)
		o := balanced
		byOps := network.New(tg, decided(tg, o))
		o.Pipeline, o.CPU = pipeline, x.cpu
		byCycles := network.New(tg, decided(tg, o))
		o.Latency = true
		byLatency := network.New(tg, decided(tg, o))
		for k := range 6 {
			p := randomProblem(r, bits)
			if elem := []int{16, 32, 64}[r.IntN(3)]; k%2 == 0 {
				p = problem(t, "bitreverse", bits/elem<<r.IntN(3), 1, bits, elem)
			}
			few, quick, short := byOps.Decide(&p), byCycles.Decide(&p), byLatency.Decide(&p)
			if few == nil {
				continue
			}
			check(t, &p, quick)
			check(t, &p, short)
			cycles, latency := cyclesOf(t, few, x.cpu)
			fewest, _ := cyclesOf(t, quick, x.cpu)
			_, shortest := cyclesOf(t, short, x.cpu)
			if asked++; fewest > cycles+1e-9 || shortest > latency+1e-9 {
				t.Errorf("%s on %s: %v: %g cycles by ops and %g by cycles, latency %g and %g", x.target, x.cpu, p, cycles, fewest, latency, shortest)
			} else if fewest < cycles-1e-9 {
				fewer++
			}
		}
	}
	if t.Logf("%d programs, %d of them with fewer cycles", asked, fewer); asked < 15 || fewer < 4 {
		t.Errorf("%d programs, and %d with fewer cycles", asked, fewer)
	}
}

// Parts that share nothing are decided together by cycles: the whole takes no more of them than what is decided by ops, though each part may want the same ports.
func TestPartsByCycles(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 73)
	asked, fewer := 0, 0
	for _, x := range []struct{ target, cpu string }{{"avx2", "skylake"}, {"avx2", "znver4"}, {"neon", "neoverse-n1"}} {
		tg := targetNamed(t, x.target)
		bits := tg.Bits[len(tg.Bits)-1]
		o := balanced
		o.CPU = x.cpu
		byOps := network.New(tg, decided(tg, o))
		o.Pipeline, _ = target.PipelineOf(x.cpu)
		byCycles := network.New(tg, decided(tg, o))
		for range 4 {
			elem := []int{16, 32, 64}[r.IntN(3)]
			p := network.Problem{Bits: bits, Elem: elem}
			for range 2 + r.IntN(2) {
				q := problem(t, []string{"transpose", "interleave", "deinterleave"}[r.IntN(3)], 2, 1, bits, elem)
				for _, row := range q.Results {
					for i := range row {
						row[i] += p.Inputs * p.Lanes()
					}
					p.Results = append(p.Results, row)
				}
				p.Inputs += q.Inputs
			}
			few, quick := byOps.Decide(&p), byCycles.Decide(&p)
			if few == nil || quick == nil {
				t.Fatalf("%s: %v is not decided", x.target, p)
			}
			check(t, &p, quick)
			check(t, &p, few)
			cycles, _ := cyclesOf(t, few, x.cpu)
			fewest, _ := cyclesOf(t, quick, x.cpu)
			if asked++; fewest > cycles+1e-9 {
				t.Errorf("%s on %s: %v: %g cycles by ops and %g by cycles", x.target, x.cpu, p, cycles, fewest)
			} else if fewest < cycles-1e-9 {
				fewer++
			}
		}
	}
	if t.Logf("%d programs, %d of them with fewer cycles", asked, fewer); asked < 12 {
		t.Errorf("%d programs", asked)
	}
}
