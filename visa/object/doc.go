// Package object is files of vISA kernels, with the ending .isa, as bytes: which tables there are, and where. What their numbers stand for, and what the code of a kernel says, is package visa's, which makes
// programs of kernels and kernels of programs.
package object
