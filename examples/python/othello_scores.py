"""The value of every move of an Othello position, its exact score, and two certificates of it."""

import shomei

POSITION = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"

print(shomei.show("othello", POSITION))

with shomei.Session("othello") as session:
    values = session.moves(POSITION)
    scores = {}
    for found in values.moves:
        # A score is for the side to move, which is usually the opponent after a move.
        child = session.score(values.root.play(found.move))
        sign = 1 if child.root.to_move == values.root.to_move else -1
        scores[found.move] = None if child.score is None else sign * child.score
        print(f"{found.move}: {found.value}, {scores[found.move]:+} discs")

    score = session.score(POSITION, certificate=True, check=True)
    print(f"score {score.score:+}, the line {' '.join(score.line)}")
    for certificate in score.certificates:
        print(f"{certificate.rules}: {certificate.claim}, {certificate.records} records, accepted")
