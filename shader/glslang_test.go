package shader_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
	"github.com/lanescope/lanescope/spirv"
)

// glslangProgram calls a function with parts of a buffer, and stores what it makes.
func glslangProgram(m maker, text string, parameters []string, size, lanes int) string {
	buffer, call := "", ""
	block := map[string]string{"GLSL": "block", "HLSL": "block[0]"}[m.tongue.name]
	for _, name := range parameters {
		buffer += " " + m.tongue.typ(m.types[name][0], m.types[name][1]) + " in_" + name + ";"
		call += ", " + block + ".in_" + name
	}
	buffer += " " + m.tongue.typ(size, lanes) + " result;"
	if m.tongue.name == "HLSL" {
		return text + "struct Block {" + buffer + " };\nRWStructuredBuffer<Block> block : register(u0);\n[numthreads(1, 1, 1)] void main() { " + block + ".result = f(" + call[2:] + "); }\n"
	}
	return "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\n" + text +
		"layout(set = 0, binding = 0) buffer Block {" + buffer + " } block;\nvoid main() { block.result = f(" + call[2:] + "); }\n"
}

// What glslang makes of a text of GLSL or HLSL in SPIR-V, and what SPIR-V's own optimizer makes of that, is the map of the text: two readers here, and a compiler between them.
func TestGlslangKeepsTheMap(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles shaders")
	}
	glslang, optimizer, disassembler := oracle.Need(t, "glslangValidator"), oracle.Need(t, "spirv-opt"), oracle.Need(t, "spirv-dis")
	rng := chance.Random(t, 9)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	run := func(text, program string, args ...string) string {
		t.Helper()
		out, err := oracle.Usual.CombinedOutput(exec.Command(program, args...))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, out)
		}
		return string(out)
	}
	for _, tongue := range []string{"GLSL", "HLSL"} {
		m := maker{Rand: rng, tongue: tongueNamed(t, tongue), fours: true}
		compared := 0
		for range 25 {
			text, parameters, _, _ := m.program()
			p, err := shader.Parse(text)
			if err != nil {
				t.Fatalf("%s%v", text, err)
			}
			whole := glslangProgram(m, text, parameters, p.Map.Bits/8, len(p.Map.Lane))
			if err := os.WriteFile(file("a.comp"), []byte(whole), 0o600); err != nil {
				t.Fatal(err)
			}
			options := []string{"-V", "--target-env", "vulkan1.1", file("a.comp"), "-o", file("a.spv")}
			if tongue == "HLSL" {
				options = append([]string{"-D", "-e", "main"}, options...)
			}
			run(whole, glslang, options...)
			run(whole, optimizer, "-O", file("a.spv"), "-o", file("o.spv"))
			for _, name := range []string{"a.spv", "o.spv"} {
				if comparedWithModule(t, p, whole, run(whole, disassembler, file(name))) {
					compared++
				}
			}
		}
		t.Logf("%s: %d modules", tongue, compared)
		if compared < 25 {
			t.Errorf("%s: %d modules are compared of 50", tongue, compared)
		}
	}
}

// comparedWithModule compares a program with the module that a compiler makes of it; false where that has nothing to read, as of a parameter as it is.
func comparedWithModule(t *testing.T, p shader.Program, text, assembly string) bool {
	t.Helper()
	r, err := spirv.Dialect().Read(assembly, dialect.Options{})
	if err != nil && !strings.Contains(assembly, "OpVectorShuffle") && !strings.Contains(assembly, "OpComposite") {
		return false
	}
	if err != nil {
		t.Fatalf("%s\n%s\n%v", text, assembly, err)
	}
	if want, got := laneTexts(p.Map, p.Names), laneTexts(r.Map, loadedNames(assembly, r.Names)); want != got {
		t.Fatalf("%s\n%s\nis read as %s, and the text as %s", text, assembly, got, want)
	}
	return true
}

// laneTexts are a map's lanes with the names of their sources, whatever the order of these.
func laneTexts(m lane.Map, names []string) string {
	var all []string
	for _, l := range m.Lane {
		text := lane.Map{Bits: m.Bits, Lane: []lane.Lane{{Kind: l.Kind, Const: l.Const}}}.String()
		if l.Kind == lane.Source {
			text = names[l.Src] + "." + string(rune('0'+l.Index))
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// loadedNames are what the text called the sources: a member of the buffer that a load is of, or a parameter.
func loadedNames(assembly string, sources []string) (names []string) {
	def := map[string][]string{}
	for line := range strings.Lines(assembly) {
		if words := strings.Fields(line); len(words) > 3 && words[1] == "=" {
			def[words[0]] = words[2:]
		}
	}
	for _, s := range sources {
		for d := def[s]; len(d) > 2 && d[0] == "OpLoad"; d = nil {
			s = d[2]
			if chain := def[s]; len(chain) > 3 && chain[0] == "OpAccessChain" && strings.HasPrefix(chain[len(chain)-1], "%int_") {
				s = string(rune('a' + chain[len(chain)-1][len("%int_")] - '0'))
			}
		}
		names = append(names, strings.TrimPrefix(s, "%"))
	}
	return names
}
