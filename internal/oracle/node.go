package oracle

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// nodePackages are what tests need of npm's registry: files that a browser reads. None of them is stored here.
var nodePackages = []string{
	"axe-core", // finds in a page what readers with a keyboard, a screen reader or other eyes do without
}

// NodePackages are their names. CI installs by them.
func NodePackages() []string { return slices.Clone(nodePackages) }

// NeedNode is the path of a file of a package, which a folder in NODE_PATH has. Without it the test skips, or fails where oracles are required.
func NeedNode(t testing.TB, name, file string) (path string) {
	t.Helper()
	if !slices.Contains(nodePackages, name) {
		t.Fatalf("the package %q is unknown: add a row to internal/oracle's table", name)
	}
	for _, folder := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		path = filepath.Join(folder, name, file)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	missing(t, Required(), "%s of the package %s is in no folder of NODE_PATH (npm install --prefix DIR %s, and NODE_PATH=DIR/node_modules)", file, name, name)
	return ""
}
