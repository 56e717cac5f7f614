"""``python -m spielwerk`` is the command ``spielwerk``."""

from spielwerk.cli import main

if __name__ == "__main__":
    main()
