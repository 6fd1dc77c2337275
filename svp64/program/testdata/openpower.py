"""Writes what the assembler of openpower-isa makes of texts.

    cut -f1 openpower.tsv | PYTHONPATH=openpower-isa/src SILENCELOG=1 python3 openpower.py

A line of the answer is the text, a tab, and the words as .long and instruction, or ! and the reason why there are none.
"""

import sys

from openpower.insndb.asm import SVP64Asm


def main():
    assembler = SVP64Asm([])
    for line in sys.stdin:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            said = "; ".join(assembler.translate_one(text, {}))
        except Exception as reason:
            said = "!%s %s" % (type(reason).__name__, str(reason).split("\n")[0])
        print(text, said, sep="\t")


main()
