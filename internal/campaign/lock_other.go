//go:build !unix || solaris || aix

package campaign

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Lock holds the folder, so that no second run is in it, until what it returns is called. Where the system has no locks that end with a process, one that was killed leaves a file.
func (f *Folder) Lock() (unlock func(), err error) {
	name := filepath.Join(f.Dir, "lock")
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("another process runs the campaign in %s, or was killed: then remove %s", f.Dir, name)
	}
	if err != nil {
		return nil, err
	}
	return func() {
		file.Close()
		os.Remove(name)
	}, nil
}
