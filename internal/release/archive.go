package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
)

// tarGz writes files as an archive of Unix, in their order. Folders are those of the files.
func (r *release) tarGz(w io.Writer, all []file) error {
	z, err := gzip.NewWriterLevel(w, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	made := map[string]bool{".": true, "/": true}
	for _, f := range all {
		if err := r.folders(t, path.Dir(f.name), made); err != nil {
			return err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: r.time, Uname: "root", Gname: "root", Format: tar.FormatGNU}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

// folders writes those above a file, each once.
func (r *release) folders(t *tar.Writer, name string, made map[string]bool) error {
	if made[name] {
		return nil
	}
	made[name] = true
	if err := r.folders(t, path.Dir(name), made); err != nil {
		return err
	}
	return t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, ModTime: r.time, Uname: "root", Gname: "root", Format: tar.FormatGNU})
}

// firstOfZip is the first year that such an archive can say.
const firstOfZip = 1980

// zip writes files as an archive of Windows.
func (r *release) zip(w io.Writer, all []file) error {
	z := zip.NewWriter(w)
	for _, f := range all {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.time}
		if r.time.Year() < firstOfZip {
			h.Modified = time.Date(firstOfZip, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		part, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// debian is a package of Debian's format: an ar of three members.
//
//	debian-binary   2.0
//	control.tar.gz  what it is called, and hashes of its files
//	data.tar.gz     usr/bin/lanescope, usr/share/man/man1/lanescope.1.gz, …
func (r *release) debian(p platform, program []byte, pages []file) ([]byte, error) {
	files, err := r.installed(program, pages)
	if err != nil {
		return nil, err
	}
	var data, control bytes.Buffer
	if err := r.tarGz(&data, files); err != nil {
		return nil, err
	}
	if err := r.tarGz(&control, r.control(p, files)); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, m := range []file{{"debian-binary", 0o100644, []byte("2.0\n")}, {"control.tar.gz", 0o100644, control.Bytes()}, {"data.tar.gz", 0o100644, data.Bytes()}} {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", m.name, r.time.Unix(), 0, 0, m.mode, len(m.data))
		b.Write(m.data)
		if len(m.data)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes(), nil
}

// places are where a package has what an archive has beside its program.
var places = []struct{ from, to string }{
	{"LICENSE", "usr/share/doc/lanescope/copyright"}, {"CHANGELOG.md", "usr/share/doc/lanescope/changelog.gz"}, {"README.md", "usr/share/doc/lanescope/README.md"},
	{"man/", "usr/share/man/man1/"}, {"completions/bash/", "usr/share/bash-completion/completions/"}, {"completions/zsh/", "usr/share/zsh/vendor-completions/"}, {"completions/fish/", "usr/share/fish/vendor_completions.d/"},
}

// installed are the files of a package, with manual pages packed as Debian wants them.
func (r *release) installed(program []byte, pages []file) ([]file, error) {
	all := []file{{"usr/bin/lanescope", 0o755, program}}
	for _, f := range pages {
		for _, p := range places {
			rest, ok := strings.CutPrefix(f.name, p.from)
			if !ok {
				continue
			}
			f.name = p.to + rest
			if strings.Contains(f.name, "/man1/") {
				f.name += ".gz"
			}
			if strings.HasSuffix(f.name, ".gz") {
				var b bytes.Buffer
				z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
				if _, err := z.Write(f.data); err != nil {
					return nil, err
				}
				if err := z.Close(); err != nil {
					return nil, err
				}
				f.data = b.Bytes()
			}
			all = append(all, f)
			break
		}
	}
	return all, nil
}
