package goexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/goexpr"
)

// FuzzRead: any text is read as Go or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, goexpr.Dialect(), "a.AsInt64x2().SetElem(1, b.GetElem(0)).RotateAllLeft(8)")
}
