package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// There is an answer to everything, and a bug costs one.
func TestAnswered(t *testing.T) {
	ask := func(name, request, want string) {
		t.Helper()
		if got := string(answered(name, request)); !json.Valid([]byte(got)) || !strings.Contains(got, want) {
			t.Errorf("%s %s: %s", name, request, got)
		}
	}
	ask("prove", `{"a":"<2 x i8> 1 0","b":"i8x2 -> a1 a0"}`, `"verdict":"equal"`)
	ask("prove", `{"a":"<2 x i8> 1 0"}`, `b is missing`)
	ask("nothing", ``, `there is no`)
	desk = nil
	const lower = `{"form":"<4 x i32> 0 4 1 5","target":"sse2"}`
	ask("lower", lower, `a bug in Lanescope`)
	ask("lower", lower, `"proof":"minimal"`)
	desk = new(api.Desk)
}
