package asm

import "github.com/lanescope/lanescope/g13"

const (
	tileText     = "each pixel has an element in format F at byte off of its tile memory, one a sample; S says which samples, 255 all\n"
	varyingText  = "interp says where: at the pixel's center, at a sample, or at the centroid of what is covered\n"
	textureText  = "coordinates, as many as the dimension has; a layer and a sample are packed behind them\nlod: none, a bias, a least one, or gradients; D has it\nfor each active thread: the next register of R = each component of the mask\nwhat is read may be used after a wait for the slot\n"
	imageText    = "coordinates, as many as the dimension has; rounding to the image's format is rte or rtz\n"
	rasterText   = "index I of what the rasteriser is given\n"
	describeText = "descriptor slot = what is in memory at U + O; a wait for the slot is needed\n"
)

var pixelPages = [g13.NumForms]page{
	g13.LD_TILE:                 {tileText + "the next register of R = each component of the mask\n", refused("ld_tile r0_r1_r2_r3, u8norm, 1, xyzw, 0, 255, 0", noPixels)},
	g13.ST_TILE:                 {tileText + "each component of the mask = the next register of R\n", refused("st_tile r0_r1_r2_r3, u8norm, 0, xyzw, 0, 255, 0", noPixels)},
	g13.ITER:                    {varyingText + "the registers of R = the varyings from coefficient I on, without perspective\n", refused("iter r0_r1, cf1", noPixels)},
	g13.ITERPROJ:                {varyingText + "the registers of R = the varyings from coefficient I on, with J for the perspective\n", refused("iterproj r0_r1, cf1, cf0", noPixels)},
	g13.LDCF:                    {"the registers of R = the three coefficients of each varying from I on\n", refused("ldcf r0_r1_r2, cf1", noPixels)},
	g13.ST_VAR:                  {rasterText + "the rasteriser's value I = V\n", refused("st_var 1, r1, 0", noPixels)},
	g13.ST_VAR_FINAL:            {rasterText + "the rasteriser's value I = V, and it is the last\n", refused("st_var_final 1, r1, 3", noPixels)},
	g13.NO_VAR:                  {"the rasteriser gets no value\n", refused("no_var 1, r0, r0l", noPixels)},
	g13.TEX_STATE_STORE_REG:     {describeText, refused("tex_state_store ts1, u4_u5, r2", noPixels)},
	g13.TEX_STATE_STORE:         {describeText, refused("tex_state_store ts1, u4_u5, 64", noPixels)},
	g13.SAMPLER_STATE_STORE_REG: {describeText, refused("sampler_state_store ss1, u4_u5, r2", noPixels)},
	g13.SAMPLER_STATE_STORE:     {describeText, refused("sampler_state_store ss1, u4_u5, 88", noPixels)},
	g13.ZS_EMIT:                 {"depth, two halves, if there is one; stencil, a half, if there is one; for the samples S\n", refused("zs_emit 255, r1l_r1h", noPixels)},
	g13.SAMPLE_MASK:             {"of the samples S those in M stay covered\n", refused("sample_mask 255, 1", noPixels)},
	g13.TEXTURE_SAMPLE:          {textureText, refused("texture_sample 0, 0b1001, 0b0, none, xyzw, 0b00, r4_r5_r6_r7, None, ts0, ss0, tex_2d, r0_r1, auto_lod, 0", noPixels)},
	g13.TEXTURE_LOAD:            {textureText, refused("texture_load 0, 0b1001, 0b0, none, x, 0b00, r4, None, ts0, ss0, tex_2d, r0_r1, lod_min, u1l", noPixels)},
	g13.IMAGE_WRITE:             {imageText + "the pixel = the registers of R\n", refused("image_write r4_r5_r6_r7, r0_r1, 0, None, ts0, tex_2d, rte", noPixels)},
	g13.IMAGE_WRITE_BLOCK:       {imageText + "a block of pixels = tile memory from R on, in format F\n", refused("image_write_block r0l, r2_r3, 0, ts0, tex_2d, rte, u8norm", noPixels)},
}
