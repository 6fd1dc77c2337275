package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Extensions are those of listings, of IR and of kernels.
var Extensions = []string{".ll", ".s", ".asm", ".lst", ".mlir", ".spvasm", ".wat", ".visaasm", ".isaasm", ".isa"}

// Sources are the endings of C, C++ and Rust: calls of intrinsics are shuffles there, but no line is an instruction of a listing.
var Sources = []string{".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".inl", ".rs"}

// isSource says whether a file is source code.
func isSource(file string) bool {
	return slices.Contains(Sources, strings.ToLower(filepath.Ext(file)))
}

// Endings are those of the files that a folder or an archive is searched for: Extensions and Sources.
func Endings() []string { return slices.Concat(Extensions, Sources) }

// Reads says whether a file of a folder is looked into, by its name.
func Reads(path string) bool {
	return slices.Contains(Extensions, strings.ToLower(filepath.Ext(path))) || isSource(path)
}

// Files are the files that a path stands for: a file itself, and of a folder all below it that have one of the Endings, in order; others are how many have none. What cannot be read there, such as a link
// to nothing or a pipe, on which one would wait, is told of and left out.
func Files(path string, skipped func(path string, why error)) (files []string, others int) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		skipped(path, err)
		return nil, 0
	case !info.IsDir():
		return []string{path}, 0
	}
	_ = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			skipped(at, err)
		case d.IsDir():
		case !Reads(at):
			others++
		default:
			if err := isFile(at); err != nil {
				skipped(at, err)
			} else {
				files = append(files, at)
			}
		}
		return nil // and so does the walk
	})
	return files, others
}

// isFile says why what a path leads to is no file that has an end.
func isFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return errors.New("a link to a folder, which is not followed")
	}
	return errors.New("no file, but a pipe or a device: it is read if it is named itself")
}
