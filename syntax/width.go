package syntax

// Every number that a dialect reads is an int, and has to hold what 64-bit code writes: 0xFFFFFFFF as a selector, a constant of an unsigned long long, an address.
// An int of 32 bits would read some of these as other numbers, and a map would be wrong without a word. So nothing compiles there.
const _ = uint(1) << 63
