package lower_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// overMemory is a function of values as one of pointers: where registers are as long as the option says, a call knows nothing of it, and has longer vectors in two.
func overMemory(function string) string {
	head, body, _ := strings.Cut(function, "{\n")
	vec, name, _ := strings.Cut(strings.TrimPrefix(head, "define "), " @")
	name, _, _ = strings.Cut(name, "(")
	text := "define void @" + name + "(ptr %p, ptr %q, ptr %o) {\n"
	for source, pointer := range map[string]string{"%a": "%p", "%b": "%q"} {
		if strings.Contains(body, source) {
			text += source + " = load volatile " + vec + ", ptr " + pointer + "\n"
		}
	}
	body, _, _ = strings.Cut(body, "\n}")
	return text + strings.Replace(body, "ret "+vec, "store volatile "+vec, 1) + ", ptr %o\nret void\n}\n"
}

// function is a map as a function of LLVM IR: zeros come from a second shuffle.
func function(k int, m lane.Map) string {
	var b strings.Builder
	n, vec := len(m.Lane), fmt.Sprintf("<%d x i%d>", len(m.Lane), m.Bits)
	second, zeros := "poison", false
	if len(m.Src) == 2 {
		second = "%b"
	}
	fmt.Fprintf(&b, "define %[1]s @f%[2]d(%[1]s %%a, %[1]s %%b) {\n%%r = shufflevector %[1]s %%a, %[1]s %[3]s, <%[4]d x i32> <", vec, k, second, n)
	for i, l := range m.Lane {
		if i > 0 {
			b.WriteString(", ")
		}
		if l.Kind == lane.Source {
			fmt.Fprintf(&b, "i32 %d", l.Src*n+l.Index)
		} else {
			b.WriteString("i32 poison")
			zeros = zeros || l.Kind == lane.Constant
		}
	}
	result := "%r"
	b.WriteString(">\n")
	if zeros {
		result = "%z"
		fmt.Fprintf(&b, "%%z = shufflevector %[1]s %%r, %[1]s zeroinitializer, <%[2]d x i32> <", vec, n)
		for i, l := range m.Lane {
			if i > 0 {
				b.WriteString(", ")
			}
			switch l.Kind {
			case lane.Constant:
				fmt.Fprintf(&b, "i32 %d", n+i)
			case lane.Source:
				fmt.Fprintf(&b, "i32 %d", i)
			default:
				b.WriteString("i32 poison")
			}
		}
		b.WriteString(">\n")
	}
	fmt.Fprintf(&b, "ret %s %s\n}\n", vec, result)
	return b.String()
}

// countCompiled counts the instructions of each function of a listing as Lanescope counts its own: what loads a vector or a mask is a constant and no op, a folded
// operand is both, what copies a register is a copy.
func countCompiled(text string, n int) []lower.Count {
	counts := make([]lower.Count, n)
	var riscv riscvCounter
	eachInstruction(text, func(k int, line string, fields []string) {
		name, c := fields[0], &counts[k]
		if strings.Contains(line, "$") {
			countLoong(c, line, fields)
			return
		}
		if _, machine := riscvLines[name]; machine || strings.HasPrefix(line, "\tvset") || strings.HasPrefix(name, "v") && strings.Contains(name, ".") {
			riscv.count(c, k, line, fields)
			return
		}
		bare := strings.TrimPrefix(name, "v")
		memory, loaded := strings.Contains(line, "LCPI") || strings.Contains(line, ".LC"), strings.Contains(line, "[")
		switch {
		case slices.Contains(powerAddresses, name):
		case slices.Contains(powerLoads, name):
			c.Constants++
		case name == "vmr" || name == "xxlor" && fields[2] == fields[3]:
			c.Copies++
		case scalable(name, line):
			c.Copies, c.Constants = c.Copies+scalableCopy(name, line), c.Constants+scalableConstant(name, line)
		case name == "ret" || name == "retq" || name == "adrp" || name == "vzeroupper" || name == "mov" && len(fields) == 3 && !strings.Contains(line, "v") && !strings.Contains(fields[1], "q"):
		case strings.HasPrefix(name, "kmov"):
			c.Constants++
		case memory && (name == "ldr" || strings.HasPrefix(bare, "mov") && !strings.HasPrefix(bare, "movh") && !strings.HasPrefix(bare, "movl") && len(fields) < 8 && onlyLoads(line) || strings.HasPrefix(bare, "pbroadcast") || strings.HasPrefix(bare, "broadcast") || strings.HasPrefix(bare, "pmovsx") || strings.HasPrefix(bare, "pmovzx")):
			c.Constants++
		case memory:
			c.Constants++
			c.Ops++
		case !loaded && (strings.HasPrefix(bare, "movdqa") || strings.HasPrefix(bare, "movaps") || strings.HasPrefix(bare, "movapd") || strings.HasPrefix(bare, "movdqu") && !strings.Contains(line, "{")):
			c.Copies++
		case name == "mov" && strings.Contains(line, ".16b"):
			c.Copies++
		default:
			c.Ops++
		}
	})
	return counts
}

// countLoong counts an instruction of LoongArch: those of general registers alone say where a constant is.
func countLoong(c *lower.Count, line string, fields []string) {
	name := strings.TrimPrefix(fields[0], "x")
	switch {
	case !strings.Contains(line, "$vr") && !strings.Contains(line, "$xr"):
	case strings.HasPrefix(name, "vld") && strings.Contains(line, "%pc_lo12"):
		c.Constants++
	case name == "vori.b" && fields[3] == "0":
		c.Copies++
	default:
		c.Ops++
	}
}

// powerAddresses are the instructions of Power that say where a constant is, or that a function ends; powerLoads load one.
var (
	powerAddresses = strings.Fields("blr addis addi li")
	powerLoads     = strings.Fields("lxv plxv lxvx lvx lxvdsx lxvwsx")
)

// scalable says whether a line of AArch64 is no op where vectors are scalable: it loads or stores what a pointer of a function points to, a constant, or a predicate, or copies.
func scalable(name, line string) bool {
	return pointed.MatchString(line) && !strings.HasPrefix(name, "ld1r") || name == "add" && strings.Contains(line, ":lo12:") || scalableConstant(name, line)+scalableCopy(name, line) > 0
}

var (
	pointed  = regexp.MustCompile(`^\t(ld|st)\w+\t.*\[x[0-2](, #\d+)?\]`)
	constant = regexp.MustCompile(`^\tld\w+\t.*\[x(8|9|1\d)\]`)
	copied   = regexp.MustCompile(`^\t(mov\tz\d+\.d, z\d+\.d|movprfx\tz\d+, z\d+)$`)
)

func scalableConstant(name, line string) int {
	return oneIf(constant.MatchString(line) || slices.Contains([]string{"ptrue", "whilelo", "pfalse"}, name))
}

func scalableCopy(_, line string) int {
	return oneIf(copied.MatchString(strings.TrimRight(line, " \n")))
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// eachInstruction calls do for each instruction of the functions f0, f1, … of a listing, without its comment: its function, its line, and the words of that.
func eachInstruction(text string, do func(k int, line string, fields []string)) {
	at := -1
	for line := range strings.Lines(text) {
		var k int
		if _, err := fmt.Sscanf(line, "f%d:", &k); err == nil {
			at = k
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(strings.NewReplacer(",", " ").Replace(line))
		if strings.HasPrefix(line, "\t") && len(fields) > 0 && at >= 0 && !strings.HasPrefix(fields[0], ".") {
			do(at, line, fields)
		}
	}
}

// A listing is what a compiler makes of functions, and what each of them counts.
type listing struct {
	text   string
	counts []lower.Count
}

// body is the instructions of function k.
func (l *listing) body(k int) string {
	var b strings.Builder
	at := -1
	for line := range strings.Lines(l.text) {
		var begins int
		if _, err := fmt.Sscanf(line, "f%d:", &begins); err == nil {
			at = begins
		} else if fields := strings.Fields(line); at == k && strings.HasPrefix(line, "\t") && !strings.HasPrefix(fields[0], ".") && fields[0] != "#" {
			b.WriteString("\n\t" + strings.Join(fields, " "))
		}
	}
	return b.String()
}

// onlyLoads says whether a move of x86 has no other vector operand than its destination.
func onlyLoads(line string) bool {
	line = strings.ReplaceAll(line, "mmword", "") // the size of what is loaded
	return strings.Count(line, "mm") == 1 && !strings.Contains(line, "{%k") && !strings.Contains(line, "{k")
}

// balanced is the default cost.
func balanced(c lower.Count) int { return c.Ops + c.Copies + c.Sets + 2*c.Constants }

// cFunction is a map as a function of C with GCC's vectors: zeros come from a second shuffle.
func cFunction(k int, m lane.Map) string {
	elem := map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long long"}[m.Bits]
	n := len(m.Lane)
	second, zeros := "a", false
	if len(m.Src) == 2 {
		second = "b"
	}
	var moved, cleared []string
	for i, l := range m.Lane {
		from, keep := "-1", strconv.Itoa(i)
		switch l.Kind {
		case lane.Source:
			from = strconv.Itoa(l.Src*n + l.Index)
		case lane.Constant:
			keep, zeros = strconv.Itoa(n+i), true
		default:
			keep = "-1"
		}
		moved, cleared = append(moved, from), append(cleared, keep)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "typedef %s t%d __attribute__((vector_size(%d)));\nt%[2]d f%[2]d(t%[2]d a, t%[2]d b) {\n", elem, k, n*m.Bits/8)
	fmt.Fprintf(&b, "a = __builtin_shufflevector(a, %s, %s);\n", second, strings.Join(moved, ", "))
	if zeros {
		fmt.Fprintf(&b, "a = __builtin_shufflevector(a, (t%d){0}, %s);\n", k, strings.Join(cleared, ", "))
	}
	b.WriteString("return a;\n}\n")
	return b.String()
}

// compiledC asks GCC for maps.
func compiledC(t *testing.T, gcc string, options []string, list []lane.Map) listing {
	t.Helper()
	var b strings.Builder
	for k, m := range list {
		b.WriteString(cFunction(k, m))
	}
	path := filepath.Join(t.TempDir(), "maps.c")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(gcc, append(slices.Clip(options), "-O2", "-masm=intel", "-S", "-o", "-", path)...))
	if err != nil {
		t.Skipf("gcc: %v", err) // one before 12 has no __builtin_shufflevector
	}
	return listing{string(out), countCompiled(string(out), len(list))}
}

// compiled asks LLVM's compiler for maps.
func compiled(t *testing.T, llc string, options []string, list []lane.Map) listing {
	t.Helper()
	var b strings.Builder
	for k, m := range list {
		text := function(k, m)
		if slices.ContainsFunc(options, func(option string) bool { return option == "-aarch64-sve-vector-bits-min=256" }) {
			text = overMemory(text)
		}
		b.WriteString(text)
	}
	path := filepath.Join(t.TempDir(), "maps.ll")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(llc, append(slices.Clip(options), "-O2", "--x86-asm-syntax=intel", "-o", "-", path)...))
	if err != nil {
		t.Skipf("llc: %v", err)
	}
	return listing{string(out), countCompiled(string(out), len(list))}
}
