package api_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// JSON says where a listing has its operands, in the target's own names.
func TestOperands(t *testing.T) {
	for _, c := range []struct{ target, form, want string }{
		{"sse2", "<4 x i32> 7 1 4 2", `{"a":"xmm0","b":"xmm1","result":"xmm0"}`},
		{"sse2", "i32x4 i32x4 -> b3 b1 b0 b2", `{"b":"xmm0","result":"xmm0"}`},
		{"avx2", "i32x8 -> a7 d1 d2 d3 d4 d5 d6 d7", `{"a":"ymm0","d":"ymm1","result":"ymm0"}`},
		{"avx2", "i32x4 -> a0 z a1 z a2 z a3 z", `{"a":"xmm0","result":"ymm0"}`},
		{"avx512", "i64x8 i64x8 -> a7 b7 a6 b6 a5 b5 a4 b4", `{"a":"zmm0","b":"zmm1","result":"zmm2"}`},
		{"neon", "<4 x i32> 0 4 1 5", `{"a":"v0","b":"v1","result":"v0"}`},
		{"wasm", "<4 x i32> 0 4 1 5", `{"a":"$0","b":"$1","result":"$0"}`},
		{"bmi2", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0", `{"a":"rax","result":"rax"}`},
		{"sse4.1", "i8x16 i8x16 -> a0 b1 a2 b3 b4 a5 b6 a7 b8 a9 a10 b11 a12 b13 a14 b15", `{"a":"xmm1","b":"xmm2","result":"xmm1"}`}, // the blend's constant is in xmm0
		{"sse2", "i32x8 i32x4 -> a7 a6 a5 a4 b3 b2 b1 b0", `{"a":["xmm0","xmm1"],"b":"xmm2","result":["xmm0","xmm1"]}`},
		{"avx2", "i32x12 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10", `{"a":["ymm0","xmm1"],"result":["ymm0","xmm1"]}`},
	} {
		var l api.Lowerer
		w, err := l.Lower(t.Context(), api.LowerRequest{Form: c.form, Target: c.target})
		if err != nil {
			t.Errorf("%s on %s: %v", c.form, c.target, err)
			continue
		}
		if json := string(w.AppendJSON(nil)); !strings.Contains(json, `"operands":`+c.want) {
			t.Errorf("%s on %s: %s, want operands %s", c.form, c.target, json, c.want)
		}
	}
	var l api.Lowerer
	if w, err := l.Lower(t.Context(), api.LowerRequest{Form: "<4 x i32> 3 2 1 0", Target: "svp64"}); err != nil || strings.Contains(string(w.AppendJSON(nil)), "operands") {
		t.Errorf("registers of svp64: %s, %v", w.AppendJSON(nil), err)
	}
}
