package api_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
)

// FuzzG13Run: no line of a batch panics or runs on, what is answered is JSON, and a line that is none is refused.
func FuzzG13Run(f *testing.F) {
	f.Add(`{"text":"threadgroup_load i32, x, r2, 0, 0","grid":[40,2],"threadgroup":[8],"threadgroup_memory":"zero:9","buffers":{"u2":"00ff","u9":"zero:0x10"}}`)
	f.Add(`{"code":"0e05c22218000000","exec":"3","regs":{"r1":["0"]},"uniforms":{"u1":"7"}}`)
	f.Add(` { "code" : "" , "regs" : { } } `)
	f.Add(`{"code":"\u0038800","co\u0064e":1}`)
	chance.Fuzz(f, func(t *testing.T, line string) {
		r, err := api.ParseG13Run(line)
		if err == nil && !json.Valid([]byte(line)) {
			t.Fatalf("%q is no JSON", line)
		}
		if err != nil {
			if got := api.AppendError(nil, api.G13RunSchema, err, 1); !json.Valid(got) {
				t.Fatalf("%s", got)
			}
			return
		}
		o, err := r.Run(context.Background(), 200, api.G13Auto)
		if err != nil {
			return
		}
		if got := o.AppendJSON(nil); !json.Valid(got) {
			t.Fatalf("%.300s", got)
		}
	})
}

// What is wrong has its place, whatever stands before it.
func TestG13RunPlaces(t *testing.T) {
	for line, col := range map[string]float64{
		"  {\"code\":\"8800\" ,\t\"x\":1}":       20,
		`{"regs":{"r1":[], "r2" : 5}}`:           15,
		`{"exec":"x"}`:                           9,
		`{"regs":{"r200":0}}`:                    10,
		`{"buffers":{"u2":"zero:4", "u2":"00"}}`: 28,
		`{"grid":[1],`:                           12,
	} {
		_, err := api.ParseG13Run(line)
		var got struct{ Error struct{ Col float64 } }
		if err == nil || json.Unmarshal(api.AppendError(nil, api.G13RunSchema, err, 1), &got) != nil || got.Error.Col != col {
			t.Errorf("%s: column %v, want %v: %v", line, got.Error.Col, col, err)
		}
	}
}
