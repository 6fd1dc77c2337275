package visa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A small machine for the Gen instructions that Intel's finaliser makes of a mov: a register file, direct regions in registers and elements, conversions.

// A genMov is one of them.
//
//	(W) mov (8|M0) r1.0<2>:d r3.0<8;4,1>:b {I@1}
type genMov struct {
	exec             int
	dst, src         int // byte in the register file
	h                int // of the destination
	region           [3]int
	dstType, srcType string
}

var genSyntax = regexp.MustCompile(`^(?:\(W\) )?mov \((\d+)\|M\d+\) r(\d+)\.(\d+)<(\d+)>:(\w+) r(\d+)\.(\d+)<(\d+);(\d+),(\d+)>:(\w+)(?: \{.*\})?$`)

// parseGen reads a sequence: where D and S begin, and the instructions.
//
//	D=r1.0 S=r3.0 ; mov … ; mov …
func parseGen(text string, grf int) (d, s int, movs []genMov, err error) {
	parts := strings.Split(text, " ; ")
	var dr, ds, sr, ss int
	if _, err := fmt.Sscanf(parts[0], "D=r%d.%d S=r%d.%d", &dr, &ds, &sr, &ss); err != nil {
		return 0, 0, nil, fmt.Errorf("%s: %w", parts[0], err)
	}
	for _, part := range parts[1:] {
		m := genSyntax.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return 0, 0, nil, fmt.Errorf("not a mov: %s", part)
		}
		n := func(k int) int { v, _ := strconv.Atoi(m[k]); return v }
		movs = append(movs, genMov{
			exec: n(1), h: n(4), dstType: m[5], region: [3]int{n(8), n(9), n(10)}, srcType: m[11],
			dst: n(2)*grf + n(3)*genSize[m[5]], src: n(6)*grf + n(7)*genSize[m[11]],
		})
	}
	return dr * grf, sr * grf, movs, nil
}

var genSize = map[string]int{"ub": 1, "b": 1, "uw": 2, "w": 2, "hf": 2, "ud": 4, "d": 4, "f": 4, "uq": 8, "q": 8, "df": 8}

// run carries the instruction out on the register file.
func (m genMov) run(file []byte) {
	values := make([]uint64, m.exec)
	for k := range values {
		at := m.src + (k/m.region[1]*m.region[0]+k%m.region[1]*m.region[2])*genSize[m.srcType]
		for b := range genSize[m.srcType] {
			values[k] |= uint64(file[at+b]) << (8 * b)
		}
	}
	for k, v := range values {
		v = genConvert(v, m.dstType, m.srcType)
		for b := range genSize[m.dstType] {
			file[m.dst+k*m.h*genSize[m.dstType]+b] = byte(v >> (8 * b))
		}
	}
}

// genConvert is what the corpus has of conversions: integers, f to and from d and hf, with numbers that hf holds exactly or rounds.
func genConvert(v uint64, to, from string) uint64 {
	isFloat := func(t string) bool { return t == "f" || t == "hf" || t == "df" }
	switch {
	case to == from:
		return v
	case !isFloat(from):
		n := int64(v)
		if s := 64 - 8*genSize[from]; from[0] != 'u' {
			n = int64(v) << s >> s
		}
		if to == "f" {
			return uint64(math.Float32bits(float32(n)))
		}
		return uint64(n)
	case from == "hf" && to == "f":
		return uint64(math.Float32bits(float32(genHalf(v))))
	case from == "f" && to == "hf":
		return genNearestHalf(float64(math.Float32frombits(uint32(v))))
	case to == "d" && from == "f":
		x := math.Trunc(float64(math.Float32frombits(uint32(v))))
		return uint64(uint32(int32(max(math.MinInt32, min(math.MaxInt32, x)))))
	}
	panic("no row of the corpus converts " + from + " to " + to)
}

// genHalf is a number of half precision.
func genHalf(v uint64) float64 {
	x := math.Ldexp(float64(v&0x3ff|0x400), int(v>>10&31)-25)
	if v>>10&31 == 0 {
		x = math.Ldexp(float64(v&0x3ff), -24)
	}
	if v>>15 != 0 {
		return -x
	}
	return x
}

// genNearestHalf looks the number of half precision that is nearest to x up, between its neighbours.
func genNearestHalf(x float64) uint64 {
	sign := uint64(0)
	if math.Signbit(x) {
		sign, x = 1<<15, -x
	}
	low, high := uint64(0), uint64(0x7c00) // the finite ones are in order, and infinity stands for 65536
	for high-low > 1 {
		if middle := (low + high) / 2; genHalf(middle) <= x {
			low = middle
		} else {
			high = middle
		}
	}
	below, above := x-genHalf(low), genHalf(high)-x
	if above < below || above == below && high&1 == 0 {
		return sign | high
	}
	return sign | low
}

// genPlatforms are the columns of cost.tsv with sequences.
var genPlatforms = []struct {
	name string
	grf  int
}{{"SKL", 32}, {"TGLLP", 32}, {"XeHP_SDV", 32}, {"DG2", 32}, {"PVC", 64}}

// What the instructions that Intel's finaliser makes of a mov move is what the mov moves here, byte for byte, on all five platforms. One family differs, and is Intel's
// mistake: see brokenQuads.
func TestIntelSequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	cases, agree, missing := 0, 0, 0
	known := map[string]int{}
	for _, row := range rows(t, "cost.tsv") {
		for k, platform := range genPlatforms {
			text := row[14+k]
			if strings.HasPrefix(text, "FAIL") {
				missing++
				continue
			}
			cases++
			same, movs, err := sameBytesAsIntel(rng, row, text, platform.grf)
			switch broken := brokenQuads(row, movs); {
			case err != nil:
				t.Errorf("%s on %s: %v", row[:9], platform.name, err)
			case same == broken:
				t.Errorf("%s on %s moves the same bytes: %v, expected %v: %s", row[:9], platform.name, same, !broken, text)
			case same:
				agree++
			default:
				known[platform.name]++
			}
		}
	}
	t.Logf("%d of %d sequences agree; the others are q to q in pairs of dwords, which Intel's finaliser gets wrong: %v; %d rows have no sequence", agree, cases, known, missing)
	if cases == 0 || agree < cases*9/10 {
		t.Errorf("%d of %d agree", agree, cases)
	}
}

// brokenQuads is the family of sequences that move other bytes: q to q on platforms without movs of 64 bits, made of movs of dwords. Their destination's stride is that of the
// quadwords, in quadwords, where
//   - elements of a stride of 4 need one of 8 dwords, which no region has, and which is written as <0>; or
//   - the two dwords of one element, which the source's stride of 4 leaves alone in its register, need a stride of 1.
func brokenQuads(row []string, movs []genMov) bool {
	if row[0] != "q" || row[1] != "q" {
		return false
	}
	for _, m := range movs {
		pair := m.exec == 2 && strconv.Itoa(m.h) == row[3] && m.h > 1 && m.region[2] <= 1 && m.region[0] <= 2
		if genSize[m.dstType] == 4 && (m.h == 0 || pair) {
			return true
		}
	}
	return false
}

// sameBytesAsIntel compares one row on one platform, on random bytes.
func sameBytesAsIntel(rng *rand.Rand, row []string, text string, grf int) (same bool, movs []genMov, err error) {
	d, s, movs, err := parseGen(text, grf)
	if err != nil {
		return false, nil, err
	}
	file := make([]byte, 128*grf)
	for k := range file {
		file[k] = byte(rng.Uint32())
	}
	if t := row[1]; t == "f" || t == "hf" || t == "df" {
		finite(rng, file, t)
	}
	code, m, err := costMov(row, grf)
	if err != nil {
		return false, nil, err
	}
	const dst, src = 32, 33
	m.SetBytes(src, file[s:])
	m.SetBytes(dst, file[d:])
	if err := code.Run(m, nil); err != nil {
		return false, nil, err
	}
	for _, mov := range movs {
		mov.run(file)
	}
	data, _ := m.Bytes(dst)
	return string(data) == string(file[d:d+len(data)]), movs, nil
}

// finite makes the register file numbers of the type that are neither infinite nor NaNs, so that copies between types of one size are copies.
func finite(rng *rand.Rand, file []byte, word string) {
	for k := 0; k < len(file); k += genSize[word] {
		switch word {
		case "hf":
			v := rng.Uint32() & 0xbfff
			file[k], file[k+1] = byte(v), byte(v>>8)
		case "f":
			v := math.Float32bits(float32(rng.NormFloat64() * math.Ldexp(1, rng.IntN(36)-24)))
			for b := range 4 {
				file[k+b] = byte(v >> (8 * b))
			}
		case "df":
			v := math.Float64bits(rng.NormFloat64())
			for b := range 8 {
				file[k+b] = byte(v >> (8 * b))
			}
		}
	}
}

// costMov is the row's mov, on variables as large as it reaches.
func costMov(row []string, grf int) (*Code, *Machine, error) {
	n := func(k int) int { v, _ := strconv.Atoi(row[k]); return v }
	decls := NewDecls(grf, D)
	dt, _ := TypeNamed(row[0])
	st, _ := TypeNamed(row[1])
	exec := n(2)
	r := Region{int16(n(4)), int16(n(5)), int16(n(6))}
	decls.Add(Variable{Name: "D", Kind: GeneralKind, Type: dt, Alias: -1, Elems: n(8) + (exec-1)*n(3) + 1, writable: true})
	decls.Add(Variable{Name: "S", Kind: GeneralKind, Type: st, Alias: -1, Elems: n(7) + r.Last(exec) + 1})
	p := Parser{Decls: decls}
	i, err := p.ParseInst(fmt.Sprintf("mov (M1, %d) D(0,%d)<%d> S(0,%d)%s", exec, n(8), n(3), n(7), r))
	if err != nil {
		return nil, nil, err
	}
	code, err := Compile([]Inst{i}, decls, Options{})
	if err != nil {
		return nil, nil, err
	}
	return code, code.NewMachine(), nil
}
