package syntax_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// No map is read where an int has 32 bits.
func TestIntsHave64Bits(t *testing.T) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "width.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for architecture, compiles := range map[string]bool{"amd64": true, "arm64": true, "wasm": true, "386": false, "arm": false} {
		check := types.Config{Sizes: types.SizesFor("gc", architecture)}
		if _, err := check.Check("syntax", files, []*ast.File{f}, nil); (err == nil) != compiles {
			t.Errorf("%s: %v", architecture, err)
		}
	}
}
