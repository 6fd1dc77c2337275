package goexpr

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Calls of Go's simd/archsimd, as an expression, as statements, and as a function, which alone says what types its vectors have:
//
//	a.SelectFromPair(0, 1, 4, 5, b)
//	t := a.InterleaveLo(b); t.PermuteScalars(3, 2, 1, 0)
//	func(a, b archsimd.Uint16x8) archsimd.Uint16x8 { return a.InterleaveLo(b) }
//
// What a method does is in goMethods. Numbers have to be constants, and indices and masks vectors of constants:
//
//	a.Permute(archsimd.LoadUint32x8(&[8]uint32{7, 6, 5, 4, 3, 2, 1, 0}))
//	a.Masked(archsimd.Mask32x4FromBits(0b0011))

const goPackage = "archsimd"

// looksArchsimd wants the package's name, or a method with a capital letter: a.InterleaveLo( — words have full stops inside, so that one walk from the end says of each whether a parenthesis is behind it.
func looksArchsimd(text string) bool {
	if strings.Contains(text, goPackage+".") {
		return true
	}
	text = withoutComments(text)
	syntax.Look(len(text))
	called := false  // behind the bytes of a word from here on is a parenthesis
	first := byte(0) // what stands here but for white space
	for at := len(text) - 1; at > 0; at-- {
		b := text[at]
		if b == '.' && called && first >= 'A' && first <= 'Z' && (text[at-1] == ')' || syntax.IsIdentifier("_"+text[at-1:at])) {
			return true
		}
		switch {
		case isWordByte(b):
			if next := byteAt(text, at+1); !isWordByte(next) {
				called = next == '('
			}
			first = b
		case b == ' ' || b >= '\t' && b <= '\r':
		default:
			called, first = false, b
		}
	}
	return false
}

// withoutComments is a text without what stands behind // on its lines: a sentence that ends there, in front of a call, is no method.
//
//	// Store the results.
//	Store4x4(dst, a);
func withoutComments(text string) string {
	if !strings.Contains(text, "//") {
		return text
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		code, _, _ := strings.Cut(line, "//")
		b.WriteString(code)
		b.WriteByte('\n')
	}
	return b.String()
}

// byteAt is a byte of a text, or 0 behind its end.
func byteAt(text string, at int) byte {
	if at < len(text) {
		return text[at]
	}
	return 0
}

// isWordByte says whether a cursor's words have the byte.
func isWordByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '$' || b == '.'
}

// goDepth bounds how deep expressions stand in one another, and goTokens how long a text may be.
const (
	goDepth = 64
	goBytes = 1 << 16
)

func readArchsimd(text string, opt dialect.Options) (dialect.Reading, error) {
	if len(text) > goBytes {
		return dialect.Reading{}, syntax.Errorf(text, 0, 0, "a program of Go has at most %d bytes here", goBytes)
	}
	body, err := parseGo(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	g := goReader{text: text, prefix: body.prefix, Values: program.Values{Named: map[string]lane.Map{}}, vars: map[string]goValue{}}
	if opt.Type != "" {
		var ok bool
		if g.usual, ok = goTypeNamed(opt.Type); !ok || g.usual.kind == 'M' {
			return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "--type %s is no vector of %s: expected one such as Int32x4", syntax.Quote(opt.Type), goPackage)
		}
	}
	if err := g.parameters(body.params); err != nil {
		return dialect.Reading{}, err
	}
	for n, s := range body.list {
		if n == program.MaxLines {
			return dialect.Reading{}, g.errorAt(s, "more than %d statements", program.MaxLines)
		}
		if err := g.statement(s); err != nil {
			return dialect.Reading{}, err
		}
	}
	if !g.made {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "this makes no vector: expected a call such as a.InterleaveLo(b)")
	}
	one := []lane.Map{g.Result}
	if err := g.Level(one); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: one[0], Names: g.Inputs, To: g.to, Warnings: g.warnings}
	if own, err := r.Map.Regroup(g.resultType.elem); err == nil {
		r.Map = own
	}
	return r, dialect.Checked(text, r.Map)
}

// A goBody is the statements of a text, and the parameters of the function that it is.
type goBody struct {
	prefix int // bytes in front of the text where it was parsed
	params *ast.FieldList
	list   []ast.Stmt
}

// parseGo parses statements, a function, or a file with one.
func parseGo(text string) (goBody, error) {
	const pkg, fun = "package p;", "package p;func _(){"
	prefix, source := fun, fun+text+"\n}"
	trimmed := strings.TrimSpace(text)
	named := strings.HasPrefix(trimmed, "func ") && !strings.HasPrefix(strings.TrimSpace(trimmed[5:]), "(")
	switch {
	case strings.HasPrefix(trimmed, "package "), strings.HasPrefix(trimmed, "//"):
		prefix, source = "", text
		if !strings.Contains(text, "package ") {
			prefix, source = fun, fun+text+"\n}"
		}
	case named, strings.HasPrefix(trimmed, "import "):
		prefix, source = pkg, pkg+text
	}
	syntax.Look(len(source)) // it is linear
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			at := min(max(list[0].Pos.Offset-len(prefix), 0), len(text))
			return goBody{}, syntax.Errorf(text, at, at+1, "this is not Go: %s", list[0].Msg)
		}
		return goBody{}, syntax.Errorf(text, 0, len(text), "this is not Go: %v", err)
	}
	var last *ast.FuncDecl
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			last = f
		}
	}
	if last == nil {
		return goBody{}, syntax.Errorf(text, 0, len(text), "expected a function, found declarations only")
	}
	b := goBody{prefix: len(prefix), params: last.Type.Params, list: last.Body.List}
	if len(b.list) == 1 && prefix == fun { // a function without a name
		if e, ok := b.list[0].(*ast.ExprStmt); ok {
			if f, ok := e.X.(*ast.FuncLit); ok {
				b.params, b.list = f.Type.Params, f.Body.List
			}
		}
	}
	return b, nil
}

// A goValue is what an expression stands for: a vector, one lane of one, a mask, or numbers.
type goValue struct {
	is   byte     // 'v', 's', 'm', 'n'; '?' for a name of which nothing is known yet
	name string   // of a '?'
	typ  goType   // of a vector, a lane's vector or a mask
	m    lane.Map // of a vector or a lane, over the program's inputs
	list []uint64 // numbers: of a mask one for each lane, of 'n' those of a literal
	node ast.Node // where it stands
}

// A goReader evaluates statements one after another.
type goReader struct {
	program.Values
	text       string
	prefix     int
	vars       map[string]goValue
	usual      goType // for names whose type the text does not say
	resultType goType
	made       bool
	to         string
	depth      int
	warnings   []string
}

func (g *goReader) errorAt(n ast.Node, format string, args ...any) error {
	start, end := int(n.Pos())-1-g.prefix, int(n.End())-1-g.prefix
	start = min(max(start, 0), len(g.text))
	return syntax.Errorf(g.text, start, min(max(end, start), len(g.text)), format, args...)
}

func (g *goReader) warn(text string) {
	if !slices.Contains(g.warnings, text) {
		g.warnings = append(g.warnings, text)
	}
}

// parameters are the inputs, in their order.
func (g *goReader) parameters(list *ast.FieldList) error {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		t, ok := goTypeOf(field.Type)
		if !ok || t.kind == 'M' {
			continue // an array, whose vector is loaded
		}
		for _, name := range field.Names {
			if _, err := g.input(name.Name, t, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// input is a vector that the text does not make.
func (g *goReader) input(name string, t goType, at ast.Node) (goValue, error) {
	v := goValue{is: 'v', typ: t, node: at}
	if err := g.Argument(&v.m, name, t.bits(), t.elem); err != nil {
		return v, g.errorAt(at, "%v", err)
	}
	g.vars[name] = v
	return v, nil
}

func (g *goReader) statement(s ast.Stmt) error {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return g.result1(s.X, "")
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			return g.result1(s.Results[0], "")
		}
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 && len(s.Rhs) == 1 && (s.Tok == token.ASSIGN || s.Tok == token.DEFINE) {
			if to, ok := s.Lhs[0].(*ast.Ident); ok {
				return g.result1(s.Rhs[0], to.Name)
			}
		}
	case *ast.DeclStmt:
		return g.declaration(s)
	case *ast.EmptyStmt:
		return nil
	}
	return g.errorAt(s, "this statement is not followed: there are name := expression, return and calls")
}

// declaration is var x = expression, or var x T, which is zero.
func (g *goReader) declaration(s *ast.DeclStmt) error {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR && d.Tok != token.CONST {
		return g.errorAt(s, "this declaration is not followed")
	}
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || len(v.Values) > 0 && len(v.Values) != len(v.Names) {
			return g.errorAt(spec, "this declaration is not followed")
		}
		for k, name := range v.Names {
			if len(v.Values) > 0 {
				if err := g.result1(v.Values[k], name.Name); err != nil {
					return err
				}
				continue
			}
			if t, ok := goTypeOf(v.Type); ok && t.kind != 'M' {
				g.vars[name.Name] = zeroVector(t)
			}
		}
	}
	return nil
}

// result1 evaluates an expression that is the program's result so far, under a name if there is one.
func (g *goReader) result1(e ast.Expr, to string) error {
	v, err := g.expression(e)
	if err != nil {
		return err
	}
	if v.is == '?' {
		if v, err = g.typed(v, []goType{{'I', 32, 4}}, true); err != nil {
			return err
		}
	}
	if to != "" && to != "_" {
		g.vars[to] = v
	}
	if v.is == 'v' {
		g.Result, g.resultType, g.made = v.m, v.typ, true
		if g.to = to; to == "" {
			g.to = stored(e)
		}
	}
	return nil
}

// stored is the name in v.Store(&name) and v.StoreSlice(name).
func stored(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	if s, ok := call.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(s.Sel.Name, "Store") {
		return ""
	}
	name, _ := variable(call.Args[0])
	return name
}

// variable is the name of a variable or of its address.
func variable(e ast.Expr) (string, bool) {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	if s, ok := e.(*ast.SliceExpr); ok {
		e = s.X
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return "", false
	}
	return id.Name, true
}

func (g *goReader) expression(e ast.Expr) (goValue, error) {
	if g.depth++; g.depth > goDepth {
		return goValue{}, g.errorAt(e, "calls are nested deeper than %d", goDepth)
	}
	defer func() { g.depth-- }()
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.expression(e.X)
	case *ast.Ident:
		if v, ok := g.vars[e.Name]; ok {
			v.node = e
			return v, nil
		}
		return goValue{is: '?', name: e.Name, node: e}, nil
	case *ast.BasicLit, *ast.BinaryExpr:
		return g.number(e)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return g.expression(e.X)
		}
		return g.number(e)
	case *ast.CompositeLit:
		return g.literal(e)
	case *ast.CallExpr:
		return g.call(e)
	}
	return goValue{}, g.errorAt(e, "expected a vector, a number or a call")
}

// number is a constant.
func (g *goReader) number(e ast.Expr) (goValue, error) {
	c := goConstant(e, 0)
	if c = constant.ToInt(c); c.Kind() != constant.Int {
		return goValue{}, g.errorAt(e, "expected a whole number that is a constant")
	}
	v, exact := constant.Uint64Val(c)
	if !exact {
		signed, ok := constant.Int64Val(c)
		if !ok {
			return goValue{}, g.errorAt(e, "the number has more than 64 bits")
		}
		v = uint64(signed)
	}
	return goValue{is: 'n', list: []uint64{v}, node: e}, nil
}

// goConstant is the value of an expression of numbers, or unknown.
func goConstant(e ast.Expr, depth int) constant.Value {
	if depth > goDepth {
		return constant.MakeUnknown()
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return goConstant(e.X, depth+1)
	case *ast.BasicLit:
		if e.Kind == token.INT || e.Kind == token.CHAR {
			return constant.MakeFromLiteral(e.Value, e.Kind, 0)
		}
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return constant.UnaryOp(e.Op, goConstant(e.X, depth+1), 0)
		}
	case *ast.BinaryExpr:
		x, y := goConstant(e.X, depth+1), goConstant(e.Y, depth+1)
		if x.Kind() != constant.Int || y.Kind() != constant.Int {
			break
		}
		switch e.Op {
		case token.SHL:
			if s, ok := constant.Uint64Val(y); ok && s < 64 {
				return constant.Shift(x, e.Op, uint(s))
			}
		case token.ADD, token.SUB, token.OR, token.AND:
			return constant.BinaryOp(x, e.Op, y)
		}
	}
	return constant.MakeUnknown()
}

// literal is T{}, a vector of zeros, or an array or a slice of numbers.
func (g *goReader) literal(e *ast.CompositeLit) (goValue, error) {
	if t, ok := goTypeOf(e.Type); ok {
		if len(e.Elts) > 0 {
			return goValue{}, g.errorAt(e, "a vector has no elements that can be written: %s.Load%s takes an array", goPackage, t)
		}
		return zeroVector(t), nil
	}
	array, ok := e.Type.(*ast.ArrayType)
	if !ok {
		return goValue{}, g.errorAt(e, "expected an array of numbers")
	}
	v := goValue{is: 'n', list: []uint64{}, node: e}
	for _, x := range e.Elts {
		n, err := g.number(x)
		if err != nil {
			return v, err
		}
		if v.list = append(v.list, n.list...); len(v.list) > lane.MaxLanes {
			return v, g.errorAt(e, "more than %d numbers", lane.MaxLanes)
		}
	}
	if array.Len != nil { // the rest of an array is zero
		if n, err := g.number(array.Len); err == nil && n.list[0] <= 64 {
			for uint64(len(v.list)) < n.list[0] {
				v.list = append(v.list, 0)
			}
		}
	}
	return v, nil
}

func zeroVector(t goType) goValue {
	return goValue{is: 'v', typ: t, m: lane.Map{Bits: t.elem, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, t.lanes)}}
}

// call is a function of the package, or a method, also as T.Method(receiver, …).
func (g *goReader) call(e *ast.CallExpr) (goValue, error) {
	args := make([]goValue, len(e.Args))
	fun := e.Fun
	s, ok := fun.(*ast.SelectorExpr)
	if id, plain := fun.(*ast.Ident); plain { // imported with a dot
		return g.function(e, id.Name)
	}
	if !ok {
		return goValue{}, g.errorAt(e, "expected a method or a function of %s", goPackage)
	}
	if pkg, isName := s.X.(*ast.Ident); isName && pkg.Name == goPackage {
		return g.function(e, s.Sel.Name)
	}
	receiver := s.X
	rest := e.Args
	t, expression := goTypeOf(s.X)
	if expression { // archsimd.Int32x4.InterleaveLo(a, b)
		if len(e.Args) == 0 {
			return goValue{}, g.errorAt(e, "%s.%s takes a %s first", t, s.Sel.Name, t)
		}
		receiver, rest = e.Args[0], e.Args[1:]
	}
	x, err := g.expression(receiver)
	if err != nil {
		return x, err
	}
	if expression && x.is == '?' {
		if x, err = g.input(x.name, t, x.node); err != nil {
			return x, err
		}
	}
	if strings.HasPrefix(s.Sel.Name, "Store") && len(rest) == 1 {
		return g.vector(x)
	}
	args = args[:0]
	for _, a := range rest {
		v, err := g.expression(a)
		if err != nil {
			return v, err
		}
		args = append(args, v)
	}
	return g.method(e, s.Sel.Name, x, args)
}

// vector is a value that has to be one.
func (g *goReader) vector(v goValue) (goValue, error) {
	if v.is == '?' {
		return g.typed(v, []goType{{'I', 32, 4}}, true)
	}
	if v.is != 'v' {
		return v, g.errorAt(v.node, "expected a vector")
	}
	return v, nil
}

// typed makes an input of a name, of the first of the types that it can have, or of the usual one.
func (g *goReader) typed(v goValue, types []goType, guess bool) (goValue, error) {
	t := types[0]
	if slices.ContainsFunc(types, func(u goType) bool { return u == g.usual }) {
		t, guess = g.usual, false
	}
	if guess {
		g.warn(fmt.Sprintf("the type of %s is not in the text: %s is taken; func(%s %s.%s) and --type say another", v.name, t, v.name, goPackage, t))
	}
	return g.input(v.name, t, v.node)
}
