package corpus

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Extensions are those of the files that a folder is searched for.
var Extensions = []string{".ll", ".s", ".asm", ".lst"}

// Files are the files that paths stand for: a file itself, and of a folder all below it that have one of the Extensions, in order.
func Files(paths ...string) (files []string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && slices.Contains(Extensions, strings.ToLower(filepath.Ext(at))) {
				files = append(files, at)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
