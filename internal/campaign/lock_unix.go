//go:build unix && !solaris && !aix

package campaign

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Lock holds the folder, so that no second run is in it, until what it returns is called or the process ends in any way.
func (f *Folder) Lock() (unlock func(), err error) {
	file, err := os.OpenFile(filepath.Join(f.Dir, "lock"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for range 20 { // one that only looks who runs it is gone at once
		if err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return func() { file.Close() }, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	file.Close()
	return nil, fmt.Errorf("another process runs the campaign in %s: %w", f.Dir, err)
}
