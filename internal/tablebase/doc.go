// Package tablebase is answers that were found once and for all: canonical maps and the sequences that do them on a target, in a file that is mapped into memory and never changed.
//
//	header   64 bytes: what it is, target, how many slots and bytes, their checksum
//	slots    16 bytes each: the hash of a key, and where its entry begins; 0 and 0 where there is none
//	entries  checksum, key, counts, text: "a=xmm1 b=xmm0 result=xmm1<tab>punpckldq xmm1, xmm0"
//
// A key is a map without its spelling: sources numbered as lanes first read them, lanes as wide as they move whole. To look one up is to hash it, to read a slot or two, and to check one entry, of whatever size the file is: no search, and no allocation.
package tablebase
