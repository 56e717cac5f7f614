"""The page's files over the wire: packed, kept by browsers, and nothing but them."""

from __future__ import annotations

import gzip
from importlib.resources import files

import httpx
import pytest

WEB = files("spielwerk") / "web"


def test_the_page_itself_stands_at_the_root(shared_server) -> None:
    answer = httpx.get(shared_server.url)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert '<div id="app">' in answer.text
    assert 'src="app.js"' in answer.text


def test_a_file_travels_packed_and_arrives_as_it_is(shared_server) -> None:
    with httpx.stream("GET", f"{shared_server.url}/strings/de.js") as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert gzip.decompress(raw) == (WEB / "strings" / "de.js").read_bytes()
    plain = httpx.get(f"{shared_server.url}/strings/de.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == (WEB / "strings" / "de.js").read_bytes()


def test_what_a_browser_has_is_not_sent_again(shared_server) -> None:
    first = httpx.get(f"{shared_server.url}/app.js")
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(
        f"{shared_server.url}/app.js", headers={"If-None-Match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_head_tells_the_size_and_sends_nothing(shared_server) -> None:
    answer = httpx.head(f"{shared_server.url}/icon.svg", headers={"Accept-Encoding": "identity"})
    assert int(answer.headers["content-length"]) == len((WEB / "icon.svg").read_bytes())
    assert answer.content == b""


@pytest.mark.parametrize(
    "path",
    ["/../settings.py", "/%2e%2e/settings.py", "/parts/../../core/game.py", "/parts", "/x.js"],
)
def test_no_path_leads_out_of_the_page(shared_server, path: str) -> None:
    url = httpx.URL(shared_server.url).copy_with(raw_path=path.encode())
    answer = httpx.get(url)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_page_cannot_be_written_to(shared_server) -> None:
    assert httpx.post(f"{shared_server.url}/index.html").status_code == 405
