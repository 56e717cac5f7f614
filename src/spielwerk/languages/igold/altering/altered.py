"""The text after an alteration: what is written, and where.

Each alteration is a function from a place and what was said to another text. What would make the
rules wrong is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from spielwerk.core import (
    RuleText,
    Severity,
    SpielwerkError,
    TextEdit,
    altered_lines,
    said_blanks,
)
from spielwerk.languages.igold.altering.offers import alterations_at
from spielwerk.languages.igold.altering.place import (
    EVERYBODY,
    GAME,
    NEW,
    NOTHING,
    VALUES,
    Place,
    body_of,
    child_of,
    defining,
    found_again,
    kind_of,
    own_id,
    place_at,
    refuse_known,
    type_id,
)
from spielwerk.languages.igold.altering.writing import put_into, without
from spielwerk.languages.igold.definition import AREAS
from spielwerk.languages.igold.markup import Tag
from spielwerk.languages.igold.model import word_of
from spielwerk.languages.igold.source import NAMESPACE

_AREA = {kind: area for area, kind in AREAS.items() if area != "effects"}
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
    after = _WRITTEN[name](place_at(rules.text, offset), blanks)
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


def _begin(place: Place, said: Mapping[str, str]) -> str:
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
        f'<phaseState typeId="{phase}.{type_id(name)}" name="{escape(name)}">',
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


def _add_type(place: Place, said: Mapping[str, str]) -> str:
    kind, reference = said["kind"], type_id(said["name"])
    refuse_known(place, reference)
    line = f'<{kind} typeId="{reference}" name="{escape(said["name"])}"/>'
    return put_into(place.text, body_of(place), (_AREA[kind],), line)


def _add_attribute(place: Place, said: Mapping[str, str]) -> str:
    assert place.host is not None, "attributes belong to something"
    text, name, kind = place.text, said["name"], said["type"]
    made = NEW.get(kind)
    if made is not None:
        kind = type_id(name)
        refuse_known(place, kind)
    element = made[0] if made is not None else defining(place, kind).local
    if element not in VALUES:
        raise SpielwerkError(f"Attributes of '{kind}' have values of their own: write it by hand.")
    value, first = VALUES[element]
    given = said["value"] or first
    attribute = f'<{value} value="{escape(given)}"/>'
    head = f'instanceId="{own_id(name)}" name="{escape(name)}" typeReference="{kind}"'
    lines = f"<attributeInstance {head}>\n  {attribute}\n</attributeInstance>"
    text = put_into(text, place.host, ("instances",), lines)
    if made is None:
        return text
    body = body_of(place_at(text, place.host.start))
    type_line = f'<{made[0]} typeId="{kind}" name="{escape(name)}"/>'
    return put_into(text, body, ("attributes",), type_line)


def _add_link(place: Place, said: Mapping[str, str]) -> str:
    assert place.host is not None, "links belong to something"
    name, to = said["name"], said["to"]
    kind = kind_of(defining(place, to))
    head = f'linkId="{own_id(name)}" name="{escape(name)}" typeReference="{to}"'
    return put_into(place.text, place.host, ("links",), f"<{kind}Link {head}/>")


def _add_phase(place: Place, said: Mapping[str, str]) -> str:
    reference, after = type_id(said["name"]), said["after"]
    refuse_known(place, reference)
    text = place.text
    if after == NOTHING:
        when = "<phaseRule><noPhaseExecutedYet/></phaseRule>"
    else:
        when = _phase_before(after)
        text = _led_on(text, body_of(place), "phaseTransition", after, reference)
    lines = _written_phase(reference, said["name"], when, "begin", _DONE)
    return put_into(text, body_of(place_at(text, 0)), ("phases",), lines, behind=after)


def _add_state(place: Place, said: Mapping[str, str]) -> str:
    phase = place.host
    assert phase is not None, "states belong to phases"
    owner, after, text = str(phase.get("typeId")), said["after"], place.text
    reference = f"{owner}.{type_id(said['name'])}"
    refuse_known(place, reference)
    operation, when = "", _FIRST
    if after == NOTHING:
        operation = _DONE
    else:
        when = _state_before(after)
        text = _led_on(text, phase, "phaseStateTransition", after, reference)
        phase = found_again(text, phase)
        last = next((tag for tag in phase.walk() if tag.get("typeId") == after), None)
        ending = _ending(last) if last is not None and text == place.text else None
        if ending is not None:  # what ended the phase does so in the new state
            operation = text[ending.start : ending.end]
            alone = ending.parent is not None and len(ending.parent.children) == 1
            text = without(text, ending.parent if alone and ending.parent else ending)
            phase = found_again(text, phase)
    lines = "\n".join(_written_state(owner, said["name"], when, operation))
    return put_into(text, phase, ("phaseStates",), lines, behind=after)


def _add_action(place: Place, said: Mapping[str, str]) -> str:
    name, reference = said["name"], type_id(said["name"])
    refuse_known(place, reference)
    who = "<selectAllActors/>"
    if said["by"] != EVERYBODY:
        who = f'<actorOfLink linkIdReference="{said["by"]}"/>'
    finished = "<phaseStateOperation><setCurrentPhaseStateExecutionFinished/></phaseStateOperation>"
    head = f'typeId="{reference}" name="{escape(name)}" move="{word_of(name)}"'
    lines = (
        f"<simpleAction {head}>\n  <executableBy>{who}</executableBy>\n"
        f"  <operations>{finished}</operations>\n</simpleAction>"
    )
    host = child_of(body_of(place), GAME) if said["in"] == GAME else defining(place, said["in"])
    if host is None:
        raise SpielwerkError("There is no gameState that could have it.")
    instance = f'<actionInstance instanceId="{own_id(name)}" typeReference="{reference}"/>'
    text = put_into(place.text, host, ("instances",), instance)
    return put_into(text, body_of(place_at(text, 0)), ("actions",), lines)


def _rename(place: Place, said: Mapping[str, str]) -> str:
    assert place.inner is not None, "it has a name"
    name, text = said["name"], place.text
    written = next((one for one in place.inner.attributes if one.name == "name"), None)
    if written is not None:
        return text[: written.value_start] + escape(name) + text[written.value_end :]
    end = place.inner.name_end
    return f'{text[:end]} name="{escape(name)}"{text[end:]}'


def _remove(place: Place, said: Mapping[str, str]) -> str:
    assert place.inner is not None, "there is something"
    return without(place.text, place.inner)


_WRITTEN: Mapping[str, Callable[[Place, Mapping[str, str]], str]] = {
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
    operations = child_of(state, "operations")
    for one in operations.children if operations is not None else ():
        if [inner.local for inner in one.walk()] == [
            "phaseOperation",
            "setCurrentPhaseExecutionFinished",
        ]:
            return one
    return None
