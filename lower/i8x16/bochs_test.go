package i8x16

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Where a program for a bare machine has what it needs, and how much is read from the disk: chunks of 32 KB.
const (
	bareCode, bareData, bareResults = 0x10000, 0x50000, 0x70000
	bareChunks                      = 13
)

// booting reads the program from the disk, lets the machine have vectors of 512 bits, and calls it. What goes to port e9 is printed: what the BIOS says, Results:, what the program prints, and E.
const booting = `.code16
.globl _start
_start: cli
xor %ax,%ax
mov %ax,%ds
mov %ax,%es
mov %ax,%ss
mov $0x7c00,%sp
mov $CHUNKS,%cx
next: push %cx
mov $packet,%si
mov $0x42,%ah
mov $0x80,%dl
int $0x13
addl $64,packet+8
addw $0x800,packet+6
pop %cx
loop next
cli
lgdt table
mov %cr0,%eax
or $1,%al
mov %eax,%cr0
ljmp $8,$wide
.code32
wide: mov $16,%ax
mov %ax,%ds
mov %ax,%es
mov %ax,%ss
mov %cr0,%eax
and $~0x0c,%eax
or $2,%eax
mov %eax,%cr0
mov %cr4,%eax
or $0x40600,%eax
mov %eax,%cr4
xor %ecx,%ecx
mov $0xe7,%eax
xor %edx,%edx
xsetbv
mov $0xe9,%dx
mov $begins,%esi
mov $8,%ecx
rep outsb
mov $0x10000,%eax
call *%eax
mov $'E',%al
out %al,$0xe9
mov $0x8900,%dx
mov $down,%esi
mov $8,%ecx
rep outsb
begins: .ascii "Results:"
down: .ascii "Shutdown"
.align 4
packet: .byte 16,0
.word 64,0,0x1000
.long 1,0
.align 8
segments: .quad 0,0x00cf9a000000ffff,0x00cf92000000ffff
table: .word 23
.long segments
.org 510
.word 0xaa55
`

// bare is a machine of Bochs that has AVX-512 VBMI.
const bare = `cpu: model=corei7_icelake_u, ips=50000000
megs: 32
romimage: file=$BXSHARE/BIOS-bochs-latest
vgaromimage: file=$BXSHARE/VGABIOS-lgpl-latest
ata0-master: type=disk, path="disk", mode=flat, cylinders=20, heads=16, spt=63
boot: disk
port_e9_hack: enabled=1
display_library: rfb, options="timeout=0"
sound: driver=dummy
log: log
panic: action=fatal
`

// moved is vmovdqu between a register and an address.
func moved(code []byte, opcode, register uint8, address int) []byte {
	return binary.LittleEndian.AppendUint32(append(code, 0xc5, 0xfa, opcode, register<<3|5), uint32(address))
}

// Machine code for AVX-512 VBMI runs in Bochs, on a machine without a system: this CPU may not have it.
func TestRunsInBochs(t *testing.T) {
	bochs, as, ld := oracle.Need(t, "bochs"), oracle.Need(t, "as"), oracle.Need(t, "ld")
	r, e := chance.Random(t, 8), New(VBMI)
	var code, data []byte
	var list []*ran
	permutes := 0
	for range 1000 {
		c := newRan(t, r, e)
		at := r.Perm(8) // a machine of 32 bits has no more
		c.registers = Registers{A: uint8(at[0]), B: uint8(at[1]), Result: uint8(at[2]), Scratch: [2]uint8{uint8(at[3]), uint8(at[4])}, Constants: [2]uint8{uint8(at[5]), uint8(at[6])}}
		var err error
		if c.code, err = e.AppendCode(nil, &c.p, &c.registers); err != nil {
			t.Fatal(err)
		}
		load := func(register uint8, v [16]byte) {
			code, data = moved(code, 0x6f, register, bareData+len(data)), append(data, v[:]...)
		}
		load(c.registers.A, c.a)
		load(c.registers.B, c.b)
		for k, x := range c.p.Constants() {
			load(c.registers.Constants[k], x)
		}
		code = append(code, c.code...)
		for k, register := range [...]uint8{c.registers.Result, c.registers.A, c.registers.B} {
			code = moved(code, 0x7f, register, bareResults+48*len(list)+16*k)
		}
		if len(c.p.Ops()) > 0 && c.p.Ops()[0].Row == permute2 {
			permutes++
		}
		list = append(list, c)
	}
	total := 48 * len(list)
	code = binary.LittleEndian.AppendUint32(append(code, 0xbe), bareResults)   // mov esi
	code = binary.LittleEndian.AppendUint32(append(code, 0xb9), uint32(total)) // mov ecx
	code = append(code, 0xba, 0xe9, 0, 0, 0, 0xfc, 0xf3, 0x6e, 0xc3)           // mov edx, 0xe9; cld; rep outsb; ret
	if len(code) > bareData-bareCode || bareData+len(data) > bareCode+bareChunks*32768 || permutes < 100 {
		t.Fatalf("%d bytes of code, %d of data, %d permutations of two vectors", len(code), len(data), permutes)
	}
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) []byte {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("c\nq\n")
		out, err := oracle.Usual.Output(cmd)
		if err != nil && args[0] != bochs { // which ends with 1 when its machine is switched off
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	write("boot.s", []byte(booting))
	run(as, "--32", "--defsym", "CHUNKS=13", "boot.s", "-o", "boot.o")
	run(ld, "-m", "elf_i386", "-Ttext=0x7c00", "--oformat", "binary", "boot.o", "-o", "boot")
	disk := make([]byte, 20*16*63*512)
	boot, err := os.ReadFile(filepath.Join(dir, "boot"))
	if err != nil {
		t.Fatal(err)
	}
	copy(disk, boot)
	copy(disk[512:], code)
	copy(disk[512+bareData-bareCode:], data)
	write("disk", disk)
	write("machine", []byte(bare))
	write("commands", []byte("c\n")) // where it has a debugger
	out := run(bochs, "-q", "-f", "machine", "-rc", "commands")
	_, out, began := bytes.Cut(out, []byte("Results:"))
	if !began || len(out) <= total || out[total] != 'E' {
		log, _ := os.ReadFile(filepath.Join(dir, "log"))
		t.Fatalf("the machine printed %d bytes of results\n%s", len(out), log[max(0, len(log)-2000):])
	}
	for k, c := range list {
		at := out[48*k:]
		c.check(t, VBMI, at[:16], at[16:32], at[32:48])
	}
}
