"""The steps to the plain form of rules. :mod:`..normal` takes them one after the other."""
