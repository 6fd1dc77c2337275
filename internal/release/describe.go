package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	home    = "https://github.com/lanescope/lanescope"
	summary = "See, prove, draw and name how lanes move in SIMD and GPU code"
)

// control is what a package says of itself.
func (r *release) control(p platform, files []file) []file {
	size := 0
	var sums bytes.Buffer
	for _, f := range files {
		size += len(f.data)
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), f.name)
	}
	text := fmt.Sprintf("Package: lanescope\nVersion: %s\nArchitecture: %s\nMaintainer: Lanescope <%s/issues>\nInstalled-Size: %d\nSection: devel\nPriority: optional\nHomepage: %s\nDescription: %s\n"+
		" Paste a mask, swizzle, region or instruction in the notation of some instruction set: see where its lanes\n go, prove it equal to another, and get the cheapest sequence for it on a machine.\n",
		strings.ReplaceAll(r.version, "-", "~"), p.arch, home, (size+1023)/1024, home, summary)
	return []file{{"control", 0o644, []byte(text)}, {"md5sums", 0o644, sums.Bytes()}}
}

// formula writes what Homebrew installs from: the archives of macOS and Linux, with their hashes.
func (r *release) formula() error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "class Lanescope < Formula\n  desc %q\n  homepage %q\n  version %q\n  license \"Apache-2.0\"\n", summary, home, r.version)
	for _, system := range []struct{ os, block string }{{"darwin", "on_macos"}, {"linux", "on_linux"}} {
		var parts bytes.Buffer
		for _, arch := range []struct{ arch, block string }{{"amd64", "on_intel"}, {"arm64", "on_arm"}} {
			name := r.archive(platform{system.os, arch.arch})
			whole, err := os.ReadFile(filepath.Join(r.out, name))
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(&parts, "    %s do\n      url \"%s/releases/download/v%s/%s\"\n      sha256 \"%x\"\n    end\n", arch.block, home, r.version, name, sha256.Sum256(whole))
		}
		if parts.Len() > 0 {
			fmt.Fprintf(&b, "\n  %s do\n%s  end\n", system.block, parts.String())
		}
	}
	b.WriteString(`
  def install
    bin.install "lanescope"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/bash/lanescope"
    zsh_completion.install "completions/zsh/_lanescope"
    fish_completion.install "completions/fish/lanescope.fish"
  end

  test do
    assert_equal "equal\n", shell_output("#{bin}/lanescope prove '<4 x i32> 0 1 4 5' 'i64x2 i64x2 -> a0 b0'")
  end
end
`)
	return r.write("lanescope.rb", b.Bytes())
}

// container writes what an image is made from: the archives of Linux beside it, and nothing else, since the program needs nothing. Whoever builds for several platforms says which one it is.
func (r *release) container() error {
	const within = "/opt/lanescope"
	name := strings.Replace(r.archive(platform{"linux", "ARCH"}), "ARCH", "${TARGETARCH}", 1)
	text := fmt.Sprintf("FROM scratch\nARG TARGETARCH\nADD %s %s/\nUSER 65534:65534\nENTRYPOINT [%q]\n"+
		"LABEL org.opencontainers.image.source=%q org.opencontainers.image.version=%q org.opencontainers.image.licenses=\"Apache-2.0\" org.opencontainers.image.description=%q\n",
		name, within, within+"/lanescope", home, r.version, summary)
	return r.write("Containerfile", []byte(text))
}

// materials are the modules that a program was made of, as SPDX 2.3 has them. The program says them itself.
func (r *release) materials(p platform, program []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	type object = map[string]any
	of := func(id, name, version string) object {
		return object{"SPDXID": id, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": false,
			"externalRefs": []object{{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": "pkg:golang/" + name + "@" + version}}}
	}
	whole := of("SPDXRef-lanescope", "github.com/lanescope/lanescope", "v"+r.version)
	whole["licenseDeclared"] = "Apache-2.0"
	whole["checksums"] = []object{{"algorithm": "SHA256", "checksumValue": fmt.Sprintf("%x", sha256.Sum256(program))}}
	packages := []object{whole, of("SPDXRef-go", "stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	relations := []object{
		{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-lanescope"},
		{"spdxElementId": "SPDXRef-lanescope", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "SPDXRef-go"},
	}
	for n, m := range info.Deps {
		id := fmt.Sprintf("SPDXRef-module-%d", n+1)
		x := of(id, m.Path, m.Version)
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil || len(sum) == 0 {
			return nil, fmt.Errorf("%s has no hash: %q", m.Path, m.Sum)
		}
		x["comment"] = "go.sum: " + m.Sum
		packages = append(packages, x)
		relations = append(relations, object{"spdxElementId": "SPDXRef-lanescope", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": id})
	}
	return json.MarshalIndent(object{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": fmt.Sprintf("lanescope_%s_%s", r.version, p),
		"documentNamespace": fmt.Sprintf("%s/releases/v%s/%s", home, r.version, p),
		"creationInfo":      object{"created": r.time.Format(time.RFC3339), "creators": []string{"Tool: lanescope-release"}},
		"packages":          packages, "relationships": relations,
	}, "", " ")
}
