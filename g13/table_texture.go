package g13

// textures is the instructions on textures and images.
var textures = []entry{
	texture("texture_sample", "00110001", "Samples a texture."),
	texture("texture_load", "01110001", "Loads from a texture without filtering."),
	{
		name: "image_write", meaning: "Writes a pixel of an image.",
		bits: "Tx:2 Dx:2 Cx:2 Rx:2 dimx b54 rtz U:5 C16 b43:4 dim:3 Tt:2 T:6 Dt b30 D:6 b23 discard C:6 L R:6 Rt 11110001",
		operands: ops(Operand{Kind: List, Name: "R", Count: "four"}, coords, op(HalfOr, "D"), optU, op(Texture, "T"), dim, op(Rtz, "rtz"),
			op(Uint, "b23"), op(Uint, "b30"), op(Uint, "b43"), op(Uint, "b54")),
		tail: "b23=1 b30=0 b43=9 b54=0", also: also("imgw"),
	}, {
		name: "image_write_block", meaning: "Writes a block of a tile to an image.", flags: drops4,
		bits: "???????????? b67 Fx:3 Tx:2 Dx:2 Cx:2 Rx:2 dimx ? rtz U:5 C16 b43:4 dim:3 Tt:2 T:6 Dt ? D:6 b23 discard C:6 L R:6 F 10110001",
		operands: ops(op(Half, "R"), coords, op(HalfOr, "D"), Operand{Kind: OptUBase, Name: "U", Fields: "00 U", Count: "left out"}, op(Texture, "T"), dim, op(Rtz, "rtz"), op(Format, "F"),
			op(Uint, "b23"), op(Uint, "b43"), op(Uint, "b67")),
		tail: "b23=1 b43=9 b67=1", also: also("imgwblk"),
	},
}

var (
	coords = op(Coords, "C")
	optU   = of(OptUBase, "U", "00 U")
	dim    = of(Dim, "dim", "dim dimx")
)

func texture(name, opcode, meaning string) entry {
	return entry{
		name: name, meaning: meaning, flags: drops4,
		bits: "Ox:2 Sx:2 offset gather:4 ? O:6 Tx:2 Dx:2 Cx:2 Rx:2 dimx b69:2 U:5 slot St S:6 lod:4 mask:4 C16 b43:4 dim:3 Tt:2 T:6 q:2 D:6 shadow discard C:6 L R:6 Rt " + opcode,
		operands: ops(op(Uint, "shadow"), op(Extra, "q"), op(Binary, "b43"), op(Binary, "slot"), op(Gather, "gather"), op(Mask0, "mask"), op(Binary, "b69"), list("mask"),
			optU, op(Texture, "T"), op(Sampler, "S"), dim, coords, op(LodMode, "lod"), op(Lod, "D"), op(Compare, "O")),
	}
}
