// Package oracle is test support: it finds the programs and the reference
// cases that tests compare Lanescope with and that nobody here wrote.
//
// A test whose oracle is missing skips and says why, because a newcomer with
// nothing but Go must see the rest pass. Where LANESCOPE_REQUIRE_ORACLES=1 is
// set, as in CI, a missing oracle fails instead: there a skipped comparison
// would pass for a made one.
//
// Only _test.go files may import this package.
package oracle

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// RequireVariable is the environment variable that turns a missing oracle from
// a skip into a failure when its value is 1.
const RequireVariable = "LANESCOPE_REQUIRE_ORACLES"

// program is one oracle that is run: what it is called, the executables that
// are it, best first, and the Debian package that brings the best one.
type program struct {
	name          string
	executables   []string
	debianPackage string
}

// programs lists every oracle that a test may ask for. Versioned executables
// come first: Debian's plain opt and llc are LLVM 14, which cannot read the
// text of today (ptr, splat); elsewhere the plain name is the newest.
var programs = []program{
	{"opt", []string{"opt-22", "opt-21", "opt-20", "opt-19", "opt"}, "llvm-22"},
	{"llc", []string{"llc-22", "llc-21", "llc-20", "llc-19", "llc"}, "llvm-22"},
	{"llvm-mc", []string{"llvm-mc-22", "llvm-mc-21", "llvm-mc-20", "llvm-mc-19", "llvm-mc"}, "llvm-22"},
	{"mlir-opt", []string{"mlir-opt-22", "mlir-opt-21", "mlir-opt"}, "mlir-22-tools"},
	{"mlir-translate", []string{"mlir-translate-22", "mlir-translate-21", "mlir-translate"}, "mlir-22-tools"},
	{"llvm-mca", []string{"llvm-mca-22", "llvm-mca-21", "llvm-mca-20", "llvm-mca-19", "llvm-mca"}, "llvm-22"},
	{"rsvg-convert", []string{"rsvg-convert"}, "librsvg2-bin"},
	{"objdump", []string{"objdump"}, "binutils"},
	{"as", []string{"as"}, "binutils"},
	{"ld", []string{"ld"}, "binutils"},
	{"objcopy", []string{"objcopy"}, "binutils"},
	{"aarch64-linux-gnu-objcopy", []string{"aarch64-linux-gnu-objcopy"}, "binutils-aarch64-linux-gnu"},
	{"nasm", []string{"nasm"}, "nasm"},
	{"bochs", []string{"bochs"}, "bochs"},
	{"cc", []string{"cc", "gcc", "clang"}, "gcc"},
	{"gcc", []string{"gcc"}, "gcc"},
	{"g++", []string{"g++"}, "g++"},
	{"aarch64-linux-gnu-gcc", []string{"aarch64-linux-gnu-gcc"}, "gcc-aarch64-linux-gnu"},
	{"powerpc64le-linux-gnu-gcc", []string{"powerpc64le-linux-gnu-gcc"}, "gcc-powerpc64le-linux-gnu"},
	{"clang", []string{"clang-22", "clang-21", "clang-20", "clang-19", "clang"}, "clang-22"},
	{"wasm-ld", []string{"wasm-ld-22", "wasm-ld-21", "wasm-ld-20", "wasm-ld-19", "wasm-ld"}, "lld-22"},
	{"ld.lld", []string{"ld.lld-22", "ld.lld-21", "ld.lld-20", "ld.lld-19", "ld.lld"}, "lld-22"},
	{"qemu-aarch64", []string{"qemu-aarch64", "qemu-aarch64-static"}, "qemu-user"},
	{"qemu-arm", []string{"qemu-arm", "qemu-arm-static"}, "qemu-user"},
	{"aarch64-linux-gnu-as", []string{"aarch64-linux-gnu-as"}, "binutils-aarch64-linux-gnu"},
	{"aarch64-linux-gnu-objdump", []string{"aarch64-linux-gnu-objdump"}, "binutils-aarch64-linux-gnu"},
	{"aarch64-linux-gnu-ld", []string{"aarch64-linux-gnu-ld"}, "binutils-aarch64-linux-gnu"},
	{"powerpc64le-linux-gnu-as", []string{"powerpc64le-linux-gnu-as"}, "binutils-powerpc64le-linux-gnu"},
	{"powerpc64le-linux-gnu-objdump", []string{"powerpc64le-linux-gnu-objdump"}, "binutils-powerpc64le-linux-gnu"},
	{"powerpc64le-linux-gnu-ld", []string{"powerpc64le-linux-gnu-ld"}, "binutils-powerpc64le-linux-gnu"},
	{"qemu-ppc64le", []string{"qemu-ppc64le", "qemu-ppc64le-static"}, "qemu-user"},
	{"powerpc64-linux-gnu-as", []string{"powerpc64-linux-gnu-as"}, "binutils-powerpc64-linux-gnu"},
	{"powerpc64-linux-gnu-ld", []string{"powerpc64-linux-gnu-ld"}, "binutils-powerpc64-linux-gnu"},
	{"qemu-ppc64", []string{"qemu-ppc64", "qemu-ppc64-static"}, "qemu-user"},
	{"riscv64-linux-gnu-as", []string{"riscv64-linux-gnu-as"}, "binutils-riscv64-linux-gnu"},
	{"qemu-riscv64", []string{"qemu-riscv64", "qemu-riscv64-static"}, "qemu-user"},
	{"qemu-s390x", []string{"qemu-s390x", "qemu-s390x-static"}, "qemu-user"},
	{"glslangValidator", []string{"glslangValidator", "glslang"}, "glslang-tools"},
	{"spirv-opt", []string{"spirv-opt"}, "spirv-tools"},
	{"spirv-dis", []string{"spirv-dis"}, "spirv-tools"},
	{"GenX_IR", []string{"GenX_IR"}, "libigc-tools"},
	{"iga64", []string{"iga64"}, "libigc-tools"},
	{"node", []string{"node"}, "nodejs"},
	{"nvim", []string{"nvim"}, "neovim"},
	{"dpkg", []string{"dpkg"}, "dpkg"},
	{"z3", []string{"z3"}, "z3"},
	{"cvc5", []string{"cvc5"}, "cvc5"},
	{"chromium", []string{"chromium", "chromium-browser", "google-chrome"}, "chromium"},
}

// Need returns the path of the oracle with that name in the table above. If no
// executable of it is on PATH, the test skips, or fails where oracles are
// required. A name that is not in the table is a mistake of the test.
func Need(t testing.TB, name string) (path string) {
	t.Helper()
	p, ok := find(name)
	if !ok {
		t.Fatalf("oracle %q is unknown: add a row to internal/oracle's table", name)
	}
	for _, executable := range p.executables {
		if path, err := exec.LookPath(executable); err == nil {
			return path
		}
	}
	missing(t, Required(), "oracle %s is not installed: none of %s on PATH (Debian: apt-get install %s)",
		p.name, strings.Join(p.executables, ", "), p.debianPackage)
	return ""
}

// IfThere returns the path of an executable that no package of CI's Debian brings,
// or none that is new enough. Without it the test skips and says why, also where
// oracles are required: it is for comparisons that are made elsewhere or not at all.
func IfThere(t testing.TB, executable, why string) (path string) {
	t.Helper()
	path, err := exec.LookPath(executable)
	if err != nil {
		t.Skipf("%s is not on PATH, and nothing installs it: %s", executable, why)
	}
	return path
}

// DebianPackage returns the Debian package that brings the named oracle, and
// whether the name is in the table. CI installs by it.
func DebianPackage(name string) (string, bool) {
	p, ok := find(name)
	return p.debianPackage, ok
}

// Required says whether a missing oracle is a failure here.
func Required() bool { return os.Getenv(RequireVariable) == "1" }

func find(name string) (program, bool) {
	for _, p := range programs {
		if p.name == name {
			return p, true
		}
	}
	return program{}, false
}

func missing(t testing.TB, fail bool, format string, args ...any) {
	t.Helper()
	if fail {
		t.Fatalf(format+"; "+RequireVariable+"=1 forbids skipping", args...)
	}
	t.Skipf(format, args...)
}
