package chance

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// An input is the values that a fuzz target is called with, in the file format of go test -fuzz:
//
//	go test fuzz v1
//	string("a3 a2 a1 a0")
//	byte('\x01')
//	uint64(7)
type input []any

// inputHead is the first line of a file with an input.
const inputHead = "go test fuzz v1\n"

// inputOf has the values themselves: the target may write to what it is given.
func inputOf(values []reflect.Value) input {
	in := make(input, len(values))
	for k, v := range values {
		in[k] = v.Interface()
		if b, ok := in[k].([]byte); ok {
			in[k] = bytes.Clone(b)
		}
	}
	return in
}

func (in input) values() []reflect.Value {
	all := make([]reflect.Value, len(in))
	for k, v := range in {
		all[k] = reflect.ValueOf(v)
	}
	return all
}

// String is the input's file.
func (in input) String() string {
	var w strings.Builder
	w.WriteString(inputHead)
	for _, v := range in {
		switch v := v.(type) {
		case string:
			fmt.Fprintf(&w, "string(%q)\n", v)
		case []byte:
			fmt.Fprintf(&w, "[]byte(%q)\n", v)
		default:
			fmt.Fprintf(&w, "%T(%v)\n", v, v)
		}
	}
	return w.String()
}

// write writes the input beside the seeds of a target, by the name that its content gives it.
func (in input) write(target string) (path string, err error) {
	dir := filepath.Join("testdata", "fuzz", target)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	text := in.String()
	path = filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16])
	return path, os.WriteFile(path, []byte(text), 0o666)
}

// keptInputs are those in a folder that have the types of a target's arguments. Those that it had before its arguments changed are left out, as go test does.
func keptInputs(dir string, target reflect.Type) (inputs []input, err error) {
	if dir == "" {
		return nil, nil
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, nil // nothing was kept yet
		}
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return nil, err
		}
		if in, ok := parseInput(string(text), target); ok {
			inputs = append(inputs, in)
		}
	}
	return inputs, nil
}

// parseInput reads a file with an input for a target, whose first argument is the test.
func parseInput(text string, target reflect.Type) (input, bool) {
	lines, ok := strings.CutPrefix(text, inputHead)
	if !ok {
		return nil, false
	}
	var in input
	for line := range strings.Lines(lines) {
		if len(in)+1 >= target.NumIn() {
			return nil, false
		}
		value, ok := parseValue(strings.TrimSuffix(line, "\n"), target.In(len(in)+1))
		if !ok {
			return nil, false
		}
		in = append(in, value)
	}
	return in, len(in)+1 == target.NumIn()
}

// parseValue reads string("a"), []byte("\x01"), byte('a'), uint16(7), int(-1), bool(true).
func parseValue(line string, want reflect.Type) (any, bool) {
	tree, err := parser.ParseExpr(line)
	call, ok := tree.(*ast.CallExpr)
	if err != nil || !ok || len(call.Args) != 1 {
		return nil, false
	}
	text, kind, ok := literal(call.Args[0])
	if !ok {
		return nil, false
	}
	v := reflect.New(want).Elem()
	switch {
	case want.Kind() == reflect.String && kind == token.STRING:
		v.SetString(text)
	case want == reflect.TypeFor[[]byte]() && kind == token.STRING:
		v.SetBytes([]byte(text))
	case want.Kind() == reflect.Bool && kind == token.IDENT:
		v.SetBool(text == "true")
	case want.Kind() >= reflect.Int && want.Kind() <= reflect.Int64 && kind == token.INT:
		n, err := strconv.ParseInt(text, 0, want.Bits())
		if err != nil {
			return nil, false
		}
		v.SetInt(n)
	case want.Kind() >= reflect.Uint && want.Kind() <= reflect.Uint64 && kind == token.INT:
		n, err := strconv.ParseUint(text, 0, want.Bits())
		if err != nil {
			return nil, false
		}
		v.SetUint(n)
	default:
		return nil, false
	}
	return v.Interface(), true
}

// literal is the value of a literal as a text, and its kind: a character is a number.
func literal(e ast.Expr) (text string, kind token.Token, ok bool) {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, token.IDENT, e.Name == "true" || e.Name == "false"
	case *ast.UnaryExpr:
		text, kind, ok = literal(e.X)
		return "-" + text, kind, ok && e.Op == token.SUB && kind == token.INT
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT:
			return e.Value, token.INT, true
		case token.STRING:
			text, err := strconv.Unquote(e.Value)
			return text, token.STRING, err == nil
		case token.CHAR:
			char, _, tail, err := strconv.UnquoteChar(e.Value[1:len(e.Value)-1], '\'')
			return strconv.Itoa(int(char)), token.INT, err == nil && tail == ""
		}
	}
	return "", 0, false
}
