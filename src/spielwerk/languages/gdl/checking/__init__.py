"""The static checks, one module for each thing they look at. :mod:`..checks` runs them all."""
