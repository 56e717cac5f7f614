"""Packs the extension for VS Code into ``dist/spielwerk.vsix``; npm bundles its one script.

Such a file is a zip archive with a manifest. It is the same, byte by byte, for the same sources.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "editors" / "vscode"
PACKED = ("package.json", "README.md", "dist/extension.js", "languages/*.json", "syntaxes/*.json")
_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""


def manifest(package: dict[str, object]) -> str:
    """What an installer reads first."""
    name, version, publisher, engines = (
        package[key] for key in ("name", "version", "publisher", "engines")
    )
    assert isinstance(engines, dict)
    schema = "http://schemas.microsoft.com/developer/vsx-schema/2011"
    identity = (
        f'<Identity Language="en-US" Id={quoteattr(str(name))} '
        f"Version={quoteattr(str(version))} Publisher={quoteattr(str(publisher))}/>"
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="{schema}">
  <Metadata>
    {identity}
    <DisplayName>{package["displayName"]}</DisplayName>
    <Description xml:space="preserve">{package["description"]}</Description>
    <Categories>{",".join(map(str, package["categories"]))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(engines["vscode"])}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md"/>
  </Assets>
</PackageManifest>
"""


def pack(extension: Path, target: Path) -> None:
    """Pack a folder whose script is bundled."""
    package = json.loads((extension / "package.json").read_text("utf-8"))
    files = [path for pattern in PACKED for path in sorted(extension.glob(pattern))]
    target.parent.mkdir(exist_ok=True)
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        _add(archive, "extension.vsixmanifest", manifest(package).encode())
        _add(archive, "[Content_Types].xml", _TYPES.encode())
        for path in files:
            _add(archive, f"extension/{path.relative_to(extension).as_posix()}", path.read_bytes())


def _add(archive: ZipFile, name: str, data: bytes) -> None:
    archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)


def main() -> None:
    """Bundle and pack, where npm is installed."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is not installed, and the extension needs it to be packed.")
    quiet = ["--silent", "--no-audit", "--no-fund"]
    subprocess.run([npm, "ci", *quiet], cwd=EXTENSION, check=True)
    subprocess.run([npm, "run", "--silent", "build"], cwd=EXTENSION, check=True)
    target = ROOT / "dist" / "spielwerk.vsix"
    pack(EXTENSION, target)
    sys.stdout.write(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
