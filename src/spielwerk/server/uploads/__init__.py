"""Rules that people bring along: :mod:`.uploads` keeps and opens them.

They are run by :mod:`.rulekeeper` in a process of their own, for which :mod:`.remote` stands here.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.server.uploads.archives import bundle_of_files
    from spielwerk.server.uploads.uploads import PREFIX, Upload, Uploads, upload_of, uploadable
else:
    lazily(__name__)  # a process that keeps rules needs none of it

__all__ = ["PREFIX", "Upload", "Uploads", "bundle_of_files", "upload_of", "uploadable"]
