package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
)

// A command is a job that is done by lanescope g13 run, files and all.
type command struct {
	*workload
	what string
	job  job
	seen map[string]float64 // the median of what it took, in seconds, by engine
}

// engines are those of --engine. The last one is refused where the CPU cannot run its code.
var engines = []string{"reference", "auto", "jit"}

// engines are those that this machine has.
func (c *command) engines() ([]string, error) {
	p, err := c.program()
	if err != nil {
		return nil, err
	}
	code, err := jit.Compile(p)
	switch {
	case errors.Is(err, jit.ErrUnsupported):
		return engines[:len(engines)-1], nil
	case err != nil:
		return nil, err
	}
	return engines, code.Close()
}

// commands are the two that one tries first: pixels, or threads, in both directions.
func commands(side, threads int) []*command {
	picture := workloads[0].job(1)
	at := func(k int, from, size float32) float32 { return from + float32(k)/float32(side)*size }
	picture.grid, picture.numbers = line(side*side), []uint32{1000}
	picture.buffers[0] = floats(side*side, func(i int) float32 { return at(i%side, -2, 3) })
	picture.buffers[1] = floats(side*side, func(i int) float32 { return at(i/side, -1.25, 2.5) })
	picture.buffers[2] = written(words(side*side, zero))
	return []*command{
		{workload: &workloads[0], what: fmt.Sprintf("mandelbrot, %d × %d points, 1,000 iterations", side, side), job: picture},
		{workload: &workloads[3], what: fmt.Sprintf("saxpy, %d threads", threads), job: saxpy(threads / machine.Lanes)},
	}
}

// buildLanescope leaves the program in the folder.
func buildLanescope(dir string) (string, error) {
	path := filepath.Join(dir, "lanescope")
	if out, err := exec.Command("go", "build", "-o", path, modulePath+"/cmd/lanescope").CombinedOutput(); err != nil {
		return "", fmt.Errorf("lanescope does not build: %w\n%s", err, out)
	}
	return path, nil
}

const modulePath = "github.com/lanescope/lanescope"

// write leaves what the command reads in the folder.
func (c *command) write(dir string) error {
	text, err := programs.ReadFile("programs/" + c.name + ".s")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, c.name+".s"), text, 0o644)
	}
	for k, b := range c.job.buffers {
		if err == nil {
			err = os.WriteFile(c.file(dir, k), b.bytes, 0o644)
		}
	}
	return err
}

func (c *command) file(dir string, buffer int) string {
	return filepath.Join(dir, c.name+strconv.Itoa(buffer))
}

// arguments are the command line.
func (c *command) arguments(dir, engine string, cores int) []string {
	g := c.job.grid
	args := []string{"g13", "run", filepath.Join(dir, c.name+".s"), "--engine", engine, "--cores", strconv.Itoa(cores), "--grid", fmt.Sprintf("%d,%d,%d", g[0], g[1], g[2]), "--quiet"}
	for k, v := range c.job.numbers {
		args = append(args, "--uniform", fmt.Sprintf("u%d=%#x", k, v))
	}
	for k := range c.job.buffers {
		args = append(args, "--buffer", fmt.Sprintf("u%d=%s", firstBuffer+2*k, c.file(dir, k)))
	}
	return args
}

// measure runs the command with each engine by turns, and then once more to compare what they leave.
func (c *command) measure(lanescope, dir string, turns int) error {
	if err := c.write(dir); err != nil {
		return err
	}
	engines, err := c.engines()
	if err != nil {
		return err
	}
	took := map[string][]float64{}
	for range turns {
		for _, engine := range engines {
			begin := time.Now()
			if out, err := exec.Command(lanescope, c.arguments(dir, engine, 1)...).CombinedOutput(); err != nil {
				return fmt.Errorf("%s by %s: %w\n%s", c.name, engine, err, out)
			}
			took[engine] = append(took[engine], time.Since(begin).Seconds())
		}
	}
	c.seen = map[string]float64{}
	for engine, all := range took {
		c.seen[engine] = median(all)
	}
	return c.agree(lanescope, dir, engines)
}

// agree compares what the engines leave in the last buffer, which is the output of both.
func (c *command) agree(lanescope, dir string, engines []string) error {
	var first []byte
	last := len(c.job.buffers) - 1
	saved := filepath.Join(dir, "saved")
	for _, engine := range engines {
		args := append(c.arguments(dir, engine, 1), "--save", fmt.Sprintf("u%d=%s", firstBuffer+2*last, saved))
		if out, err := exec.Command(lanescope, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s by %s: %w\n%s", c.name, engine, err, out)
		}
		left, err := os.ReadFile(saved)
		if err != nil {
			return err
		}
		if first == nil {
			first = left
		}
		if !bytes.Equal(left, first) || bytes.Equal(left, c.job.buffers[last].bytes) {
			return fmt.Errorf("%s: %s does not leave what %s leaves, or nothing", c.name, engine, engines[0])
		}
	}
	return os.Remove(saved)
}
