"""The REST interface, one module a subject. All paths begin with ``/api/v1``."""
