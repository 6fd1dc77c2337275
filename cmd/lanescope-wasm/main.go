// Command lanescope-wasm is the library for a page without a server: it answers the questions of the page where the page is.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o lanescope.wasm ./cmd/lanescope-wasm
//
// It needs of its surroundings a clock and random numbers alone, which internal/web/page/wasi.js gives it. What it exports is in export_wasm.go.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// main is not called: the page calls what is exported.
func main() {}

// deadline is how long one answer may take.
const deadline = 10 * time.Second

var desk = new(api.Desk)

// answered is what a question of an endpoint is answered with, which is always an object.
func answered(name, request string) (answer []byte) {
	e, ok := api.EndpointNamed(name)
	if !ok {
		return api.AppendNoEndpoint(nil, name)
	}
	defer func() {
		if p := recover(); p != nil {
			desk = new(api.Desk) // the tables may be half built
			answer = api.AppendError(nil, e.Schema, fmt.Errorf("a bug in Lanescope: %v", p), 0)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	answer, _ = desk.Answer(ctx, e, request)
	return answer
}
