package cli_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// How much of a processor the first screen of explain takes, tables and all: of random forms of one source to three, the median and the most.
func BenchmarkExplain(b *testing.B) {
	program := withoutC(b)
	for _, total := range []int{128, 256, 512} {
		b.Run(fmt.Sprint(total), func(b *testing.B) {
			r := chance.Random(b, 18)
			var took []time.Duration
			for b.Loop() {
				bits, sources, gap := 8<<r.IntN(4), 1+r.IntN(3), [...]string{"", "_", "z"}[r.IntN(3)]
				n := total / bits
				form := strings.Repeat(fmt.Sprintf("i%dx%d ", bits, n), sources) + "->"
				for range n {
					if at := fmt.Sprintf(" %c%d", "abc"[r.IntN(sources)], r.IntN(n)); gap == "" || r.IntN(10) > 2 {
						form += at
					} else {
						form += " " + gap
					}
				}
				cmd := exec.Command(program, "explain", form)
				if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
					b.Fatalf("%s: %v\n%s", form, err, out)
				}
				took = append(took, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "cpu-ms/form")
			b.ReportMetric(float64(took[len(took)-1].Milliseconds()), "cpu-ms/most")
		})
	}
}
