package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// emitSwitch has one function with a switch written for random maps, and for each a function that calls it. Odd ones share their case with a value that nobody asks for.
func emitSwitch(t *testing.T, tg *target.Target, bits int, write func(tg *target.Target, name string, cases []lower.Case) (string, error)) *emittedFunctions {
	t.Helper()
	e := emitFunctions(t, tg, bits, func(*lower.Result, string) (string, error) { return "", nil })
	var cases []lower.Case
	letters := map[byte]bool{'a': true, 'b': true}
	for i, f := range e.list {
		c := lower.Case{Values: []int{i}, Result: f.r}
		if i%2 == 1 {
			c.Values = append(c.Values, 1000+i)
		}
		cases = append(cases, c)
		for _, letter := range []byte(e.parameters(i)) {
			letters[letter] = true
		}
	}
	text, err := write(tg, "F", cases)
	if err != nil {
		t.Fatal(err)
	}
	for i := range e.list {
		own := e.parameters(i)
		var arguments []string
		for _, letter := range []byte("abcd") {
			switch {
			case strings.IndexByte(own, letter) >= 0:
				arguments = append(arguments, string(letter))
			case letters[letter]:
				arguments = append(arguments, "b") // which the case does not read in this place
			}
		}
		of := tg.Spelling.C.Type(target.Vectors, bits)
		e.code[i] = fmt.Sprintf("%s %s(%s %s);\n%[1]s %[2]s(%[3]s %[4]s) { return F(%s, %d); }\n", of, functionName(i), of,
			strings.Join(strings.Split(own, ""), ", "+of+" "), strings.Join(arguments, ", "), i)
	}
	e.code[0] = text + e.code[0]
	return e
}

// A switch of C does what each of its cases is.
func TestSwitchCOnSilicon(t *testing.T) {
	t.Parallel()
	for name, bits := range map[string]int{"sse2": 128, "avx2": 256} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tg := targetNamed(t, name)
			runsHere(t, tg)
			e := emitSwitch(t, tg, bits, lower.SwitchC)
			dir := t.TempDir()
			writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(e.code, "")), "main.c": e.driverC(), "data": e.data})
			flags := append(strings.Fields(cFlags[name].flags), "-O1", "-Wall", "-Werror", "-Wno-psabi", "-Wno-unused-but-set-variable", "f.c", "main.c", "-o", "main")
			command(t, dir, oracle.Need(t, "cc"), flags...)
			e.compare(t, command(t, dir, "./main"))
		})
	}
}

func TestSwitchCUnderQemu(t *testing.T) {
	t.Parallel()
	e := emitSwitch(t, targetNamed(t, "neon"), 128, lower.SwitchC)
	e.runAArch64(t, "f.c", []string{oracle.Need(t, "clang"), "--target=aarch64-linux-gnu", "-O1", "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"})
}

func TestSwitchCInWazero(t *testing.T) {
	t.Parallel()
	e := emitSwitch(t, targetNamed(t, "wasm"), 128, lower.SwitchC)
	e.compare(t, e.runWasm(t, oracle.Need(t, "clang")))
}
