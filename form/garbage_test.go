package form_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The garbage of random cases is dead at once, and collecting it at the usual pace takes a quarter of all time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
