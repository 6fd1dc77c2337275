package lower

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// searchOn is a search on a CPU, for nothing.
func searchOn(tg *target.Target, cpu string, cost Cost) *search {
	return &search{l: New(tg), o: Options{Target: tg, CPU: cpu, Cost: cost}, file: tg.Files[0], budget: 1}
}

// Two rows are affordable as long as what both take together is less than what is known, by each cost.
func TestAffordableRows(t *testing.T) {
	random := chance.Random(t, 311)
	for _, tg := range target.Targets() {
		for _, cpu := range tg.CPUs {
			for _, cost := range []Cost{Balanced, Instructions, Latency, Throughput} {
				p := &twoRows{s: searchOn(tg, cpu.Name, cost)}
				for range 40 {
					first, last, loads := tg.Rows[random.IntN(len(tg.Rows))], tg.Rows[random.IntN(len(tg.Rows))], random.IntN(maxLoads+1)
					var latency, throughput float64
					for _, r := range []*target.Row{first, last} {
						c, ok := r.On(cpu.Name)
						if !ok {
							t.Fatalf("%s: nobody knows what %s takes", cpu.Name, r.Name)
						}
						throughput += math.Round(100 * c.Throughput)
						if len(r.Src) > 0 {
							latency += c.Latency
						}
					}
					if cost != Latency {
						latency = 0
					}
					if !cost.OfCPU() {
						throughput = 0
					}
					same := price{latency, cost.keyOf(2, loads, 0, int(throughput))}
					dearer := price{latency, same.rest + 1}
					for _, row := range []struct {
						bound price
						want  bool
					}{{same, false}, {dearer, true}, {price{latency, same.rest - 1}, false}, {unaffordable, true}} {
						if p.bound = row.bound; p.affords(first, last, loads) != row.want {
							t.Errorf("%s, %v: %s and %s with %d constants are affordable below %v: %v", cpu.Name, cost, first.Name, last.Name, loads, row.bound, !row.want)
						}
					}
					if p.s.budget = 0; p.affords(first, last, loads) {
						t.Errorf("%s: rows are affordable where nothing may be looked at", cpu.Name)
					}
					p.s.budget = 1
				}
			}
		}
	}
}

// What bounds a sequence from below is the quickest row that moves something, and the one of the most throughput, of all or of those that can load a constant.
func TestLeastRowsOfCPUs(t *testing.T) {
	for _, tg := range target.Targets() {
		for _, cpu := range tg.CPUs {
			quickest, fastest, loading := math.Inf(1), math.MaxInt, math.MaxInt
			for _, r := range tg.Rows {
				c, _ := r.On(cpu.Name)
				moves := len(r.Src) > 0
				if r.Imm != nil && r.Imm.Kind == target.Still {
					moves = false
				}
				if moves && c.Latency < quickest {
					quickest = c.Latency
				}
				hundredths := int(math.Round(100 * c.Throughput))
				fastest = min(fastest, hundredths)
				if r.Index != nil || r.Mask != nil {
					loading = min(loading, hundredths)
				}
			}
			s := searchOn(tg, cpu.Name, Latency)
			if got := s.quickest(); got != quickest {
				t.Errorf("%s on %s: the quickest row takes %v cycles, want %v", tg.Name, cpu.Name, got, quickest)
			}
			if got := s.fastest(false); got != fastest {
				t.Errorf("%s on %s: the fastest row takes %d, want %d", tg.Name, cpu.Name, got, fastest)
			}
			if got := s.fastest(true); got != loading {
				t.Errorf("%s on %s: the fastest row that loads takes %d, want %d", tg.Name, cpu.Name, got, loading)
			}
		}
	}
}

// A row writes a register of its own file: 64 bits of a general one, and at least 128 of vectors.
func TestRegistersOfRows(t *testing.T) {
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			want := 64
			if r.FileOf('d') != target.General {
				if want = 128; r.Bits > 128 {
					want = r.Bits
				}
			}
			if got := registerBits(r); got != want {
				t.Errorf("%s: %s writes a register of %d bits, want %d", tg.Name, r.Name, got, want)
			}
		}
	}
}
