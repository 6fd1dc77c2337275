package api_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/golden"
)

var update = flag.Bool("update", false, "write what is answered")

// mostAnswer is how much of an answer is written; of a longer one there is its beginning, and a hash of all.
const mostAnswer = 700

var digits = regexp.MustCompile(`\d+`)

// spoilt are values near one of a request: of a text, which is cut, doubled, or has another number; of a number, of which there are its ends; of a list, an element less or more.
func spoilt(value any) (all []any) {
	switch v := value.(type) {
	case string:
		all = append(all, "", v[:len(v)/2], v[min(1, len(v)):], v+" "+v, v+"\n"+v)
		if at := digits.FindAllStringIndex(v, -1); at != nil {
			first, last := at[0], at[len(at)-1]
			all = append(all, v[:first[0]]+"99"+v[first[1]:], v[:last[0]]+"1"+v[last[1]:])
		}
	case float64:
		all = append(all, 0, -1, v+1, v*2, 1<<40)
	case bool:
		all = append(all, !v)
	case []any:
		for k := range v {
			all = append(all, slices.Delete(slices.Clone(v), k, k+1))
			for _, other := range spoilt(v[k]) {
				with := slices.Clone(v)
				with[k] = other
				all = append(all, with)
			}
		}
		all = append(all, append(slices.Clone(v), v...))
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			for _, other := range spoilt(v[key]) {
				with := maps.Clone(v)
				with[key] = other
				all = append(all, with)
			}
		}
	}
	return all
}

// answered is what is answered to a request, in a line.
func answered(t *testing.T, d *api.Desk, name string, request any) string {
	t.Helper()
	e, ok := api.EndpointNamed(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer, outcome := d.Answer(context.Background(), e, string(text))
	if !json.Valid(answer) {
		t.Errorf("%s %s is answered with what is no JSON: %s", name, text, answer)
	}
	said := string(answer)
	if len(said) > mostAnswer {
		said = fmt.Sprintf("%s… %d bytes, %x", said[:mostAnswer/4], len(said), sha256.Sum256(answer))
	}
	return fmt.Sprintf("> %s %s\n< %d %s\n", name, text, outcome, said)
}

// What is answered to requests of all kinds is what was, and so is what is answered where a part of one is missing or spoilt: where that is, and what would be right.
func TestAnswers(t *testing.T) {
	var d api.Desk
	var all strings.Builder
	for _, ask := range asks {
		var request map[string]any
		if err := json.Unmarshal([]byte(ask.request), &request); err != nil {
			t.Fatal(err)
		}
		delete(request, "deadline") // how far a search comes by then depends on the machine
		delete(request, "timeout")
		all.WriteString(answered(t, &d, ask.name, request))
		for _, key := range slices.Sorted(maps.Keys(request)) {
			without := maps.Clone(request)
			delete(without, key)
			all.WriteString(answered(t, &d, ask.name, without))
			for _, other := range spoilt(request[key]) {
				with := maps.Clone(request)
				with[key] = other
				all.WriteString(answered(t, &d, ask.name, with))
			}
		}
	}
	golden.Held(t, "testdata/answers.txt", all.String(), *update)
}

// What programs are told of all endpoints, a line for each part, is what it was.
func TestDescription(t *testing.T) {
	var all any
	if err := json.Unmarshal(api.AppendOpenAPI(nil, "v1"), &all); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Held(t, "testdata/openapi.json", string(text)+"\n", *update)
}
