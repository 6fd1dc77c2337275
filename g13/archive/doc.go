// Package archive finds code of Apple GPUs in the files that Metal writes, on any system.
//
//	be ba fe cb   a Metal fat file
//	├─ AIR64      a Metal library: bitcode, and no code
//	└─ AppleGPU   a Mach-O file
//	   ├─ __TEXT,__vertex     a Mach-O file within it
//	   │  └─ __TEXT,__text       _agc.main.constant_program │ _agc.main
//	   └─ __TEXT,__fragment   another one
//
// The constant program runs once before the main one, and leaves uniforms to it. Any part of this may stand by itself. No size and no offset of a file is believed; an error says what is
// wrong, and at which byte.
package archive
