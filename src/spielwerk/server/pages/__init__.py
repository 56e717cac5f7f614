"""What browsers are shown: the files of the page, and the interface's reference."""

from spielwerk.server.pages.documents import Document
from spielwerk.server.pages.files import pages
from spielwerk.server.pages.reference import reference

__all__ = ["Document", "pages", "reference"]
