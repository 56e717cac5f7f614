"""Spielwerk: rules you can run, host, play against and question."""

__version__ = "0.1.0"
