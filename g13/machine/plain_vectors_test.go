package machine_test

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/oracle"
)

// TestPlainVectors is the shared vectors on the plain machine: what is an oracle here has been held to hardware itself.
func TestPlainVectors(t *testing.T) {
	states := readStates(t)
	f, err := os.Open(oracle.Corpus(t, "g13/vectors.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines, n := bufio.NewScanner(zip), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		column := strings.Split(lines.Text(), "\t")
		if err := plainVector(states[column[2]], column[1], column[3], parseState(t, column[4])); err != nil {
			t.Errorf("%s %s: %v", column[0], column[1], err)
		}
		n++
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%d vectors: %v", n, err)
	}
	t.Logf("%d vectors", n)
}

func plainVector(start vectorState, code, exec string, want vectorState) error {
	b, err := hex.DecodeString(code)
	if err != nil {
		return err
	}
	g := new(plainGroup)
	g.place.Threads = [3]uint32{32, 1, 1}
	for half, v := range map[int]uint16{1: 0xff00, 2: 0x55, 40: 32, 42: 1, 44: 1} {
		g.uniform[half] = v
	}
	for t := range g.thread {
		g.active[t] = true
		for n, row := range start {
			g.thread[t].half[2*n], g.thread[t].half[2*n+1] = uint16(row[t]), uint16(row[t]>>16)
		}
	}
	for g.pc < len(b) && !g.stopped {
		i, err := g13.Decode(b[g.pc:])
		if err != nil {
			return err
		}
		if p := plainly(i); !g.step(&p) {
			return fmt.Errorf("the plain machine does not know %s", p.name)
		}
	}
	if got := fmt.Sprintf("%08x", g.mask()); got != exec {
		return fmt.Errorf("exec %s, want %s", got, exec)
	}
	for n := range want {
		if got := g.row(n); got != want[n] {
			return fmt.Errorf("r%d = %08x, want %08x", n, got, want[n])
		}
	}
	return nil
}
