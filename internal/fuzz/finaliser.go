package fuzz

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// finaliserMachines are the platforms that Intel's finaliser is asked about, as it is told of them: their code is executed here, on registers of our own.
var finaliserMachines = map[string][]string{
	"skl": {"-platform", "SKL"},
	"icl": {"-platform", "ICLLP"},
	"tgl": {"-platform", "TGLLP"},
	"dg2": {"-platform", "DG2"},
	"pvc": {"-platform", "PVC"},
}

// finaliserOptions have it list what it makes, in the order of the program.
var finaliserOptions = []string{"-output", "-noschedule", "-nocompaction", "-nocopyprop"}

// checksumVersion is what a program is known by that says no version.
func checksumVersion(_ context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return filepath.Base(path) + " of checksum " + hex.EncodeToString(h.Sum(nil))[:12], nil
}

// judgeFinalised has kernels finalised one by one, and executes what is listed.
func judgeFinalised(ctx context.Context, c *Compiler, machine string, all []*Program) ([]Verdict, error) {
	on, ok := visa.PlatformNamed(machine)
	if !ok {
		return nil, fmt.Errorf("there is no platform %q", machine)
	}
	verdicts := make([]Verdict, len(all))
	for n, p := range all {
		listing, err := c.finalised(ctx, p.VISA(functionName(n), on), c.kind.machines[machine])
		switch {
		case errors.Is(err, errDied):
			verdicts[n] = Verdict{Kind: Dies, Why: err.Error()}
		case err != nil:
			return nil, err
		default:
			verdicts[n] = p.onRegisters(listing, on.GRF())
		}
	}
	return verdicts, nil
}

// finalised is the listing of a kernel. What is refused has none, whatever the finaliser's exit code is.
func (c *Compiler) finalised(ctx context.Context, text string, options []string) (string, error) {
	dir, over, err := files(map[string]string{"f.visaasm": text})
	if err != nil {
		return "", err
	}
	defer over()
	out, complaints, err := command(ctx, dir, c.path, append(append([]string{"f.visaasm"}, options...), finaliserOptions...)...)
	if err != nil && !errors.Is(err, errDied) {
		return "", err
	}
	listing, missing := os.ReadFile(filepath.Join(dir, "f.asm"))
	if err == nil && missing != nil {
		err = fmt.Errorf("%w: %s", errDied, firstComplaint(string(complaints)+string(out)))
	}
	return string(listing), err
}

// waiting are lines that wait for what is under way, which here nothing is.
var waiting = regexp.MustCompile(`(?m)^\s*(\(W\)\s*)?sync\..*$`)

// onRegisters executes a listing from its first line to its last, once with bytes that all differ in the sources and once with these inverted, as programs of C are.
func (p *Program) onRegisters(text string, grf int) Verdict {
	l, err := gen.Parse(waiting.ReplaceAllString(text, ""))
	if err != nil {
		return Verdict{Kind: Unread, Why: firstLine(err.Error())}
	}
	var results [2][]byte
	for turn := range results {
		file := make([]byte, fileRegisters*grf)
		for k := range file {
			file[k] = ^byte(0) * byte(1-turn) // no source has this in both turns
		}
		for s := range p.Sources {
			at, ok := l.Vars[fmt.Sprint("v", s)]
			for k := 0; ok && k < p.Bytes; k++ {
				file[at.First+k] = sourceByte(s, k) ^ -byte(turn)
			}
		}
		for _, i := range between(l.Insts) {
			if err := i.Run(file, grf); err != nil {
				return Verdict{Kind: Unread, Why: err.Error()}
			}
		}
		at, ok := l.Vars[fmt.Sprint("v", p.values()-1)]
		if !ok { // nothing of it is defined, or nothing is left of it
			return p.unwritten()
		}
		results[turn] = file[at.First:][:p.Bytes]
	}
	return p.executed(results[0], results[1])
}

// between are the instructions behind those that load the sources, on platforms where memory has them, and before the one that stores the result.
func between(all []gen.Inst) []gen.Inst {
	begin, end := 0, 0
	for k := range all {
		if strings.HasPrefix(all[k].Op, "send") || strings.HasPrefix(all[k].Op, "load") {
			begin, end = end, k
			if begin > 0 {
				begin++ // behind that message
			}
		}
	}
	return all[begin:end]
}

// fileRegisters is how many registers a file has, those of the larger mode.
const fileRegisters = 256

// unwritten is the verdict on a program whose result the listing has in no register: nothing of it is defined, or it is not to be found.
func (p *Program) unwritten() Verdict {
	m := p.Map()
	if slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined }) {
		return Verdict{Kind: Unread, Why: "the listing has the result in no register"}
	}
	return Verdict{Kind: Agrees, Got: m}
}

// sourceByte is what byte k of source s holds where programs are executed: none like another, and none 0.
func sourceByte(s, k int) byte { return byte(1 + 64*s + k) }
