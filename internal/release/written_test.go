package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

// empty is a release of nothing yet.
func empty(t *testing.T) *release {
	t.Helper()
	return &release{version: "1.2.3-rc.4", root: "../..", out: t.TempDir(), time: time.Unix(1_800_000_000, 0).UTC()}
}

// The formula has the archives that there are, by their systems, each with its hash.
func TestFormulaOfSome(t *testing.T) {
	all := []platform{{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}}
	for some := range 1 << len(all) {
		r := empty(t)
		for _, p := range []platform{{"windows", "amd64"}, {"windows", "arm64"}} { // which are none of its
			if err := r.write(r.archive(p), []byte("windows")); err != nil {
				t.Fatal(err)
			}
		}
		blocks := map[string]string{}
		for k, p := range all {
			if some>>k&1 == 0 {
				continue
			}
			if err := r.write(r.archive(p), []byte(p.String())); err != nil {
				t.Fatal(err)
			}
			system, arch := map[string]string{"darwin": "on_macos", "linux": "on_linux"}[p.os], map[string]string{"amd64": "on_intel", "arm64": "on_arm"}[p.arch]
			blocks[system] += "    " + arch + " do\n      url \"https://github.com/lanescope/lanescope/releases/download/v1.2.3-rc.4/lanescope_1.2.3-rc.4_" + p.os + "_" + p.arch + ".tar.gz\"\n      sha256 \"" + fmt.Sprintf("%x", sha256.Sum256([]byte(p.String()))) + "\"\n    end\n"
		}
		want := "class Lanescope < Formula\n  desc \"See, prove, draw and name how lanes move in SIMD and GPU code\"\n  homepage \"https://github.com/lanescope/lanescope\"\n  version \"1.2.3-rc.4\"\n  license \"Apache-2.0\"\n"
		for _, system := range []string{"on_macos", "on_linux"} {
			if blocks[system] != "" {
				want += "\n  " + system + " do\n" + blocks[system] + "  end\n"
			}
		}
		if err := r.formula(); err != nil {
			t.Fatal(err)
		}
		if got, rest, ok := strings.Cut(string(r.read(t, "lanescope.rb")), "\n  def install\n"); got != want || !ok || !strings.HasSuffix(rest, "  end\nend\n") {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	r := empty(t)
	if err := os.Mkdir(filepath.Join(r.out, r.archive(all[2])), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := r.formula(); err == nil {
		t.Error("an archive that is a folder has a hash")
	}
}

// An image has the archive of its architecture and nothing else; hashes are of all files, in order.
func TestImageAndSums(t *testing.T) {
	r := empty(t)
	if err := r.container(); err != nil {
		t.Fatal(err)
	}
	want := "FROM scratch\nARG TARGETARCH\nADD lanescope_1.2.3-rc.4_linux_${TARGETARCH}.tar.gz /opt/lanescope/\nUSER 65534:65534\nENTRYPOINT [\"/opt/lanescope/lanescope\"]\n" +
		"LABEL org.opencontainers.image.source=\"https://github.com/lanescope/lanescope\" org.opencontainers.image.version=\"1.2.3-rc.4\" org.opencontainers.image.licenses=\"Apache-2.0\" org.opencontainers.image.description=\"See, prove, draw and name how lanes move in SIMD and GPU code\"\n"
	if got := string(r.read(t, "Containerfile")); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, name := range []string{"b", "a", "c"} {
		if err := r.write(name, []byte(name+name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.sums(); err != nil {
		t.Fatal(err)
	}
	sums := fmt.Sprintf("%x  Containerfile\n", sha256.Sum256([]byte(want)))
	for _, name := range []string{"a", "b", "c"} {
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(name+name)), name)
	}
	if got := string(r.read(t, "SHA256SUMS")); got != sums {
		t.Errorf("%s\nwant\n%s", got, sums)
	}
	gone := &release{out: filepath.Join(r.out, "none")}
	for name, err := range map[string]error{"image": gone.container(), "formula": gone.formula(), "sums": gone.sums(), "all": gone.around()} {
		if err == nil {
			t.Errorf("there is no folder for the %s, and it is written", name)
		}
	}
}

// A package says what it is, how large what it installs is, and has a hash of each file.
func TestControl(t *testing.T) {
	r := empty(t)
	for size, kilobytes := range map[int]int{0: 0, 1: 1, 1023: 1, 1024: 1, 1025: 2, 5000: 5} {
		files := []file{{"usr/bin/a", 0o755, make([]byte, size/3)}, {"usr/share/b", 0o644, make([]byte, size-size/3)}}
		got := r.control(platform{"linux", "arm64"}, files)
		want := fmt.Sprintf("Package: lanescope\nVersion: 1.2.3~rc.4\nArchitecture: arm64\nMaintainer: Lanescope <https://github.com/lanescope/lanescope/issues>\nInstalled-Size: %d\nSection: devel\nPriority: optional\n"+
			"Homepage: https://github.com/lanescope/lanescope\nDescription: See, prove, draw and name how lanes move in SIMD and GPU code\n", kilobytes)
		sums := fmt.Sprintf("%x  usr/bin/a\n%x  usr/share/b\n", md5.Sum(files[0].data), md5.Sum(files[1].data))
		if len(got) != 2 || got[0].name != "control" || got[1].name != "md5sums" || got[0].mode != 0o644 || got[1].mode != 0o644 || !strings.HasPrefix(string(got[0].data), want) || string(got[1].data) != sums {
			t.Errorf("%s%s\nwant\n%s%s", got[0].data, got[1].data, want, sums)
		}
		for line := range strings.Lines(strings.TrimPrefix(string(got[0].data), want)) {
			if !strings.HasPrefix(line, " ") || len(line) > 110 || !strings.HasSuffix(line, "\n") {
				t.Errorf("%q is no line of a description", line)
			}
		}
	}
}

// files are some by their names.
func files(names ...string) (all []file) {
	for k, name := range names {
		all = append(all, file{name, int64(0o600 + k), []byte(strings.Repeat(name, k+1))})
	}
	return all
}

// An archive of Unix has each folder before what is in it, once, and everything of one time and of nobody's.
func TestFoldersOfArchives(t *testing.T) {
	r := empty(t)
	all := files("e", "a/b/c", "a/d", "a/b/f", "./g", "usr/share/man/x")
	var b bytes.Buffer
	if err := r.tarGz(&b, all); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%c %s %o %s", h.Typeflag, h.Name, h.Mode, data))
		if !h.ModTime.Equal(r.time) || h.Uname != "root" || h.Gname != "root" || h.Uid != 0 || h.Gid != 0 || h.Format != tar.FormatGNU {
			t.Errorf("%+v", h)
		}
	}
	var want []string
	for k, name := range []string{"e", "a/", "a/b/", "a/b/c", "a/d", "a/b/f", "./g", "usr/", "usr/share/", "usr/share/man/", "usr/share/man/x"} {
		n := slices.IndexFunc(all, func(f file) bool { return f.name == name })
		if want = append(want, fmt.Sprintf("5 %s 755 ", name)); n >= 0 {
			want[k] = fmt.Sprintf("0 %s %o %s", name, all[n].mode, all[n].data)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// An archive of Windows has the files as they are, of a time that it can say.
func TestTimesOfZips(t *testing.T) {
	for when, want := range map[time.Time]time.Time{
		time.Unix(1_800_000_000, 0).UTC(): time.Unix(1_800_000_000, 0).UTC(), time.Unix(0, 0).UTC(): time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1979, 12, 31, 0, 0, 0, 0, time.UTC): time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(1980, 3, 4, 5, 6, 8, 0, time.UTC): time.Date(1980, 3, 4, 5, 6, 8, 0, time.UTC),
	} {
		r := empty(t)
		r.time = when
		var b bytes.Buffer
		if err := r.zip(&b, files("a", "b/c")); err != nil {
			t.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for k, f := range z.File {
			names = append(names, f.Name)
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(in)
			if err != nil || string(data) != strings.Repeat(f.Name, k+1) || !f.Modified.Equal(want) || f.Method != zip.Deflate {
				t.Errorf("%s is %q of %v, want %v: %v", f.Name, data, f.Modified, want, err)
			}
		}
		if !slices.Equal(names, []string{"a", "b/c"}) {
			t.Errorf("%q", names)
		}
	}
}

// A package is three members behind headers of 60 bytes, each begun at an even byte, and installs what an archive has where Debian has such.
func TestDebianByHand(t *testing.T) {
	r := empty(t)
	pages := files("LICENSE", "README.md", "CHANGELOG.md", "man/lanescope.1", "man/lanescope-explain.1", "completions/bash/lanescope", "completions/zsh/_lanescope", "completions/fish/lanescope.fish", "notes.txt")
	b, err := r.debian(platform{"linux", "amd64"}, []byte("program"), pages)
	if err != nil {
		t.Fatal(err)
	}
	members := map[string][]byte{}
	rest, ok := bytes.CutPrefix(b, []byte("!<arch>\n"))
	for ok && len(rest) > 0 {
		var size int
		var name, mode string
		var when, uid, gid int64
		if _, err := fmt.Sscanf(string(rest[:60]), "%s %d %d %d %s %d `\n", &name, &when, &uid, &gid, &mode, &size); err != nil || when != 1_800_000_000 || uid != 0 || gid != 0 || mode != "100644" {
			t.Fatalf("%q: %v", rest[:60], err)
		}
		members[name] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	if len(members) != 3 || string(members["debian-binary"]) != "2.0\n" || !bytes.HasPrefix(b[8:], []byte("debian-binary ")) {
		t.Fatalf("%d members", len(members))
	}
	got := map[string]string{}
	for _, member := range []string{"control.tar.gz", "data.tar.gz"} {
		for name, data := range contents(t, members[member]) {
			got[name] = data
		}
	}
	want := map[string]string{
		"usr/bin/lanescope": "program", "usr/share/doc/lanescope/copyright": "LICENSE", "usr/share/doc/lanescope/README.md": strings.Repeat("README.md", 2), "usr/share/doc/lanescope/changelog.gz": strings.Repeat("CHANGELOG.md", 3),
		"usr/share/man/man1/lanescope.1.gz": strings.Repeat("man/lanescope.1", 4), "usr/share/man/man1/lanescope-explain.1.gz": strings.Repeat("man/lanescope-explain.1", 5),
		"usr/share/bash-completion/completions/lanescope": strings.Repeat("completions/bash/lanescope", 6), "usr/share/zsh/vendor-completions/_lanescope": strings.Repeat("completions/zsh/_lanescope", 7),
		"usr/share/fish/vendor_completions.d/lanescope.fish": strings.Repeat("completions/fish/lanescope.fish", 8),
	}
	installed, err := r.installed([]byte("program"), pages)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.control(platform{"linux", "amd64"}, installed) {
		want[f.name] = string(f.data)
	}
	for name, data := range want {
		if got[name] != data {
			t.Errorf("%s is %q, want %q", name, got[name], data)
		}
	}
	if len(got) != len(want) || installed[0].mode != 0o755 || installed[1].mode != 0o600 {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// contents are the files of an archive, unpacked where they are packed.
func contents(t *testing.T, packed []byte) map[string]string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		var from io.Reader = in
		if strings.HasSuffix(h.Name, ".gz") {
			if from, err = gzip.NewReader(in); err != nil {
				t.Fatal(err)
			}
		}
		data, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			all[h.Name] = string(data)
		}
	}
}

// What is beside a program is what stands in the checkout, and what the program says.
func TestDocuments(t *testing.T) {
	all, err := empty(t).documents()
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for k, f := range all {
		var want []byte
		switch dir, name, _ := strings.Cut(f.name, "/"); {
		case name == "":
			want, err = os.ReadFile(filepath.Join("../..", f.name))
		case f.name == "man/lanescope.1":
			want, err = says("man")
		case dir == "man":
			commands++
			want, err = says("man", strings.TrimSuffix(strings.TrimPrefix(name, "lanescope-"), ".1"))
		default:
			shell, _, _ := strings.Cut(name, "/")
			want, err = says("completion", shell)
		}
		if err != nil || !bytes.Equal(f.data, want) || len(want) == 0 || f.mode != 0o644 {
			t.Errorf("file %d, %s, is %.60q, want %.60q: %v", k, f.name, f.data, want, err)
		}
	}
	if commands < 10 || len(all) != commands+7 {
		t.Errorf("%d files, %d of them of commands", len(all), commands)
	}
	if _, err := (&release{root: t.TempDir()}).documents(); !os.IsNotExist(err) {
		t.Errorf("of no checkout: %v", err)
	}
	if _, err := says("dance"); err == nil || !strings.HasPrefix(err.Error(), "lanescope dance: exit code ") {
		t.Error(err)
	}
	for page, want := range map[string][]string{
		"": nil, ".SH COMMANDS\n.TP\n.B one\ndoes\n.TP\n.B two\\-three\ndoes\n.SH FILES\n.TP\n.B four\n": {"one", "two-three"}, ".SH OPTIONS\n.TP\n.B one\n": nil, ".SH COMMANDS\nnothing\n": {"nothing"},
	} {
		if got := commandsOf(page); !slices.Equal(got, want) {
			t.Errorf("%q lists %q, want %q", page, got, want)
		}
	}
}

// The bill of materials has the program with its hash, Go, and each module, all said as SPDX says them.
func TestBill(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	r := empty(t)
	b, err := r.materials(platform{"linux", "arm64"}, program)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("this test says nothing of itself")
	}
	of := func(id, name, version string) map[string]any {
		return map[string]any{"SPDXID": id, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "externalRefs": []any{map[string]any{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": "pkg:golang/" + name + "@" + version}}}
	}
	whole := of("SPDXRef-lanescope", "github.com/lanescope/lanescope", "v1.2.3-rc.4")
	whole["licenseDeclared"], whole["checksums"] = "Apache-2.0", []any{map[string]any{"algorithm": "SHA256", "checksumValue": fmt.Sprintf("%x", sha256.Sum256(program))}}
	packages := []any{whole, of("SPDXRef-go", "stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	relation := func(from, how, to string) any {
		return map[string]any{"spdxElementId": from, "relationshipType": how, "relatedSpdxElement": to}
	}
	relations := []any{relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-lanescope"), relation("SPDXRef-lanescope", "DEPENDS_ON", "SPDXRef-go")}
	for k, m := range info.Deps {
		id := fmt.Sprintf("SPDXRef-module-%d", k+1)
		x := of(id, m.Path, m.Version)
		x["comment"] = "go.sum: " + m.Sum
		packages, relations = append(packages, x), append(relations, relation("SPDXRef-lanescope", "DEPENDS_ON", id))
		if _, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err != nil {
			t.Errorf("%s: %v", m.Path, err)
		}
	}
	want := map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "lanescope_1.2.3-rc.4_linux_arm64", "documentNamespace": "https://github.com/lanescope/lanescope/releases/v1.2.3-rc.4/linux_arm64",
		"creationInfo": map[string]any{"created": "2027-01-15T08:00:00Z", "creators": []any{"Tool: lanescope-release"}}, "packages": packages, "relationships": relations,
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := json.Marshal(got); err != nil || !bytes.Equal(same, text) {
		t.Errorf("%s\nwant\n%s", same, text)
	}
	if _, err := r.materials(platform{}, []byte("no program")); err == nil {
		t.Error("what is no program has a bill")
	}
}

// What is refused is told with what would be right, and nothing is written.
func TestTold(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		args []string
		want string
	}{
		{nil, `-version "": expected a version, such as v0.1.0`}, {[]string{"-version", "v1.0"}, `-version "v1.0": expected a version, such as v0.1.0`}, {[]string{"-version", "v1.0.0 "}, `-version "v1.0.0 ": expected a version, such as v0.1.0`}, {[]string{"-version", "xv1.0.0"}, `-version "xv1.0.0": expected a version, such as v0.1.0`},
		{[]string{"-version", "v1.0.0-"}, `-version "v1.0.0-": expected a version, such as v0.1.0`}, {[]string{"-version", "v1.0.0", "-only", "linux"}, "-only linux: expected some of [linux_amd64 linux_arm64 darwin_amd64 darwin_arm64 windows_amd64 windows_arm64]"},
		{[]string{"-version", "v1.0.0", "-o", full}, full + " is not empty"}, {[]string{"-version", "v1.0.0-rc.1", "-o", filepath.Join(full, "x", "y")}, "not a directory"}, {[]string{"-version", "v1.0.0", "-o", filepath.Join(full, "z"), "-root", full}, "LICENSE: no such file"},
	} {
		if err := run(row.args); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.args, err, row.want)
		}
	}
	if all, err := os.ReadDir(full); err != nil || len(all) != 2 { // x and the folder that was made
		t.Errorf("%v: %v", all, err)
	}
	for p, want := range map[platform]string{{"linux", "amd64"}: "lanescope_1.2.3-rc.4_linux_amd64.tar.gz", {"windows", "arm64"}: "lanescope_1.2.3-rc.4_windows_arm64.zip", {"darwin", "arm64"}: "lanescope_1.2.3-rc.4_darwin_arm64.tar.gz"} {
		if got := empty(t).archive(p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
