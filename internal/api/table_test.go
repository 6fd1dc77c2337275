package api_test

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// A tabledInstruction is one whose immediates a table has, with what its manual says of each: which lane of which source is in a lane of the result.
type tabledInstruction struct {
	pattern string
	bits    int
	src     []int
	values  int
	reads   func(imm, i int) lane.Lane
}

func two(bits, lanes, values int, reads func(imm, i int) lane.Lane) tabledInstruction {
	return tabledInstruction{bits: bits, src: []int{lanes, lanes}, values: values, reads: reads}
}

func one(bits, lanes, values int, reads func(imm, i int) lane.Lane) tabledInstruction {
	return tabledInstruction{bits: bits, src: []int{lanes}, values: values, reads: reads}
}

func (x tabledInstruction) of(pattern string) tabledInstruction {
	x.pattern = pattern
	return x
}

// tabledInstructions are those that emulators of x86 and AArch64 meet.
func tabledInstructions() []tabledInstruction {
	return []tabledInstruction{
		one(32, 4, 256, func(imm, i int) lane.Lane { return lane.From(0, imm>>(2*i)&3) }).of("pshufd xmm0, xmm1, *"),
		two(32, 4, 256, func(imm, i int) lane.Lane { return lane.From(i/2, imm>>(2*i)&3) }).of("shufps xmm0, xmm1, *"),
		two(64, 2, 256, func(imm, i int) lane.Lane { return lane.From(i, imm>>i&1) }).of("shufpd xmm0, xmm1, *"),
		one(16, 8, 256, func(imm, i int) lane.Lane {
			if i >= 4 {
				return lane.From(0, i)
			}
			return lane.From(0, imm>>(2*i)&3)
		}).of("pshuflw xmm0, xmm1, *"),
		one(16, 8, 256, func(imm, i int) lane.Lane {
			if i < 4 {
				return lane.From(0, i)
			}
			return lane.From(0, 4+imm>>(2*(i-4))&3)
		}).of("pshufhw xmm0, xmm1, *"),
		one(16, 4, 256, func(imm, i int) lane.Lane { return lane.From(0, imm>>(2*i)&3) }).of("pshufw mm0, mm1, *"),
		two(16, 8, 256, func(imm, i int) lane.Lane { return lane.From(imm>>i&1, i) }).of("pblendw xmm0, xmm1, *"),
		two(32, 4, 256, func(imm, i int) lane.Lane { return lane.From(imm>>i&1, i) }).of("blendps xmm0, xmm1, *"),
		two(32, 4, 256, func(imm, i int) lane.Lane {
			switch {
			case imm>>i&1 == 1:
				return lane.Zero()
			case i == imm>>4&3:
				return lane.From(1, imm>>6)
			}
			return lane.From(0, i)
		}).of("insertps xmm0, xmm1, *"),
		two(8, 16, 256, func(imm, i int) lane.Lane { // a is the first operand, above
			switch at := imm + i; {
			case at < 16:
				return lane.From(1, at)
			case at < 32:
				return lane.From(0, at-16)
			}
			return lane.Zero()
		}).of("palignr xmm0, xmm1, *"),
		two(128, 2, 256, func(imm, i int) lane.Lane {
			imm >>= 4 * i
			if imm&8 != 0 {
				return lane.Zero()
			}
			return lane.From(imm>>1&1, imm&1)
		}).of("vperm2f128 ymm0, ymm1, ymm2, *"),
		one(64, 4, 256, func(imm, i int) lane.Lane { return lane.From(0, imm>>(2*i)&3) }).of("vpermq ymm0, ymm1, *"),
		two(8, 16, 16, func(imm, i int) lane.Lane { return lane.From((imm+i)/16, (imm+i)%16) }).of("ext v0.16b, v1.16b, v2.16b, #*"),
		two(32, 4, 4, func(imm, i int) lane.Lane {
			if i == imm {
				return lane.From(1, 1)
			}
			return lane.From(0, i)
		}).of("ins v0.s[*], v1.s[1]"),
	}
}

// wants is what the manual says of an immediate.
func (x *tabledInstruction) wants(imm int) lane.Map {
	m := lane.Map{Bits: x.bits, Src: x.src}
	for i := range x.src[0] {
		m.Lane = append(m.Lane, x.reads(imm, i))
	}
	return m
}

// A table has each immediate that there is, what the manual says of it, and on every machine a listing that reads back as that.
func TestTable(t *testing.T) {
	t.Parallel()
	var l api.Lowerer
	entries := 0
	for _, x := range tabledInstructions() {
		for _, target := range []string{"sse2", "avx2", "neon", "wasm"} {
			if x.bits*x.src[0] > 128 && target != "avx2" {
				continue // maps of several registers take their time
			}
			table, err := l.Table(t.Context(), api.TableRequest{LowerRequest: api.LowerRequest{Form: x.pattern, Target: target, Effort: "quick"}})
			if err != nil {
				t.Fatalf("%s on %s: %v", x.pattern, target, err)
			}
			if len(table.Entries) != x.values {
				t.Fatalf("%s on %s: %d entries, want %d", x.pattern, target, len(table.Entries), x.values)
			}
			for i, e := range table.Entries {
				want := x.wants(i)
				if v, err := form.Compare(form.Form{Map: want}, form.Form{Map: e.Map}); err != nil || v.Relation != lane.Equal || e.Immediate != i {
					t.Fatalf("%s: entry %d of %d is %v, want %v", x.pattern, i, e.Immediate, e.Map, want)
				}
				entries++
				checkListing(t, target, &e, want)
			}
		}
	}
	t.Logf("%d entries", entries)
}

// A form under a predicate has a table where it is lowered, each entry under its own predicate, and elsewhere what refuses it is what refuses it alone.
func TestTableUnderPredicate(t *testing.T) {
	const pattern = "vmovdqu8 xmm0{k*}, xmm1"
	for _, target := range []string{"svp64", "visa", "neon"} {
		var l api.Lowerer
		table, err := l.Table(t.Context(), api.TableRequest{LowerRequest: api.LowerRequest{Form: pattern, Target: target}})
		for k := 1; k <= 7; k++ {
			alone, refused := l.Lower(t.Context(), api.LowerRequest{Form: strings.Replace(pattern, "*", strconv.Itoa(k), 1), Target: target})
			if refused != nil {
				if k == 1 && (err == nil || err.Error() != "immediate 1: "+refused.Error()) {
					t.Errorf("%s: %v, and of a form alone %v", target, err, refused)
				}
				continue
			}
			if err != nil || len(table.Entries) != 7 || len(table.Cases()) != 7 {
				t.Fatalf("%s: %d entries and %d cases, %v; want 7", target, len(table.Entries), len(table.Cases()), err)
			}
			if e := table.Entries[k-1]; e.Immediate != k || !slices.Equal(e.Head, alone.Head) || !slices.Equal(e.Lines, alone.Lines) {
				t.Errorf("%s: entry %d is %v %v, and alone %v %v", target, e.Immediate, e.Head, e.Lines, alone.Head, alone.Lines)
			}
		}
		if lowered := err == nil; lowered != (target == "svp64") {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// checkListing reads a listing of x86 or AArch64 as text and compares.
func checkListing(t *testing.T, target string, e *api.TableEntry, want lane.Map) {
	t.Helper()
	if target == "wasm" || len(e.Lines) == 0 || want.Bits*len(want.Lane) > 128 || strings.ContainsAny(strings.Join(e.Lines, ""), "[]{}") && target != "neon" || e.Constants > 0 {
		return
	}
	var sources []string
	for _, o := range e.Operands[:len(e.Operands)-1] {
		sources = append(sources, o.Registers...)
	}
	read, err := form.Parse(strings.Join(e.Lines, "\n"), form.Options{Sources: sources})
	if err != nil {
		t.Fatalf("%s of %v: %v\n%s", target, e.Map, err, strings.Join(e.Lines, "\n"))
	}
	for read.Map.Bits*len(read.Map.Lane) > want.Bits*len(want.Lane) && len(want.Lane) == 4 && want.Bits == 16 { // a register of MMX is the lower half of another one
		if low, err := read.Map.Regroup(want.Bits); err == nil {
			read.Map = low
		}
		read.Map.Lane, read.Map.Src = read.Map.Lane[:len(want.Lane)], want.Src
	}
	if len(e.Operands) == 2 && e.Operands[0].Name == "b" { // the one source that is read is the first of the listing
		for i, l := range want.Lane {
			if l.Kind == lane.Source {
				want.Lane[i].Src = 0
			}
		}
	}
	if v, err := form.Compare(form.Form{Map: want}, read); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%s: %v reads back as %v: %v %v\n%s", target, want, read.Map, v, err, strings.Join(e.Lines, "\n"))
	}
}

// A selector that makes a source of another one is a source for all values.
func TestTableOfSelectors(t *testing.T) {
	t.Parallel()
	table, err := new(api.Lowerer).Table(t.Context(), api.TableRequest{LowerRequest: api.LowerRequest{Form: "<4 x i32> 1 2 3 *", Target: "sse2"}})
	if err != nil || len(table.Entries) != 8 {
		t.Fatalf("%d entries: %v", len(table.Entries), err)
	}
	for i, e := range table.Entries {
		if want := (lane.Map{Bits: 32, Src: []int{4, 4}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 2), lane.From(0, 3), lane.From(i/4, i%4)}}); e.Map.String() != want.String() {
			t.Errorf("%d: %v, want %v", i, e.Map, want)
		}
	}
}

// What is no pattern is refused, at its place, with what would be right.
func TestTableRefuses(t *testing.T) {
	t.Parallel()
	for _, refused := range []struct {
		request api.LowerRequest
		want    string
	}{
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, 27", Target: "neon"}, "0 asterisks: expected one"},
		{api.LowerRequest{Form: "pshufd xmm*, xmm1, *", Target: "neon"}, "2 asterisks: expected one"},
		{api.LowerRequest{Form: "pshufd xmm0, xnm1, *", Target: "neon"}, `found "xnm1"`},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "z80"}, `no target "z80"`},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "neon", Emit: "asm"}, "no table in asm: there are c, go, rust"},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "neon", Emit: "go"}, "--emit go is not for neon"},
		{api.LowerRequest{Form: "vperm2f128 ymm0, ymm1, ymm2, *", Target: "neon", Emit: "c"}, "takes several registers"},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "svp64", Emit: "rust"}, "--emit rust is not for svp64"},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "sse2", Deadline: -1}, "over before it begins"},
		{api.LowerRequest{Form: "pshufd xmm0, xmm1, *", Target: "wasm", Cost: "beauty"}, `no cost "beauty"`},
	} {
		_, err := new(api.Lowerer).Table(t.Context(), api.TableRequest{LowerRequest: refused.request})
		if err == nil || !strings.Contains(err.Error(), refused.want) {
			t.Errorf("%+v: %v, want %q", refused.request, err, refused.want)
		}
	}
}

// The function of Go is as gofmt has it, and on this CPU does each immediate.
func TestTableGo(t *testing.T) {
	t.Parallel()
	var l api.Lowerer
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module lanes\n\ngo 1.26\n"}
	var calls strings.Builder
	var want []byte
	vectors := [2][]byte{}
	for i := range 16 {
		vectors[0], vectors[1] = append(vectors[0], byte(i)), append(vectors[1], byte(0x80+i))
	}
	for n, x := range tabledInstructions() {
		if !slices.Contains([]string{"pshuf", "shufp", "inser", "palig"}, x.pattern[:5]) || x.bits == 16 {
			continue // they compile for some seconds
		}
		name := fmt.Sprintf("F%dI", n)
		table, err := l.Table(t.Context(), api.TableRequest{LowerRequest: api.LowerRequest{Form: x.pattern, Target: "avx512vbmi", Effort: "quick", Emit: "go", Name: name}})
		if err != nil {
			t.Fatalf("%s: %v", x.pattern, err)
		}
		if formatted, err := format.Source([]byte(table.Code)); err != nil || string(formatted) != table.Code {
			t.Fatalf("%s: %v\n%s", x.pattern, err, table.Code)
		}
		files[fmt.Sprintf("f%d.go", n)] = strings.Replace(table.Code, "package lanes", "package main", 1)
		fmt.Fprintf(&calls, "\tfor i := range 256 {\n\t\tprint(%s(%s, uint8(i)))\n\t}\n", name, "a, b"[:1+3*(len(x.src)-1)])
		for i := range x.values {
			m, to := x.wants(i), make([]byte, 16)
			if err := m.Apply(to, to, vectors[0], vectors[1]); len(x.src) == 2 && err != nil {
				t.Fatal(err)
			} else if len(x.src) == 1 {
				if err := m.Apply(to, to, vectors[0]); err != nil {
					t.Fatal(err)
				}
			}
			want = append(want, to...)
		}
	}
	files["main.go"] = fmt.Sprintf(tableMain, calls.String())
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir, run.Env = dir, append(os.Environ(), "GOEXPERIMENT=simd", "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := oracle.Usual.CombinedOutput(run)
	switch {
	case err != nil && strings.Contains(string(out), "unknown GOEXPERIMENT"):
		t.Skip("this toolchain has no GOEXPERIMENT=simd")
	case strings.HasPrefix(string(out), "this CPU"):
		t.Skip(string(out))
	case err != nil:
		t.Fatalf("%v\n%.2000s", err, out)
	case string(out) != string(want):
		t.Fatalf("the program printed %d bytes that are others than the %d of the maps", len(out), len(want))
	}
}

const tableMain = `package main

import (
	"bufio"
	"fmt"
	"os"
	"simd/archsimd"
)

var out = bufio.NewWriter(os.Stdout)

func print(v archsimd.Uint8x16) {
	var b [16]uint8
	v.Store(&b)
	out.Write(b[:])
}

func main() {
	if !archsimd.X86.AVX512() {
		fmt.Print("this CPU has no AVX-512")
		return
	}
	var x, y [16]uint8
	for i := range x {
		x[i], y[i] = uint8(i), uint8(0x80+i)
	}
	a, b := archsimd.LoadUint8x16(&x), archsimd.LoadUint8x16(&y)
	_ = b
%s	out.Flush()
}
`
