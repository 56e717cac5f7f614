"""What is done with rules beside playing them: probing, counting, measuring, tests, Prolog."""
