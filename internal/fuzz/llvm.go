package fuzz

import (
	"fmt"
	"strings"
)

// LLVM is the program as a function of LLVM's IR. Its sources and its result are vectors of bytes.
func (p *Program) LLVM(name string) string {
	w := &irWriter{p: p}
	bytes := irType(p.Bytes, 1)
	var sources []string
	for k := range p.Sources {
		sources = append(sources, fmt.Sprintf("%s %%v%d", bytes, k))
	}
	fmt.Fprintf(w, "define %s @%s(%s) {\n", bytes, name, strings.Join(sources, ", "))
	for k := range p.Steps {
		w.step(p.Sources+k, &p.Steps[k])
	}
	fmt.Fprintf(w, "  ret %s %s\n}\n", bytes, w.as(p.values()-1, 1))
	return w.String()
}

// irType is a vector type: <4 x i32>.
func irType(bytes, elem int) string { return fmt.Sprintf("<%d x i%d>", bytes/elem, 8*elem) }

// An irWriter writes one function.
type irWriter struct {
	strings.Builder
	p     *Program
	casts int
}

// elemOf is how large the lanes of a value are that a step makes.
func (p *Program) elemOf(n int) int {
	if n < p.Sources {
		return 1
	}
	switch s := &p.Steps[n-p.Sources]; s.Op {
	case Narrow:
		return s.Elem / 2
	case Widen:
		return 2 * s.Elem
	default:
		return s.Elem
	}
}

// as is a value with lanes of so many bytes, cast if it has others.
func (w *irWriter) as(n, elem int) string {
	if n == Zeros {
		return "zeroinitializer"
	}
	if is := w.p.elemOf(n); is != elem {
		w.casts++
		fmt.Fprintf(w, "  %%c%d = bitcast %s %%v%d to %s\n", w.casts, irType(w.p.Bytes, is), n, irType(w.p.Bytes, elem))
		return fmt.Sprintf("%%c%d", w.casts)
	}
	return fmt.Sprintf("%%v%d", n)
}

// list is a vector of constants: <i32 0, i32 poison>.
func list(typ string, numbers []int) string {
	var all []string
	for _, n := range numbers {
		text := fmt.Sprint(n)
		if n < 0 {
			text = "poison"
		}
		all = append(all, typ+" "+text)
	}
	return "<" + strings.Join(all, ", ") + ">"
}

// upTo is 0 … n-1.
func upTo(n int) (all []int) {
	for k := range n {
		all = append(all, k)
	}
	return all
}

func (w *irWriter) step(to int, s *Step) {
	x, typ := w.as(s.X, s.Elem), irType(w.p.Bytes, s.Elem)
	y := x
	if s.binary() {
		y = w.as(s.Y, s.Elem)
	}
	n := w.p.Bytes / s.Elem
	switch s.Op {
	case Shuffle:
		fmt.Fprintf(w, "  %%v%d = shufflevector %s %s, %[2]s %[4]s, <%d x i32> %s\n", to, typ, x, y, n, list("i32", s.Lanes))
	case Select:
		fmt.Fprintf(w, "  %%v%d = select <%d x i1> %s, %s %s, %[4]s %[6]s\n", to, n, list("i1", s.Lanes), typ, x, y)
	case Up, Down:
		fmt.Fprintf(w, "  %%v%d = %s %s %s, splat (i%d %d)\n", to, map[Op]string{Up: "shl", Down: "lshr"}[s.Op], typ, x, 8*s.Elem, 8*s.By)
	case Narrow:
		half := irType(w.p.Bytes/2, s.Elem/2)
		fmt.Fprintf(w, "  %%x%d = trunc %s %s to %s\n", to, typ, x, half)
		fmt.Fprintf(w, "  %%y%d = trunc %s %s to %s\n", to, typ, y, half)
		fmt.Fprintf(w, "  %%v%d = shufflevector %s %%x%[1]d, %[2]s %%y%[1]d, <%[3]d x i32> %[4]s\n", to, half, 2*n, list("i32", upTo(2*n)))
	case Widen:
		fmt.Fprintf(w, "  %%x%d = shufflevector %s %s, %[2]s poison, <%[4]d x i32> %[5]s\n", to, typ, x, n/2, list("i32", upTo(n/2)))
		fmt.Fprintf(w, "  %%v%d = zext %s %%x%[1]d to %[3]s\n", to, irType(w.p.Bytes/2, s.Elem), irType(w.p.Bytes, 2*s.Elem))
	case Insert:
		fmt.Fprintf(w, "  %%x%d = extractelement %s %s, i32 %d\n", to, typ, y, s.Lanes[1])
		fmt.Fprintf(w, "  %%v%d = insertelement %s %s, i%d %%x%[1]d, i32 %[5]d\n", to, typ, x, 8*s.Elem, s.Lanes[0])
	}
}
