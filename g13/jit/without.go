//go:build lanescope_nojit

package jit

// built says that the code of this package is to be used: it is left out by a build tag.
const built = false
