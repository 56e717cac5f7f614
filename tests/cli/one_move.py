"""The rules of a game of one move, to be broken by those who test what is said about it."""

RULES = """\
(role me)
(init (n 0))
(<= (legal me stop) (true (n 0)))
(<= (next (n 1)) (does me stop))
(<= terminal (true (n 1)))
(<= (goal me 70) (true (n ?x)))
"""
