package x86_test

import (
	"bufio"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/x86"
)

var full = flag.Bool("full", false, "1,000 random operands of each instruction instead of 12")

// An instruction is a line of testdata/instructions.txt, for one vector length.
type instruction struct {
	mnemonic string
	operands []string // "zmm{k}{z}", "xmm/m", "imm8"
	encoding x86.Encoding
	goName   string // "-" where Go's assembler has none
}

// A sample is an instruction with random operands.
type sample struct {
	*instruction
	operands []x86.Operand
	code     []byte
	notInGo  bool // an operand that Go's assembler cannot write: memory at rip, spl
}

// instructions reads the table.
func instructions(t testing.TB) []*instruction {
	t.Helper()
	f, err := os.Open("testdata/instructions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*instruction
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "|")
		if len(fields) < 2 || len(fields) > 3 {
			t.Fatalf("%q has %d fields", line, len(fields))
		}
		for _, l := range lengthsOf(fields[1]) {
			all = append(all, l.instruction(t, fields))
		}
	}
	return all
}

// A vectorLength is one of those for which a line stands.
type vectorLength struct {
	class int // 0 xmm, 1 ymm, 2 zmm
	bits  string
}

func lengthsOf(encoding string) []vectorLength {
	all := []vectorLength{{0, ".128."}, {1, ".256."}, {2, ".512."}}
	switch {
	case strings.Contains(encoding, ".LL."):
		return all[1:]
	case strings.Contains(encoding, " VEX.L."):
		return all[:2]
	case strings.Contains(encoding, ".L."):
		return all
	}
	return all[:1]
}

func (l vectorLength) instruction(t testing.TB, fields []string) *instruction {
	t.Helper()
	text := strings.TrimSpace(strings.NewReplacer(".L.", l.bits, ".LL.", l.bits).Replace(fields[1]))
	e, err := x86.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	mnemonic, operands, _ := strings.Cut(strings.TrimSpace(fields[0]), " ")
	i := &instruction{mnemonic: mnemonic, encoding: e, goName: strings.ToUpper(mnemonic)}
	if len(fields) == 3 {
		i.goName = strings.TrimSpace(fields[2])
	}
	for o := range strings.SplitSeq(operands, ",") {
		if o = strings.TrimSpace(o); o != "" {
			i.operands = append(i.operands, l.operand(o))
		}
	}
	return i
}

// operand puts a register's class for the letters v, h, q and o.
func (l vectorLength) operand(o string) string {
	classes := [...]string{"xmm", "ymm", "zmm"}
	if strings.HasPrefix(o, "imm") || len(o) > 1 && o[1] != '/' && o[1] != '{' {
		return o
	}
	if smaller := strings.IndexByte("vhqo", o[0]); smaller >= 0 {
		return classes[max(0, l.class-smaller)] + o[1:]
	}
	return o
}

// sample makes operands until assemblers have no choice but this encoding.
func (i *instruction) sample(t testing.TB, r *rand.Rand) sample {
	t.Helper()
	for {
		s := sample{instruction: i}
		for _, o := range i.operands {
			if o != "xmm0" {
				s.operands = append(s.operands, s.operand(r, o))
			}
		}
		if !s.ambiguous() {
			var err error
			if s.code, err = i.encoding.Append(nil, s.operands...); err != nil {
				t.Fatalf("%s: %v", s.intel(), err)
			}
			return s
		}
	}
}

// ambiguous says that an assembler would take another encoding: that of VEX for what EVEX alone can say nothing more, and a shorter one for rax.
func (s *sample) ambiguous() bool {
	only := !strings.Contains(s.encoding.String(), "EVEX")
	for i, o := range s.operands {
		text := o.String()
		register, _, masked := strings.Cut(text, " ")
		number, err := strconv.Atoi(strings.TrimLeft(register, "xyzm"))
		only = only || masked || text[0] == 'z' || text[0] >= 'x' && err == nil && number >= 16
		if i == 0 && text == "rax" && len(s.instruction.operands) == 2 && strings.HasSuffix(s.instruction.operands[1], "imm32") {
			return true
		}
	}
	return !only
}

func (s *sample) operand(r *rand.Rand, o string) x86.Operand {
	kind, mask, _ := strings.Cut(o, "{")
	kind, orMemory := strings.CutSuffix(kind, "/m")
	vectors := 16
	if strings.Contains(s.encoding.String(), "EVEX") {
		vectors = 32
	}
	var op x86.Operand
	switch {
	case kind == "m" || orMemory && r.IntN(3) == 0:
		op = s.memory(r)
	case kind == "xmm":
		op = x86.XMM(r.IntN(vectors))
	case kind == "ymm":
		op = x86.YMM(r.IntN(vectors))
	case kind == "zmm":
		op = x86.ZMM(r.IntN(vectors))
	case kind == "k":
		op = x86.K(r.IntN(8))
	case kind == "r8":
		op = x86.Low(r.IntN(16))
		s.notInGo = s.notInGo || op == x86.Low(x86.RSP)
	case kind == "r16" || kind == "r32" || kind == "r64":
		op = x86.R(r.IntN(16))
	default:
		return x86.Imm(immediate(r, kind))
	}
	switch {
	case mask == "k}{z" || mask == "k}{z}":
		if n := r.IntN(3); n == 1 {
			return op.Masked(1 + r.IntN(7))
		} else if n == 2 {
			return op.Zeroed(1 + r.IntN(7))
		}
	case mask == "k}" && r.IntN(2) == 0:
		return op.Masked(1 + r.IntN(7))
	case mask == "er}" && r.IntN(5) > 0:
		return op.Rounded(x86.ToEven + x86.Rounding(r.IntN(4)))
	}
	return op
}

func immediate(r *rand.Rand, kind string) int64 {
	switch kind {
	case "imm8":
		return r.Int64N(256)
	case "count":
		return 2 + r.Int64N(62)
	case "imm8s":
		return r.Int64N(256) - 128
	case "uimm32":
		return int64(r.Uint32()&^(1<<30) | 1<<29)
	case "imm32":
		return int64(int32(r.Uint32()&^(1<<30) | 1<<29))
	}
	return int64(r.Uint64() | 1<<62)
}

// memory makes an address. Displacements are often multiples of what EVEX counts in, and often not.
func (s *sample) memory(r *rand.Rand) x86.Operand {
	disp := [...]int32{0, int32(r.IntN(256)) - 128, 8 * (int32(r.IntN(256)) - 128), 64 * (int32(r.IntN(300)) - 150), int32(r.Uint32())}[r.IntN(5)]
	if e := s.encoding.String(); strings.Contains(e, "EVEX") && !strings.Contains(e[:strings.Index(e, ":")], " ") {
		disp = disp*2 | 1<<20 | 1 // without a tuple type, a displacement that has 32 bits for everyone
	}
	index := [...]int{x86.RCX, x86.RBP, x86.R12, x86.R13}[r.IntN(4)]
	switch r.IntN(8) {
	case 0:
		s.notInGo = true
		return x86.MemRIP(disp)
	case 1, 2:
		return x86.MemIndex(r.IntN(16), index, 1<<r.IntN(4), disp)
	}
	return x86.Mem(r.IntN(16), disp)
}

// intel is the sample as the manual would write it.
func (s sample) intel() string {
	var texts []string
	n := 0
	for _, o := range s.instruction.operands {
		text := "xmm0"
		if o != "xmm0" {
			text = s.operands[n].String()
			n++
		}
		if text[0] == 'r' {
			text = shorter(text, o)
		}
		texts = append(texts, text)
	}
	return s.mnemonic + " " + strings.Join(texts, ", ")
}

// shorter is the name of a general register where fewer bits of it are meant than 64; that of a byte is its name already.
func shorter(name64, kind string) string {
	kind, _, _ = strings.Cut(kind, "/")
	numbered := name64[1] >= '0' && name64[1] <= '9'
	switch {
	case kind == "r32" && numbered:
		return name64 + "d"
	case kind == "r32":
		return "e" + name64[1:]
	case kind == "r16" && numbered:
		return name64 + "w"
	case kind == "r16":
		return name64[1:]
	}
	return name64
}

// samples makes some of every instruction.
func samples(t testing.TB) []sample {
	t.Helper()
	n := 12
	if *full {
		n = 1000
	}
	r := chance.Random(t, 1)
	var all []sample
	for _, i := range instructions(t) {
		for range n {
			all = append(all, i.sample(t, r))
		}
	}
	return all
}
