//go:build !js

package web_test

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	wazeroapi "github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/web"
)

// built is the site with the library that the Go tool makes, which takes a minute.
func built(t *testing.T) (dir string) {
	t.Helper()
	if !*full {
		t.Skip("the library is built with -full alone")
	}
	dir = t.TempDir()
	if err := (web.Site{Wasm: os.Getenv("LANESCOPE_WASM")}).Write(context.Background(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The page without a server does what it does with one, in a browser that reaches no other host.
func TestSite(t *testing.T) {
	server := httptest.NewServer(http.FileServer(http.Dir(built(t))))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	r.open(nil)
	r.says("#where", "in this page, without a server")
	r.readsEveryDialect()
	r.usesPage()
	r.editsWires()
	r.takesAlong()
	r.usesViews()
}

var (
	namedFile = regexp.MustCompile(`["'](?:\./)?([a-z0-9-]+\.(?:js|css|svg|packed))["']`)
	otherHost = regexp.MustCompile(`\w+://[\w.]+/?`)
)

// What the page's style, modules and links name is among its files: the site has all of it.
func TestPageFilesAreThere(t *testing.T) {
	dir := t.TempDir()
	wasm := filepath.Join(dir, "made")
	if err := os.WriteFile(wasm, []byte("\x00asm\x01\x00\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	site := filepath.Join(dir, "site")
	if err := (web.Site{Wasm: wasm}).Write(context.Background(), site); err != nil {
		t.Fatal(err)
	}
	names := 0
	err := filepath.WalkDir(site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".json") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range namedFile.FindAllStringSubmatch(string(b), -1) {
			names++
			if _, err := os.Stat(filepath.Join(site, name[1])); err != nil {
				t.Errorf("%s names %s: %v", filepath.Base(path), name[1], err)
			}
		}
		for _, host := range otherHost.FindAllString(string(b), -1) {
			if host != "http://www.w3.org/" {
				t.Errorf("%s names another host: %s", filepath.Base(path), host)
			}
		}
		return nil
	})
	if err != nil || names < 10 {
		t.Errorf("%d names: %v", names, err)
	}
}

// The library answers, byte for byte, as it does outside of WebAssembly. It is run by wazero here.
func TestLibraryAnswersAsWeDo(t *testing.T) {
	packed, err := os.ReadFile(filepath.Join(built(t), "lanescope.packed"))
	if err != nil {
		t.Fatal(err)
	}
	b, tokens := unpacked(t, packed)
	t.Logf("%d bytes, packed %d", len(b), len(packed))
	if len(packed) > 4_000_000 || tokens < 1_000_000 {
		t.Errorf("the library has %d bytes packed, in %d tokens; docs/hosting.md says at most 4 MB", len(packed), tokens)
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	m, err := r.InstantiateWithConfig(ctx, b, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithSysWalltime().WithSysNanotime())
	if err != nil {
		t.Fatal(err)
	}
	var d api.Desk
	for _, q := range requests {
		e, _ := api.EndpointNamed(q.name)
		want, _ := d.Answer(ctx, e, q.body)
		if got := asked(t, m, q.name, q.body); got != string(want) {
			t.Errorf("%s %s:\n%s\nand outside\n%s", q.name, q.body, got, want)
		}
	}
	if got := asked(t, m, "nothing", "{}"); !strings.Contains(got, "there is no") {
		t.Error(got)
	}
}

// asked asks the library as wasi.js does.
func asked(t *testing.T, m wazeroapi.Module, name, body string) string {
	t.Helper()
	call := func(function string, args ...uint64) uint32 {
		results, err := m.ExportedFunction(function).Call(context.Background(), args...)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(results[0])
	}
	at := call("request", uint64(len(name)+len(body)))
	if !m.Memory().WriteString(at, name+body) {
		t.Fatal("the request is not in memory")
	}
	n := call("ask", uint64(len(name)))
	answer, ok := m.Memory().Read(call("answer"), n)
	if !ok {
		t.Fatal("the answer is not in memory")
	}
	return string(answer)
}
