package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A result is written beside the file that it is for, and takes its place once all of it is there:
//
//	k.isa                       the old one, whole, as long as anything can still fail
//	.lanescope-4711-0           the new one, growing
//	k.isa                       the new one, whole
//
// Two writers then leave the file of one of them, and a run that fails leaves what was there. What is no file, a device or a pipe, is written to as it is.

// An outFile is the file that a result is for.
type outFile struct {
	*os.File
	path  string  // of the file, behind all links
	final bool    // File is that file already: there is nothing to rename
	end   *ending // of the command that writes it
	spool bool    // no file can be made beside it, so that File is elsewhere and is copied
}

// replace writes a file with what f writes, all of it or, if f fails, nothing.
func (c *command) replace(path string, f func(w io.Writer) error) error {
	out, err := c.createOut(path)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := f(out); err != nil {
		return err
	}
	if c.interrupted() {
		return errInterrupted // half a result is none
	}
	return out.commit()
}

// createOut begins a result. It refuses a file that the command reads, whatever that is called.
func (c *command) createOut(path string) (*outFile, error) {
	path, err := behindLinks(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c.beside(path, nil)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, and the result is a file", path)
	case info.Mode().IsRegular() && c.reads(info):
		return nil, usagef("%s is read: the result has to be another file", path)
	case !info.Mode().IsRegular() || isStream(path):
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		return &outFile{File: file, path: path, final: true, end: c.ending}, err
	}
	probe, err := os.OpenFile(path, os.O_WRONLY, 0) // a file that may not be written is not replaced either
	if err != nil {
		return nil, err
	}
	probe.Close()
	return c.beside(path, info)
}

// maxLinks is how many links in a row are followed, as systems do.
const maxLinks = 40

// behindLinks is the file that a path means, which need not exist.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil || isStream(path) {
			return path, nil // no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: more than %d links", path, maxLinks)
}

// isStream knows names of what is open already, as /dev/stdout: a file behind one goes on where it is.
func isStream(path string) bool {
	path = filepath.Clean(path)
	return strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/")
}

// beside is the file that is to take another one's place, which is removed if nobody waits for it any more.
func (c *command) beside(path string, old fs.FileInfo) (*outFile, error) {
	return c.ending.begin(func() (*outFile, error) {
		o, err := beside(path, old)
		if err == nil {
			o.end = c.ending
		}
		return o, err
	})
}

// maxBeside is how many names are tried for the file beside another one.
const maxBeside = 1000

// beside opens the file that is to take another one's place, with the permissions of that one.
func beside(path string, old fs.FileInfo) (*outFile, error) {
	var err error
	for n := range maxBeside {
		var file *os.File
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".lanescope-%d-%d", os.Getpid(), n))
		file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if errors.Is(err, fs.ErrPermission) && old != nil { // the file may be written, and its folder not
			file, err = os.CreateTemp("", "lanescope-")
			return &outFile{File: file, path: path, spool: true}, err
		}
		if err == nil && old != nil {
			err = file.Chmod(old.Mode().Perm())
		}
		if err != nil && file != nil {
			file.Close()
			os.Remove(name)
		}
		return &outFile{File: file, path: path}, err
	}
	return nil, err
}

// commit puts the result in its place.
func (o *outFile) commit() error { return o.end.finish(o, o.settle) }

func (o *outFile) settle() error {
	file := o.File
	o.File = nil
	if o.final {
		return file.Close()
	}
	var err error
	if o.spool {
		err = copyOver(o.path, file.Name())
	}
	if err = errors.Join(err, file.Close()); err == nil && !o.spool {
		err = os.Rename(file.Name(), o.path)
	}
	if err != nil || o.spool {
		os.Remove(file.Name()) // a name that was renamed may be another writer's by now
	}
	return err
}

// copyOver writes a file's content into another one.
func copyOver(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// discard forgets a result that was not committed.
func (o *outFile) discard() {
	_ = o.end.finish(o, func() error { // which is done, where the command was left behind
		if o.File != nil {
			o.remove()
			o.File = nil
		}
		return nil
	})
}

// remove closes the file, and leaves what was there.
func (o *outFile) remove() {
	o.Close()
	if !o.final {
		os.Remove(o.Name())
	}
}
