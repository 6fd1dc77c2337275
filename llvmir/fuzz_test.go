package llvmir_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/llvmir"
)

// FuzzRead: any text is read as LLVM's IR or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, llvmir.Dialect(), "%t = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 2>; %\"r;\" = shufflevector <2 x i8> %t, <2 x i8> poison, <2 x i32> <i32 1, i32 0> ; the end")
}
