package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// asks are requests that are answered, one for each endpoint at least, and what stands in the answer.
var asks = []struct{ name, request, answer string }{
	{"explain", `{"form":"<4 x i32> 0 4 1 5","targets":"neon","forms":["spirv"]}`, `"sequence":["zip1 v0.4s, v0.4s, v1.4s"]`},
	{"explain", `{"form":"<4 x i32> 3 1 2 0","targets":["none"],"forms":"none","split":"interleave,reverse"}`, `"targets":[],"forms":{}`},
	{"prove", `{"a":"<4 x i32> 0 1 4 5","b":"i64x2 i64x2 -> a0 b0"}`, `"verdict":"equal"`},
	{"lower", `{"form":"<4 x i32> 7 1 4 2","target":"sse2","max-constants":0,"effort":"quick","alternatives":true}`, `"effort":"quick"`},
	{"lower", `{"form":"<4 x i32> 0 5 2 3","target":"sse2","emit":"c","name":"swap","deadline":"2s","budget":4096}`, `swap(`},
	{"network", `{"kind":"transpose","size":"4x4","type":"i32","target":"sse2"}`, `"ops":8`},
	{"network", `{"kind":"transpose","size":"2x2","type":"i64","target":"neon","svg":true,"width":600}`, `"svg":"\u003csvg`},
	{"network", `{"kind":"bitreverse","size":8,"type":"i16","target":"sse2"}`, `"schema":"lanescope.network/1"`},
	{"network", `{"forms":["_mm_unpacklo_epi8(x, y)","_mm_unpackhi_epi8(x, y)"],"target":"neon"}`, `"x"`},
	{"table", `{"pattern":"ins v0.s[*], v1.s[0]","to":"sse4.1","emit":"rust","effort":"quick"}`, `"imm":3,"map":"i32x4 i32x4 -> a0 a1 a2 b0"`},
	{"translate", `{"form":"vec4(a.xy, b.zw)","to":"llvm"}`, `"lines":["`},
	{"tokens", `{"form":"vec4(a.xy, b.zw)"}`, `{"text":"b","kind":"source","source":1}`},
	{"tokens", `{"form":"<4 x i32> 0 1 2 9"}`, `{"text":"9","kind":"number","wrong":true}],"wrong":{"message":"selector 9`},
	{"draw", `{"form":"i32x4 -> a3 a2 a1 a0","width":800}`, `"svg":"\u003csvg`},
	{"draw", `{"form":"i32x4 -> a3 a2 a1 a0","ascii":true}`, `"text":"`},
	{"draw", `{"form":"xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]","width":700}`, `"svg":"\u003csvg`},
	{"patterns", `{"name":"zip","lanes":8,"result":8,"bits":32,"set":{"half":"high","group":"2"},"svg":true}`, `"form":"<8 x i32> 4 5 12 13 6 7 14 15","svg":"\u003csvg`},
	{"patterns", `{"lanes":4}`, `"patterns":[{"name":"undefined"`},
	{"scan", `{"text":"pshufd xmm0, xmm1, 27\n","name":"x.s","target":"sse2"}`, `"file":"x.s"`},
	{"test", `{"text":["<4 x i32> 3 2 1 0 == pshufd $27","<4 x i32> 3 2 1 0 @ sse2 <= 0 ops"],"name":"x.lanes","deadline":"1s"}`, `"ok":false,"file":"x.lanes","claims":2,"failed":1,`},
	{"g13/asm", `{"text":["top: mov_imm r0l, 7","jmp_exec_any top","stop"]}`, `"labels":[{"name":"top","offset":0}]`},
	{"g13/dis", `{"hex":"0e05c22218000000"}`, `"text":"iadd r1, r1.discard, u1"`},
	{"g13/dis", `{"hex":"7a0584662c20","syntax":"mesa"}`, `"hex":"7a0584662c20","text":"`},
	{"g13/inspect", `{"text":["if_icmp r0l, ult, r1, 7, 1"]}`, `"rule":"missing-stop","offset":`},
	{"g13/run", `{"text":"iadd r1, r1, 5","uniforms":{"u1":"00000007"},"fuel":100,"timeout":"1s"}`, `"r1":["00000005"`},
	{"g13/debug", `{"text":"mov r1, 5\niadd r1, r1, 3\nstop","position":3,"do":"back","stops":["nan","watch r1"],"print":["r1"],"program":true,"columns":4,"to":3}`, `"position":2,"length":4,`},
	{"g13/debug", `{"text":"wait 0","grid":[40,2],"threadgroup":[8,2],"reg":{"r3":"lane"},"uniform":["u9=0.5"],"buffer":{"u2":"zero:64"},"do":"run","group":0,"memory":"u2","offset":8,"bytes":4,"fuel":1000}`, `"memory":{"name":"u2","address":"0x2000000000","size":64,"from":8,"hex":"00000000"}`},
	{"g13/debug", `{"code":"0e05c22218000000","do":"step 2","from":0}`, `"last":{"group":0,"pc":0,"text":"iadd r1, r1.discard, u1"`},
	{"svp64/asm", `{"text":"sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1","prefix":"po9"}`, `"words":["`},
	{"svp64/dis", `{"words":["05406400","59109773"]}`, `"text":"`},
	{"svp64/run", `{"text":"mv.swiz r4,r8,W.Y.","reg":["r8=22222222_11111111,44444444_33333333"]}`, `"after":{"4":"`},
	{"svp64/run", `{"text":"sv.mv.swiz/vec3/w=16 *32,*64,ZYX","vl":2,"pack":true,"trace":true,"reg":"r64=4444_3333_2222_1111,6666_5555"}`, `"trace":["SVSTATE`},
	{"svp64/run", `{"text":["setvl 0,0,2,0,1,1","sv.lwz *8,0(3)","sv.stw *8,8(3)"],"reg":"r3=1000","mem":["0x1000=0100000002000000"],"dump":["0x1008:8"]}`, `"done":true,"instructions":3,"pc":"10014","after":{"r8":"0000000000000001","r9":"0000000000000002","svstate":"0408000000000000"},"memory":[{"at":"1008","hex":"0100000002000000"}]}`},
	{"svp64/run", `{"text":"38600005 4bfffffc","limit":9,"ctr":3,"svstate":"0408000000000000","big-endian":false}`, `"done":false,"instructions":9,"pc":"10004"`},
	{"svp64/debug", `{"text":"sv.mv.swiz/vec3/w=16 *32,*64,ZYX","vl":2,"pack":true,"reg":"r64=3333_2222_1111,5555_4444","position":3,"do":"back","width":16,"program":true,"svg":true}`, `"position":2,"length":6,"last":{"at":"10000","text":"sv.mv.swiz/vec3/w=16 *32,*64,ZYX","move":"1.Z → 0.Y","value":"5555","group":false,"last":false},"next":{"at":"10000",`},
	{"svp64/debug", `{"text":"sv.mv.swiz/vec3/w=16 *32,*64,ZYX","vl":2,"reg":"r64=3333_2222_1111,5555_4444","do":"step group","dump":"0x10000:8"}`, `"position":3,"last":{`},
	{"svp64/grid", `{"text":"sv.mv.swiz/m=r3/vec2/w=16 *32,*64,YX","vl":3,"reg":["r3=5","r64=4444_3333_2222_1111,6666_5555"],"svg":true}`, `2.Y = 6666`},
	{"svp64/grid", `{"text":"sv.mv.swiz/vec2 *32,*64,YX","ascii":true}`, `"text":["`},
	{"g13/dis", `{"hex":"cefaedfe","raw":true}`, `"instructions":[`},
	{"visa/check", `{"text":"mov (M1, 32) V32(0,0)<1> V33(0,0)<8;8,1>","dialect":"spec"}`, `"ok":false`},
	{"visa/check", `{"text":"mov (M1, 8) V32(0,0)<1> V33(0,0)<16;8,4>","rules":true}`, `"legal":"mov (M1, 8) V32(0,0)<1> V33(0,0)<2;4,4>","elsewhere":true,"splits":true`},
	{"visa/eval", `{"text":"mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>","svg":true}`, `"svg":"\u003csvg`},
	{"visa/eval", `{"text":"<8;4,1>","exec":8}`, `"elements":[0,1,2,3,8,9,10,11]`},
	{"visa/eval", `{"text":"r[A0(0),4]<2,1>:d","exec":4,"var":{"A0":"&V33[16],&V34"}}`, `"schema":"lanescope.visa.eval/1"`},
	{"visa/encode", `{"text":"V33(0,0)<8;8,1>"}`, `"hex":"`},
	{"visa/decode", `{"hex":"102100000001044503"}`, `"text":"`},
	{"visa/split", `{"text":"add (M1, 16) V32(0,0)<1> V33(0,0)<16;8,2> 10:d"}`, `"pieces":["`},
	{"visa/run", `{"program":"oword_ld (1) T6 0:ud V32.0","buffer":{"T6":"zero:16"}}`, `"vars":{"V32":"hex:00000000000000000000000000000000`},
	{"visa/run", `{"program":"add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d","var":["V33=lane"]}`, `"schema":"lanescope.visa.run/1"`},
	{"visa/find", `{"form":"i32x4 -> a3 a2 a1 a0","grf":64}`, `"sequence":["`},
	{"visa/dis", `{"hex":"00"}`, `"error":{`},
}

func TestEndpointsAnswer(t *testing.T) {
	var d api.Desk
	asked := map[string]bool{}
	for _, ask := range asks {
		e, ok := api.EndpointNamed(ask.name)
		if !ok {
			t.Fatalf("there is no %s", ask.name)
		}
		answer, outcome := d.Answer(context.Background(), e, ask.request)
		schemaOf := func(schema string) bool { return strings.HasPrefix(string(answer), `{"schema":"`+schema+`"`) }
		if !json.Valid(answer) || !schemaOf(e.Schema) && (e.Other == "" || !schemaOf(e.Other)) || !strings.Contains(string(answer), ask.answer) || outcome == api.Malformed {
			t.Errorf("%s %s: outcome %d: %s", ask.name, ask.request, outcome, answer)
		}
		asked[ask.name] = true
	}
	for _, e := range api.Endpoints() {
		if !asked[e.Name] {
			t.Errorf("%s is not asked", e.Name)
		}
	}
}

// What is wrong is said with its place: in the form, or in the request where that is no request.
func TestEndpointErrors(t *testing.T) {
	var d api.Desk
	for _, c := range []struct {
		name, request string
		outcome       api.Outcome
		want          string
	}{
		{"explain", `{"form":"<4 x i32> 0 1 2 9"}`, api.Refused, `"line":1,"col":17`},
		{"prove", `{"a":"<2 x i8> 1 0","b":"<2 x i8> 1 7"}`, api.Refused, `"col":12,"field":"b"`},
		{"network", `{"forms":["<2 x i8> 1 0","<2 x i8> 1 7"],"target":"sse2"}`, api.Refused, `"field":"forms[1]"`},
		{"network", `{"target":"sse2"}`, api.Refused, `expected either a kind or forms`},
		{"g13/asm", `{"text":"stop\nstap\nstup"}`, api.Refused, `"errors":[{"message":`},
		{"g13/asm", `{"text":".include \"/etc/passwd\""}`, api.Refused, `"line":1`},
		{"visa/run", `{"program":"mov (M1, 1) V32(0,0)<1> V33(0,0)<0;1,0>","var":["V33=@/etc/passwd"]}`, api.Refused, `"error":{"message":`},
		{"svp64/run", `{"text":"mv.swiz r4,r8,W.Y.","plain":true,"trace":true}`, api.Refused, `plain engine`},
		{"svp64/run", `{"text":"mv.swiz r4,r8,W.Y.","ctr":3}`, api.Refused, `ctr is of a program`},
		{"svp64/run", `{"text":"li 3,5","trace":true}`, api.Refused, `svp64/debug has that`},
		{"svp64/run", `{"text":"li 3,5\nlu 3,5"}`, api.Refused, `"line":2,"col":1`},
		{"svp64/run", `{"text":"li 3,5","mem":"1000"}`, api.Refused, `--mem 1000: expected an address and bytes`},
		{"svp64/run", `{"text":"li 3,5","dump":"0:65537"}`, api.Refused, `at most 65536`},
		{"svp64/run", `{"text":"li 3,5","dump":["0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:65536","0:1"]}`, api.Refused, `more than 1048576 bytes`},
		{"svp64/run", `{"text":"li 3,5","svstate":"x"}`, api.Refused, `expected up to 16 hexadecimal digits`},
		{"svp64/debug", `{"text":"li 3,5","do":"jump"}`, api.Refused, `goes nowhere: expected step, back or run","line":1,"col":1`},
		{"svp64/debug", `{"text":"li 3,5","width":24}`, api.Refused, `24: expected 8, 16, 32 or 64`},
		{"svp64/debug", `{"text":"lu 3,5"}`, api.Refused, `"line":1,"col":1`},
		{"lower", `{"form":"<4 x i32> 0 1 2 3"}`, api.Malformed, `target is missing: for which target","line":1,"col":1`},
		{"lower", `{"form":"<4 x i32> 0 1 2 3","target":"vax"}`, api.Malformed, `target: there is no \"vax\": expected sse2`},
		{"lower", `{"form":7,"target":"sse2"}`, api.Malformed, `form: expected a string","line":1,"col":9`},
		{"lower", `{"form":"a","target":"sse2","budget":-1}`, api.Malformed, `budget: -1: expected a whole number from 0 to`},
		{"lower", `{"form":"a","target":"sse2","budgets":1}`, api.Malformed, `there is no key \"budgets\"`},
		{"lower", `{"form":"a","form":"a","target":"sse2"}`, api.Malformed, `\"form\" stands twice`},
		{"visa/find", `{"form":"i32x4 -> a3 a2 a1 a0","grf":48}`, api.Malformed, `48: expected 32 or 64`},
		{"explain", `{"form":`, api.Malformed, `no JSON`},
		{"explain", ``, api.Malformed, `"error"`},
		{"explain", `[]`, api.Malformed, `expected an object`},
		{"explain", `{"form":"` + strings.Repeat("a", 70000) + `"}`, api.Malformed, `70002 bytes: expected at most 65536`},
	} {
		e, _ := api.EndpointNamed(c.name)
		answer, outcome := d.Answer(context.Background(), e, c.request)
		if outcome != c.outcome || !json.Valid(answer) || !strings.Contains(string(answer), c.want) {
			t.Errorf("%s %.80s: outcome %d, %s; want %d, %s", c.name, c.request, outcome, answer, c.outcome, c.want)
		}
	}
}

// The description says what the readers do: they know each property and no others, refuse another type and what is not among the choices, and want what is required.
func TestOpenAPIIsTrue(t *testing.T) {
	var doc struct {
		OpenAPI string
		Paths   map[string]struct {
			Post struct {
				RequestBody struct {
					Content map[string]struct {
						Schema struct {
							Required   []string
							Properties map[string]property
						}
					}
				}
				Responses map[string]any
			}
		}
	}
	if err := json.Unmarshal(api.AppendOpenAPI(nil, "1"), &doc); err != nil || doc.OpenAPI != "3.1.0" {
		t.Fatalf("%v, version %q", err, doc.OpenAPI)
	}
	endpoints := api.Endpoints()
	if len(doc.Paths) != len(endpoints) {
		t.Errorf("%d paths for %d endpoints", len(doc.Paths), len(endpoints))
	}
	var d api.Desk
	checked := 0
	for _, e := range endpoints {
		schema := doc.Paths["/api/"+e.Name].Post.RequestBody.Content["application/json"].Schema
		says := func(request, want string) {
			t.Helper()
			answer, outcome := d.Answer(context.Background(), &e, request)
			if outcome != api.Malformed || !strings.Contains(string(answer), want) {
				t.Errorf("%s %s: outcome %d, %s; want %q", e.Name, request, outcome, answer, want)
			}
			checked++
		}
		for name, p := range schema.Properties {
			if p.Description == "" {
				t.Errorf("%s: nothing is said of %s", e.Name, name)
			}
			says(fmt.Sprintf(`{%q:%s}`, name, p.other()), `"message":"`+name+": ")
			if values := p.choices(); values != nil {
				says(fmt.Sprintf(`{%q:"no such"}`, name), `there is no \"no such\": expected `+values[0])
			}
			if p.Maximum != nil {
				says(fmt.Sprintf(`{%q:%d}`, name, *p.Maximum+1), "expected")
				says(fmt.Sprintf(`{%q:%d}`, name, *p.Minimum-1), "expected")
			}
		}
		if len(schema.Required) > 0 {
			says(`{}`, schema.Required[0]+" is missing")
		}
		says(`{"no such":1}`, `there is no key`)
		for _, ask := range asks { // what is really asked is described
			var fields map[string]any
			if err := json.Unmarshal([]byte(ask.request), &fields); err != nil {
				t.Fatal(err)
			}
			for name := range fields {
				if _, ok := schema.Properties[name]; ask.name == e.Name && !ok {
					t.Errorf("%s is asked with %s, which is not described", e.Name, name)
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d checks only", checked)
	}
}

// A property is what the description says of a field.
type property struct {
	Type             string
	Description      string
	Enum             []string
	Minimum, Maximum *int
	OneOf            []struct {
		Type  string
		Items *property
	}
}

// other is a value of another type.
func (p property) other() string {
	if p.Type == "boolean" || p.Type == "integer" {
		return `"x"`
	}
	return "true"
}

func (p property) choices() []string {
	for _, o := range p.OneOf {
		if o.Items != nil {
			return o.Items.Enum
		}
	}
	return p.Enum
}
