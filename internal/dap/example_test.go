package dap_test

import (
	"bufio"
	"bytes"
	"fmt"

	protocol "github.com/google/go-dap"

	"github.com/lanescope/lanescope/internal/dap"
)

// What an editor says is answered on the output.
func Example() {
	var in, out bytes.Buffer
	hello := &protocol.InitializeRequest{Request: protocol.Request{ProtocolMessage: protocol.ProtocolMessage{Seq: 1, Type: "request"}, Command: "initialize"}}
	if err := protocol.WriteProtocolMessage(&in, hello); err != nil {
		fmt.Println(err)
		return
	}
	if err := dap.Serve(&in, &out, nil); err != nil {
		fmt.Println(err)
		return
	}
	m, err := protocol.ReadProtocolMessage(bufio.NewReader(&out))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("back:", m.(*protocol.InitializeResponse).Body.SupportsStepBack)
	// Output: back: true
}
