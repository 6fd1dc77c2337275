# Two vectors of three, turned.
        setvl 0,0,2,1,1,1
loop:   sv.add *1,*5,*9
        sv.mv.swiz/vec3/w=16 *32,*64,ZYX
        svstep. 0,1,0
        bc 6,3,loop
