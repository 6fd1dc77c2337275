package shader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/shader"
)

// clangProgram is one function of OpenCL C with numbers for its parameters, and what the reader's map makes of them.
type clangProgram struct {
	text string
	call string // with its numbers
	typ  string // of the result
	size int
	want []byte
}

// What clang folds of a program's numbers are the bytes that the reader's map moves: a meaning that nobody here wrote.
func TestClangFoldsToTheSameBytes(t *testing.T) {
	clang := oracle.Need(t, "clang")
	n := 600
	if testing.Short() {
		n = 100
	}
	m := maker{Rand: chance.Random(t, 3), tongue: tongueNamed(t, "OpenCL")}
	var programs []clangProgram
	file := ""
	for k := range n {
		p := m.clangProgram(t, fmt.Sprintf("f%d", k))
		programs = append(programs, p)
		file += p.text + fmt.Sprintf("%s w%d(void) { return %s; }\n", p.typ, k, p.call)
	}
	ir := compiled(t, clang, file)
	for k, p := range programs {
		got, ok := returned(ir, fmt.Sprintf("w%d", k), p.size)
		if !ok {
			t.Fatalf("clang does not fold\n%s%s", p.text, p.call)
		}
		if !bytes.Equal(got, p.want) {
			t.Fatalf("%s%s\nclang makes %x, the map %x", p.text, p.call, got, p.want)
		}
	}
}

// clangProgram is a random one, or a map that is said.
func (m *maker) clangProgram(t *testing.T, name string) clangProgram {
	text, parameters, given, _ := m.program()
	if m.IntN(3) == 0 {
		if said, err := shader.Languages[4].Say(randomMap(m.Rand, 16)); err == nil && !strings.HasPrefix(said, "void") {
			text, parameters, given = said+"\n", nil, map[string][]byte{}
			head, _, _ := strings.Cut(said[strings.Index(said, "(")+1:], ")")
			for part := range strings.SplitSeq(head, ", ") {
				typ, operand, _ := strings.Cut(part, " ")
				size, lanes := vectorOf(t, typ)
				b := make([]byte, size*lanes)
				for i := range b {
					b[i] = byte(m.Uint32())
				}
				parameters, given[operand], m.types[operand] = append(parameters, operand), b, [2]int{size, lanes}
			}
		}
	}
	p, err := shader.Parse(text)
	if err != nil {
		t.Fatalf("%s%v", text, err)
	}
	typ, rest, _ := strings.Cut(text, " f(")
	var src [][]byte
	for _, operand := range p.Names {
		src = append(src, given[operand])
	}
	got := make([]byte, p.Map.Bytes(len(p.Map.Lane)))
	if err := p.Map.Apply(got, nil, src...); err != nil {
		t.Fatalf("%s%v", text, err)
	}
	var arguments []string
	for _, operand := range parameters {
		arguments = append(arguments, numbersOf(m.types[operand], given[operand]))
	}
	size, _ := vectorOf(t, typ)
	return clangProgram{text: typ + " " + name + "(" + rest, call: name + "(" + strings.Join(arguments, ", ") + ")", typ: typ, size: size, want: got}
}

// vectorOf is how many bytes a lane of a type has, and how many lanes.
func vectorOf(t *testing.T, typ string) (size, lanes int) {
	for size := 1; size <= 8; size *= 2 {
		for _, lanes := range []int{1, 2, 3, 4, 8, 16} {
			if unsignedC(size, lanes) == typ {
				return size, lanes
			}
		}
	}
	t.Fatalf("there is no type %q", typ)
	return 0, 0
}

// numbersOf is a vector literal of bytes.
func numbersOf(typ [2]int, b []byte) string {
	var list []string
	for i := range typ[1] {
		lane := append(append([]byte(nil), b[i*typ[0]:(i+1)*typ[0]]...), make([]byte, 8)...)
		list = append(list, fmt.Sprintf("%#xul", binary.LittleEndian.Uint64(lane)))
	}
	return "(" + unsignedC(typ[0], typ[1]) + ")(" + strings.Join(list, ", ") + ")"
}

// compiled is the LLVM IR of a file of OpenCL C.
func compiled(t *testing.T, clang, file string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "shader.cl")
	if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(clang, "-x", "cl", "-cl-std=CL3.0", "-target", "spir64", "-Xclang", "-finclude-default-header", "-O2", "-S", "-emit-llvm", "-o", "-", name)
	ir, err := oracle.Usual.Output(c)
	if err != nil {
		t.Fatalf("%v: %s", err, oracleErrors(err))
	}
	return string(ir)
}

func oracleErrors(err error) string {
	if e, ok := err.(*exec.ExitError); ok {
		return string(e.Stderr)
	}
	return ""
}

var irNumber = regexp.MustCompile(`i\d+ (-?\d+|undef|poison)`)

// returned are the bytes of the constant that a function returns. What is undefined is zero.
func returned(ir, function string, size int) (b []byte, ok bool) {
	_, body, ok := strings.Cut(ir, "@"+function+"(")
	_, body, found := strings.Cut(body, "\n  ret ")
	line, _, _ := strings.Cut(body, "\n")
	if !ok || !found || strings.Contains(line, "%") {
		return nil, false
	}
	lanes := 1
	if strings.HasPrefix(line, "<") {
		lanes, _ = strconv.Atoi(strings.Fields(line[1:])[0])
	}
	_, values, _ := strings.Cut(line, "> ")
	if lanes == 1 {
		values = line
	}
	matches := irNumber.FindAllStringSubmatch(values, -1)
	for i := range lanes {
		v := int64(0)
		switch {
		case strings.HasPrefix(values, "zeroinitializer"):
		case strings.HasPrefix(values, "splat"):
			v, _ = strconv.ParseInt(matches[0][1], 10, 64)
		case i < len(matches):
			v, _ = strconv.ParseInt(matches[i][1], 10, 64)
		default:
			return nil, false
		}
		b = append(b, binary.LittleEndian.AppendUint64(nil, uint64(v))[:size]...)
	}
	return b, true
}
