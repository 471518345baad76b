"""The toy's judge: a necklace is solved by reading it backwards."""


def faults(row, *, uniqueness, minimality):
    found = []
    if row["solution"] != row["text"][::-1]:
        found.append(("wrong digit", row["solution"]))
    if uniqueness and row["text"].startswith("zz"):
        found.append(("second solution", row["text"]))
    if minimality and "zzz" in row["text"]:
        found.append(("not minimal", row["text"]))
    return found
