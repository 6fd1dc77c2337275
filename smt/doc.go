// Package smt writes maps as problems that a solver of bit vectors decides, in SMT-LIB 2: what is claimed here is judged by z3 or cvc5,
// which know nothing of lanes.
//
//	i16x4 i16x4 -> a0 b0 z _             (declare-const a (_ BitVec 64))
//	                                     (declare-const b (_ BitVec 64))
//	                                     (declare-const any0 (_ BitVec 16))
//	                                     (concat any0 #x0000 ((_ extract 15 0) b) ((_ extract 15 0) a))
//
// A concat has the highest bits first. An undefined lane is a vector of its own, of which nothing is known. A problem asserts that what is
// claimed is false: the answer unsat is a proof for all values of all sources, and with sat comes a value that refutes the claim.
package smt
