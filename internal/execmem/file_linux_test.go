//go:build amd64

package execmem

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A file for code has no name in any directory, is closed in other programs, and has what is written where it is written; what is emptied of it is zero, and is no memory.
func TestFile(t *testing.T) {
	fd := openFile()
	if fd < 0 {
		t.Skip("there are no files in memory")
	}
	if name, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd)); err != nil || name != "/memfd:code (deleted)" {
		t.Errorf("it is called %q, %v", name, err)
	}
	if flags, _, err := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0); err != 0 || flags&syscall.FD_CLOEXEC == 0 {
		t.Errorf("its flags are %#x, %v", flags, err)
	}
	size := 4 * pageBytes
	state := func() syscall.Stat_t {
		var s syscall.Stat_t
		if err := syscall.Fstat(fd, &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	second, err := mapFile(fd, int64(size), size) // behind its end
	if err != nil || len(second) != size || state().Size != int64(2*size) {
		t.Fatalf("%d bytes, the file has %d, %v", len(second), state().Size, err)
	}
	first, err := mapFile(fd, 0, size)
	if err != nil || len(first) != size || state().Size != int64(2*size) {
		t.Fatalf("%d bytes, the file has %d, %v", len(first), state().Size, err)
	}
	r := chance.Random(t, 350)
	held := make([]byte, 2*size)
	for range 200 {
		at := r.IntN(2 * size)
		code := make([]byte, r.IntN(2*size-at+1))
		for k := range code {
			code[k] = byte(r.Uint32())
		}
		if err := writeFile(fd, code, int64(at)); err != nil {
			t.Fatal(err)
		}
		copy(held[at:], code)
		if string(first) != string(held[:size]) || string(second) != string(held[size:]) {
			t.Fatalf("%d bytes at %d are not there", len(code), at)
		}
	}
	before := state()
	if err := emptyFile(fd, int64(size), int64(size)); err != nil {
		t.Fatal(err)
	}
	if s := state(); string(first) != string(held[:size]) || string(second) != string(make([]byte, size)) || s.Size != int64(2*size) || before.Blocks-s.Blocks != int64(size/512) {
		t.Errorf("the file has %d bytes in %d blocks of %d", s.Size, s.Blocks, before.Blocks)
	}
	if err := errors.Join(release(first), release(second), syscall.Close(fd)); err != nil {
		t.Error(err)
	}
	b, err := mapFile(fd, 0, size)
	for what, err := range map[string]error{"mapped": err, "written": writeFile(fd, []byte{1}, 0), "emptied": emptyFile(fd, 0, int64(size))} {
		if !errors.Is(err, syscall.EBADF) || b != nil {
			t.Errorf("a file that is closed is %s: %v", what, err)
		}
	}
	if err := writeFile(fd, nil, 0); err != nil {
		t.Errorf("nothing is written: %v", err)
	}
}

// Where the file fails, pages are those of nobody else; where there are none, that is told, and once there are some again they are mapped.
func TestNoPages(t *testing.T) {
	a := &arena{file: 1 + 1<<20} // which is none
	p, err := a.mapCode(returning(7, 1))
	if err != nil || p.chunk.filed || !a.without || callSSE(p.entry(), nil) != 7 {
		t.Fatalf("%+v, %v", p.chunk, err)
	}
	if err := a.give(p); err != nil {
		t.Error(err)
	}
	usual := pageBytes
	defer func() { pageBytes = usual }()
	for _, a := range []*arena{{}, {without: true}} {
		pageBytes = 1 << 50 // more than any process has
		for _, size := range []int{1, chunkPages, 4000} {
			if p, err := a.mapCode(make([]byte, size)); err == nil || p.bytes != nil || p.chunk != nil {
				t.Errorf("%d bytes in pages of %d: %v", size, pageBytes, err)
			}
		}
		pageBytes = usual
		p, err := a.mapCode(returning(7, 3*usual))
		if err != nil || len(a.chunks) != 1 || callSSE(p.entry(), nil) != 7 {
			t.Fatalf("%d chunks, %v", len(a.chunks), err)
		}
		if err := errors.Join(a.give(p), release(p.chunk.bytes)); err != nil {
			t.Error(err)
		}
		if a.file > 0 {
			if err := syscall.Close(a.file - 1); err != nil {
				t.Error(err)
			}
		}
	}
	chunks := arenaOfAll.chunks
	arenaOfAll.chunks = nil
	defer func() { arenaOfAll.chunks = chunks }()
	pageBytes = 1 << 50
	code, err1 := Map([]byte{ret})
	body, err2 := Load(nil)
	err3 := Run(nil, new([32][64]byte), new([8]uint64))
	pageBytes = usual
	if code != nil || body != nil || err1 == nil || !strings.HasPrefix(err1.Error(), "execmem: mapping 1 bytes: ") || err2 == nil || err3 == nil {
		t.Errorf("%v, %v, %v", err1, err2, err3)
	}
}

// What cannot be written is not mapped, and its pages are free again.
func TestNotWritten(t *testing.T) {
	a := &arena{}
	p, err := a.mapCode(returning(7, 1))
	if err != nil || !p.chunk.filed {
		t.Skip(err)
	}
	if err := syscall.Close(a.file - 1); err != nil {
		t.Fatal(err)
	}
	if q, err := a.mapCode(returning(8, 1)); !errors.Is(err, syscall.EBADF) || q.bytes != nil || p.chunk.taken != 1 {
		t.Errorf("%+v, %v; taken are %b", q, err, p.chunk.taken)
	}
	if err := errors.Join(a.give(p), release(p.chunk.bytes)); err != nil {
		t.Error(err)
	}
}

// Features are found by the bits that GCC's header has for them, and registers by those of Intel's manual: of XCR0 bits 1 and 2, and 5 to 7.
func TestBitsOfFeatures(t *testing.T) {
	cmd := exec.Command(oracle.Need(t, "gcc"), "-E", "-dM", "-include", "cpuid.h", "-x", "c", "/dev/null")
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	names := map[string]string{"bmi1": "BMI"}
	for k, f := range wheres {
		name := strings.ReplaceAll(strings.ToUpper(f.name), ".", "_")
		if other, ok := names[f.name]; ok {
			name = other
		}
		m := regexp.MustCompile(`(?m)^#define bit_` + name + ` \(1(?:u|U)? << (\d+)\)$`).FindSubmatch(out)
		if m == nil {
			t.Errorf("there is no bit of %s", name)
			continue
		}
		if got := fmt.Sprint(f.bit); got != string(m[1]) {
			t.Errorf("%s is bit %s, and %s by the header", f.name, got, m[1])
		}
		need := noState
		switch {
		case strings.HasPrefix(f.name, "avx512"):
			need = 1<<1 | 1<<2 | 1<<5 | 1<<6 | 1<<7
		case strings.HasPrefix(f.name, "avx"), f.name == "fma", f.name == "f16c":
			need = 1<<1 | 1<<2
		}
		if f.need != need {
			t.Errorf("%s needs %#x, want %#x", f.name, f.need, need)
		}
		leaf := leaf1ECX // SSE3 and what came before AVX2; sse2 is older, and what came with AVX2 and behind it is of leaf 7
		switch {
		case f.name == "sse2":
			leaf = leaf1EDX
		case f.name == "gfni", strings.HasPrefix(f.name, "avx512v") && f.name != "avx512vl", f.name == "avx512bitalg":
			leaf = leaf7ECX
		case f.name == "avx2", strings.HasPrefix(f.name, "bmi"), strings.HasPrefix(f.name, "avx512"):
			leaf = leaf7EBX
		}
		if f.leaf != leaf {
			t.Errorf("%s is of leaf %d, want %d", f.name, f.leaf, leaf)
		}
		if set, err := Named(f.name); err != nil || set != 1<<k || set.String() != f.name {
			t.Errorf("%s is %v, %v", f.name, set, err)
		}
	}
}

// Features have the names of manuals, in capitals and with lines between, and which function runs bodies is by the widest registers.
func TestNamesOfFeatures(t *testing.T) {
	for text, want := range map[string]Set{
		"": 0, " , ": 0, "SSE2": SSE2, "SSE3": SSE3, "SSSE3": SSSE3, "SSE4.1": SSE41, "SSE4.2": SSE42, "POPCNT": POPCNT, "AVX": AVX, "AVX2": AVX2, "BMI1": BMI1, "BMI2": BMI2, "FMA": FMA, "F16C": F16C, "GFNI": GFNI,
		"AVX512F": AVX512F, "AVX512BW": AVX512BW, "AVX512DQ": AVX512DQ, "AVX512VL": AVX512VL, "AVX512CD": AVX512CD, "AVX512_IFMA": AVX512IFMA, "AVX512_VBMI": AVX512VBMI, "AVX512_VBMI2": AVX512VBMI2, "AVX512_VNNI": AVX512VNNI, "AVX512_BITALG": AVX512BITALG, "AVX512_VPOPCNTDQ": AVX512VPOPCNTDQ,
		"avx,avx2 bmi2": AVX | AVX2 | BMI2,
	} {
		if got, err := Named(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for set, want := range map[Set]registers{0: xmm16, SSE2 | SSE42 | AVX512BW: xmm16, AVX: ymm16, AVX | AVX2 | AVX512BW: ymm16, AVX | AVX512F: zmm32k16, AVX512F | AVX512BW: zmm32k64, AVX | AVX512F | AVX512VL: zmm32k16} {
		if got := registersOf(set); got != want {
			t.Errorf("%v has the registers %d, want %d", set, got, want)
		}
	}
	if got := len(Registers{}.Memory); got != 4096 || len(Registers{}.General) != 16 || unsafe.Offsetof(Registers{}.Memory) != 32*64+8*8+16*8 {
		t.Errorf("a body has %d bytes of memory, behind its registers", got)
	}
}

// A run of pages is taken where it is free, and given back alone: pages beside it stay who has them.
func TestTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(chance.Seed(t), 351))
	a := &arena{without: true}
	var all []pages
	for range 300 {
		if len(all) > 0 && r.IntN(2) == 0 {
			k := r.IntN(len(all))
			if err := a.give(all[k]); err != nil {
				t.Fatal(err)
			}
			all = append(all[:k], all[k+1:]...)
			continue
		}
		size := 1 + r.IntN(30*pageBytes)
		p, err := a.take(size)
		if err != nil {
			t.Fatal(err)
		}
		if want := (size + pageBytes - 1) / pageBytes * pageBytes; len(p.bytes) != want || cap(p.bytes) != want {
			t.Errorf("%d bytes have %d, want %d", size, len(p.bytes), want)
		}
		all = append(all, p)
		taken := map[*chunk]uint64{}
		for _, q := range all {
			for at := q.chunk.offset(q) / pageBytes; at < (q.chunk.offset(q)+len(q.bytes))/pageBytes; at++ {
				if taken[q.chunk]>>at&1 != 0 {
					t.Fatalf("page %d is somebody's twice", at)
				}
				taken[q.chunk] |= 1 << at
			}
		}
		free := 0
		for _, c := range a.chunks {
			if c.taken != taken[c] {
				t.Fatalf("%064b are taken, want %064b", c.taken, taken[c])
			}
			if c.bytes != nil && c.taken == 0 {
				free++
			}
		}
		if free > 1 {
			t.Errorf("%d chunks have nobody's pages", free)
		}
	}
	for _, p := range all {
		if err := a.give(p); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range a.chunks {
		if c.bytes != nil {
			if err := release(c.bytes); err != nil {
				t.Fatal(err)
			}
		}
	}
}
