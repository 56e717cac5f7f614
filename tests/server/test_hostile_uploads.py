"""Twelve uploads that mean harm, all at once: each is told what it broke, and nobody is slowed."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import asyncio
import io
import zipfile
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from tests.languages.igold.conftest import frame
from tests.server.conftest import ROOMY, Server
from tests.server.pace import honest_match, is_pace

from spielwerk.client import ApiError, Client
from spielwerk.languages.rulebook import Hero

ROOT = Path(__file__).parents[2]
WILD = {one.stem: one.read_text() for one in (ROOT / "benchmarks/load/wild").iterdir()}


@dataclass(frozen=True)
class Hostile:
    """An upload, and what its author is told: words of the message, and the line to blame."""

    language: str
    source: str
    said: str
    line: str = ""


NUMBER = {
    "gameState": '<gameState><instances><attributeInstance instanceId="n" typeReference="type.Number"><integerValue value="3"/></attributeInstance></instances></gameState>',
    "attributes": '<attributes><integerAttribute name="Number" typeId="type.Number"/></attributes>',
}
N = '<attributeOfGame instanceIdReference="n"/>'
ALL = "<selectAllActors/>"


def changed(how: str, by: str) -> str:
    return f"<attributeOperation><{how}AttributeValue><whichAttribute>{N}</whichAttribute><{how}By>{by}</{how}By></{how}AttributeValue></attributeOperation>"


def nested(depth: int, begin: str, inside: str, end: str) -> str:
    return f"\n{begin}" * depth + f"\n{inside}\n" + f"{end}\n" * depth


LOOPS = nested(
    30,
    f"<repeatForEachActor>{ALL}<operations>",
    changed("increase", '<integerValue value="0"/>'),
    "</operations></repeatForEachActor>",
)
SEARCHES = nested(
    30,
    "<selectMultipleActorsByRules><precondition><actorRule><isActorAmong><whichActor><firstActor/></whichActor><amongActors>",
    ALL,
    "</amongActors></isActorAmong></actorRule></precondition></selectMultipleActorsByRules>",
)
DOUBLED = "".join(
    f'\n<valueDefinition typeId="v{n}"><sumOfValues><valueReference typeReference="v{n + 1}"/><valueReference typeReference="v{n + 1}"/></sumOfValues></valueDefinition>'
    for n in range(40)
)


def book(rules: str) -> str:
    return f"""%%% meta.lp
#program rulebook_usable.
rulebook("wild").
rulebook_version("wild","1.0.0").

%%% rules.lp
#program world_facts.
{rules}
"""


HOSTILE = {
    "gdl that counts for ever": Hostile(
        "gdl", WILD["endless"], "needs itself in a circle", "(<= (count (s ?n)) (count ?n))"
    ),
    "gdl with more moves than memory": Hostile(
        "gdl",
        WILD["explosive"],
        "The relation big/5 (rules.gdl:7:1) holds of more than 1,000,000 things",
    ),
    "gdl that searches for nothing": Hostile(
        "gdl", WILD["slow"], "To find out of what odd/0 (rules.gdl:68:1) holds takes more than"
    ),
    "gdl that is nested without end": Hostile(
        "gdl", "(role me)\n" + "(" * 50_000 + "a" + ")" * 50_000, "nest more than 100 levels"
    ),
    "igold with thirty nested loops": Hostile(
        "igold",
        frame(**NUMBER, begin=LOOPS),
        "More than 5,000,000 operations",
        f"<repeatForEachActor>{ALL}<operations>",
    ),
    "igold with forty squarings": Hostile(
        "igold",
        frame(**NUMBER, begin=f"\n{changed('multiply', N)}" * 40),
        "Numbers have at most 18 digits",
        changed("multiply", N),
    ),
    "igold that searches whom to show": Hostile(
        "igold",
        frame(
            gameState=NUMBER["gameState"],
            attributes=f'<attributes><integerAttribute name="Number" typeId="type.Number" minimum="0" maximum="9"><visibility>{SEARCHES}</visibility></integerAttribute></attributes>',
        ),
        "rules.igold.xml:",
    ),
    "igold that doubles forty times": Hostile(
        "igold",
        frame(
            values=f'<values>{DOUBLED}<valueDefinition typeId="v40"><integerValue value="1"/></valueDefinition></values>',
            outcome='<outcome><score><valueReference typeReference="v0"/></score></outcome>',
        ),
        "Written out, the rules have more than 200,000 elements",
        "<valueDefinition",
    ),
    "a rulebook that counts for ever": Hostile(
        "rulebook",
        book("n(0).\nn(X+1) :- n(X)."),
        "More than 200,000 facts and rules follow",
        "n(X+1) :- n(X).",
    ),
    "a rulebook that combines all": Hostile(
        "rulebook",
        book("p(1..30).\nq(A,B,C,D) :- p(A), p(B), p(C), p(D)."),
        "More than 200,000 facts and rules follow",
        "q(A,B,C,D) :-",
    ),
    "a rulebook that combines for nothing": Hostile(
        "rulebook",
        book("p(1..60).\nq :- p(A), p(B), p(C), p(D), p(E), A+B+C+D+E = 0."),
        "This has some 777,600,000 combinations to try; 2,000,000 are allowed",
        "q :- p(A)",
    ),
    "a rulebook with a program in it": Hostile(
        "rulebook",
        book("#script (python)\nimport os\n#end."),
        "Scripts are not run",
        "#script (python)",
    ),
}
assert len(HOSTILE) == 12


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    db = str(tmp_path_factory.mktemp("hostile") / "test.db")
    server = Server(db, **ROOMY, rules_seconds=120).start()
    yield server
    server.finish()


async def brought(client: Client, hostile: Hostile, turns: asyncio.Semaphore) -> ApiError:
    async with turns:  # so many of one address may wait
        return await refusal(client, hostile)


async def refusal(client: Client, hostile: Hostile) -> ApiError:
    with pytest.raises(ApiError) as refused:
        await client.call(
            "POST", "/rules", {"source": hostile.source, "language": hostile.language}
        )
    return refused.value


def test_twelve_hostile_uploads_are_refused_clearly_while_an_honest_match_goes_on(server):
    async def story():
        async with Client(server.url) as client:
            usual, turns = median(await honest_match(client)), asyncio.Semaphore(6)
            uploads = {
                name: asyncio.create_task(brought(client, hostile, turns))
                for name, hostile in HOSTILE.items()
            }
            waited: list[float] = []
            while not all(task.done() for task in uploads.values()):
                waited += await honest_match(client)
            for name, task in uploads.items():
                told(name, await task)
            assert is_pace(median(waited), usual), "the others keep their pace"

    asyncio.run(story())


def told(name: str, problem: ApiError) -> None:
    """An author learns the rule and the limit, with the line where the upload is a text."""
    hostile = HOSTILE[name]
    found = problem.body.get("diagnostics", [])
    errors = [one for one in found if one["severity"] == "error"]
    messages = [one["message"] for one in errors] or [str(problem)]
    assert any(hostile.said in one for one in messages), (name, messages)
    if hostile.line:
        lines = hostile.source.splitlines()
        blamed = [lines[one["line"] - 1] for one in errors if hostile.said in one["message"]]
        assert any(hostile.line in line for line in blamed), (name, blamed)


def test_an_archive_that_unpacks_to_more_than_it_should_is_refused(server):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("book/rules.lp", "%" * 400_000_000)
    files = [{"name": "book.zip", "content": b64encode(packed.getvalue()).decode()}]

    async def story():
        async with Client(server.url) as client:
            with pytest.raises(ApiError) as refused:
                await client.call("POST", "/rules/bundle", {"language": "rulebook", "files": files})
            assert refused.value.code == "rules-too-long"
            assert "500,000 bytes" in str(refused.value)

    asyncio.run(story())


def test_rules_that_go_wrong_in_play_pause_their_match_and_say_where(server):
    """What was fine when it was uploaded loops once somebody acts."""
    rules = frame(
        **NUMBER,
        instances='<actionInstance instanceId="go" typeReference="type.Go"/>',
        actions=f'<actions><simpleAction name="go" typeId="type.Go"><executableBy><firstActor/></executableBy><operations>{LOOPS}</operations></simpleAction></actions>',
    )

    async def story():
        async with Client(server.url) as client:
            upload = {"source": rules, "language": "igold"}
            name = (await client.call("POST", "/rules", upload))["game"]
            first = await client.found(name)
            await client.join(first.match, invitation=first.invitations["player2"])
            async with first.connect() as table:
                await table.until(lambda p: bool(p["legal"]))
                await table.move("go")
                await table.until(lambda p: p["phase"] == "paused")
                fault = table.picture["view"]["fault"]
                assert fault.startswith("rules.igold.xml:")
                assert "More than 5,000,000 operations" in fault

    asyncio.run(story())


HOUSE = """%%% meta.lp
#program rulebook_usable.
rulebook("mine").
rulebook_version("mine","1.0.0").
rulebook_depends("mine","dsa5",">=1.0.0 <2.0.0").
rulebook_title("mine",en,"Nobody is an elf").

%%% rules.lp
#program world_facts.
message("no-elves",en,"Elves stay in the forest.").

#program validate_hero_step_50.
house_rule("no-elves",race("Elfen")) :- race("Elfen").
"""


def test_a_hero_is_judged_by_house_rules_that_somebody_brings(server):
    hero = Hero(name="Lia", race="Elfen", experience_level="Erfahren", mode="draft").to_json()

    async def story():
        async with Client(server.url) as client:
            files = [
                {"name": name, "content": b64encode(text.encode()).decode()}
                for name, text in (
                    ("mine/meta.lp", HOUSE.split("%%% rules.lp")[0].partition("\n")[2]),
                    ("mine/rules.lp", HOUSE.split("%%% rules.lp\n")[1]),
                )
            ]
            asked = {"language": "rulebook", "files": files}
            source = (await client.call("POST", "/rules/bundle", asked))["source"]
            checked = await client.call(
                "POST", "/rules/check", {"source": source, "language": "rulebook"}
            )
            assert [one for one in checked["diagnostics"] if one["severity"] == "error"] == []
            assert (checked["title"], checked["needs"]) == ("Nobody is an elf", ["dsa5"])
            upload = {"source": source, "language": "rulebook"}
            name = (await client.call("POST", "/rules", upload))["game"]
            with pytest.raises(ApiError) as refused:
                await client.call("GET", f"/games/{name}")
            assert refused.value.status == 404
            return name

    name = asyncio.run(story())
    import httpx

    url = f"{server.url}/heroes/api/hero/validate"
    asked = [("rulebooks", "dsa5"), ("rulebooks", name), ("language", "en")]
    verdict = httpx.post(url, params=asked, json=hero, timeout=300).json()
    assert "errors" in verdict, verdict
    assert "Elves stay in the forest." in [one["message"] for one in verdict["errors"]]
    plain = httpx.post(url, params=asked[:1] + asked[2:], json=hero, timeout=300).json()
    assert "Elves stay in the forest." not in [one["message"] for one in plain["errors"]]


def test_no_time_to_spy_is_hosted_on_ones_own_casino(server):
    async def story():
        async with Client(server.url) as client:
            (language,) = [
                one for one in await client.call("GET", "/languages") if one["name"] == "spy"
            ]
            assert language["plays"]
            upload = {"source": language["example"], "language": "spy"}
            name = (await client.call("POST", "/rules", upload))["game"]
            first = await client.found(name, bots={"player2": "random"})
            async with first.connect() as table:
                for _ in range(4):
                    await table.until(lambda p: bool(p["legal"]))
                    await table.move(table.picture["legal"][0])
                assert table.picture["scene"]["kind"] == "casino"

    asyncio.run(story())
