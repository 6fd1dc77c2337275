package oracle

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// headers are libraries of which tests need no more than a file to include, with the Debian packages that bring them.
var headers = map[string]string{
	"hwy/highway.h": "libhwy-dev",
}

// HeaderPackages are the Debian packages. CI installs by them.
func HeaderPackages() []string { return slices.Sorted(maps.Values(headers)) }

// NeedHeader is the folder in which a compiler finds a header: one of CPLUS_INCLUDE_PATH, as for a version that is newer than Debian's, or the system's. Without it the test skips, or fails where
// oracles are required.
func NeedHeader(t testing.TB, file string) (folder string) {
	t.Helper()
	debianPackage, ok := headers[file]
	if !ok {
		t.Fatalf("the header %q is unknown: add a row to internal/oracle's table", file)
	}
	for _, folder := range append(filepath.SplitList(os.Getenv("CPLUS_INCLUDE_PATH")), "/usr/include", "/usr/local/include", "/opt/homebrew/include") {
		if folder != "" && exists(filepath.Join(folder, file)) {
			return folder
		}
	}
	missing(t, Required(), "the header %s is not installed (Debian: apt-get install %s)", file, debianPackage)
	return ""
}
