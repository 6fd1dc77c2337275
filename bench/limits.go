package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// limitsFlags let the compiler use vectors of 512 bits; floats stay what the program says.
var limitsFlags = []string{"-O3", "-march=native", "-mprefer-vector-width=512", "-ffp-contract=off"}

// limits is a contender in C with vectors of 512 bits, written by hand. It makes its own inputs, which are those of the small size.
type limits struct {
	program, kernel string
	sum             string
}

// buildLimits compiles the C where it stands, into a folder. The error says why there is none.
func buildLimits(cc, source, dir string) (program string, err error) {
	if _, err := os.Stat(source); err != nil {
		return "", fmt.Errorf("%s is not there", source)
	}
	if cc == "" {
		return "", errors.New("no C compiler on PATH")
	}
	program = filepath.Join(dir, "limits")
	args := append(limitsFlags[:len(limitsFlags):len(limitsFlags)], "-o", program, source, "-lm")
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return "", fmt.Errorf("%s does not compile: %s", source, first)
	}
	return program, nil
}

// run gives one number, the median of so many times.
func (l *limits) run(times int) (ns []float64, err error) {
	out, err := exec.Command(l.program, l.kernel, strconv.Itoa(times)).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", l.program, l.kernel, err)
	}
	var name string
	var groups int
	ns = make([]float64, 1)
	if _, err := fmt.Sscan(string(out), &name, &groups, &ns[0], &l.sum); err != nil {
		return nil, fmt.Errorf("%s %s says %q: %w", l.program, l.kernel, out, err)
	}
	return ns, nil
}

func (l *limits) checksum() (string, error) { return l.sum, nil }
