package target_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// accessText is a row as an assembler reads it: registers 1 and up, and memory behind a pointer.
func accessText(tg *target.Target, r *target.Row, pointer string) string {
	return r.Text(0, func(letter byte) string {
		switch {
		case letter == 'm':
			return tg.Address(pointer, 0)
		case letter == 'd':
			return tg.Register(target.Vectors, 1, r.Bits)
		}
		k := strings.IndexByte(target.SourceLetters, letter)
		if r.Access.Registers > 1 {
			return tg.Register(target.Vectors, 1+k, r.Bits)
		}
		return tg.Register(target.Vectors, 2, r.Src[k])
	})
}

// Assemblers read every row between registers and memory.
func TestAccessesAssemble(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sse4.1", "avx512vbmi", "neon"} {
		tg, _ := target.Find(name)
		as, head, pointer := oracle.Need(t, "as"), ".intel_syntax noprefix\n", "rdi"
		if name == "neon" {
			as, head, pointer = oracle.Need(t, "aarch64-linux-gnu-as"), "", "x0"
		}
		text := head
		for _, r := range tg.Memory {
			text += accessText(tg, r, pointer) + "\n"
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f.s"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := oracle.Usual.CombinedOutput(exec.Command(as, filepath.Join(dir, "f.s"), "-o", filepath.Join(dir, "f.o"))); err != nil || len(tg.Memory) < 10 {
			t.Errorf("%s: %d rows: %v\n%s\n%s", name, len(tg.Memory), err, out, text)
		}
	}
}

// accessProgram is a program of C that does every access of x86 once: it reads registers and memory from its input, 64 bytes each, and prints them as they are after it.
func accessProgram(rows []*target.Row) string {
	of := func(bits int) string { return fmt.Sprintf("__m%di", bits) }
	var b strings.Builder
	b.WriteString("#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nstatic unsigned char a[4][64], m[64];\nint main(void)\n{\n")
	for _, r := range rows {
		b.WriteString("\tif (fread(a, sizeof a, 1, stdin) + fread(m, sizeof m, 1, stdin) != 2) return 1;\n\t{\n")
		for k := range r.Src {
			fmt.Fprintf(&b, "\t\t%s a%d; memcpy(&a%[2]d, a[%[2]d], sizeof a%[2]d);\n", of(r.Src[k]), k)
		}
		text := r.Call(r.C, 0, func(letter byte) string {
			if letter == 'm' {
				return "m"
			}
			return fmt.Sprintf("a%d", strings.IndexByte(target.SourceLetters, letter))
		})
		switch x := r.Access; {
		case x.Store:
			fmt.Fprintf(&b, "\t\t%s;\n", text)
		default:
			fmt.Fprintf(&b, "\t\t%s d = %s; memcpy(a[0], &d, sizeof d);\n", of(r.Bits), text)
		}
		b.WriteString("\t\tfwrite(a, sizeof a, 1, stdout); fwrite(m, sizeof m, 1, stdout);\n\t}\n")
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// On this CPU every access does what its map says, and touches nothing else.
func TestAccessesOnSilicon(t *testing.T) {
	t.Parallel()
	tg, _ := target.Find("avx512vbmi")
	flags := "-mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi"
	want, err := execmem.Named(tg.Has.String())
	if err != nil {
		t.Fatal(err)
	}
	if !execmem.Features().Has(want) {
		tg, _ = target.Find("sse2")
		flags = ""
	}
	random := chance.Random(t, 91)
	const record = 5 * 64
	rows := tg.Memory
	in := make([]byte, record*len(rows))
	for i := range in {
		in[i] = byte(random.Uint32())
	}
	program := accessProgram(rows)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.c"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(oracle.Need(t, "cc"), append(strings.Fields(flags), "-O1", "-o", filepath.Join(dir, "f"), filepath.Join(dir, "f.c"))...)
	if out, err := oracle.Usual.CombinedOutput(compile); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	run := exec.Command(filepath.Join(dir, "f"))
	run.Stdin = bytes.NewReader(in)
	out, err := oracle.Usual.Output(run)
	if err != nil || len(out) != len(in) {
		t.Fatalf("%d bytes, want %d: %v", len(out), len(in), err)
	}
	for i, r := range rows {
		before, after := in[i*record:][:record], out[i*record:][:record]
		want := bytes.Clone(before)
		var sources [][]byte
		for k, bits := range r.Src {
			sources = append(sources, before[64*k:][:bits/8])
		}
		x := r.Access
		to := want[4*64:][:x.Bits/8]
		if !x.Store {
			sources = append(sources, before[4*64:][:x.Bits/8])
			to = want[:r.Bits/8]
		}
		if err := r.Accessed(0).Apply(to, nil, sources...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(after, want) {
			t.Errorf("%s: %x, want %x", accessText(tg, r, "rdi"), after, want)
		}
	}
	t.Logf("%s: %d accesses", tg.Name, len(rows))
}

// A load of one lane keeps the others, so that it reads the register that it writes; no other load reads one, and a store, which its text says it is, reads as many as it stores. Where a text has the place of the lane, the bits are there.
func TestAccessesReadWhatTheyKeep(t *testing.T) {
	for _, name := range []string{"sse2", "sse4.1", "avx2", "avx512vbmi", "neon", "wasm"} {
		tg, _ := target.Find(name)
		pieces := 0
		for _, r := range tg.Memory {
			x, want := r.Access, 0
			if stores := strings.HasPrefix(r.Name, "st") || strings.HasPrefix(r.Asm, "m, "); x.Store != stores {
				t.Errorf("%s: %s %s stores: %t", name, r.Name, r.Asm, x.Store)
			}
			switch {
			case x.Store:
				want = x.Registers
			case x.Kind == target.Piece:
				want = 1
				pieces++
			}
			if len(r.Src) != want || want > 0 && r.Src[0] != r.Bits || r.Consecutive != (x.Store && x.Registers > 1) {
				t.Errorf("%s: %s %s reads %v, of %d registers", name, r.Name, r.Asm, r.Src, x.Registers)
			}
			if _, behind, ok := strings.Cut(r.Asm, "}["); ok && name == "neon" {
				if at := int(behind[0]-'0') * r.Elem; at != x.At || x.Bits != r.Elem || r.Destroys != !x.Store {
					t.Errorf("%s: %s %s is of %d bits at %d, and destroys its source: %t", name, r.Name, r.Asm, x.Bits, x.At, r.Destroys)
				}
			}
			if k := strings.LastIndex(r.Asm, ", "); name == "wasm" && strings.HasSuffix(r.Name, "_lane") {
				if at := int(r.Asm[k+2]-'0') * x.Bits; at != x.At {
					t.Errorf("%s: %s %s is at %d", name, r.Name, r.Asm, x.At)
				}
			}
		}
		if pieces < 2 {
			t.Errorf("%s has %d loads of one lane", name, pieces)
		}
	}
}
