"""The server under siege: honest matches of all games, others who do harm, and kills.

``python -m benchmarks.siege`` has a command for each of three questions: what is lost when servers
are killed (``kills``), how long honest moves take during each attack (``attacks``), and both at
once, for as long as one likes (``everything``). Start with :mod:`.honest` (who plays, and what must
hold of it afterwards); :mod:`.attacks` are the others, :mod:`.servers` what is besieged.
"""
