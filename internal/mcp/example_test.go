package mcp_test

import (
	"context"
	"fmt"
	"io"
	"log"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/mcp"
)

// An agent rewrote a shuffle, and asks whether it still does the same.
func ExampleServe() {
	toServer, fromAgent := io.Pipe()
	toAgent, fromServer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		if err := mcp.Serve(ctx, toServer, fromServer, mcp.Options{Version: "1"}); err != nil {
			log.Print(err)
		}
	}()
	agent, err := sdk.NewClient(&sdk.Implementation{Name: "agent", Version: "1"}, nil).Connect(ctx, &sdk.IOTransport{Reader: toAgent, Writer: fromAgent}, nil)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := agent.CallTool(ctx, &sdk.CallToolParams{Name: "prove", Arguments: map[string]string{"a": "_mm256_alignr_epi8(b, a, 4)", "b": "<8 x i32> 1 2 3 4 5 6 7 8"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(answer.Content[0].(*sdk.TextContent).Text)
	// Output:
	// text: differ at lane 12: A gives b0, B gives a16
	// mapA: i8x32 i8x32 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2 b3 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31 b16 b17 b18 b19
	// mapB: i32x8 i32x8 -> a1 a2 a3 a4 a5 a6 a7 b0
	// boundBy: name
}
