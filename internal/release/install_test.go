package main

import (
	"archive/zip"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
)

var full = flag.Bool("full", false, "go install compiles, which takes minutes, instead of saying what it would do")

// A place is a clean one: an empty folder to be in, a root to install into, and programs that stand for those that reach the network or the whole machine.
type place struct {
	*testing.T
	dir, root, programs, dist string
}

// stand makes a program of the shell's.
func (p *place) stand(name, script string) {
	p.Helper()
	script = strings.NewReplacer("$dist", p.dist, "$root", p.root).Replace(script)
	if err := os.WriteFile(filepath.Join(p.programs, name), []byte("#!/bin/sh -e\n"+script), 0o755); err != nil {
		p.Fatal(err)
	}
}

// run executes a line with nothing in its environment but what is given.
func (p *place) run(line string, environment ...string) string {
	p.Helper()
	cmd := exec.Command("/bin/sh", "-e", "-c", line)
	cmd.Dir = p.dir
	cmd.Env = append([]string{"PATH=" + p.programs + ":/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + p.dir}, environment...)
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		p.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// proves asks an installed program.
func (p *place) proves(program string) {
	p.Helper()
	cmd := exec.Command(program, "prove", "<4 x i32> 0 1 4 5", "i64x2 i64x2 -> a0 b0")
	cmd.Dir, cmd.Env = "/", []string{}
	if out, err := oracle.Usual.CombinedOutput(cmd); err != nil || string(out) != "equal\n" {
		p.Errorf("%s: %v\n%s", program, err, out)
	}
}

// The lines of README.md by which people install a version, each in a clean place: what comes of it answers. Of the network there are the files of a release, and modules as this machine has them.
func TestInstall(t *testing.T) {
	if (platform{runtime.GOOS, runtime.GOARCH}) != platforms[0] {
		t.Skip("the lines are those of linux and amd64")
	}
	r := &release{version: "0.1.0", root: "../..", out: t.TempDir(), time: time.Unix(1_800_000_000, 0).UTC(), targets: platforms[:1]}
	if err := os.Remove(r.out); err != nil {
		t.Fatal(err)
	}
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	for _, channel := range []struct {
		name, begins string
		installed    func(p *place, line string)
	}{
		{"Go", "go install ", goInstalled},
		{"archive", "curl -fsSL $of/lanescope_0.1.0_linux_amd64.tar.gz ", func(p *place, line string) {
			p.run(line)
			p.proves(filepath.Join(p.dir, "lanescope"))
		}},
		{"Debian", "curl -fsSLO $of/lanescope_0.1.0_amd64.deb ", debianInstalled},
		{"Homebrew", "brew tap-new ", formulaInstalled},
		{"container", "docker build ", imageMade},
	} {
		t.Run(channel.name, func(t *testing.T) {
			p := &place{t, t.TempDir(), t.TempDir(), t.TempDir(), r.out}
			p.stand("curl", `for last; do :; done
[ "$1" = -fsSL ] && exec cat "$dist/${2##*/}"
[ "$1" = -fsSLO ] && exec cp "$dist/${last##*/}" .`)
			channel.installed(p, installLine(t, channel.begins))
		})
	}
}

// installLine is README's line that begins so, with where releases are.
func installLine(t *testing.T, begins string) string {
	t.Helper()
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	of := regexp.MustCompile(`(?m)^of=\S*/v0\.1\.0$`).FindString(string(b))
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, begins) {
			return of + "\n" + line
		}
	}
	t.Fatalf("README.md has no line %q…", begins)
	return ""
}

// debianInstalled is in an empty root.
func debianInstalled(p *place, line string) {
	oracle.Need(p, "dpkg")
	emptyDebian(p, p.root)
	p.stand("sudo", `exec "$@"`)
	p.stand("dpkg", `exec /usr/bin/dpkg --root=$root --force-not-root --force-architecture --log=$root/log "$@"`)
	p.run(line)
	p.proves(filepath.Join(p.root, "usr/bin/lanescope"))
}

// formulaInstalled is a formula where Homebrew looks for it, of which each file that it installs is in each archive. Homebrew itself is not here.
func formulaInstalled(p *place, line string) {
	p.stand("brew", `case $1 in
tap-new) mkdir -p "$root/$3/Formula" ;;
--repository) echo "$root/$2" ;;
install) cp "$root/${2%/*}/Formula/${2##*/}.rb" "$root/installed.rb" ;;
esac`)
	p.run(line)
	formula, err := os.ReadFile(filepath.Join(p.root, "installed.rb"))
	if err != nil {
		p.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(p.dist, "lanescope_0.1.0_linux_amd64.tar.gz"))
	if err != nil {
		p.Fatal(err)
	}
	names, n := inArchive(p.T, "x.tar.gz", b), 0
	for _, m := range regexp.MustCompile(`(?m)^ *\w+\.install (?:Dir\[)?"(.*?)"`).FindAllStringSubmatch(string(formula), -1) {
		n++
		if !slices.ContainsFunc(names, func(name string) bool { ok, _ := filepath.Match(m[1], name); return ok }) {
			p.Errorf("the formula installs %s, which is not in %q", m[1], names)
		}
	}
	if n != 5 {
		p.Errorf("the formula installs %d things", n)
	}
}

// imageMade is an image as its file says, whose program runs where nothing else is.
func imageMade(p *place, line string) {
	p.stand("docker", `cp "$dist/Containerfile" "$root/Containerfile"; [ "$1 $2 $3" = "build -t lanescope" ] && [ -e "$4/SHA256SUMS" ] && [ "$5" = "-f" ] && [ -e "$6" ]`)
	if err := os.Symlink(p.dist, filepath.Join(p.dir, "dist")); err != nil {
		p.Fatal(err)
	}
	p.run(line)
	text, err := os.ReadFile(filepath.Join(p.root, "Containerfile"))
	if err != nil {
		p.Fatal(err)
	}
	image := p.TempDir()
	var entry string
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		switch words[0] {
		case "ADD":
			for _, arch := range []string{"amd64", "arm64"} {
				if name := strings.ReplaceAll(words[1], "${TARGETARCH}", arch); name != (&release{version: "0.1.0"}).archive(platform{"linux", arch}) {
					p.Errorf("%s is no file of a release", name)
				}
			}
			to := filepath.Join(image, words[2])
			p.run(fmt.Sprintf("mkdir -p %[1]s && tar -x -z -C %[1]s -f %[2]s/%[3]s", to, p.dist, strings.ReplaceAll(words[1], "${TARGETARCH}", "amd64")))
		case "ENTRYPOINT":
			_, _ = fmt.Sscanf(words[1], "[%q]", &entry)
		}
	}
	if os.Geteuid() != 0 {
		p.proves(filepath.Join(image, entry))
		return
	}
	if out := p.run(fmt.Sprintf("chmod 755 %[1]s && chroot --userspec=65534:65534 %[1]s %[2]s prove '<4 x i32> 0 1 4 5' 'i64x2 i64x2 -> a0 b0'", image, entry)); out != "equal\n" {
		p.Error(out)
	}
}

// goInstalled is what Go makes of the module as a proxy would give it out: a list of versions, go.mod, and the tracked files.
func goInstalled(p *place, line string) {
	const module = "github.com/lanescope/lanescope"
	of := filepath.Join(p.root, module, "@v")
	if err := os.MkdirAll(of, 0o755); err != nil {
		p.Fatal(err)
	}
	list, err := oracle.Usual.Output(exec.Command("git", "-C", "../..", "ls-files", "-z"))
	if err != nil {
		p.Skip("this is no checkout: a proxy gives out what git has")
	}
	file, err := os.Create(filepath.Join(of, "v0.1.0.zip"))
	if err != nil {
		p.Fatal(err)
	}
	defer file.Close()
	z := zip.NewWriter(file)
	for name := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		b, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			p.Fatal(err)
		}
		w, err := z.Create(module + "@v0.1.0/" + name)
		if err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			p.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		p.Fatal(err)
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		p.Fatal(err)
	}
	for name, text := range map[string]string{"list": "v0.1.0\n", "v0.1.0.info": `{"Version":"v0.1.0","Time":"2026-01-01T00:00:00Z"}`, "v0.1.0.mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(of, name), []byte(text), 0o644); err != nil {
			p.Fatal(err)
		}
	}
	settings, err := oracle.Usual.Output(exec.Command("go", "env", "GOROOT", "GOMODCACHE", "GOCACHE"))
	if err != nil {
		p.Fatal(err)
	}
	where := strings.Fields(string(settings))
	p.stand("go", fmt.Sprintf(`command=$1; shift; exec %s/bin/go "$command" %s "$@"`, where[0], map[bool]string{true: "", false: "-n"}[*full]))
	said := p.run(line, "GOPROXY=file://"+p.root+",file://"+filepath.Join(where[1], "cache/download"), "GOSUMDB=off", "GOFLAGS=-modcacherw", "GOCACHE="+where[2], "GOPATH="+filepath.Join(p.dir, "go"))
	if !*full {
		if !strings.Contains(said, "/bin/lanescope") {
			p.Errorf("%s does not end with a program:\n%s", line, said)
		}
		return
	}
	program := filepath.Join(p.dir, "go/bin/lanescope")
	p.proves(program)
	if out := p.run(program + " version"); !strings.Contains(out, "v0.1.0") {
		p.Error(out)
	}
}
