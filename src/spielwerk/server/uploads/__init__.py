"""Rules that people bring along: :mod:`.uploads` keeps and opens them.

They are run by :mod:`.rulekeeper` in a process of their own, for which :mod:`.remote` stands here.
"""

from typing import TYPE_CHECKING

from spielwerk.core.lazily import lazily

if TYPE_CHECKING:
    from spielwerk.server.uploads.uploads import PREFIX, Upload, Uploads, upload_of, uploadable
else:
    __getattr__ = lazily(__name__)  # a process that keeps rules needs none of it

__all__ = ["PREFIX", "Upload", "Uploads", "upload_of", "uploadable"]
