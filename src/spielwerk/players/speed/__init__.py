"""Solvers and bots of spe_ed. Our own is :mod:`.strategist`, that of 2021 :mod:`.transparent`."""
