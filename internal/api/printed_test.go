package api_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/discoveries"
	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/visa"
)

// filled puts something else into each field of a value: numbers that are counted up, texts that have one, lists of two.
func filled(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.25)
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for k := range 2 {
			filled(v.Index(k), n)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			filled(v.Field(k), n)
		}
	}
}

// What is printed of campaigns has every field, under its own name, and of what nobody knows none.
func TestPrintedCampaigns(t *testing.T) {
	var all strings.Builder
	for _, x := range []interface{ AppendJSON([]byte) []byte }{new(api.CampaignStatus), new(api.CampaignCheck), new(api.CampaignReport), new(api.CampaignHarvest)} {
		for range 2 {
			fmt.Fprintf(&all, "%s\n", x.AppendJSON([]byte("behind: ")))
			n := 0
			filled(reflect.ValueOf(x).Elem(), &n)
		}
	}
	golden.Held(t, "testdata/campaigns.txt", all.String(), *update)
}

// What is printed of the tables of patterns and of discoveries is what it was.
func TestPrintedTables(t *testing.T) {
	var all strings.Builder
	golden.Held(t, "../../docs/patterns.md", string(api.PatternsPage()), false)
	for _, p := range shufflevector.Library() {
		fmt.Fprintf(&all, "%s\n", api.AppendPattern(nil, p))
	}
	sorts := map[string]bool{}
	for _, d := range discoveries.All {
		if sort := fmt.Sprint(d.By, d.IsWaste(), d.IsRead(), d.Says != ""); !sorts[sort] { // one of each
			sorts[sort] = true
			fmt.Fprintf(&all, "%s\n", api.AppendDiscovery(nil, d))
		}
	}
	for s := svp64.Swizzle(0); s < 0o7777; s += 0o437 {
		fmt.Fprintf(&all, "%s\n", api.NewSVP64Same(s).AppendJSON(nil))
	}
	golden.Held(t, "testdata/tables.txt", all.String(), *update)
}

// Reports for code hosts have each finding with its place: of a scan, of claims, and of vISA.
func TestPrintedReports(t *testing.T) {
	var all strings.Builder
	r := new(corpus.Report)
	const listing = "f:\n pshufd $27, %xmm0, %xmm0\n pshufd $27, %xmm0, %xmm0\n pshufd $78, %xmm0, %xmm0\n paddd %xmm0, %xmm1\n vpermilps %ymm1, %ymm2, %ymm3\n pshufd $27, %xmm0, %xmm2 # xmm2 = xmm0[0,1,2,3]\n paddd %xmm2, %xmm1\n ret\n"
	if err := corpus.Scan(strings.NewReader(listing), "dir/x.s", r.Sink()); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&all, "%s\n", api.AppendSARIF(nil, r, "v1"))
	claims := new(api.Lowerer).Test(t.Context(), api.TestRequest{Name: "x.lanes", Text: "pshufd $27 == <4 x i32> 3 2 1 0\npshufd $27 == <4 x i32> 3 2 1 1\n<4 x i32> 3 2 1 0 : none\n  <4 x i32> 9 == pshufd $27\n"})
	fmt.Fprintf(&all, "%s\n%s\n%t %d\n", claims.AppendJSON(nil), api.AppendTestSARIF(nil, []api.TestReport{claims, claims}, "v2"), claims.OK(), claims.Failed())
	for k := range claims.Findings {
		fmt.Fprintf(&all, "%t ", claims.Findings[k].Refuted())
	}
	all.WriteString("\n")
	for _, platform := range []string{"", "skl", "pvc"} {
		v := &api.VISA{GRF: 32, Type: visa.D}
		if err := v.On(platform, false); err != nil {
			t.Fatal(err)
		}
		report := v.Report("x.visaasm", "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>\nmov (M1, 3) V32(0,0)<1> V33(0,0)<8;8,1>\nnone\nmov (M1, 16) V32(0,3)<2> V33(0,0)<9;8,1>\n")
		wrong, warnings := report.Count()
		fmt.Fprintf(&all, "%q: %d wrong, %d warnings\n%s\n%s\n", platform, wrong, warnings, report.AppendJSON(nil), api.AppendVISASARIF(nil, []api.VISAReport{report}, "v3"))
		for k := range report.Findings {
			fmt.Fprintf(&all, "%s %q\n", report.Findings[k].Level(), report.Findings[k].Legal())
		}
	}
	golden.Held(t, "testdata/reports.txt", all.String(), *update)
}

// Code of the G13 is written in both spellings, in lines, as an object, and back.
func TestPrintedCode(t *testing.T) {
	var all strings.Builder
	const text = "start: iadd r1, r2, 5\nsimd_shuffle_xor r0, r1, 3\nstop\n"
	for _, name := range api.G13Spellings() {
		s := api.G13Spelling(name)
		source := asm.Source{Text: text}
		if s == api.G13Mesa {
			source.Text = "iadd r1, r2, 5\n"
			if p, errs := s.Assemble(source); len(errs) == 0 {
				fmt.Fprintf(&all, "%x\n", p.Code)
			} else {
				fmt.Fprintf(&all, "%v\n", errs)
			}
			source.Text = text
		}
		p, errs := api.G13Applegpu.Assemble(source)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		fmt.Fprintf(&all, "%s\n", api.AppendG13Program(nil, p))
		var lines, object bytes.Buffer
		if err := s.WriteListing(&lines, bytes.NewReader(p.Code)); err != nil {
			t.Fatal(err)
		}
		if err := api.G13Listing(&object, bytes.NewReader(append(p.Code, 0xff)), s); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s%s", &lines, &object)
		for _, one := range []string{"iadd r1, r2, 5", "none"} {
			i, err := s.Parse(one)
			if err != nil {
				fmt.Fprintf(&all, "%s: %v\n", one, err)
				continue
			}
			fmt.Fprintf(&all, "%s\n", api.AppendG13Line(nil, "schema/1", i, s))
			digits := fmt.Sprintf("%x", i.AppendBytes(nil))
			for _, d := range []string{digits, digits + "00", digits[:2], "x"} {
				i, err := api.G13Instruction(d)
				if err != nil {
					fmt.Fprintf(&all, "%s: %v\n", d, err)
					continue
				}
				fmt.Fprintf(&all, "%s: %s\n", d, s.Text(i))
			}
		}
	}
	for _, head := range []string{"", "iadd r1, r2, 5\n", "0e0d0c0b 0a\n", "\xcf\xfa\xed\xfe\x00\x00\x00\x00", "MTLB....", "\x7e\x00\x01\x02"} {
		fmt.Fprintf(&all, "%q: %v\n", head, api.G13Code([]byte(head)))
	}
	golden.Held(t, "testdata/code.txt", all.String(), *update)
}

// What networks are asked is a kind with its size, or forms, on a command line and in a line of a batch.
func TestPrintedRequests(t *testing.T) {
	var all strings.Builder
	for _, args := range [][]string{nil, {"transpose", "8x8"}, {"transpose"}, {"transpose", "8", "9"}, {"a", "b"}} {
		r, err := api.ParseNetwork(args)
		fmt.Fprintf(&all, "%q: %+v, %v\n", args, r, err)
	}
	for _, line := range []string{`{"kind":"transpose","size":"8x8","type":"i16"}`, `{"kind":"interleave","size":4,"vectors":2}`, `{"forms":["a","b"]}`, `{"kind":"x","forms":["a"]}`, `{}`, `{"none":1}`, `[`, `{"kind":"transpose"}`} {
		r, err := api.ParseNetworkLine(line, api.NetworkRequest{Size: "2x2", Type: "i8", Vectors: 9, Target: "sse2"})
		fmt.Fprintf(&all, "%s: %+v, %v\n", line, r, err)
	}
	for _, r := range []api.NetworkRequest{{Target: "sse2"}, {Target: "g13"}, {Target: "none"}, {Target: "sse2", Registers: -1}, {Target: "sse2", Emit: "none"}, {Target: "sse2", Emit: "llvm", Memory: true}, {Target: "sse2", Emit: "go", Memory: true}} {
		fmt.Fprintf(&all, "%s %d %s %t: %v\n", r.Target, r.Registers, r.Emit, r.Memory, api.CheckNetwork(r))
	}
	for _, line := range []string{`{"op":"mv.swiz","text":"YX","src":["1","2"],"dst_before":["7","8"]}`, `{"op":"mv.swiz","imm":"2a","vl":2,"subvl":2,"pred":"none","src":["1","2","3","4"]}`, `{"op":"sv.mv.swiz","text":"WZYX","vl":2,"subvl":4,"smask":1,"dmask":3,"dz":1,"src":["1","2","3","4","5","6","7","8"]}`, `{"op":"fmv.swiz","text":"Y0","pack":"x"}`, `{"op":"none"}`, `{`, `{"op":"mv.swiz","text":"YX","imm":"fff"}`, `{"op":"mv.swiz","text":"XY","dst_subvl":3}`, `{"op":"mv.swiz","text":"XY","src":["1","2"],"after":{"r32":"1"}}`} {
		r, err := api.ParseSVP64Run(line)
		fmt.Fprintf(&all, "%s: %v\n", line, err)
		if err == nil {
			if c, err := r.Run(); err != nil {
				fmt.Fprintf(&all, "  %v\n", err)
			} else {
				fmt.Fprintf(&all, "  %s\n", c.AppendJSON(nil))
			}
		}
	}
	text, err := api.TransposeTable("sse2")
	fmt.Fprintf(&all, "%s%v\n", text, err)
	if _, err := api.TransposeTable("none"); err == nil {
		t.Error("a target that there is not has a table")
	}
	golden.Held(t, "testdata/requests.txt", all.String(), *update)
}

// A pattern is told with what it has: its mask is one of it.
func TestPatternFields(t *testing.T) {
	for _, p := range shufflevector.Library() {
		fields := map[string]string{}
		for _, f := range api.PatternFields(p) {
			fields[f[0]] = f[1]
		}
		m, bits := api.PatternExample(p)
		mask, name, ok := strings.Cut(fields["example"], "   ")
		if !ok || !strings.HasPrefix(name, p.Name) || fields["name"] != p.Name || fields["meaning"] != p.Meaning || fields["not"] != p.Near {
			t.Errorf("%s: %q", p.Name, fields)
		}
		if _, err := lane.Parse(m.Map(bits).String()); err != nil || !strings.HasPrefix(mask, "<") {
			t.Errorf("%s: %q, %v", p.Name, mask, err)
		}
	}
}
