package form

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/clif"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/esimd"
	g13moves "github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/gcc"
	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/llvmir"
	"github.com/lanescope/lanescope/loops"
	"github.com/lanescope/lanescope/maskcall"
	"github.com/lanescope/lanescope/mlir"
	"github.com/lanescope/lanescope/ptx"
	"github.com/lanescope/lanescope/shader"
	"github.com/lanescope/lanescope/shorthand"
	"github.com/lanescope/lanescope/spirv"
	svp64moves "github.com/lanescope/lanescope/svp64/moves"
	"github.com/lanescope/lanescope/syntax/strings"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// dialects in the order in which they are listed, and asked but for one.
var dialects = sync.OnceValue(func() []dialect.Dialect {
	return slices.Concat([]dialect.Dialect{
		unless(llvmir.Dialect(), visamoves.IsRegion, cexpr.LooksBuiltin, mlir.Dialect().Looks),
		cexpr.Builtin(),
		spirv.Dialect(),
		mlir.Dialect(),
		gcc.Dialect(),
		clif.Dialect(),
	}, masks(), []dialect.Dialect{ // in front of Highway, which has a Reverse too
		cexpr.Altivec(),
		cexpr.Highway(),
		cexpr.Standard(),
		cexpr.XSIMD(),
	}, esimd.Dialects(), []dialect.Dialect{ // in front of shaders, which have vectors of four too
		unless(shader.Dialect(), listing.IsGo), // in front of goexpr, whose calls look like those of textures, and of lists and svp64, with one of whose lines its texts may begin
	}, shorthand.Dialects(), []dialect.Dialect{
		loops.Dialect(),
		unless(goexpr.Dialect(), isIntegerCall),
		listing.Comment(),
		listing.NEON32(),                        // in front of all calls in C that its comments may have
		inBoth(listing.SVE(), cexpr.Scalable()), // in front of NEON, whose lines its texts have too
		inBoth(listing.NEON(), cexpr.Arm()),
		listing.Power(),
		inBoth(listing.Loong(), cexpr.Loong()),
		inBoth(listing.Wasm(), cexpr.Wasm()),
		inBoth(listing.RISCV(), cexpr.RISCV()),
		unless(g13moves.Dialect(), listing.IsGeneral),
		svp64moves.Dialect(),
		ptx.Dialect(), // before x86, whose C has integers too
		amdgpu.Dialect(),
		x86(listing.X86(), cexpr.Intel()),
		visamoves.Gen(), // in front of vISA, whose variables may be called as registers are
		visamoves.Dialect(),
		dialectLane(),
	})
})

// masks are calls with masks, without Integer.reverse of Java, whose vectors have no such method.
func masks() []dialect.Dialect {
	list := maskcall.Dialects()
	for k, d := range list {
		list[k] = unless(d, isIntegerCall)
	}
	return list
}

// isIntegerCall says whether a text calls a library's function of integers, and speaks of no vectors of Go or Java.
func isIntegerCall(text string) bool {
	return cexpr.LooksLibraryInteger(text) && !strings.Contains(text, "archsimd") && !strings.Contains(text, "Vector")
}

// asked are the dialects in the order in which they are asked. What LLVM's functions begin with is the same for all that is called in them, and what loops repeat may look like a form by itself.
var asked = sync.OnceValue(func() []dialect.Dialect {
	genx, _ := ByName("genx")
	return append([]dialect.Dialect{genx, loops.Dialect()}, dialects()...)
})

// Dialects are all dialects, in the order in which results list them.
func Dialects() []dialect.Dialect { return dialects() }

// ByName is the dialect of the given name.
func ByName(name string) (dialect.Dialect, bool) {
	for _, d := range dialects() {
		if d.Name == name {
			return d, true
		}
	}
	return dialect.Dialect{}, false
}

// unless is a dialect that leaves to later ones what only looks like its own.
func unless(d dialect.Dialect, others ...func(text string) bool) dialect.Dialect {
	looks := d.Looks
	d.Looks = func(text string) bool {
		return looks(text) && !slices.ContainsFunc(others, func(other func(string) bool) bool { return other(text) })
	}
	return d
}

// inBoth is a machine's dialect with two notations, lines of listings and calls in C.
func inBoth(lines, calls dialect.Dialect) dialect.Dialect {
	d := lines
	d.Looks = func(text string) bool { return lines.Looks(text) || calls.Looks(text) }
	d.Read = func(text string, opt Options) (dialect.Reading, error) {
		if calls.Looks(text) && !lines.Looks(text) {
			return calls.Read(text, opt)
		}
		return lines.Read(text, opt)
	}
	d.InLine = func(l dialect.Line) (string, bool) {
		text, ok := "", false
		if lines.InLine != nil {
			text, ok = lines.InLine(l)
		}
		if !ok && calls.InLine != nil {
			text, ok = calls.InLine(l)
		}
		return text, ok
	}
	return d
}

// x86 says in C what is more than a copy, since in a listing registers would be taken for sources in the order in which they happen to be read.
func x86(lines, calls dialect.Dialect) dialect.Dialect {
	d := inBoth(lines, calls)
	read := d.Read
	d.Read = func(text string, opt Options) (dialect.Reading, error) {
		if !lines.Looks(text) && cexpr.IsExpression(text) {
			return calls.Read(text, opt)
		}
		return read(text, opt)
	}
	d.Sequence = func(ctx context.Context, m lane.Map) ([]string, error) {
		all, err := calls.Sequence(ctx, m)
		if errors.Is(err, cexpr.ErrInPlace) {
			return lines.Sequence(ctx, m)
		}
		return all, err
	}
	return d
}
