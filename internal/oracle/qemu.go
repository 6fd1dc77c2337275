package oracle

// KeptByQemu are instructions of NEON that clear what is above 128 bits of a register of SVE, as all of them do, and that some releases of qemu let keep it: 7.2 is one.
var KeptByQemu = []string{"rev32", "rev64", "ushll", "ushll2"}
