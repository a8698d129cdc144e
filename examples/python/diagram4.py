"""Proves that Black wins Diagram 4 of a paper on Lines of Action, and checks the proof."""

import shomei

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"

print(shomei.show("loa", DIAGRAM_4))
result = shomei.solve("loa", DIAGRAM_4, certificate="d4.proof")
print(f"{result.answer}: {result.goal}, in {len(result.line)} plies, {result.nodes:,} nodes")
print(" ".join(result.line))

verdict = shomei.check("d4.proof")
print(f"accepted: {verdict.records:,} records, longest line {verdict.longest_line} plies")
