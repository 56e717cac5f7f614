"""The notations of GDL: text to forms to literals, where sources come from, and size limits."""
