package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An operator is a kind of change. Its edits are all that it has for one node of the tree, above which the others stand; what they give need not compile.
type operator struct {
	name  string
	edits func(s *source, n ast.Node, above []ast.Node) []edit
}

// operators is every kind of change there is.
var operators = []operator{
	{"boundary", boundary},        // i < n      i <= n
	{"comparison", comparison},    // a == b     a != b
	{"arithmetic", arithmetic},    // a + b      a - b
	{"negation", negation},        // !a         a
	{"number", number},            // 4          5
	{"constant", constant},        // Dst        Dst64
	{"text", text},                // "01 At:4"  "11 At:4"
	{"bound", bound},              // b[lo:hi]   b[lo:(hi)-1]
	{"dropped check", check},      // if bad     if false && (bad)
	{"dropped statement", drop},   // i++
	{"dropped case", clause},      // case a, b: case a:
	{"dropped entry", entry},      // {N: 1}     {}
	{"swapped operands", swapped}, // a - b      b - a
	{"result", result},            // return a   return *new(T)
}

// instead are the operators that stand in another's place.
var instead = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.AND_NOT: token.AND,
	token.LAND: token.LOR, token.LOR: token.LAND, token.INC: token.DEC, token.DEC: token.INC,

	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN,
	token.REM_ASSIGN: token.MUL_ASSIGN, token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.OR_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
}

// nextTo are comparisons that differ where both sides are equal; opposite are those that are never both true.
var (
	nextTo   = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	opposite = map[token.Token]token.Token{
		token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL}
)

func replaced(at token.Pos, op token.Token, in map[token.Token]token.Token) []edit {
	if with, ok := in[op]; ok {
		return []edit{{at, at + token.Pos(len(op.String())), with.String()}}
	}
	return nil
}

func boundary(_ *source, n ast.Node, _ []ast.Node) []edit {
	if b, ok := n.(*ast.BinaryExpr); ok {
		return replaced(b.OpPos, b.Op, nextTo)
	}
	return nil
}

func comparison(_ *source, n ast.Node, _ []ast.Node) []edit {
	if b, ok := n.(*ast.BinaryExpr); ok {
		return replaced(b.OpPos, b.Op, opposite)
	}
	return nil
}

func arithmetic(_ *source, n ast.Node, _ []ast.Node) []edit {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return replaced(n.OpPos, n.Op, instead)
	case *ast.AssignStmt:
		return replaced(n.TokPos, n.Tok, instead)
	case *ast.IncDecStmt:
		return replaced(n.TokPos, n.Tok, instead)
	}
	return nil
}

// negation leaves out a sign, a complement, or a not.
func negation(_ *source, n ast.Node, _ []ast.Node) []edit {
	u, ok := n.(*ast.UnaryExpr)
	if !ok || u.Op != token.NOT && u.Op != token.SUB && u.Op != token.XOR {
		return nil
	}
	return []edit{{u.Pos(), u.X.Pos(), ""}}
}

// number is one more and one less.
func number(_ *source, n ast.Node, _ []ast.Node) (edits []edit) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT && lit.Kind != token.FLOAT && lit.Kind != token.CHAR {
		return nil
	}
	switch lit.Kind {
	case token.FLOAT:
		return []edit{{lit.Pos(), lit.End(), "(" + lit.Value + "+1)"}}
	case token.CHAR:
		return []edit{{lit.Pos(), lit.End(), "(" + lit.Value + "+1)"}}
	}
	v, ok := new(big.Int).SetString(lit.Value, 0)
	if !ok {
		return nil
	}
	for _, by := range []int64{1, -1} {
		if w := new(big.Int).Add(v, big.NewInt(by)); w.Sign() >= 0 {
			edits = append(edits, edit{lit.Pos(), lit.End(), likewise(lit.Value, w)})
		}
	}
	return edits
}

// likewise is a number in the base of another.
func likewise(as string, v *big.Int) string {
	switch strings.ToLower(as[:min(2, len(as))]) {
	case "0x":
		return fmt.Sprintf("%#x", v)
	case "0b":
		return fmt.Sprintf("%#b", v)
	}
	return v.String()
}

// constant is the next one of those that count up, and true for false.
func constant(s *source, n ast.Node, above []ast.Node) []edit {
	name, ok := n.(*ast.Ident)
	if !ok || len(above) == 0 {
		return nil
	}
	switch up := above[len(above)-1].(type) {
	case *ast.ValueSpec:
		if slices.Contains(up.Names, name) {
			return nil
		}
	case *ast.KeyValueExpr:
		if up.Key == n && s.next[name.Name] == "" {
			return nil // a field
		}
	case *ast.SelectorExpr, *ast.Field, *ast.FuncDecl, *ast.TypeSpec:
		return nil
	}
	with := s.next[name.Name]
	switch name.Name {
	case "true":
		with = "false"
	case "false":
		with = "true"
	}
	if with == "" {
		return nil
	}
	return []edit{{name.Pos(), name.End(), with}}
}

// prose is two words behind one another.
var prose = regexp.MustCompile(`\b[A-Za-z]{2,},? [A-Za-z]{2,}\b`)

func isProse(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING && prose.MatchString(e.Value)
	case *ast.BinaryExpr:
		return isProse(e.X) || isProse(e.Y)
	}
	return false
}

// text changes a digit if there is one, else a letter: of words and of rows of bits, not of prose.
func text(_ *source, n ast.Node, above []ast.Node) []edit {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil
	}
	if len(above) > 0 {
		if _, tag := above[len(above)-1].(*ast.Field); tag {
			return nil
		}
	}
	v, err := strconv.Unquote(lit.Value)
	if err != nil || v == "" || isProse(lit) {
		return nil
	}
	b := []byte(v)
	at := slices.IndexFunc(b, func(c byte) bool { return c >= '0' && c <= '9' })
	if at < 0 {
		at = max(0, slices.IndexFunc(b, func(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }))
	}
	switch b[at] {
	case '1', '9', 'z', 'Z', 0xff:
		b[at]--
	default:
		b[at]++
	}
	return []edit{{lit.Pos(), lit.End(), strconv.Quote(string(b))}}
}

// bound is a part of a slice that begins one later, or ends one earlier. Numbers are number's.
func bound(s *source, n ast.Node, _ []ast.Node) (edits []edit) {
	e, ok := n.(*ast.SliceExpr)
	if !ok {
		return nil
	}
	if isExpression(e.Low) {
		edits = append(edits, edit{e.Low.Pos(), e.Low.End(), "(" + s.of(e.Low) + ")+1"})
	}
	if isExpression(e.High) {
		edits = append(edits, edit{e.High.Pos(), e.High.End(), "(" + s.of(e.High) + ")-1"})
	}
	return edits
}

func isExpression(e ast.Expr) bool {
	_, lit := e.(*ast.BasicLit)
	return e != nil && !lit
}

// check is a condition that never holds, and one that always does. Its names stay used.
func check(s *source, n ast.Node, _ []ast.Node) (edits []edit) {
	switch n := n.(type) {
	case *ast.IfStmt:
		c := s.of(n.Cond)
		return []edit{{n.Cond.Pos(), n.Cond.End(), "false && (" + c + ")"}, {n.Cond.Pos(), n.Cond.End(), "true || (" + c + ")"}}
	case *ast.ForStmt:
		if n.Cond != nil {
			return []edit{{n.Cond.Pos(), n.Cond.End(), "false && (" + s.of(n.Cond) + ")"}}
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return nil
		}
		for _, c := range n.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				edits = append(edits, edit{e.Pos(), e.End(), "false && (" + s.of(e) + ")"})
			}
		}
	}
	return edits
}

// drop leaves out a statement. What an assignment would have assigned is still computed.
func drop(s *source, n ast.Node, above []ast.Node) []edit {
	if len(above) == 0 {
		return nil
	}
	switch above[len(above)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return nil
	}
	switch n := n.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
		return []edit{{n.Pos(), n.End(), ""}}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return nil
		}
		blanks := strings.Repeat(", _", len(n.Lhs))[2:]
		return []edit{{n.Pos(), n.Rhs[0].Pos(), blanks + " = "}}
	}
	return nil
}

// clause leaves out a value of a case, or what is done for it.
func clause(s *source, n ast.Node, above []ast.Node) (edits []edit) {
	c, ok := n.(*ast.CaseClause)
	if !ok || len(above) < 2 {
		return nil
	}
	if up, ok := above[len(above)-2].(*ast.SwitchStmt); ok && up.Tag == nil {
		return nil // check's
	}
	if len(c.List) > 1 {
		for i := range c.List {
			edits = append(edits, without(c.List, i))
		}
	} else if len(c.Body) > 0 {
		edits = append(edits, edit{c.Colon + 1, c.Body[len(c.Body)-1].End(), ""})
	}
	return edits
}

// without is a list without one of several, and without the comma beside it.
func without(list []ast.Expr, i int) edit {
	if i+1 < len(list) {
		return edit{list[i].Pos(), list[i+1].Pos(), ""}
	}
	return edit{list[i-1].End(), list[i].End(), ""}
}

// entry leaves out an entry of a table, or a field of one.
func entry(_ *source, n ast.Node, _ []ast.Node) (edits []edit) {
	c, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for i, e := range c.Elts {
		switch kv, keyed := e.(*ast.KeyValueExpr); {
		case isProse(e) || keyed && isProse(kv.Value):
		case !keyed && isPart(e):
		case len(c.Elts) > 1:
			edits = append(edits, without(c.Elts, i))
		default: // the comma behind it too, with comments beside it
			edits = append(edits, edit{e.Pos(), c.Rbrace, ""})
		}
	}
	return edits
}

// isPart is of what is perhaps a field without its name, where one of several cannot be left out.
func isPart(e ast.Expr) bool {
	_, whole := e.(*ast.CompositeLit)
	return !whole
}

// symmetric are functions that have the same result whatever the order, or that have no other order.
var symmetric = []string{"min", "max", "append", "make", "new", "copy"}

// swapped has what an operator or a call takes the other way round.
func swapped(s *source, n ast.Node, _ []ast.Node) (edits []edit) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		switch n.Op {
		case token.SUB, token.QUO, token.REM, token.SHL, token.SHR, token.AND_NOT:
			edits = append(edits, edit{n.Pos(), n.End(), "(" + s.of(n.Y) + ") " + n.Op.String() + " (" + s.of(n.X) + ")"})
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && slices.Contains(symmetric, f.Name) {
			return nil
		}
		for i := 1; i < len(n.Args); i++ {
			a, b := n.Args[i-1], n.Args[i]
			edits = append(edits, edit{a.Pos(), b.End(), s.of(b) + s.span(a.End(), b.Pos()) + s.of(a)})
		}
	}
	return edits
}

// result is another value that is returned: a truth negated, a number one higher, else nothing of its type.
func result(s *source, n ast.Node, above []ast.Node) (edits []edit) {
	r, ok := n.(*ast.ReturnStmt)
	if !ok {
		return nil
	}
	types := resultsOf(above)
	if len(types) != len(r.Results) || len(types) == 0 {
		return nil
	}
	last := len(types) - 1
	failed := strings.HasSuffix(s.of(types[last]), "rror") && s.isFailure(r.Results[last], above)
	for i, e := range r.Results {
		if failed && i < last { // nobody looks at what stands beside an error
			continue
		}
		if with := otherResult(s.of(e), s.of(types[i])); with != "" {
			edits = append(edits, edit{e.Pos(), e.End(), with})
		}
	}
	return edits
}

// isFailure says that an error that is returned is one: it is made here, or has just been compared with nil.
func (s *source) isFailure(e ast.Expr, above []ast.Node) bool {
	switch e.(type) {
	case *ast.CallExpr:
		return true
	case *ast.Ident:
		for i := len(above) - 1; i >= 0; i-- {
			var conditions []ast.Expr
			switch up := above[i].(type) {
			case *ast.IfStmt:
				conditions = []ast.Expr{up.Cond}
			case *ast.CaseClause:
				conditions = up.List
			default:
				continue
			}
			return slices.ContainsFunc(conditions, func(c ast.Expr) bool { return strings.Contains(s.of(c), s.of(e)+" != nil") })
		}
	}
	return false
}

var integer = regexp.MustCompile(`^(u?int(8|16|32|64)?|byte|rune|uintptr)$`)

func otherResult(e, typ string) string {
	switch {
	case e == "nil" || strings.HasSuffix(e, "{}"):
		return ""
	case typ == "bool":
		return "!(" + e + ")"
	case typ == "string":
		return "(" + e + `) + "?"`
	case integer.MatchString(typ):
		return "(" + e + ") + 1"
	case typ == "error":
		return "nil"
	}
	return "*new(" + typ + ")"
}

// resultsOf is the types of the results of the function around, one a result.
func resultsOf(above []ast.Node) (types []ast.Expr) {
	for i := len(above) - 1; i >= 0; i-- {
		var f *ast.FuncType
		switch up := above[i].(type) {
		case *ast.FuncLit:
			f = up.Type
		case *ast.FuncDecl:
			f = up.Type
		default:
			continue
		}
		if f.Results == nil {
			return nil
		}
		for _, field := range f.Results.List {
			for range max(1, len(field.Names)) {
				types = append(types, field.Type)
			}
		}
		return types
	}
	return nil
}
