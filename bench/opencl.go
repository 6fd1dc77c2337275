package main

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed opencl
var openclFiles embed.FS

// An openclHost is a process that runs kernels by OpenCL: each number of threads needs one of its own.
type openclHost struct {
	device  string
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	jobs    int // that it has been given
}

// buildHost compiles the host in a folder, beside the kernels. The error says why there is none.
func buildHost(cc, dir string) error {
	if cc == "" {
		return errors.New("no C compiler on PATH")
	}
	if err := os.CopyFS(dir, openclFiles); err != nil {
		return err
	}
	source := filepath.Join(dir, "opencl", "host.c")
	if out, err := exec.Command(cc, "-O2", "-o", filepath.Join(dir, "host"), source, "-lOpenCL").CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return fmt.Errorf("the host program does not compile (Debian: apt-get install ocl-icd-opencl-dev pocl-opencl-icd): %s", first)
	}
	return nil
}

// startHost starts the host that buildHost left in the folder, with so many threads.
func startHost(dir string, threads int) (*openclHost, error) {
	h := &openclHost{process: exec.Command(filepath.Join(dir, "host"), filepath.Join(dir, "opencl", "kernels.cl"))}
	h.process.Env = append(os.Environ(), fmt.Sprintf("POCL_MAX_PTHREAD_COUNT=%d", threads), "POCL_CACHE_DIR="+filepath.Join(dir, "cache"))
	h.process.Stderr = os.Stderr
	in, err := h.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := h.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.in, h.out = in, bufio.NewReader(out)
	if err := h.process.Start(); err != nil {
		return nil, err
	}
	says, err := h.out.ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("OpenCL has no device"), h.close())
	}
	said, device, _ := strings.Cut(strings.TrimSpace(says), " threads, ")
	if n, err := strconv.Atoi(said); err != nil || n != threads {
		return nil, errors.Join(fmt.Errorf("OpenCL has %q threads; asked for %d", said, threads), h.close())
	}
	h.device = device
	return h, nil
}

// close ends the process, at the end of its input.
func (h *openclHost) close() error { return errors.Join(h.in.Close(), h.process.Wait()) }

// There is a contender in another process, at whose end is OpenCL.
type there struct {
	job
	host   *openclHost
	number int // of the job there
}

func newThere(w *workload, size int, host *openclHost) (*there, error) {
	t := &there{w.job(size), host, host.jobs}
	host.jobs++
	var b strings.Builder
	fmt.Fprintln(&b, "kernel", w.name, t.grid[0], t.grid[1], min(w.workgroup, int(t.grid[0])), 1, len(t.buffers), len(t.numbers))
	for _, have := range t.buffers {
		output := 0
		if have.output {
			output = 1
		}
		fmt.Fprint(&b, len(have.bytes), " ", output, " ")
	}
	for _, v := range t.numbers {
		fmt.Fprint(&b, v, " ")
	}
	text := strings.TrimSuffix(b.String(), " ") + "\n"
	_, err := io.WriteString(host.in, text)
	for _, have := range t.buffers {
		if err == nil {
			_, err = host.in.Write(have.bytes)
		}
	}
	return t, err
}

func (t *there) run(times int) (ns []float64, err error) {
	if _, err := fmt.Fprintln(t.host.in, "run", t.number, times); err != nil {
		return nil, err
	}
	says, err := t.host.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("OpenCL's host: %w", err)
	}
	for _, word := range strings.Fields(says) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, fmt.Errorf("OpenCL's host: %w", err)
		}
		ns = append(ns, v)
	}
	return ns, nil
}

func (t *there) checksum() (string, error) {
	return t.sum(func(k int) ([]byte, error) {
		if _, err := fmt.Fprintln(t.host.in, "read", t.number, k); err != nil {
			return nil, err
		}
		bytes := make([]byte, len(t.buffers[k].bytes))
		_, err := io.ReadFull(t.host.out, bytes)
		return bytes, err
	})
}
