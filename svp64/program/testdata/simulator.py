"""Writes what the simulator of openpower-isa makes of programs.

    grep -v ^# simulator.tsv | cut -f1-4 | PYTHONPATH=openpower-isa/src SILENCELOG=1 python3 -P simulator.py

A line is a text, its words, SVSTATE and a number, which decides registers and memory; the answer is the line with what changed, or ! and the reason why it stopped.
"""

import sys

from nmigen import Module, Signal
from nmigen.sim import Settle, Simulator
from openpower.decoder.isa.all import ISA
from openpower.decoder.isa.caller import SVP64State
from openpower.decoder.power_decoder import create_pdecode
from openpower.decoder.power_decoder2 import PowerDecode2
from openpower.simulator.program import Program

MOST = 40  # instructions of a program that are executed
WORDS = 512  # of memory


def chance(case, k):
    """A number for every register of every case: splitmix64."""
    x = ((case << 12) + k) * 0x9E3779B97F4A7C15 % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31


def register(case, k):
    """Predicates choose some of few elements, and pointers are into the middle of memory."""
    x = chance(case, k)
    if k in (3, 10, 30):
        return x % 8
    if k == 8:
        return x % 9
    if k in (4, 5) or 96 <= k < 120:
        return 1024 + x % 128 * 8
    return x


def state(case):
    registers = [register(case, k) for k in range(128)]
    memory = {8 * k: (chance(case, 1024 + k), 8) for k in range(WORDS)}
    return registers, chance(case, 200) % 2**32, chance(case, 201) % 6, memory


def changed(sim, case, svstate):
    registers, cr, ctr, memory = state(case)
    for k, was in enumerate(registers):
        if sim.gpr(k).value != was:
            yield "r%d=%x" % (k, sim.gpr(k).value)
    for k in range(8):
        now = sim.crl[k].get_range().value
        if now != cr >> (28 - 4 * k) & 15:
            yield "cr%d=%x" % (k, now)
    if sim.spr["CTR"].value != ctr:
        yield "ctr=%x" % sim.spr["CTR"].value
    if sim.svstate.value != svstate:
        yield "svstate=%x" % sim.svstate.value
    for at, now in sorted(sim.mem.make_sim_state_dict().items()):
        if now != memory.get(at, (0, 8))[0]:
            yield "m%x=%x" % (at, now)
    yield "at=%x" % sim.pc.CIA.value


def run(decoder, words, svstate, case):
    registers, cr, ctr, memory = state(case)
    code = b"".join(w.to_bytes(4, "little") for w in words)
    sim = ISA(
        decoder,
        registers,
        {"CTR": ctr},
        cr,
        initial_insns=list(Program(code, bigendian=False).generate_instructions()),
        respect_pc=True,
        initial_svstate=SVP64State(svstate),
        initial_mem=memory,
        bigendian=0,
    )
    for _ in range(MOST * 32):  # a loop under a prefix is executed by elements
        if sim.pc.CIA.value // 4 >= len(words):
            break
        try:
            yield from sim.setup_one()
        except KeyError:
            break
        yield Settle()
        yield from sim.execute_one()
    return " ".join(changed(sim, case, svstate))


def main():
    decoder = PowerDecode2(create_pdecode(include_fp=False))
    module = Module()
    module.submodules.decoder = decoder
    instruction = Signal(32)
    module.d.comb += decoder.dec.raw_opcode_in.eq(instruction)
    answers = sys.stdout
    sys.stdout = sys.stderr  # the simulator talks

    def process():
        yield decoder.dec.bigendian.eq(0)
        for line in sys.stdin:
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            _, words, svstate, case = line.split("\t")[:4]
            try:
                said = yield from run(decoder, [int(w, 16) for w in words.split()], int(svstate, 16), int(case))
            except Exception as reason:
                said = "!%s %s" % (type(reason).__name__, str(reason).split("\n")[0])
            print(line, said, sep="\t", file=answers, flush=True)

    sim = Simulator(module)
    sim.add_process(process)
    sim.run()


main()
