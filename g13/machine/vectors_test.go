package machine_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/oracle"
)

// vectorState is r0 to r7 of the shared vectors, all lanes of r0 first.
type vectorState [8]machine.Row

func parseState(t testing.TB, s string) (v vectorState) {
	t.Helper()
	if len(s) != 8*machine.Lanes*8 {
		t.Fatalf("a state of %d digits", len(s))
	}
	for k := range 8 * machine.Lanes {
		w, err := strconv.ParseUint(s[8*k:8*k+8], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		v[k/machine.Lanes][k%machine.Lanes] = uint32(w)
	}
	return v
}

func readStates(t testing.TB) map[string]vectorState {
	text, err := os.ReadFile(oracle.Corpus(t, "g13/vectors_init.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]vectorState{}
	for line := range strings.Lines(string(text)) {
		if id, digits, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			states[id] = parseState(t, digits)
		}
	}
	return states
}

// The shared vectors are what an emulator that is tested against an M1 makes of registers. All of them are bit-exact.
func TestVectors(t *testing.T) {
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
	lines := bufio.NewScanner(zip)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		n++
		column := strings.Split(lines.Text(), "\t")
		if err := checkVector(t, states[column[2]], column[1], column[3], parseState(t, column[4])); err != nil {
			t.Errorf("line %d, %s %s: %v", n, column[0], column[1], err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d vectors", n)
	if n < 1000 {
		t.Errorf("only %d vectors", n)
	}
}

func checkVector(t *testing.T, start vectorState, code, exec string, want vectorState) error {
	b, err := hex.DecodeString(code)
	if err != nil {
		return err
	}
	p, err := machine.Compile(b)
	if err != nil {
		return err
	}
	g := machine.NewGroup()
	for n, r := range start {
		g.SetRegister(n, r)
	}
	for n, v := range map[int]uint32{0: 0xff000000, 1: 0x55, 20: 32, 21: 1, 22: 1} {
		g.SetUniform32(n, v)
	}
	r, err := p.Run(context.Background(), g, machine.Options{Fuel: 10000})
	if err != nil || r.Fault != nil {
		return fmt.Errorf("%v %v", err, r.Fault)
	}
	if got := fmt.Sprintf("%08x", g.Exec); got != exec {
		return fmt.Errorf("exec is %s, want %s", got, exec)
	}
	for n, want := range want {
		for lane, v := range g.Register(n) {
			if v != want[lane] {
				return fmt.Errorf("r%d, lane %d: %08x, want %08x", n, lane, v, want[lane])
			}
		}
	}
	return nil
}
