"""What stands where in the tables of words that routines are given.

``g`` is the game (made once), ``w`` a worker (one a thread), ``t`` a tree. Entries are numbers or
the addresses of arrays.
"""

# The game.
FACT_WORDS, MOVE_WORDS, SIZE, FACTS, ROLES, CHOSEN, MOVERS = range(7)
"""A record's words of facts and of moves, all its words; facts, roles; rows of frames."""
OUTCOME_COUNT, OUTCOME_ROLE, OUTCOME_VALUE = range(7, 10)
"""What a role can get, as in the last word of a record: ints of roles, ints of values."""
PHASES, PLAY, WAITING, STATES = range(10, 14)
"""Phases of the clock; the kernel for random matches, and two vectors of its memory."""
LOOK, MOVE = 14, 18
"""The kernels of each phase."""
SINGLE, PAIR_START, PAIR_OTHER, PAIR_WEIGHT, BIAS, JUDGED, CHANCES = range(22, 29)
"""The judgement: a weight a fact; for each fact where its pairs begin, the other facts, their
weights; the constant; whether there is a judgement at all; scores as chances to win."""
GAME_SIZE = 32

# A worker.
FRAME, WORK, LANES, LANE_WORK, OUT, MOVE_LIST, BUFFER, PATH_NODE, PATH_EDGE = range(9)
"""Memory of the two kernels; outcomes of lanes; moves; records; the way down a tree."""
SQUARE, VALUES, PLAYED, MADE, SUMS = range(9, 14)
"""64 words; a value a role; counts of states in random matches and of successors; sums a child."""
WORKER_SIZE = 16

LANE_COUNT = 512
"""Lanes of a frame."""
ONE = 1 << 20
"""The value 1 as a whole number, in sums."""
