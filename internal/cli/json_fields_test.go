package cli_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/campaign"
)

// jsonQuestions are command lines whose answers have every field that docs/json.md names. Behind POST stand an endpoint and a request.
var jsonQuestions = map[string][][]string{
	"explain": {
		{"explain", "<4 x i32> 4 0 5 1"}, {"explain", "--targets", "sse2,svp64", "--split", "interleave,reverse", "<4 x i32> 3 1 2 0"},
		{"explain", "--targets", "none", "--forms", "none", "<4 x i32> 4 1 6 3"}, {"explain", "--targets", "rvv128", "--forms", "none", "<2 x i64> 1 2"}, {"explain", "--targets", "g13", "i8x9 -> a1 a0 a2 a3 a4 a5 a6 a7 a8"},
		{"explain", "--targets", "none", ".L3:\n pshufd $27, %xmm0, %xmm1\n movups %xmm1, (%rsi)\n pshufd $78, %xmm2, %xmm1\n paddd %xmm1, %xmm2\n jne .L3"},
	},
	"lower": {
		{"lower", "<4 x i32> 0 5 2 3", "--target", "sse2", "--emit", "c", "--alternatives"}, {"lower", "<16 x i8> 3 2 1 0 7 30 5 4 9 8 11 10 13 29 15 14", "--target", "ssse3", "--alternatives"},
		{"lower", "<8 x i32> 7 6 5 4 3 2 1 0", "--target", "sse2"}, {"lower", "<4 x i32> 3 0 7 6", "--target", "rvv128", "--alternatives"}, {"lower", "<4 x i32> 3 2 1 0", "--target", "visa"},
	},
	"network": {
		{"network", "transpose", "4x4", "--type", "i32", "--target", "sse2", "--emit", "c"}, {"network", "transpose", "2x2", "--type", "i64", "--target", "neon", "--ascii"},
		{"network", "transpose", "2x2", "--type", "i64", "--target", "wasm"}, {"POST", "network", `{"kind":"transpose","size":"2x2","type":"i64","target":"neon","ascii":true,"svg":true}`},
	},
	"table":     {{"table", "ins v0.s[*], v1.s[0]", "--to", "sse4.1", "--json", "--emit", "c"}, {"table", "blendpd xmm0, xmm1, *", "--to", "svp64", "--json"}, {"table", "vmovdqu8 xmm0{k*}, xmm1", "--to", "svp64", "--json"}},
	"prove":     {{"prove", "<4 x i32> 0 4 1 5", "<4 x i32> 0 4 5 1"}, {"prove", "<4 x i32> 0 4 1 5", "<4 x i32> 0 4 1 5"}},
	"translate": {{"translate", "<4 x i32> 0 4 1 5", "--to", "clang"}, {"translate", "i32x4 -> a0 .  a1 a2", "--to", "spirv"}},
	"tokens":    {{"tokens", "_mm256_alignr_epi8(a, b, 4)"}, {"tokens", "<4 x i32> 0 1 2 9"}},
	"draw":      {{"draw", "<4 x i32> 0 4 1 5"}, {"draw", "<4 x i32> 0 4 1 5", "--ascii"}},
	"scan":      {{"scan", "--target", "avx2", "-"}},
	"test":      {{"test", "CLAIMS"}},

	"campaign.status": {{"campaign", "status", "--dir", "CAMPAIGN"}}, "campaign.verify": {{"campaign", "verify", "--dir", "WRONG ANSWERS"}}, "campaign.report": {{"campaign", "report", "--dir", "CAMPAIGN"}, {"campaign", "report", "--dir", "WRONG COMPILER"}},
	"campaign.mined": {{"campaign", "report", "--dir", "MINED"}},

	"discoveries": {{"discoveries"}},

	"patterns": {{"patterns"}, {"patterns", "zip", "--lanes", "8", "--set", "half=high", "--svg"}},
	"targets":  {{"targets"}},
	"errata":   {{"errata"}},

	"svp64.asm":  {{"svp64", "asm", "mv.swiz r4,r8,W.Y."}},
	"svp64.dis":  {{"svp64", "dis", "5888e283"}},
	"svp64.run":  {{"svp64", "run", "sv.mv.swiz/vec3/w=16 *32,*64,ZYX", "--vl", "2", "--reg", "r64=3333_2222_1111,0000_6666_5555", "--trace"}, {"svp64", "run", "fmv.swiz r4,f8,YX"}},
	"svp64.grid": {{"svp64", "grid", "sv.mv.swiz/vec2 *32,*64,YX"}, {"svp64", "grid", "sv.mv.swiz/vec2 *32,*64,YX", "--ascii"}},

	"svp64.program": {{"svp64", "run", "li 3,5; mtctr 3; sv.cmpi cr4,1,3,5; stw 3,0(3)", "--dump", "5:4"}},
	"svp64.step":    {{"svp64", "debug", "sv.mv.swiz/w=16 *32,*64,X; li 3,5", "--reg", "r64=1234", "--steps", "2", "--json"}},
	"svp64.debug": {
		{"POST", "svp64/debug", `{"text":"loop: sv.mv.swiz/vec2/w=16 *32,*64,YX; sv.cmpi *cr32,1,*32,7","vl":2,"reg":"r64=1111","position":5,"dump":"0x10:4","program":true,"svg":true,"width":16}`},
		{"POST", "svp64/debug", `{"text":"sv.mv.swiz *32,*64,X","vl":2,"position":1}`}, {"POST", "svp64/debug", `{"text":"top: b top","do":"run","limit":10}`}, {"POST", "svp64/debug", `{"text":".long 0"}`}, {"POST", "svp64/debug", `{"text":"nop","do":"run"}`},
	},
	"svp64.same": {{"svp64", "same", "ZW01"}, {"svp64", "same", "ZWZW"}, {"svp64", "same", "0x200"}},

	"visa.check": {
		{"visa", "check", "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>"}, {"visa", "check", "mov (M1, 32) V32(0,0)<1> V33(0,0)<8;8,1>"}, {"visa", "check", "mov (M1, 8) V32(0,0)<1> V33(0,0)<16;8,4>", "--rules"},
	},
	"visa.report": {{"visa", "check", "WRONG.visaasm"}, {"visa", "check", "WRONG"}},
	"visa.gen":    {{"visa", "audit", "MOVS.visaasm", "--asm", "MOVS.asm"}, {"visa", "gen", "MOVS.visaasm", "--asm", "MOVS.asm"}, {"visa", "gen", "MOVS.visaasm", "--own"}},
	"visa.encode": {{"visa", "encode", "V33(0,0)<8;8,1>"}},
	"visa.decode": {{"visa", "decode", "102100000001044503"}, {"visa", "decode", "0d0ff298020e"}},
	"visa.eval": {
		{"visa", "eval", "<8;4,1>"}, {"visa", "eval", "r[A0(0),4]<2,1>:d", "--exec", "4"}, {"visa", "eval", "r[A0(0),4]<2,1>:d", "--exec", "4", "--var", "A0=&V33[16],&V34", "--svg"}, {"visa", "eval", "mov (M1, 4) V32(0,0)<2> V33(0,0)<4;4,1>"},
	},
	"visa.find":  {{"visa", "find", "i32x4 -> a3 a2 a1 a0"}, {"visa", "find", "i32x4 -> a0 a0 a2 a2"}},
	"visa.split": {{"visa", "split", "add (M1, 16) V32(0,0)<1> V33(0,0)<16;8,2> 10:d"}},
	"visa.run":   {{"visa", "run", "add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d", "--var", "V33=lane"}, {"visa", "run", "mov (M1, 4) V32(0,0)<1> r[A0(0),4]<2,1>:d", "--var", "V33=lane*8", "--var", "A0=&V33,64"}, {"visa", "run", "L1:", "jmp (M1, 1) L1", "--fuel", "9"}, {"visa", "run", "oword_st (1) T6 0:ud V33.0", "--type", "ud", "--var", "V33=lane*8", "--buffer", "T6=zero:16"}},
	"visa.step":  {{"visa", "run", "add (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1> 10:d", "--var", "V33=lane", "--trace"}, {"visa", "run", "cmp.gt (M1, 4) P1 V33(0,0)<4;4,1> 1:d", "--var", "V33=lane", "--trace"}},
	"visa.dis":   {{"visa", "dis", "KERNELS"}, {"visa", "dis", "CUT"}},

	"g13.asm":     {{"g13", "asm", "race.s"}, {"g13", "asm", "--hex-lines", "line.s"}},
	"g13.dis":     {{"g13", "dis", "race.bin"}, {"g13", "dis", "--hex-lines", "line.hex"}, {"g13", "dis", "ARCHIVE"}},
	"g13.inspect": {{"g13", "inspect", "nested.s"}, {"g13", "inspect", "open.s"}},
	"g13.run":     {{"g13", "run", "race.s", "--grid", "64", "--threadgroup", "64", "--buffer", "u2=zero:4", "--check-races", "--stats", "--dump", "memory"}, {"g13", "run", "fault.s"}, {"g13", "run", "--batch", "BATCH"}},
	"g13.debug": {
		{"POST", "g13/debug", `{"text":"mov r1, -1.0\nrsqrt r1, r1\ndevice_store 0, i32, x, r1, u2_u3, 0, signed, 0\nstop","buffer":{"u2":"zero:4"},"do":"run nan","print":["r1.f"],"memory":"u2","program":true,"to":4,"columns":4}`},
		{"POST", "g13/debug", `{"text":"top: jmp_exec_any top","do":"run","fuel":10,"program":true}`}, {"POST", "g13/debug", `{"text":"device_load 0, i32, x, r1, u2_u3, 0, signed, 0","do":"run"}`},
		{"POST", "g13/debug", `{"text":"device_load 0, i32, x, r1, u2_u3, 0, signed\niadd r2, r1, 1\nwait 0\nstop","buffer":{"u2":"zero:400"},"do":"run early"}`},
		{"POST", "g13/debug", `{"text":"device_store 0, i32, x, r1, u2_u3, 0, signed, 0\nstop","buffer":{"u2":"zero:4"},"position":2}`}, {"POST", "g13/debug", `{"text":"stop"}`},
	},
	"g13.diff":  {{"g13", "diff", "race.s", "five.s", "--buffer", "u2=zero:4"}, {"g13", "diff", "fault.s", "fault.s", "--by", "results"}, {"g13", "diff", "race.s", "five.s", "--of", "r1", "--buffer", "u2=zero:4"}},
	"g13.trace": {{"g13", "run", "race.s", "--buffer", "u2=zero:4", "--trace", "TRACE"}, {"g13", "run", "fault.s", "--trace", "TRACE"}},
}

// scanned is what scan reads here: a contradiction, a line that cannot be followed, what is dearer than it need be, and a file without a function.
const scanned = "pshufd $27, %xmm0, %xmm1\nswap:\n\tvpshufd $27, %xmm1, %xmm0 # xmm0 = xmm1[0,1,2,3]\n\tpshufb %xmm5, %xmm0\n\tret\nother:\n" +
	"\tpshufd $233, %xmm1, %xmm1\n\tpshufd $227, %xmm0, %xmm2\n\tpunpckldq %xmm1, %xmm2\n\tpaddd %xmm2, %xmm0\n\tret\n"

// Every field of every answer is in docs/json.md, in the order in which it stands there, and every field there is in some answer. One that is not said to be there sometimes is always there.
func TestJSONFieldsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## lanescope.")
	if len(sections)-1 != len(jsonQuestions) {
		t.Errorf("%d schemas are documented, and %d are asked for", len(sections)-1, len(jsonQuestions))
	}
	files := jsonFiles(t)
	for _, section := range sections[1:] {
		name, _, _ := strings.Cut(section, "/")
		fields, sometimes := documentedFields(section)
		seen := map[string]bool{}
		for _, args := range jsonQuestions[name] {
			args = slices.Clone(args)
			for k, a := range args {
				args[k] = cmp.Or(files[a], a)
			}
			out, diag := answered(args)
			if trace := files["TRACE"]; slices.Contains(args, trace) {
				lines, err := os.ReadFile(trace)
				if err != nil {
					t.Fatal(err)
				}
				out = string(lines)
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			for _, line := range lines {
				if name == "visa.step" && strings.Contains(line, `"schema":"lanescope.visa.run/1"`) { // which stands behind the steps
					continue
				}
				found, err := fieldsOf(line)
				if err != nil {
					t.Fatalf("%v: %v: %s%s", args, err, out, diag)
				}
				checkFields(t, args, fields, sometimes, found)
				for _, f := range found {
					seen[f] = true
				}
			}
		}
		for _, f := range fields {
			if !seen[f] {
				t.Errorf("%s: no answer has %s", name, f)
			}
		}
	}
}

// answered is what a command says, or an endpoint that has no command that says it in JSON.
func answered(args []string) (out, diag string) {
	if args[0] != "POST" {
		_, out, diag = run(scanned, append(args, "--json")...)
		return out, diag
	}
	e, _ := api.EndpointNamed(args[1])
	b, _ := new(api.Desk).Answer(context.Background(), e, args[2])
	return string(b), ""
}

// jsonFiles are files that the questions name, by what they call them there.
func jsonFiles(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"TRACE": filepath.Join(dir, "trace")}
	write := func(name, text string) {
		files[name] = filepath.Join(dir, name)
		if err := os.WriteFile(files[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := func(stdin string, args ...string) string {
		code, out, diag := run(stdin, args...)
		if code != 0 {
			t.Fatalf("%v: %s", args, diag)
		}
		return out
	}
	write("race.s", "start:\nget_sr r1, sr53\ndevice_store 0, i32, x, r1, u2_u3, 0, signed, 0\nwait 0\nstop\n")
	write("fault.s", "mov_imm r5, 7\ndevice_load 0, i32, x, r1, u2_u3, 0, signed, 0\nstop\n")
	write("five.s", "mov r1, 5\ndevice_store 0, i32, x, r1, u2_u3, 0, signed, 0\nstop\n")
	write("line.s", "iadd r1, r1.discard, u1\n")
	write("line.hex", "0e05c22218000000\n")
	write("nested.s", "if_icmp r0l, ult, r1, 7, 1\nmov r2, 1\nelse_icmp r0l, ueq, 0, 0, 1\npop_exec r0l, 1\n")
	write("open.s", "if_icmp r0l, ult, r1, 7, 1\n")
	undefined := "\x0e\x05\xc3\x22\x18\x00\x00\x00" // iadd of a register that begins at an upper half
	files["CAMPAIGN"], files["WRONG ANSWERS"] = filepath.Join(dir, "campaign"), filepath.Join(dir, "wrong")
	made("", "campaign", "run", "--dir", files["CAMPAIGN"], "--kind", "table", "--target", "sse2", "--shape", "2xi64")
	write("swaps.s", "f:\n pshufd $27, %xmm0, %xmm0\n pshufd $27, %xmm0, %xmm0\n paddd %xmm0, %xmm1\ng:\n pshufd $78, %xmm2, %xmm3\n paddd %xmm3, %xmm1\n")
	files["MINED"] = filepath.Join(dir, "mined")
	made("", "campaign", "run", "--dir", files["MINED"], "--kind", "mine", files["swaps.s"])
	wrongAnswers(t, files["WRONG ANSWERS"])
	files["WRONG COMPILER"] = filepath.Join(dir, "compiler")
	answersOf(t, files["WRONG COMPILER"], &campaign.Plan{Tool: "devel", Kind: "fuzz", Options: campaign.Options{Compiler: "llc", Target: "sse2", Sample: 1}, Items: 1, Shards: 1},
		"differs\t0.0\ti8x16 -> a0 a1 z z z z z z z z z z z z z z\ti8x2 -> a1 a0\ti8x2 -> a0 a1\t\"text\\n\"\n")
	write("ARCHIVE", string(archive.MakeFat(binary.LittleEndian, archive.Image{CPU: 0x1000017, Bytes: []byte("MTLB")}, archive.Image{CPU: archive.AppleGPU, Bytes: archive.MakeShader(nil, []byte(undefined+"\xff\xff"))})))
	write("race.bin", made("", "g13", "asm", files["race.s"])+"\xfa\xbb\x26\xae\x04\x61\x36\x1e\xff\xff")
	kernels := made(".kernel \"k\"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) V32(0,0)<1> 0x1:d\n", "visa", "asm")
	write("KERNELS", kernels)
	wrong := ".kernel \"k\"\n.decl V32 v_type=G type=d num_elts=256 align=GRF\nmov (M1, 8) V32(0,0)<0> V32(31,4)<8;8,1>\nmov (M1, 8) V32(0,0)<1> V32(0,0)<16;8,4>\n"
	write("CLAIMS", "<4 x i32> 3 2 1 0 == pshufd $27\n<4 x i32> 3 2 1 0 @ neon <= 1 op, 0 constants\n")
	write("WRONG.visaasm", wrong)
	write("MOVS.visaasm", ".decl D v_type=G type=q num_elts=32 align=GRF\n.decl S v_type=G type=q num_elts=32 align=GRF\nmov (M1, 2) D(0,0)<4> S(0,0)<2;2,1>\n")
	write("MOVS.asm", "//.platform TGLLP\n//.declare D (1) rf=r size=256 type=q align=16 words (r1.0)\n//.declare S (2) rf=r size=256 type=q align=16 words (r9.0)\nmov (2|M0) r1.0<0>:f r9.0<2;1,0>:f // $0\n")
	write("WRONG", made(wrong, "visa", "asm"))
	write("CUT", kernels[:len(kernels)-6]+"\xff"+kernels[len(kernels)-5:]) // an operand of no class
	write("BATCH", `{"code":"0e05c22218000000","threadgroup_memory":"00000000","buffers":{"u2":"00000000"}}`+"\n")
	return files
}

// wrongAnswers is a campaign with an answer that other code does not agree with.
func wrongAnswers(t *testing.T, dir string) {
	t.Helper()
	p, err := campaign.NewPlan("devel", "table", campaign.Options{Target: "sse2", Shape: "2xi64", Sample: 1}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	answersOf(t, dir, p, "i64x2 i64x2 -> a0 b0\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0 b=xmm1\tpunpckhqdq xmm0, xmm1\n")
}

// answersOf is a campaign of one shard with these answers.
func answersOf(t *testing.T, dir string, p *campaign.Plan, answers string) {
	t.Helper()
	f, err := campaign.Create(dir, p)
	if err == nil {
		err = f.Put(0, []byte(answers))
	}
	if err != nil {
		t.Fatal(err)
	}
}

var fieldRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (sometimes)?")

// documentedFields are the fields of a section's table, and those that are only sometimes there.
func documentedFields(section string) (fields []string, sometimes map[string]bool) {
	sometimes = map[string]bool{}
	for _, m := range fieldRow.FindAllStringSubmatch(section, -1) {
		fields = append(fields, m[1])
		sometimes[m[1]] = m[2] != ""
	}
	return fields, sometimes
}

// checkFields holds an answer's fields against those that are documented.
func checkFields(t *testing.T, args, fields []string, sometimes map[string]bool, found []string) {
	t.Helper()
	last := -1
	for _, f := range found {
		at := slices.Index(fields, f)
		if at < 0 {
			t.Errorf("%v: %s is not documented", args, f)
			continue
		}
		if !strings.ContainsAny(f, "[.") {
			if at < last {
				t.Errorf("%v: %s stands behind what it stands before in the document", args, f)
			}
			last = at
		}
	}
	for _, f := range fields {
		if !sometimes[f] && !strings.ContainsAny(f, "[.") && !slices.Contains(found, f) {
			t.Errorf("%v: %s is not there, and is not said to be there only sometimes", args, f)
		}
	}
}

// freeNames are objects whose names depend on the question.
var freeNames = []string{"forms", "patterns[].params", "masks[].dialects", "operands", "entries[].operands", "bound", "after", "vars", "regs", "uniforms", "buffers", "elements"}

// fieldsOf are the paths of an object's values that are no objects, nor lists of objects, in their order.
func fieldsOf(line string) ([]string, error) {
	w := fieldWalk{Decoder: json.NewDecoder(strings.NewReader(line))}
	err := w.value("")
	return w.paths, err
}

type fieldWalk struct {
	*json.Decoder
	paths []string
}

// value walks over one value.
func (w *fieldWalk) value(path string) error {
	token, err := w.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return w.object(path)
	case json.Delim('['):
		return w.list(path)
	}
	w.add(path)
	return nil
}

func (w *fieldWalk) add(path string) {
	if !slices.Contains(w.paths, path) {
		w.paths = append(w.paths, path)
	}
}

func (w *fieldWalk) object(path string) error {
	for w.More() {
		key, err := w.Token()
		if err != nil {
			return err
		}
		inner := strings.TrimPrefix(path+"."+fmt.Sprint(key), ".")
		if slices.Contains(freeNames, path) {
			inner = path + ".*"
		}
		if err := w.value(inner); err != nil {
			return err
		}
	}
	_, err := w.Token()
	return err
}

// list walks over a list, whose path is its own if it has no objects.
func (w *fieldWalk) list(path string) error {
	before, empty := len(w.paths), !w.More()
	for w.More() {
		if err := w.value(path + "[]"); err != nil {
			return err
		}
	}
	for k := before; k < len(w.paths); k++ {
		w.paths[k] = strings.TrimSuffix(w.paths[k], "[]")
	}
	if empty && !strings.HasSuffix(path, "[]") && !w.objects(path) {
		w.add(path)
	}
	_, err := w.Token()
	return err
}

// objects says whether a list is one of objects, of which there are none now.
func (w *fieldWalk) objects(path string) bool {
	return slices.Contains([]string{"patterns", "targets", "alternatives", "masks", "emitted", "skipped", "wrong", "errors", "kernels", "labels", "memory", "last.memory", "member.values", "program.findings", "races", "instructions.only", "results.buffers", "results.registers"}, path) || strings.HasSuffix(path, "places")
}
