// Command release makes what a version is published as: archives for six platforms, a Debian package, a formula for Homebrew, what an image is made from, a bill of materials for each program, and their hashes. It asks nobody on the network.
//
//	go run ./internal/release -version v0.1.0 -o dist
//
//	lanescope_0.1.0_linux_amd64.tar.gz     the program, its manual pages, completions, licence
//	lanescope_0.1.0_windows_amd64.zip
//	lanescope_0.1.0_amd64.deb
//	lanescope_0.1.0_linux_amd64.spdx.json  the modules that the program is made of, with their hashes
//	lanescope.rb                           for Homebrew
//	Containerfile                          for an image
//	SHA256SUMS
//
// The same sources and the same Go give the same bytes, wherever and whenever: names are in order, times are those of -time, paths of the machine are left out.
package main
