// Programs that the debugger has at hand. Each is a whole state of it.

const mandelbrot = `; A point a thread, and a byte a point: how many steps it takes to leave.
;   u0, u1 the corner    u2, u3 from one point to the next    u4 steps at most
;   u5 bytes of a line   u6_u7 the picture
        get_sr r2, sr80
        get_sr r3, sr81
        convert u32_to_f, r4, r2, rte
        convert u32_to_f, r5, r3, rte
        fmadd32 r4, r4, u2, u0
        fmadd32 r5, r5, u3, u1
        mov r6, 0
        mov r7, 0
        mov r8, 0
        if_icmp r0l, ueq, 0, 0, 1
loop:   fmul32 r9, r7, r7               ; z = z² + c
        fmadd32 r9, r6, r6, r9.neg
        fmul32 r10, r6, r7
        fmadd32 r7, r10, 2.0, r5
        fadd32 r6, r9, r4
        iadd r8, r8, 1
        fmul32 r9, r6, r6
        fmadd32 r9, r7, r7, r9
        while_fcmp r0l, lt, r9, 4.0, 1
        while_icmp r0l, ult, r8, u4, 1
        jmp_exec_any loop
        pop_exec r0l, 1
        imadd r8, r8, 8, 0
        imadd r1, r3, u5, r2
        device_store 0, i8, x, r8, u6_u7, r1, unsigned, 0
        stop
`;

const branch = `; Lanes below 5 double what they have, and the others wait.
        get_sr r1, sr80
        convert u32_to_f, r3, r1, rte
        if_icmp r0l, ult, r1, 5, 1
        fadd32 r3, r3, r3
        else_icmp r0l, ueq, 0, 0, 1
        mov r3, -1.0
        rsqrt r3, r3
        pop_exec r0l, 1
        stop
`;

export const programs = [
	{ name: "the Mandelbrot set appears", state: { text: mandelbrot, grid: "64,64", tg: "8,4", uniform: "u0=-2.125\nu1=-1.25\nu2=0.046875\nu3=0.0390625\nu4=31\nu5=64", buffer: "u6=zero:4096", mem: "u6", as: "gray", width: "64", stops: "when r8 > 20" } },
	{ name: "a branch, and no number", state: { text: branch, grid: "32", stops: "nan\ndivergence", show: "f" } },
];
