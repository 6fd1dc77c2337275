// Programs of SVP64 that the stepper has at hand. Each is a whole state of it; docs/svp64.md has them too.

const points = `setvl 1,0,4,0,1,1                # two points, one for each count of CTR
sv.lwz/vec3/w=32 *64,0(3)
sv.mv.swiz/vec3/w=32 *32,*64,ZYX1 # turned around, with a 1 behind
sv.stw/vec4/w=32 *32,0(4)
`;

const vertical = `setvl 0,0,2,1,1,1
loop: sv.mv.swiz/vec3 *32,*64,ZYX
sv.addi/vec3 *48,*32,1
svstep. 0,1,0
bc 4,3,loop
`;

const matrix = `setvl 0,0,8,0,1,1
sv.ld *64,0(3)
setvl 0,0,4,0,1,1
svstep 0,15,0                     # PACK: the source is read lane by lane
sv.mv.swiz/vec4/w=32 *32,*64,XYZW
svstep 0,13,0
`;

const swap = `sv.cmpi *cr32,0,4,7
sv.mv.swiz/m=eq 4,4,YX
`;

export const vectors = [
	{ name: "points, a vec3 becomes a vec4", state: { text: points, ctr: "2", reg: "r3=1000\nr4=2000", mem: "0x1000=010000000200000003000000_040000000500000006000000", width: "32", dump: "0x2000:32", at: "8" } },
	{ name: "a matrix is transposed", state: { text: matrix, reg: "r3=1000", mem: "0x1000=00000000_01000000_02000000_03000000_10000000_11000000_12000000_13000000_20000000_21000000_22000000_23000000_30000000_31000000_32000000_33000000", width: "32", at: "16" } },
	{ name: "Vertical-First, a point at a time", state: { text: vertical, reg: "r64=1,2,3,4,5,6", at: "2" } },
	{ name: "compare and swap", state: { text: swap, reg: "r4=000000aa_00000007", width: "32" } },
];
