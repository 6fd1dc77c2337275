package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"time"
)

// The page: HTML, styles and modules as browsers read them.
//
//go:embed page
var embedded embed.FS

// pageFiles are the files of the page, index.html among them.
func pageFiles() fs.FS {
	files, err := fs.Sub(embedded, "page")
	if err != nil {
		panic(err) // the name is a valid one
	}
	return files
}

// types are those of the page's files, whatever the machine thinks of their endings.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".wasm": "application/wasm",
}

// pages sends the page's files. A path is looked for among these alone, so that no request reads a file.
func pages() http.Handler {
	files := pageFiles()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "a page is read with GET", http.StatusMethodNotAllowed)
			return
		}
		name := r.URL.Path[1:]
		if name == "" {
			name = "index.html"
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		sum := sha256.Sum256(b)
		kind, ok := types[path.Ext(name)]
		if !ok {
			kind = mime.TypeByExtension(path.Ext(name))
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache") // ask again, and be told that it is the same
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
	})
}
