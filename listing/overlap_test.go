package listing

import (
	"strings"
	"testing"
)

// What a store wrote in part is not what was there before, and what is beside it is.
func TestReadsBehindStores(t *testing.T) {
	for text, want := range map[string]string{
		"movdqu [rdi+8], xmm0; movdqu xmm1, [rdi]; pshufd xmm1, xmm1, 27":         "refused",
		"vmovdqu [rsp], ymm0; movdqu xmm1, [rsp+16]; pshufd xmm0, xmm1, 27":       "refused",
		"movq [rsp+8], xmm0; pshufd xmm0, [rsp], 27":                              "refused",
		"movdqu [rsp], xmm0; movq xmm1, [rsp+8]":                                  "refused",
		"movq %xmm0, 8(%rsp); pshufd $27, (%rsp), %xmm0":                          "refused",
		"movdqu [rsp], xmm0; movdqu xmm1, [rsp+16]; pshufd xmm0, xmm1, 27":        "i32x4 -> a3 a2 a1 a0",
		"movdqu [rsp+16], xmm0; movq xmm1, [rsp+8]; pshufd xmm0, xmm1, 80":        "i32x2 -> a0 a0 a1 a1",
		"movdqu [rsp], xmm0; movdqu xmm1, [rsp]; pshufd xmm0, xmm1, 27":           "i32x4 -> a3 a2 a1 a0",
		"movdqu [rsp+8], xmm0; vpbroadcastd xmm1, [rsp+4]; pshufd xmm0, xmm1, 27": "i32x4 -> a0 a0 a0 a0",
		"movdqu [rsp+8], xmm0; pmovzxwd xmm1, [rsp]; pshufd xmm0, xmm1, 27":       "i16x8 -> a3 z a2 z a1 z a0 z",
		"movdqu [rsp+8], xmm0; pmovzxwd xmm1, [rsp+2]; pshufd xmm0, xmm1, 27":     "refused",
		"movdqu [rsp+8], xmm0; vpbroadcastd xmm1, [rsp+6]; pshufd xmm0, xmm1, 0":  "refused",
		"movdqu [rsp+8], xmm0; insertps xmm1, [rsp+4], 16; pshufd xmm0, xmm1, 0":  "i32x4 -> a0 a0 a0 a0",
		"movdqu [rsp+8], xmm0; vbroadcasti128 ymm1, [rsp]; vpshufd ymm0, ymm1, 0": "refused",
		"vmovdqu [rsp], xmm0; vpshufd xmm1, [rsp]{1to4}, 27":                      "refused",
		"movdqu [rdi+8], xmm0; movdqu xmm1, [rsi]; pshufd xmm1, xmm1, 27":         "i32x4 -> a3 a2 a1 a0",
		"movdqu [rsp+16], xmm0; movdqu xmm1, [rsp]; pshufd xmm0, xmm1, 27":        "i32x4 -> a3 a2 a1 a0",
		"movdqu [rsp], xmm0; movdqu [rsp], xmm2; pshufd xmm0, [rsp], 27":          "i32x4 -> a3 a2 a1 a0",
	} {
		r, err := readText(text, "pshufd xmm0, xmm1, 27")
		switch {
		case want == "refused":
			if err == nil || !strings.Contains(err.Error(), "which is a part of it") {
				t.Errorf("%s: %v, %v, want that a store wrote a part of what is read", text, r.Map, err)
			}
		case err != nil:
			t.Errorf("%s: %v", text, err)
		default:
			if m, _ := r.Map.DropUnused(); m.String() != want {
				t.Errorf("%s is %s, want %s", text, m, want)
			}
		}
	}
}
