package lane

// LittleEndian is what a Const holds, so that the bit model of the tests reads it without the methods that it checks.
func (c Const) LittleEndian() string { return c.le }
