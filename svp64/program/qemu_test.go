package program_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Programs without a prefix do what qemu does with them: random instructions, after which the registers are written out, in one file that binutils links.
func TestProgramsRunAsInQEMU(t *testing.T) {
	as, ld, qemu := oracle.Need(t, "powerpc64le-linux-gnu-as"), oracle.Need(t, "powerpc64le-linux-gnu-ld"), oracle.Need(t, "qemu-ppc64le")
	rng := chance.Random(t, 0)
	const kept = 30 // registers; 30 and 31 are for memory
	var text strings.Builder
	text.WriteString("\t.abiversion 2\n\t.globl _start\n_start:\n\tlis 0,0x7777\n\tori 0,0,0x7777\n\tmtcrf 255,0\n") // gt, eq and so in each field
	for k := range kept {
		fmt.Fprintf(&text, "\tlis %d,%d\n\tori %d,%d,%d\n", k, rng.IntN(1<<16)-1<<15, k, k, rng.IntN(1<<16))
	}
	n := times(2000)
	for done := 0; done < n; {
		s := scalarText(rng)
		name := strings.Fields(s)[0]
		switch {
		case name == "b" || strings.HasPrefix(name, "setvl") || strings.HasPrefix(name, "svstep") || strings.Contains(s, "704"):
			continue
		case name == "bc":
			s = fmt.Sprintf("bc %d,%d,8", [...]int{0, 2, 4, 8, 10, 12, 16, 18, 20}[rng.IntN(9)], rng.IntN(32))
		case strings.Contains(s, "("): // memory is a buffer, to which register 31 points
			s = fmt.Sprintf("%s %d,%d(31)", name, rng.IntN(30), 4*rng.IntN(64))
		}
		if strings.Contains(" "+strings.NewReplacer(",", " , ", "(", " ( ").Replace(s)+" ", " 31 ,") {
			continue // that would write it
		}
		text.WriteString("\tlis 31,0x1002\n\t" + s + "\n")
		done++
	}
	text.WriteString("\tnop\n\tlis 30,0x1002\n\tlis 31,0x1002\n") // the last branch may skip the nop
	for k := range kept {
		fmt.Fprintf(&text, "\tstd %d,%d(30)\n", k, 1024+8*k)
	}
	text.WriteString("\tmfspr 0,9\n\tstd 0,1264(30)\n")
	dump := "\tmfcr 0\n\tstd 0,1272(30)\n\tli 0,4\n\tli 3,1\n\tlis 4,0x1002\n\tli 5,1280\n\tsc\n\tli 0,1\n\tli 3,0\n\tsc\n"
	dir := t.TempDir()
	source, object, file := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a")
	bss := "\t.bss\n\t.space 2048\n"
	if err := os.WriteFile(source, []byte(text.String()+dump+bss), 0o666); err != nil {
		t.Fatal(err)
	}
	output(t, exec.Command(as, "-o", object, source))
	output(t, exec.Command(ld, "-Ttext=0x10000000", "-Tbss=0x10020000", "-o", file, object))
	cmd := exec.Command(qemu, file)
	their, err := oracle.Usual.Output(cmd)
	if err != nil || len(their) != 1280 {
		t.Fatalf("%d bytes: %v", len(their), err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Open(data, svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	end := p.End() - 10*4
	m.PC += 3 * 4 // mtcrf is no instruction of ours
	for k := range 8 {
		m.CR[k] = svp64.GT | svp64.EQ | svp64.SO
	}
	for steps := 0; m.PC != end; steps++ {
		if err := m.Instruction(); err != nil || steps > 4*n+1000 {
			t.Fatalf("%d steps: %v", steps, err)
		}
	}
	ours := make([]byte, len(their))
	m.Memory.Read(0x10020000, ours)
	cr := uint64(0)
	for k := range 8 {
		cr = cr<<4 | uint64(m.CR[k])
	}
	binary.LittleEndian.PutUint64(ours[1272:], cr)
	for k := 0; k < len(ours); k += 8 {
		if a, b := binary.LittleEndian.Uint64(ours[k:]), binary.LittleEndian.Uint64(their[k:]); a != b {
			t.Errorf("at %d: %x, and in qemu %x", k, a, b)
		}
	}
}
