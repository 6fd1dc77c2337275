package lanescope_test

import (
	"os"
	"slices"
	"testing"
)

const modulePath = "github.com/lanescope/lanescope"

// A level is a storey of the house: packages import only from lower ones.
type level int

// Between the numbered levels lie two steps: under lane the ground that even
// lane stands on, and over the commands the programs that start them.
const (
	ground level = -1
	top    level = 9

	// freeImports is the lowest level that may import modules of others.
	freeImports level = 8
)

// A room is what the house says about one package.
type room struct {
	path  string // below the module's root; "." is the root itself
	level level

	only  []string // if not nil, all of ours that it may import
	never []string // of ours, what it may not import although it is lower

	reads       bool   // parses input, and so needs a fuzz target
	testSupport bool   // only _test.go files may import it, and other test support
	noExample   string // the reason why it needs no Example
}

// The reasons for which a package may have no Example.
const (
	notImportable = "tests are its only readers"
	isProgram     = "a program: README.md and docs show it"
	holdsNoCode   = "documentation only"
)

// house lists every package there is or is to be. A package that is not here
// fails TestHouse: think about its level first, then enter it here and in the
// picture of doc.go.
var house = []room{
	{path: "cmd/lanescope", level: top, noExample: isProgram},
	{path: "cmd/lanescope-wasm", level: top, noExample: isProgram},
	{path: "cmd/lanescope-certify", level: top, only: []string{"internal/certificate"}, noExample: isProgram},
	{path: "bench", level: top, noExample: isProgram},
	{path: "internal/mutate", level: top, reads: true},
	{path: "internal/fuzzing", level: top, noExample: isProgram},
	{path: "internal/release", level: top, noExample: isProgram},
	{path: "integration/wazero", level: top, noExample: notImportable},
	{path: ".", level: top, only: []string{}, noExample: holdsNoCode},

	{path: "internal/cli", level: 8, reads: true, noExample: notImportable},
	{path: "internal/dap", level: 8, reads: true},
	{path: "internal/lsp", level: 8, reads: true},
	{path: "internal/mcp", level: 8, reads: true},
	{path: "internal/web", level: 8, reads: true, noExample: notImportable},

	{path: "internal/campaign/queue", level: 8, noExample: notImportable},

	{path: "internal/campaign", level: 7, reads: true, noExample: notImportable},
	{path: "internal/api", level: 7, noExample: notImportable},
	{path: "internal/fuzz", level: 6, noExample: notImportable},
	{path: "internal/discoveries", level: 6, noExample: notImportable},
	{path: "internal/tablebase", level: 6, reads: true, noExample: notImportable},
	{path: "internal/disassembly", level: 6, reads: true, noExample: notImportable},

	{path: "corpus", level: 6, reads: true},

	{path: "form", level: 5, reads: true},

	{path: "listing", level: 4, reads: true},
	{path: "cexpr", level: 4, reads: true},
	{path: "goexpr", level: 4, reads: true},
	{path: "llvmir", level: 4, reads: true},
	{path: "spirv", level: 4, reads: true},
	{path: "mlir", level: 4, reads: true},
	{path: "gcc", level: 4, reads: true},
	{path: "clif", level: 4, reads: true},
	{path: "maskcall", level: 4, reads: true},
	{path: "shader", level: 4, reads: true},
	{path: "shorthand", level: 4, reads: true},
	{path: "loops", level: 4, reads: true},

	{path: "ptx", level: 3, reads: true},
	{path: "amdgpu", level: 3, reads: true},
	{path: "esimd", level: 3, reads: true},
	{path: "lower", level: 3},
	{path: "g13/moves", level: 3, reads: true},
	{path: "svp64/moves", level: 3, reads: true},
	{path: "visa/moves", level: 3, reads: true},
	{path: "dialect/selectors", level: 3},
	{path: "dialect/dialecttest", level: 3, testSupport: true, noExample: notImportable},
	{path: "g13/jit", level: 3, reads: true},
	{path: "g13/mesa", level: 3, reads: true},
	{path: "g13/debug", level: 3, reads: true},

	{path: "dialect", level: 2},
	{path: "target/apply", level: 2},
	{path: "internal/rvv", level: 2},
	{path: "visa/gen", level: 2, reads: true},
	{path: "visa/find", level: 2},
	{path: "lower/quick", level: 2},
	{path: "lower/network", level: 2},
	{path: "g13/asm", level: 2, reads: true},
	{path: "g13/machine", level: 2},
	{path: "g13/archive", level: 2, reads: true},
	{path: "svp64/program", level: 2, reads: true},
	{path: "g13/inspect", level: 2, never: []string{"draw"}}, // it returns graphs; form draws them

	{path: "shufflevector", level: 1, reads: true},
	{path: "svp64", level: 1, reads: true},
	{path: "visa", level: 1, reads: true},
	{path: "g13", level: 1, reads: true},
	{path: "wave", level: 1, reads: true},
	{path: "target", level: 1},
	{path: "program", level: 1},
	{path: "draw", level: 1, only: []string{"lane"}},
	{path: "smt", level: 1, only: []string{"lane"}},
	{path: "internal/execmem", level: 1, noExample: notImportable},

	{path: "visa/object", level: 0, only: []string{}, reads: true},
	{path: "lower/i8x16", level: 0, only: []string{}},
	{path: "internal/certificate", level: 0, only: []string{}},
	{path: "lane", level: 0, only: []string{"syntax"}, reads: true},
	{path: "internal/figures", level: 0, only: []string{}},
	{path: "internal/once", level: 0, only: []string{}, noExample: notImportable},
	{path: "internal/gocommand", level: 0, only: []string{}, noExample: notImportable},
	{path: "internal/x86", level: 0, noExample: notImportable},
	{path: "internal/oracle", level: 0, only: []string{}, testSupport: true, noExample: notImportable},
	{path: "internal/chance", level: 0, only: []string{}, testSupport: true, noExample: notImportable},
	{path: "internal/golden", level: 0, only: []string{}, testSupport: true, noExample: notImportable},
	{path: "internal/ending", level: 0, only: []string{}, testSupport: true, noExample: notImportable},

	{path: "syntax/strings", level: 0, only: []string{"syntax"}},
	{path: "syntax", level: ground},
	{path: "errata", level: ground},
}

// dialects never import each other, nor do packages inside them.
var dialects = []string{"shufflevector", "svp64", "visa", "g13", "ptx", "amdgpu", "esimd", "maskcall"}

// refusedNames say nothing about what a package is.
var refusedNames = []string{"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc"}

// TestHouse holds every package of the module to every rule of the house.
func TestHouse(t *testing.T) {
	packages, err := readPackages(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 2 {
		t.Fatalf("found %d packages: this test looks in the wrong place", len(packages))
	}
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			for _, complaint := range rule.check(packages, house) {
				t.Error(complaint)
			}
		})
	}
}

// TestHouseTable keeps the table itself in order.
func TestHouseTable(t *testing.T) {
	var paths []string
	for i, r := range house {
		paths = append(paths, r.path)
		if i > 0 && house[i-1].level < r.level {
			t.Errorf("%s stands below a room of a lower level; the table goes from the top down", r.path)
		}
	}
	for _, r := range house {
		for _, other := range slices.Concat(r.only, r.never) {
			if !slices.Contains(paths, other) {
				t.Errorf("%s: rule about %s, which is not in the table", r.path, other)
			}
		}
	}
	slices.Sort(paths)
	if n := len(paths); len(slices.Compact(paths)) != n {
		t.Error("a package is in the table twice")
	}
}
