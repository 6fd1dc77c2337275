package target

import (
	"slices"
	"strconv"
	"strings"
)

// Cost is what one CPU takes for a row. A masked form is taken to cost the same.
type Cost struct {
	Uops       int
	Latency    float64 // cycles
	Throughput float64 // reciprocal: cycles an instruction
	Uses       []Use   // of the CPU's ports; none where they are not known, as of what takes none. The ports of what is measured are those of the model, for as many cycles as it then takes
	Source     string  // where the figures are from; empty if there are none
}

// CostsVersion is the release of LLVM whose models of CPUs are the source of what is not measured.
const CostsVersion = "LLVM version 22.1.8"

// cpu numbers the CPUs whose costs are known.
type cpu int

const (
	haswell cpu = iota
	skylake
	icelake
	znver4
	neoverseN1
	pwr9
	neoverseV2
	neoverseN2
	sifiveP670
	spacemitX60
	pwr10
	numCPUs
)

// cpus says what each CPU is.
var cpus = [numCPUs]CPU{
	haswell:     {"haswell", "Intel Haswell"},
	skylake:     {"skylake", "Intel Skylake, of the servers for what needs AVX-512"},
	icelake:     {"icelake", "Intel Ice Lake"},
	znver4:      {"znver4", "AMD Zen 4"},
	neoverseN1:  {"neoverse-n1", "Arm Neoverse N1"},
	pwr9:        {"pwr9", "IBM Power9"},
	neoverseV2:  {"neoverse-v2", "Arm Neoverse V2"},
	neoverseN2:  {"neoverse-n2", "Arm Neoverse N2"},
	sifiveP670:  {"sifive-p670", "SiFive P670"},
	spacemitX60: {"spacemit-x60", "SpacemiT X60"},
	pwr10:       {"pwr10", "IBM Power10"},
}

// On is what the row costs on a CPU; ok is false if no figures are known.
func (r *Row) On(name string) (c Cost, ok bool) {
	for i, known := range cpus {
		if known.Name == name {
			return r.cost[i], r.cost[i].Source != ""
		}
	}
	return Cost{}, false
}

// figures are what a table says of the row with that name, operands and encoding: for each CPU its name and "micro-operations/latency/throughput/ports".
//
//	haswell 1/1/1.00/p5; znver4 1/2/0.50/FP1.FP2
type figures struct{ name, asm, encoding, on string }

// llvmCosts are the tables of LLVM's figures, one for each family of instruction sets.
var llvmCosts = [][]figures{costsX86, costsNEON, costsSVE, costsRISCV, costsPower}

// of are the figures on one CPU, empty if there are none.
func (f *figures) of(c cpu) string {
	for on := range strings.SplitSeq(f.on, "; ") {
		if name, text, _ := strings.Cut(on, " "); name == cpus[c].Name {
			return text
		}
	}
	return ""
}

// parse reads "1/3/1.00/p5".
func (c *Cost) parse(text, source string, p *Pipeline) {
	part := strings.Split(text, "/")
	if len(part) != 4 {
		return
	}
	c.Uops, _ = strconv.Atoi(part[0])
	c.Latency, _ = strconv.ParseFloat(part[1], 64)
	c.Throughput, _ = strconv.ParseFloat(part[2], 64)
	c.Uses = p.uses(part[3])
	c.Source = source
}

// take takes measured figures: the ports stay, for as many cycles as the instruction then takes.
func (c *Cost) take(m *measurement, p *Pipeline) {
	model, _ := p.Cycles(c.Uses, 0)
	for i := range c.Uses {
		c.Uses[i].Cycles *= m.throughput / model
	}
	c.Latency, c.Throughput = m.latency, m.throughput
}

// price puts costs into rows: LLVM's figures, and over them what is measured.
func price(rows []*Row) {
	type key struct{ name, asm, encoding string }
	var sources [numCPUs]string
	for c := range sources {
		sources[c] = "the model of " + cpus[c].Name + " in " + CostsVersion
	}
	known := map[key]*figures{}
	for _, table := range llvmCosts {
		for i := range table {
			f := &table[i]
			known[key{f.name, f.asm, f.encoding}] = f
		}
	}
	for _, r := range rows {
		if f := known[key{r.Name, r.Asm, r.Encoding}]; f != nil {
			for c := range numCPUs {
				r.cost[c].parse(f.of(c), sources[c], &pipelines[c])
			}
		}
	}
	vectors, crossings := byName(measured), byName(measuredCrossings)
	for _, r := range rows {
		of := vectors
		if r.General != "" {
			of = crossings
		}
		for _, m := range slices.Concat(of[r.Name], of[strings.TrimPrefix(r.Name, "v")]) {
			if m.covers(r) {
				c := &r.cost[znver4]
				c.take(m, &pipelines[znver4])
				c.Source = "measured on Zen 4, of " + m.name + "; micro-operations and ports: " + CostsVersion
			}
		}
	}
}

// byName are measurements by the names of their rows.
func byName(list []measurement) map[string][]*measurement {
	of := map[string][]*measurement{}
	for i := range list {
		for name := range strings.FieldsSeq(list[i].rows) {
			of[name] = append(of[name], &list[i])
		}
	}
	return of
}

// measurement is of one instruction, and stands for those that are one with it but for the width of lanes or which half they take.
type measurement struct {
	name                string
	latency, throughput float64
	rows                string // names of rows without the v of VEX
	letters             string // that the operands must have
	bits                []int  // of the longest vector
}

// covers says whether a row with one of the names is meant.
func (m *measurement) covers(r *Row) bool {
	for i := range len(m.letters) {
		if !hasLetter(r.Asm, m.letters[i]) {
			return false
		}
	}
	return r.cost[znver4].Source != "" && slices.Contains(m.bits, r.Length())
}

var (
	upTo256 = []int{128, 256} // where halves of 256 bits are shuffled alike
	at128   = []int{128}
	at256   = []int{256}
	at512   = []int{512}
)

// Rows of several measurements, one for each length.
const (
	interleaves = "punpcklbw punpcklwd punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq unpcklps unpckhps unpcklpd unpckhpd"
	packs       = "packuswb packsswb packusdw packssdw"
	permutes    = "vpermd vpermps vpermq vpermpd"
	tablesOfTwo = "vpermt2d vpermt2q vpermt2ps vpermt2pd vpermi2d vpermi2q vpermi2ps vpermi2pd"
	wordsOfTwo  = "vpermt2w vpermi2w"
	bytesOfTwo  = "vpermt2b vpermi2b"
	choices     = "vpblendmb vpblendmw vpblendmd vpblendmq vblendmps vblendmpd"
	compresses  = "vpcompressd vpcompressq vcompressps vcompresspd"
	expands     = "vpexpandd vpexpandq vexpandps vexpandpd"
)

// measured are latencies and throughputs on Zen 4, the best of five runs; latencies are whole cycles.
var measured = []measurement{
	{"pshufd x", 1, 0.33, "pshufd", "", upTo256},
	{"vshufps x", 1, 0.33, "shufps shufpd", "", upTo256},
	{"vpshuflw x", 1, 0.33, "pshuflw pshufhw", "", upTo256},
	{"vpshufb x", 2, 0.50, "pshufb", "", at128},
	{"vpshufb y", 2, 0.50, "pshufb", "", at256},
	{"vpshufb z", 2, 1.00, "pshufb", "", at512},
	{"vpalignr x", 2, 0.50, "palignr", "", upTo256},
	{"vpslldq x", 2, 0.50, "pslldq psrldq", "", upTo256},
	{"vpsrld x", 1, 0.50, "psrlw psrld psrlq psllw pslld psllq", "", upTo256},
	{"vpunpckldq x", 1, 0.33, interleaves, "", upTo256},
	{"vpackuswb x", 2, 0.50, packs, "", upTo256},
	{"vpblendw x", 1, 0.26, "pblendw", "", upTo256},
	{"vpblendd y", 1, 0.37, "vpblendd", "", upTo256},
	{"vblendps x", 1, 0.37, "blendps blendpd", "", upTo256},
	{"vpblendvb x", 1, 0.53, "pblendvb blendvps blendvpd", "", upTo256},
	{"vinsertps x", 1, 0.38, "insertps", "", at128},
	{"vpor x", 1, 0.37, "por pand pandn orps andps andnps", "", upTo256},
	{"vpermilps imm y", 1, 0.33, "vpermilps vpermilpd", "i", upTo256},
	{"vpermilps var y", 2, 0.50, "vpermilps vpermilpd", "k", upTo256},
	{"vperm2i128", 3, 0.50, "vperm2i128 vperm2f128", "", at256},
	{"vinserti128", 1, 0.50, "vinserti128 vinsertf128", "", at256},
	{"vextracti128", 3, 0.50, "vextracti128 vextractf128", "", at256},
	{"vpermq y", 4, 0.50, "vpermq vpermpd", "i", at256},
	{"vpermd y", 4, 0.50, permutes, "k", at256},
	{"vpermd z", 5, 1.00, permutes, "k", at512},
	{"vpermw z", 5, 1.00, "vpermw", "k", at512},
	{"vpermb x", 2, 0.50, "vpermb", "k", at128},
	{"vpermb y", 4, 0.50, "vpermb", "k", at256},
	{"vpermb z", 5, 1.00, "vpermb", "k", at512},
	{"vpermt2d x", 3, 0.50, tablesOfTwo, "", at128},
	{"vpermt2d y", 4, 0.50, tablesOfTwo, "", at256},
	{"vpermt2d z", 5, 1.00, tablesOfTwo, "", at512},
	{"vpermt2w y", 4, 0.50, wordsOfTwo, "", at256},
	{"vpermt2b x", 3, 0.50, bytesOfTwo, "", at128},
	{"vpermt2b y", 4, 0.50, bytesOfTwo, "", at256},
	{"vpermt2b z", 5, 1.00, bytesOfTwo, "", at512},
	{"valignd y", 4, 0.50, "valignd valignq", "", at256},
	{"vshufi32x4 z", 4, 0.99, "vshufi32x4 vshufi64x2 vshuff32x4 vshuff64x2", "", at512},
	{"vpblendmd y", 1, 0.25, choices, "", at256},
	{"vpcompressd y", 4, 0.71, compresses, "", at256},
	{"vpexpandd y", 4, 0.66, expands, "", at256},
	{"vpcompressb z", 5, 1.44, "vpcompressb vpcompressw", "", at512},
	{"vpmovwb z->y", 4, 1.00, "vpmovwb", "", at512},
	{"vpmovzxbw x->y", 2, 0.50, "pmovzxbw pmovzxwd pmovzxdq", "", at256},
	{"vpbroadcastd x->y", 1, 0.50, "vpbroadcastd vpbroadcastq", "", at256},
	{"vpbroadcastb x", 1, 0.50, "vpbroadcastb vpbroadcastw", "", at128},
	{"vpmultishiftqb z", 3, 1.04, "vpmultishiftqb", "", at512},
	{"vgf2p8affineqb z", 3, 1.02, "vgf2p8affineqb", "", at512},
	{"vprold x", 2, 0.50, "vprold vprolq", "", at128},
	{"vpternlogd z", 1, 0.58, "vpternlogd", "b", at512},

	// Of 512 bits, by BenchmarkWide. LLVM's model has two cycles for what takes a lane to another block.
	{"vpshufd z", 1, 0.67, "pshufd pshuflw pshufhw shufps shufpd vpermilps vpermilpd movsldup movshdup", "", at512},
	{"vpunpckldq z", 1, 0.67, interleaves, "", at512},
	{"vmovddup z", 2, 1.00, "movddup", "", at512},
	{"vpermilps var z", 2, 1.00, "vpermilps vpermilpd", "k", at512},
	{"vpalignr z", 2, 1.00, "palignr pslldq psrldq", "", at512},
	{"vpackuswb z", 2, 1.00, packs, "", at512},
	{"vpslld z", 1, 1.00, "psllw pslld psllq psrlw psrld psrlq vpsllvw vpsllvd vpsllvq vpsrlvw vpsrlvd vpsrlvq", "", at512},
	{"vprold z", 2, 1.00, "vprold vprolq vprolvd vprolvq", "", at512},
	{"vpmullw z", 3, 1.00, "pmullw pmulhuw", "", at512},
	{"vpmovzxbw y->z", 4, 1.00, "pmovzxbw pmovzxbd pmovzxbq pmovzxwd pmovzxwq pmovzxdq", "", at512},
	{"vpmovdw z->y", 4, 1.00, "vpmovdw vpmovqd", "", at512},
	{"vpmovdb z->x", 5, 1.00, "vpmovdb vpmovqb vpmovqw", "", at512},
	{"vpermq imm z", 4, 1.00, "vpermq vpermpd", "i", at512},
	{"valignd z", 5, 1.00, "valignd", "", at512},
	{"valignq z", 4, 1.00, "valignq", "", at512},
	{"vpermt2w z", 5, 1.00, wordsOfTwo, "", at512},
	{"vpbroadcastd x->z", 1, 1.00, "vpbroadcastb vpbroadcastw vpbroadcastd vpbroadcastq vbroadcastss vbroadcastsd", "", at512},
	{"vinserti32x4 z", 1, 1.00, "vinserti32x4 vinserti64x2 vinserti32x8 vinserti64x4", "", at512},
	{"vextracti32x8 z", 4, 1.00, "vextracti32x4 vextracti64x2 vextracti32x8 vextracti64x4", "", at512},
	{"vpcompressd z", 5, 1.48, compresses, "", at512},
	{"vpexpandd z", 5, 1.48, expands, "", at512},
	{"vporq z", 1, 0.50, "vporq vpandq", "", at512},
	{"vpblendmd z", 1, 0.50, choices, "", at512},
}

// measuredCrossings are the same of what crosses between vectors and general registers, by BenchmarkCrossings. LLVM's model has one or two cycles for each.
var measuredCrossings = []measurement{
	{"vmovq there and back, half", 3, 1.00, "movd movq", "", at128},
	{"vpextrb", 5, 1.00, "pextrb", "", at128},
	{"vpextrq", 4, 1.00, "pextrw pextrd pextrq", "", at128},
	{"vpinsrb", 5, 1.00, "pinsrb", "", at128},
	{"vpinsrq", 4, 1.00, "pinsrw pinsrd pinsrq", "", at128},
	{"vpmovmskb x", 3, 1.00, "pmovmskb movmskps movmskpd", "", at128},
	{"vpmovmskb y", 5, 1.00, "pmovmskb movmskps movmskpd", "", at256},
}
