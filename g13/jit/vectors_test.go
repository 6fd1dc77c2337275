package jit_test

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// vectorStates are the states in which the shared vectors begin, by their names: r0 to r7.
func vectorStates(t *testing.T) map[string]*machine.Group {
	text, err := os.ReadFile(oracle.Corpus(t, "g13/vectors_init.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]*machine.Group{}
	for line := range strings.Lines(string(text)) {
		id, digits, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		g := machine.NewGroup()
		for k := range len(digits) / 8 {
			w, err := strconv.ParseUint(digits[8*k:][:8], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			g.SetLane(k/machine.Lanes, k%machine.Lanes, uint32(w))
		}
		for n, v := range map[int]uint32{0: 0xff000000, 1: 0x55, 20: 32, 21: 1, 22: 1} {
			g.SetUniform32(n, v)
		}
		states[id] = g
	}
	return states
}

// The shared vectors, which the reference is held to, leave the same behind with machine code.
func TestVectors(t *testing.T) {
	t.Parallel()
	states := vectorStates(t)
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
	n, native := 0, 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		n++
		if testing.Short() && n%8 != 0 {
			continue
		}
		column := strings.Split(lines.Text(), "\t")
		code, err := hex.DecodeString(column[1])
		if err != nil {
			t.Fatal(err)
		}
		p, c := compile(t, code)
		native += agree(t, p, c, twin(states[column[2]]), nil).Native
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d vectors, %d native instructions", n, native)
	if n < 1000 || native < 100 {
		t.Errorf("only %d vectors, %d native instructions", n, native)
	}
}

// FuzzCompile takes bytes for a program, and a seed for the state. Machine code does as the reference does.
func FuzzCompile(f *testing.F) {
	f.Add([]byte{0x88, 0}, uint64(1))
	f.Add([]byte("\x0e\x05\xc2\x22\x18\x00\x00\x00\x52\x08\x00\x00\x00\x00\x00\xc0\xf2\xff\xff\xff"), uint64(2))
	chance.Fuzz(f, func(t *testing.T, code []byte, seed uint64) {
		if len(code) > 1<<12 {
			return
		}
		p, err := machine.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		c, err := jit.Compile(p)
		if err != nil {
			skipUnsupported(t, err)
		}
		defer c.Close()
		r := newDice(seed)
		for range 2 {
			want := r.group()
			got := twin(want)
			a, err := p.Run(t.Context(), got, machine.Options{Fuel: 300, Native: c})
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Run(t.Context(), want, machine.Options{Fuel: 300})
			if err != nil {
				t.Fatal(err)
			}
			if d := differs(got, want, a, b); d != "" {
				t.Fatal(d)
			}
		}
	})
}
