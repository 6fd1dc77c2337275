//go:build !(amd64 && linux)

package execmem

// Files in memory are Linux's alone.

func openFile() int { return -1 }

func mapFile(int, int64, int) ([]byte, error) { return nil, ErrUnsupported }

func writeFile(int, []byte, int64) error { return ErrUnsupported }

func emptyFile(int, int64, int64) error { return ErrUnsupported }
