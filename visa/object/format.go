package object

// A Format is a version of the binary format.
type Format struct{ Major, Minor uint8 }

// Before says whether the format is older than a version.
func (f Format) Before(major, minor uint8) bool {
	return f.Major < major || f.Major == major && f.Minor < minor
}

// IDBytes is how many bytes the number of a variable or of a string has: two before format 3.4, and four since.
func (f Format) IDBytes() int {
	if f.Before(3, 4) {
		return 2
	}
	return 4
}
