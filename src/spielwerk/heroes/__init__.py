"""Heroes on paper and in other programs: import, export and the printed sheet."""
