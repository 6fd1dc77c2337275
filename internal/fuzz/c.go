package fuzz

import (
	"fmt"
	"strings"
)

// C is the program as a function of C with vectors, as GCC and Clang have them. It needs the types of cTypes.
func (p *Program) C(name string) string {
	var w strings.Builder
	bytes := cType(p.Bytes, 1)
	fmt.Fprintf(&w, "%s {\n", p.prototype(name))
	for k := range p.Steps {
		p.cStep(&w, p.Sources+k, &p.Steps[k])
	}
	fmt.Fprintf(&w, "  return (%s)v%d;\n}\n", bytes, p.values()-1)
	return w.String()
}

// WholeC is the function with the types that it needs.
func (p *Program) WholeC(name string) string { return cTypes(p.Bytes) + "\n" + p.C(name) }

// prototype is the function's head.
func (p *Program) prototype(name string) string {
	bytes := cType(p.Bytes, 1)
	var sources []string
	for k := range p.Sources {
		sources = append(sources, fmt.Sprintf("%s v%d", bytes, k))
	}
	return fmt.Sprintf("%s %s(%s)", bytes, name, strings.Join(sources, ", "))
}

// cType is a vector type: u32x4.
func cType(bytes, elem int) string { return fmt.Sprintf("u%dx%d", 8*elem, bytes/elem) }

// cTypes are all types of vectors that programs of such vectors use, halves among them.
func cTypes(bytes int) string {
	var b strings.Builder
	for size := bytes / 2; size <= bytes; size *= 2 {
		for k, name := range []string{"char", "short", "int", "long long"} {
			fmt.Fprintf(&b, "typedef unsigned %s %s __attribute__((vector_size(%d)));\n", name, cType(size, 1<<k), size)
		}
	}
	return b.String()
}

// cList is 0, 1, -1.
func cList(numbers []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), ", "), "[]")
}

func (p *Program) cStep(w *strings.Builder, to int, s *Step) {
	typ := cType(p.Bytes, s.Elem)
	value := func(n int) string {
		if n == Zeros {
			return "(" + typ + "){0}"
		}
		return fmt.Sprintf("(%s)v%d", typ, n)
	}
	x, y, n := value(s.X), value(s.Y), p.Bytes/s.Elem
	half := func(elem int) string { return cType(p.Bytes/2, elem) }
	switch s.Op {
	case Shuffle:
		fmt.Fprintf(w, "  %s v%d = __builtin_shufflevector(%s, %s, %s);\n", typ, to, x, y, cList(s.Lanes))
	case Select: // with and and or, what is undefined in a lane that is not wanted would be so in the result
		var lanes []int
		for k, first := range s.Lanes {
			lanes = append(lanes, k+n*(1-first))
		}
		fmt.Fprintf(w, "  %s v%d = __builtin_shufflevector(%s, %s, %s);\n", typ, to, x, y, cList(lanes))
	case Up, Down:
		fmt.Fprintf(w, "  %s v%d = %s %s %d;\n", typ, to, x, map[Op]string{Up: "<<", Down: ">>"}[s.Op], 8*s.By)
	case Narrow:
		fmt.Fprintf(w, "  %s v%d = __builtin_shufflevector(__builtin_convertvector(%s, %s), __builtin_convertvector(%s, %[4]s), %[6]s);\n", cType(p.Bytes, s.Elem/2), to, x, half(s.Elem/2), y, cList(upTo(2*n)))
	case Widen:
		wide := cType(p.Bytes, 2*s.Elem)
		fmt.Fprintf(w, "  %s v%d = __builtin_convertvector(__builtin_shufflevector(%s, %[3]s, %[4]s), %[1]s);\n", wide, to, x, cList(upTo(n/2)))
	case Insert:
		fmt.Fprintf(w, "  %s v%d = %s;\n  v%[2]d[%[4]d] = (%[5]s)[%[6]d];\n", typ, to, x, s.Lanes[0], y, s.Lanes[1])
	}
}

// cMain calls each function twice and writes what it returns: of bytes that all differ, and then of these inverted. It is a file of its own, so that nothing is known to the functions. What it asks of the system is before it.
func cMain(all []*Program, system string) string {
	var b strings.Builder
	b.WriteString(cTypes(all[0].Bytes))
	for n, p := range all {
		b.WriteString(p.prototype(functionName(n)) + ";\n")
	}
	b.WriteString(system + "static unsigned char in[3][64], out[64];\nint main(void) {\n for (int turn = 0; turn < 2; turn++) {\n  for (int s = 0; s < 3; s++) for (int k = 0; k < 64; k++) in[s][k] = (1 + 64 * s + k) ^ -turn;\n")
	for n, p := range all {
		bytes := cType(p.Bytes, 1)
		b.WriteString("  {\n")
		var args []string
		for s := range p.Sources {
			fmt.Fprintf(&b, "   %s a%d; copy(&a%[2]d, in[%[2]d], %d);\n", bytes, s, p.Bytes)
			args = append(args, fmt.Sprint("a", s))
		}
		fmt.Fprintf(&b, "   %s r = %s(%s); copy(out, &r, %d); put(out, %[4]d);\n  }\n", bytes, functionName(n), strings.Join(args, ", "), p.Bytes)
	}
	b.WriteString(" }\n return 0;\n}\n")
	return b.String()
}
