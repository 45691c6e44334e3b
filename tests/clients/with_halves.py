"""What comes in halves, or with something between: the helpers of these tests see whole lines and the right answers."""

import re
import sys

from club import PATIENCE, check, lines, main, wait_for

# Writes half a line, and the other half when it is told to.
WRITER = """
import sys
for half in ("NAME Guest", "ABCD\\n", "FINISHED", " 1-0\\n"):
    print(half, end="", flush=True)
    print("wrote", file=sys.stderr, flush=True)
    sys.stdin.readline()
"""


def test(club):
    report, wrote = club.artefacts / "report.txt", club.artefacts / "wrote.txt"
    with open(report, "wb") as out, open(wrote, "wb") as halves:
        writer = club.start([sys.executable, "-c", WRITER], stdin=-1, stdout=out, stderr=halves)
    for count, whole in ((1, []), (2, ["NAME GuestABCD"]), (3, ["NAME GuestABCD"]), (4, ["NAME GuestABCD", "FINISHED 1-0"])):
        wait_for("the next half", lambda count=count: len(lines(wrote)) == count)
        check(lines(report) == whole, f"after {count} halves the lines are {lines(report)}")
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    writer.wait(PATIENCE)

    # What others do between a line and its answer is not the answer, and is not lost.
    anna, boris = club.player("Anna"), club.player("Boris")
    check("(told Anna)" in boris.types("tell anna hello"), "Anna was not told")
    boris.types("match anna 3 0 unrated white")
    answer = anna.types("date")
    check(re.match(r"Local time ", answer) and "hello" not in answer, f"the answer to date is {answer!r}")
    anna.hears("Boris(U) tells you: hello")
    anna.hears("Challenge: Boris (++++) [white] Anna (++++) unrated blitz 3 0.")


if __name__ == "__main__":
    main(test)
