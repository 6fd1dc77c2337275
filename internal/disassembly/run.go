package disassembly

import (
	"bufio"
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A disassembler reads objects of one machine. LLVM's reads all; GNU's objdump reads those of the machine that it was made for, and on a Mac it is LLVM's.
type disassembler struct {
	arch    string // of Go, where plain objdump is for that machine
	cross   string // GNU's for that machine on others
	install string
}

var disassemblers = map[elf.Machine]disassembler{
	elf.EM_X86_64:  {"amd64", "x86_64-linux-gnu-objdump", "binutils or llvm (Debian: apt-get install binutils)"},
	elf.EM_AARCH64: {"arm64", "aarch64-linux-gnu-objdump", "LLVM or binutils for AArch64 (Debian: apt-get install binutils-aarch64-linux-gnu)"},
}

// find is the path of the program.
func (d disassembler) find() (string, error) {
	names := []string{d.cross, "llvm-objdump"}
	if runtime.GOARCH == d.arch || runtime.GOOS == "darwin" {
		names = append([]string{"objdump"}, names...)
	}
	for _, name := range names {
		if at, err := exec.LookPath(name); err == nil {
			return at, nil
		}
	}
	return "", fmt.Errorf("an object is read through %s, which is not on the path: install %s", strings.Join(names, " or "), d.install)
}

// Patience is how long a line of the disassembler is waited for.
const Patience = 30 * time.Second

// mostText bounds what is read of the disassembler.
const mostText = int64(1) << 30

// object shows an object as the text of the disassembler.
func (v *Visitor) object(name string, head []byte, in io.Reader, whole *os.File) {
	machine, err := machineOf(head)
	if err != nil {
		v.Skip(name, err)
		return
	}
	program, err := disassemblers[machine].find()
	if err != nil {
		v.Skip(name, err)
		return
	}
	f, done, err := onDisk(in, whole, &v.left)
	if err != nil {
		v.Skip(name, err)
		return
	}
	defer done()
	at, err := filepath.Abs(f.Name())
	if err != nil {
		v.Skip(name, err)
		return
	}
	run, err := start(exec.Command(program, append(v.Span.flags(), "-d", "-r", "--no-show-raw-insn", at)...), cmp.Or(v.Patience, Patience), cmp.Or(v.most, mostText))
	if err != nil {
		v.Skip(name, err)
		return
	}
	defer run.end()
	run.about = at
	v.Text(name, newAnnotated(run.line, readConstants(f)))
}

// flags tell a disassembler of a span.
func (s Span) flags() []string {
	if s == (Span{}) {
		return nil
	}
	return []string{fmt.Sprintf("--start-address=%#x", s.From), fmt.Sprintf("--stop-address=%#x", s.To)}
}

// A running program, whose output is read line by line.
type running struct {
	cmd        *exec.Cmd
	out        *bufio.Reader
	complaints bytes.Buffer
	about      string // the path of the object
	patience   time.Duration
	left       int64 // bytes that it may say yet
	ended      bool
}

func start(cmd *exec.Cmd, patience time.Duration, most int64) (*running, error) {
	r := &running{cmd: cmd, patience: patience, left: most}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = &firstBytes{&r.complaints}
	cmd.WaitDelay = time.Second // for children that hold its output
	r.out = bufio.NewReaderSize(out, 64<<10)
	return r, cmd.Start()
}

var errPatience = errors.New("the disassembler says nothing")

// line is the next line without its end, or io.EOF behind the last of a program that ended well.
func (r *running) line() (string, error) {
	overdue := time.AfterFunc(r.patience, func() { _ = r.cmd.Process.Kill() })
	b, err := r.out.ReadSlice('\n')
	inTime := overdue.Stop()
	r.left -= int64(len(b))
	switch {
	case !inTime:
		r.end()
		return "", fmt.Errorf("%s: %w for %v", filepath.Base(r.cmd.Path), errPatience, r.patience)
	case r.left < 0:
		r.end()
		return "", fmt.Errorf("%s: its text is longer than what is read of it at most", filepath.Base(r.cmd.Path))
	case err == nil || errors.Is(err, bufio.ErrBufferFull) || err == io.EOF && len(b) > 0: // a line of 64 KiB is none of a disassembler
		return strings.TrimRight(string(b), "\r\n"), nil
	case err != io.EOF:
		r.end()
		return "", err
	}
	r.ended = true
	if err := r.cmd.Wait(); err != nil {
		return "", fmt.Errorf("%s: %s", filepath.Base(r.cmd.Path), cmp.Or(r.complaint(), err.Error()))
	}
	return "", io.EOF
}

// complaint is what the program says of the object, in one line and without its names for both.
func (r *running) complaint() string {
	said := strings.TrimSpace(r.complaints.String())
	for _, name := range []string{r.cmd.Path, filepath.Base(r.cmd.Path), r.about, "'" + r.about + "'"} {
		said = strings.ReplaceAll(said, name+": ", "")
	}
	return strings.ReplaceAll(said, "\n", "; ")
}

// end ends the program, if it has not.
func (r *running) end() {
	if !r.ended {
		r.ended = true
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
	}
}

// firstBytes keeps the beginning of what a program complains of.
type firstBytes struct{ to *bytes.Buffer }

func (f *firstBytes) Write(b []byte) (int, error) {
	const most = 1 << 10
	f.to.Write(b[:min(len(b), max(0, most-f.to.Len()))])
	return len(b), nil
}
