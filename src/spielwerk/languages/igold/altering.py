"""What a picture of a game can add to its text: types, attributes, links, phases, states, actions.

A text, a place and a few words go in, the text after the change comes out. What is written stands
where the schema wants it, and a change that would make the rules wrong is refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from spielwerk.core import (
    Alteration,
    Blank,
    RuleText,
    Severity,
    SpielwerkError,
    TextEdit,
    altered_lines,
    said_blanks,
)
from spielwerk.languages.igold.definition import AREAS, HOSTS
from spielwerk.languages.igold.markup import Tag, read_markup, tag_at
from spielwerk.languages.igold.model import word_of
from spielwerk.languages.igold.source import NAMESPACE
from spielwerk.languages.igold.writing import put_into, without

_LINKED = ("actor", "object", "space", "field")
"""The kinds of types that links lead to."""
_AREA = {kind: area for area, kind in AREAS.items() if area != "effects"}
_NEW = {
    "new number": ("integerAttribute", "integerValue", "0"),
    "new truth value": ("booleanAttribute", "booleanValue", "false"),
    "new text": ("stringAttribute", "stringValue", ""),
}
"""Types of attributes that are made together with an attribute: element, value, first value."""
_VALUES = {element: (value, first) for element, value, first in _NEW.values()} | {
    "decimalAttribute": ("decimalValue", "0")
}
_NOBODY = "nothing"
_EVERYBODY = "everybody"
_GAME = "gameState"
_FIRST = "<phaseStateRule><noStateExecutedYet/></phaseStateRule>"
_DONE = "<phaseOperation><setCurrentPhaseExecutionFinished/></phaseOperation>"
_SKELETON = """<?xml version="1.0" encoding="UTF-8"?>
<game name="{name}" version="1.0" xmlns="{namespace}">
  <gameDefinition>
    <players minimum="2" maximum="4" default="2"/>
    <gameState/>
    <actors>
      <actor typeId="Player" name="player"/>
    </actors>
    <phases>
{play}
{finish}
    </phases>
  </gameDefinition>
</game>
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """A text, and the element of it that is meant."""

    text: str
    root: Tag
    host: Tag | None
    """The type, phase or game state around the place."""
    inner: Tag | None
    """The innermost element around it that has an id."""

    @property
    def body(self) -> Tag | None:
        game = next((tag for tag in self.root.children if tag.local == "game"), None)
        return _child(game, "gameDefinition") if game is not None else None

    def types(self, *kinds: str) -> list[str]:
        """The ids of the types of some kinds."""
        found = []
        for area in self.body.children if self.body is not None else ():
            if AREAS.get(area.local) in kinds:
                found += [str(one.get("typeId")) for one in area.children if one.get("typeId")]
        return found


def alterations_at(text: str, offset: int) -> list[Alteration]:
    """What can be added or changed at a place."""
    place = _place(text, offset)
    if place.body is None:
        if text.strip():
            return []
        return [Alteration("game", "Begin a game", "", (Blank("name", "My game"),))]
    found = [
        Alteration("type", "Add a type", "", (_kinds(place), _fresh(place, "thing"))),
        Alteration("phase", "Add a phase", "", _phase_blanks(place)),
        Alteration("action", "Add an action", "", _action_blanks(place)),
    ]
    host = place.host
    if host is not None:
        kind, of = _kind(host), _called(host)
        if kind in HOSTS:
            found.append(
                Alteration("attribute", f"Add an attribute to '{of}'", of, _attribute_blanks(place))
            )
            blanks = (_fresh(place, "link"), _some("to", place.types(*_LINKED)))
            found.append(Alteration("link", f"Add a link to '{of}'", of, blanks))
        if kind == "phase":
            blanks = (_fresh(place, "state"), _some("after", _states(host)))
            found.append(Alteration("state", f"Add a state to '{of}'", of, blanks))
    if place.inner is not None:
        of = _called(place.inner)
        blanks = (Blank("name", place.inner.get("name") or of),)
        found.append(Alteration("rename", f"Rename '{of}'", of, blanks))
        found.append(Alteration("remove", f"Remove '{of}'", of))
    return found


def altered_text(
    rules: RuleText, offset: int, name: str, said: Mapping[str, str]
) -> Sequence[TextEdit]:
    """The edits of an alteration.

    :raises SpielwerkError: there is no such one here, or the rules would be wrong after it
    """
    known = {one.name: one for one in alterations_at(rules.text, offset)}
    if name not in known:
        raise SpielwerkError("Nothing can be altered so here.")
    blanks = said_blanks(known[name], said)
    after = _WRITTEN[name](_place(rules.text, offset), blanks)
    _refuse_if_wrong(rules, after)
    return altered_lines(rules.text, after, rules.file)


def _refuse_if_wrong(rules: RuleText, after: str) -> None:
    from spielwerk.languages.igold.loading import check_text

    def errors(text: str) -> list[str]:
        found = check_text(text, rules.file) if text.strip() else ()
        return [one.message for one in found if one.severity is Severity.ERROR]

    before = errors(rules.text)
    new = [message for message in errors(after) if message not in before]
    if new and len(errors(after)) > len(before):
        raise SpielwerkError(f"The rules would be wrong after that: {new[0]}")


# What is written


def _begin(place: _Place, said: Mapping[str, str]) -> str:
    def inside(text: str) -> str:
        return "\n".join(f"      {line}" for line in text.splitlines())

    none = "<phaseRule><noPhaseExecutedYet/></phaseRule>"
    finish = _written_phase("Finish", "finish", _phase_before("Play"), "end", _ENDING)
    return _SKELETON.format(
        name=escape(said["name"]),
        namespace=NAMESPACE,
        play=inside(_written_phase("Play", "play", none, "begin", _DONE)),
        finish=inside(finish),
    )


_ENDING = "<gameOperation><finishGame/></gameOperation>"


def _written_phase(reference: str, name: str, when: str, state: str, operation: str) -> str:
    lines = [
        f'<phase typeId="{reference}" name="{escape(name)}">',
        "  <phaseTransitions>",
        f"    <phaseTransition>{when}</phaseTransition>",
        "  </phaseTransitions>",
        "  <phaseStates>",
        *(f"    {line}" for line in _written_state(reference, state, _FIRST, operation)),
        "  </phaseStates>",
        "</phase>",
    ]
    return "\n".join(lines)


def _written_state(phase: str, name: str, when: str, operation: str) -> list[str]:
    inside = [f"  <operations>{operation}</operations>"] if operation else []
    return [
        f'<phaseState typeId="{phase}.{_type_id(name)}" name="{escape(name)}">',
        "  <phaseStateTransitions>",
        f"    <phaseStateTransition>{when}</phaseStateTransition>",
        "  </phaseStateTransitions>",
        *inside,
        "</phaseState>",
    ]


def _phase_before(reference: str) -> str:
    inner = f'<phaseTypeReference typeReference="{reference}"/>'
    return f"<phaseRule><currentPhaseMatchesType>{inner}</currentPhaseMatchesType></phaseRule>"


def _state_before(reference: str) -> str:
    inner = f'<phaseStateTypeReference typeReference="{reference}"/>'
    return (
        f"<phaseStateRule><currentStateMatchesType>{inner}</currentStateMatchesType>"
        "</phaseStateRule>"
    )


def _add_type(place: _Place, said: Mapping[str, str]) -> str:
    kind, reference = said["kind"], _type_id(said["name"])
    _refuse_known(place, reference)
    line = f'<{kind} typeId="{reference}" name="{escape(said["name"])}"/>'
    return put_into(place.text, _body(place), (_AREA[kind],), line)


def _add_attribute(place: _Place, said: Mapping[str, str]) -> str:
    assert place.host is not None, "attributes belong to something"
    text, name, kind = place.text, said["name"], said["type"]
    made = _NEW.get(kind)
    if made is not None:
        kind = _type_id(name)
        _refuse_known(place, kind)
    element = made[0] if made is not None else _defining(place, kind).local
    if element not in _VALUES:
        raise SpielwerkError(f"Attributes of '{kind}' have values of their own: write it by hand.")
    value, first = _VALUES[element]
    given = said["value"] or first
    attribute = f'<{value} value="{escape(given)}"/>'
    head = f'instanceId="{_own_id(name)}" name="{escape(name)}" typeReference="{kind}"'
    lines = f"<attributeInstance {head}>\n  {attribute}\n</attributeInstance>"
    text = put_into(text, place.host, ("instances",), lines)
    if made is None:
        return text
    body = _body(_place(text, place.host.start))
    type_line = f'<{made[0]} typeId="{kind}" name="{escape(name)}"/>'
    return put_into(text, body, ("attributes",), type_line)


def _add_link(place: _Place, said: Mapping[str, str]) -> str:
    assert place.host is not None, "links belong to something"
    name, to = said["name"], said["to"]
    kind = _kind(_defining(place, to))
    head = f'linkId="{_own_id(name)}" name="{escape(name)}" typeReference="{to}"'
    return put_into(place.text, place.host, ("links",), f"<{kind}Link {head}/>")


def _add_phase(place: _Place, said: Mapping[str, str]) -> str:
    reference, after = _type_id(said["name"]), said["after"]
    _refuse_known(place, reference)
    text = place.text
    if after == _NOBODY:
        when = "<phaseRule><noPhaseExecutedYet/></phaseRule>"
    else:
        when = _phase_before(after)
        text = _led_on(text, _body(place), "phaseTransition", after, reference)
    lines = _written_phase(reference, said["name"], when, "begin", _DONE)
    return put_into(text, _body(_place(text, 0)), ("phases",), lines, behind=after)


def _add_state(place: _Place, said: Mapping[str, str]) -> str:
    phase = place.host
    assert phase is not None, "states belong to phases"
    owner, after, text = str(phase.get("typeId")), said["after"], place.text
    reference = f"{owner}.{_type_id(said['name'])}"
    _refuse_known(place, reference)
    operation, when = "", _FIRST
    if after == _NOBODY:
        operation = _DONE
    else:
        when = _state_before(after)
        text = _led_on(text, phase, "phaseStateTransition", after, reference)
        phase = _again(text, phase)
        last = next((tag for tag in phase.walk() if tag.get("typeId") == after), None)
        ending = _ending(last) if last is not None and text == place.text else None
        if ending is not None:  # what ended the phase does so in the new state
            operation = text[ending.start : ending.end]
            alone = ending.parent is not None and len(ending.parent.children) == 1
            text = without(text, ending.parent if alone and ending.parent else ending)
            phase = _again(text, phase)
    lines = "\n".join(_written_state(owner, said["name"], when, operation))
    return put_into(text, phase, ("phaseStates",), lines, behind=after)


def _add_action(place: _Place, said: Mapping[str, str]) -> str:
    name, reference = said["name"], _type_id(said["name"])
    _refuse_known(place, reference)
    who = "<selectAllActors/>"
    if said["by"] != _EVERYBODY:
        who = f'<actorOfLink linkIdReference="{said["by"]}"/>'
    finished = "<phaseStateOperation><setCurrentPhaseStateExecutionFinished/></phaseStateOperation>"
    head = f'typeId="{reference}" name="{escape(name)}" move="{word_of(name)}"'
    lines = (
        f"<simpleAction {head}>\n  <executableBy>{who}</executableBy>\n"
        f"  <operations>{finished}</operations>\n</simpleAction>"
    )
    host = _child(_body(place), _GAME) if said["in"] == _GAME else _defining(place, said["in"])
    if host is None:
        raise SpielwerkError("There is no gameState that could have it.")
    instance = f'<actionInstance instanceId="{_own_id(name)}" typeReference="{reference}"/>'
    text = put_into(place.text, host, ("instances",), instance)
    return put_into(text, _body(_place(text, 0)), ("actions",), lines)


def _rename(place: _Place, said: Mapping[str, str]) -> str:
    assert place.inner is not None, "it has a name"
    name, text = said["name"], place.text
    written = next((one for one in place.inner.attributes if one.name == "name"), None)
    if written is not None:
        return text[: written.value_start] + escape(name) + text[written.value_end :]
    end = place.inner.name_end
    return f'{text[:end]} name="{escape(name)}"{text[end:]}'


def _remove(place: _Place, said: Mapping[str, str]) -> str:
    assert place.inner is not None, "there is something"
    return without(place.text, place.inner)


_WRITTEN: Mapping[str, Callable[[_Place, Mapping[str, str]], str]] = {
    "game": _begin,
    "type": _add_type,
    "attribute": _add_attribute,
    "link": _add_link,
    "phase": _add_phase,
    "state": _add_state,
    "action": _add_action,
    "rename": _rename,
    "remove": _remove,
}


# Blanks


def _some(name: str, choices: Sequence[str], value: str | None = None) -> Blank:
    known = tuple(choices) or (_NOBODY,)
    return Blank(name, value if value in known else known[0], known)


def _fresh(place: _Place, name: str) -> Blank:
    """A name that nothing has yet."""
    keys = ("typeId", "instanceId", "linkId")
    taken = {
        str(tag.get(key)).rpartition(".")[2].lower() for tag in place.root.walk() for key in keys
    }
    number = 2
    while _own_id(name).lower() in taken:
        name = f"{name.rstrip('0123456789 ')} {number}"
        number += 1
    return Blank("name", name)


def _kinds(place: _Place) -> Blank:
    here = _kind(place.host) if place.host is not None else "actor"
    return _some("kind", _LINKED, here)


def _phase_blanks(place: _Place) -> tuple[Blank, ...]:
    here = place.host.get("typeId") if place.host is not None else None
    return _fresh(place, "phase"), _some("after", place.types("phase"), here)


def _action_blanks(place: _Place) -> tuple[Blank, ...]:
    here = place.host.get("typeId") if place.host is not None else None
    links = [str(tag.get("linkId")) for tag in place.root.walk() if tag.local == "actorLink"]
    hosts = [*place.types("phase", "actor", "object"), _GAME]
    return (
        _fresh(place, "action"),
        _some("by", [_EVERYBODY, *dict.fromkeys(links)]),
        _some("in", hosts, here),
    )


def _attribute_blanks(place: _Place) -> tuple[Blank, ...]:
    known = [one for one in place.types("attribute") if _defining(place, one).local in _VALUES]
    return _fresh(place, "attribute"), _some("type", [*_NEW, *known]), Blank("value", needed=False)


def _states(phase: Tag) -> list[str]:
    states = _child(phase, "phaseStates")
    return [str(s.get("typeId")) for s in states.children if s.get("typeId")] if states else []


# Finding the way


def _place(text: str, offset: int) -> _Place:
    root = read_markup(text)
    start = text.rfind("\n", 0, offset) + 1
    if not text[start:offset].strip():  # before a line's first letter, the line is meant
        offset = start + len(text[start:]) - len(text[start:].lstrip(" \t"))
    around = []
    tag: Tag | None = tag_at(root, offset + 1)
    while tag is not None:
        around.append(tag)
        tag = tag.parent
    host = next((one for one in around if _kind(one) in HOSTS), None)
    named = ("typeId", "instanceId", "linkId")
    inner = next((one for one in around if any(one.get(key) for key in named)), None)
    return _Place(text, root, host, inner)


def _kind(tag: Tag) -> str:
    if tag.local == _GAME:
        return "game"
    return AREAS.get(tag.parent.local, "") if tag.parent is not None else ""


def _called(tag: Tag) -> str:
    keys = ("typeId", "instanceId", "linkId")
    return next((str(tag.get(key)) for key in keys if tag.get(key)), tag.local)


def _child(tag: Tag, name: str) -> Tag | None:
    return next((child for child in tag.children if child.local == name), None)


def _body(place: _Place) -> Tag:
    body = place.body
    assert body is not None, "there is a game"
    return body


def _again(text: str, tag: Tag) -> Tag:
    """The element that has the id of another, in a text that was changed."""
    found = (one for one in read_markup(text).walk() if one.get("typeId") == tag.get("typeId"))
    return next(found)


def _defining(place: _Place, reference: str) -> Tag:
    found = (tag for tag in place.root.walk() if tag.get("typeId") == reference)
    tag = next(found, None)
    if tag is None:
        raise SpielwerkError(f"There is no type '{reference}'.")
    return tag


def _refuse_known(place: _Place, reference: str) -> None:
    if any(tag.get("typeId") == reference for tag in place.root.walk()):
        raise SpielwerkError(f"There is a type '{reference}' already: choose another name.")


def _led_on(text: str, within: Tag, transition: str, before: str, new: str) -> str:
    """What came after something without a condition comes after a new one instead."""
    found = [
        inner
        for tag in within.walk()
        if tag.local == transition and len(tag.children) == 1
        for inner in tag.walk()
        if inner.get("typeReference") == before
        and inner.local.endswith("TypeReference")
        and len(list(tag.walk())) == 4
    ]
    for inner in reversed(found):
        written = next(one for one in inner.attributes if one.name == "typeReference")
        text = text[: written.value_start] + new + text[written.value_end :]
    return text


def _ending(state: Tag) -> Tag | None:
    """What a state does to end its phase, where it does so whatever happens."""
    operations = _child(state, "operations")
    for one in operations.children if operations is not None else ():
        if [inner.local for inner in one.walk()] == [
            "phaseOperation",
            "setCurrentPhaseExecutionFinished",
        ]:
            return one
    return None


def _words(name: str) -> list[str]:
    found = re.findall(r"[A-Za-z0-9]+", name)
    if not found:
        raise SpielwerkError(f"'{name}' has no letter that an id could be made of.")
    return found


def _type_id(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in _words(name))


def _own_id(name: str) -> str:
    found = _type_id(name)
    return found[:1].lower() + found[1:]
