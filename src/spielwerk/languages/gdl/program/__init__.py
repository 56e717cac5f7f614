"""What a text means: rules as values, comfort written out, and the plain form that engines run."""
