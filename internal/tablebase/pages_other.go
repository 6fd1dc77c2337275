//go:build !unix || solaris || aix

package tablebase

import "os"

// A reading reads a file where it is asked for.
type reading struct{ *os.File }

func openPages(f *os.File, _ int64) (pages, error) {
	again, err := os.Open(f.Name())
	return reading{again}, err
}

func (r reading) at(offset, n int64) ([]byte, error) {
	b := make([]byte, n)
	_, err := r.ReadAt(b, offset)
	return b, err
}

func (r reading) close() error { return r.Close() }
