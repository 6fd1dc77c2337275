package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A release is what is asked for.
type release struct {
	version string // without its v
	root    string // of the module
	out     string
	time    time.Time // of all files
	targets []platform
}

// A platform is what a program is made for.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "_" + p.arch }

// platforms are those that a release is made for.
var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// versions are those that Go knows as versions of modules.
var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	version := flags.String("version", "", "the version, such as v0.1.0")
	root := flags.String("root", ".", "the folder of the module")
	out := flags.String("o", "dist", "the folder that everything is written to; it must be empty")
	when := flags.Int64("time", 0, "the time of all files, in seconds since 1970, as SOURCE_DATE_EPOCH has it")
	only := flags.String("only", "", "platforms with commas between, such as linux_amd64; empty: all")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !versions.MatchString(*version) {
		return fmt.Errorf("-version %q: expected a version, such as v0.1.0", *version)
	}
	r := release{version: strings.TrimPrefix(*version, "v"), root: *root, out: *out, time: time.Unix(*when, 0).UTC()}
	for _, p := range platforms {
		if *only == "" || slices.Contains(strings.Split(*only, ","), p.String()) {
			r.targets = append(r.targets, p)
		}
	}
	if len(r.targets) == 0 {
		return fmt.Errorf("-only %s: expected some of %v", *only, platforms)
	}
	return r.make()
}

// make makes all files.
func (r *release) make() error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if all, err := os.ReadDir(r.out); err != nil || len(all) > 0 {
		return errors.Join(err, fmt.Errorf("%s is not empty", r.out))
	}
	pages, err := r.documents()
	if err != nil {
		return err
	}
	for _, p := range r.targets {
		program, err := r.build(p)
		if err != nil {
			return err
		}
		if err := r.publish(p, program, pages); err != nil {
			return err
		}
	}
	return r.around()
}

// around writes what is about several platforms.
func (r *release) around() error {
	return cmp.Or(r.formula(), r.container(), r.sums())
}

// publish writes what there is of one platform.
func (r *release) publish(p platform, program []byte, pages []file) error {
	name := "lanescope"
	if p.os == "windows" {
		name += ".exe"
	}
	all := append([]file{{name, 0o755, program}}, pages...)
	var b bytes.Buffer
	var err error
	if p.os == "windows" {
		err = r.zip(&b, all)
	} else {
		err = r.tarGz(&b, all)
	}
	if err == nil {
		err = r.write(r.archive(p), b.Bytes())
	}
	if err != nil {
		return err
	}
	materials, err := r.materials(p, program)
	if err != nil {
		return err
	}
	if err := r.write(fmt.Sprintf("lanescope_%s_%s.spdx.json", r.version, p), materials); err != nil {
		return err
	}
	if p.os != "linux" {
		return nil
	}
	deb, err := r.debian(p, program, pages)
	if err != nil {
		return err
	}
	return r.write(fmt.Sprintf("lanescope_%s_%s.deb", r.version, p.arch), deb)
}

// archive is the name of a platform's archive.
func (r *release) archive(p platform) string {
	ending := "tar.gz"
	if p.os == "windows" {
		ending = "zip"
	}
	return fmt.Sprintf("lanescope_%s_%s.%s", r.version, p, ending)
}

func (r *release) write(name string, b []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), b, 0o644)
}

// sums writes the hashes of all files, as sha256sum -c reads them.
func (r *release) sums() error {
	all, err := os.ReadDir(r.out) // by their names
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, f := range all {
		whole, err := os.ReadFile(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(whole), f.Name())
	}
	return r.write("SHA256SUMS", b.Bytes())
}
