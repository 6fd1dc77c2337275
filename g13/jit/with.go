//go:build !lanescope_nojit

package jit

// built says that the code of this package is to be used. The tag lanescope_nojit leaves it out.
const built = true
