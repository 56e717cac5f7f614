"""A hero on paper: the character sheet as PDF, to bring to the table.

A hero and the rules go in; the bytes of a PDF come out. The first page
has everything that is rolled for, with room for a pencil; what a hero does not have is left out.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)
from reportlab.platypus import Image as Picture

from spielwerk.heroes.figures import SheetRow, equipment, fight_rows, skill_rows, unjudged
from spielwerk.languages.rulebook import (
    FEATURES,
    Account,
    Hero,
    Report,
    Rules,
    Shape,
    Term,
    account_of,
    derived_values,
    each_line,
    lines_of,
    outfit_of,
)

_INK, _BAND, _PALE, _LINE = (HexColor(c) for c in ("#22262b", "#5b2a2a", "#f4efe6", "#c9bfae"))
_WIDTH, _HEIGHT = A4
_MARGIN = 11 * mm
_GAP = 5 * mm
_COLUMN = (_WIDTH - 2 * _MARGIN - _GAP) / 2
_HEAD = 74 * mm
"""What the first page keeps free for name, attributes and derived values."""
_SMALL = 7.2

_TEXT = ParagraphStyle("text", fontName="Vera", fontSize=_SMALL, leading=8.6, textColor=_INK)
_RIGHT = ParagraphStyle("right", parent=_TEXT, alignment=2)
_BOLD = ParagraphStyle("bold", parent=_TEXT, fontName="VeraBd")
_BOLD_RIGHT = ParagraphStyle("bold right", parent=_BOLD, alignment=2)
_TITLE = ParagraphStyle(
    "title", parent=_BOLD, fontSize=8.4, leading=10, textColor=HexColor("#ffffff")
)
_NOTE = ParagraphStyle("note", parent=_TEXT, fontSize=6, leading=7.5, textColor=HexColor("#777777"))
_NOTE_RIGHT = ParagraphStyle("note right", parent=_NOTE, alignment=2)

_FIGHT = "AT PA FK"
"""The order of what is rolled in a fight."""
_WORDS = {
    "talent": ("Talente", "Skills"),
    "combat_technique": ("Kampftechniken", "Combat techniques"),
    "advantage": ("Vorteile", "Advantages"),
    "disadvantage": ("Nachteile", "Disadvantages"),
    "special_ability": ("Sonderfertigkeiten", "Special abilities"),
    "spell": ("Zauber", "Spells"),
    "liturgy": ("Liturgien", "Liturgies"),
    "cantrip": ("Zaubertricks", "Cantrips"),
    "blessing": ("Segnungen", "Blessings"),
    "language": ("Sprachen", "Languages"),
    "script": ("Schriften", "Scripts"),
    "weapons": ("Waffen und Rüstung", "Weapons and armor"),
    "unjudged": ("Aus anderen Büchern", "From other books"),
    "details": ("Person", "Person"),
    "account": ("Abenteuerpunkte", "Adventure points"),
    "equipment": ("Ausrüstung", "Equipment"),
    "notes": ("Notizen", "Notes"),
    "history": ("Verlauf", "History"),
    "total": ("gesamt", "total"),
    "spent": ("ausgegeben", "spent"),
    "left": ("übrig", "left"),
    "check": ("Probe", "Check"),
    "mother": ("Muttersprache", "mother tongue"),
    "invalid": ("nicht regelgerecht", "not legal"),
    "waived": ("von der Spielleitung erlaubt", "accepted by the game master"),
}
_MOTHER_TONGUE = 4
_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def hero_sheet(rules: Rules, hero: Hero, language: str = "de") -> bytes:
    """The sheet of a hero, with what the rules say about it."""
    _register_fonts()
    report = rules.validate(hero, language)
    account = account_of(rules, hero, report)
    sheet = _Sheet(rules, hero, report, account, 0 if language == "de" else 1, language)
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        title=hero.name or "Spielwerk",
        author="Spielwerk",
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
    )
    document.addPageTemplates(
        [
            PageTemplate("first", _frames(_HEAD), onPage=sheet.draw_head),
            PageTemplate("later", _frames(14 * mm), onPage=sheet.draw_running_head),
        ]
    )
    document.build([NextPageTemplate("later"), *sheet.story()])
    return out.getvalue()


def _register_fonts() -> None:
    """Vera comes with reportlab and is put into the file, so umlauts look the same everywhere."""
    for name in ("Vera", "VeraBd", "VeraIt", "VeraBI"):
        registerFont(TTFont(name, f"{name}.ttf"))
    registerFontFamily("Vera", "Vera", "VeraBd", "VeraIt", "VeraBI")


def _frames(head: float) -> list[Frame]:
    height = _HEIGHT - head - _MARGIN - 6 * mm
    bottom = _MARGIN + 4 * mm
    return [
        Frame(x, bottom, _COLUMN, height, leftPadding=0, rightPadding=0, topPadding=0)
        for x in (_MARGIN, _MARGIN + _COLUMN + _GAP)
    ]


@dataclass(frozen=True, slots=True)
class _Sheet:
    rules: Rules
    hero: Hero
    report: Report
    account: Account
    column: int
    language: str

    def word(self, key: str) -> str:
        return _WORDS[key][self.column]

    def name(self, feature: str, value: str) -> str:
        label = self.rules.lore.labels.get((feature, value, self.language))
        return label or value

    # The head of the first page

    def draw_head(self, canvas: Any, _document: Any) -> None:
        top = _HEIGHT - _MARGIN
        canvas.setFillColor(_BAND)
        canvas.roundRect(_MARGIN, top - 15 * mm, _WIDTH - 2 * _MARGIN, 15 * mm, 4, 0, 1)
        canvas.setFillColor(HexColor("#ffffff"))
        left, right = _MARGIN + 4 * mm, _WIDTH - _MARGIN - 4 * mm
        _draw_fitting(canvas, self.hero.name, left, top - 9.5 * mm, 18, "VeraBd", 88 * mm)
        _draw_fitting(canvas, self._kind(), right, top - 6 * mm, 8, "Vera", 86 * mm, right=True)
        standing = self._standing()
        _draw_fitting(canvas, standing, right, top - 11.5 * mm, 8, "Vera", 86 * mm, right=True)
        self._draw_details(canvas, top - 20 * mm)
        self._draw_boxes(canvas, top - 43 * mm, self._attributes(), 17 * mm, 13)
        self._draw_boxes(canvas, top - 60 * mm, self._derived(), 12.5 * mm, 11)
        self._draw_foot(canvas)

    def draw_running_head(self, canvas: Any, _document: Any) -> None:
        canvas.setFillColor(_BAND)
        y, half = _HEIGHT - _MARGIN - 2 * mm, (_WIDTH - 2 * _MARGIN) / 2 - 3 * mm
        _draw_fitting(canvas, self.hero.name, _MARGIN, y, 9, "VeraBd", half)
        canvas.setFillColor(_INK)
        _draw_fitting(canvas, self._kind(), _WIDTH - _MARGIN, y, 7, "Vera", half, right=True)
        self._draw_foot(canvas)

    def _kind(self) -> str:
        hero = self.hero
        parts = [("race", hero.race), ("culture", hero.culture), ("profession", hero.profession)]
        return "  ·  ".join(self.name(feature, value) for feature, value in parts if value)

    def _standing(self) -> str:
        parts = [self.name("experience_level", self.hero.experience_level or "")]
        if self.account.total is not None:
            parts.append(f"{self.account.total} AP")
        if not self.report.valid:
            parts.append(self.word("invalid"))
        return "  ·  ".join(part for part in parts if part)

    def _draw_details(self, canvas: Any, y: float) -> None:
        canvas.setFillColor(_INK)
        canvas.setFont("Vera", 7)
        if self._details_fit():
            canvas.drawString(_MARGIN + 1 * mm, y, self._details())

    def _details(self) -> str:
        return "  ·  ".join(v for v in self.hero.details.values() if v.strip("- "))

    def _details_fit(self) -> bool:
        """Whether they are short enough for the head; else they have a section of their own."""
        return bool(stringWidth(self._details(), "Vera", 7) < _WIDTH - 2 * _MARGIN - 2 * mm)

    def _attributes(self) -> list[tuple[str, str, int]]:
        known = [term.value or "" for term in self.rules.lore.known["attribute"]]
        values = self.hero.attributes or {}
        return [
            (name, self.name("attribute", name), values[name]) for name in known if name in values
        ]

    def _derived(self) -> list[tuple[str, str, int]]:
        return [(name, "", value) for name, value in derived_values(self.rules, self.hero).items()]

    def _draw_boxes(
        self, canvas: Any, y: float, boxes: Sequence[tuple[str, str, int]], high: float, size: int
    ) -> None:
        if not boxes:
            return
        wide = (_WIDTH - 2 * _MARGIN - (len(boxes) - 1) * 2 * mm) / len(boxes)
        for place, (short, long, value) in enumerate(boxes):
            x = _MARGIN + place * (wide + 2 * mm)
            canvas.setFillColor(_PALE)
            canvas.setStrokeColor(_LINE)
            canvas.roundRect(x, y, wide, high, 3, 1, 1)
            canvas.setFillColor(_BAND)
            canvas.setFont("VeraBd", 8)
            canvas.drawString(x + 1.8 * mm, y + high - 4 * mm, short)
            canvas.setFillColor(_INK)
            canvas.setFont("VeraBd", size)
            canvas.drawRightString(x + wide - 2 * mm, y + high / 2 - 2 * mm, str(value))
            canvas.setFont("Vera", 5)
            canvas.drawString(x + 1.8 * mm, y + 1.6 * mm, long)

    def _draw_foot(self, canvas: Any) -> None:
        canvas.setFillColor(HexColor("#777777"))
        canvas.setFont("Vera", 5.5)
        notices = [imprint.notices.get(self.language, "") for imprint in self.rules.imprints]
        notice = next(filter(None, notices), "")
        canvas.setFont("Vera", _fitting(canvas, notice, 5.5, "Vera", 175 * mm))
        canvas.drawString(_MARGIN, _MARGIN - 2 * mm, notice)
        canvas.drawRightString(_WIDTH - _MARGIN, _MARGIN - 2 * mm, f"{canvas.getPageNumber()}")

    # The columns

    def story(self) -> Iterator[Flowable]:
        yield from self._portrait()
        if not self._details_fit():
            yield from self._lines("details", [self._details()], 0)
        yield from self._skills("talent")
        yield from self._fighting()
        yield from self._weapons()
        for feature in ("advantage", "disadvantage", "special_ability"):
            yield from self._list(feature)
        yield from self._skills("spell")
        yield from self._skills("liturgy")
        for feature in ("cantrip", "blessing", "language", "script"):
            yield from self._list(feature)
        yield from self._unjudged()
        yield from self._account()
        yield from self._lines("equipment", [*equipment(self.hero), *self._money()], 8)
        yield FrameBreak()
        yield from self._lines("notes", self._remarks(), 60)

    def _section(
        self, title: str, rows: list[list[Any]], widths: Sequence[float]
    ) -> list[Flowable]:
        head = [Paragraph(escape(title), _TITLE)] + [""] * (len(widths) - 1)
        table = Table([head, *rows], colWidths=list(widths), repeatRows=1)
        table.setStyle(
            [
                ("BACKGROUND", (0, 0), (-1, 0), _BAND),
                ("SPAN", (0, 0), (-1, 0)),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, _LINE),
                ("TOPPADDING", (0, 0), (-1, -1), 0.3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0.9),
                ("LEFTPADDING", (0, 0), (-1, -1), 2.5),
                ("RIGHTPADDING", (0, 0), (-1, -1), 2.5),
            ]
        )
        return [table, Spacer(1, 2.5 * mm)]

    def _skills(self, feature: str) -> Iterator[Flowable]:
        groups = skill_rows(self.rules, self.hero, feature, self.language)
        if not any(groups.values()):
            return
        rows: list[list[Any]] = []
        for group, entries in groups.items():
            if group and entries:
                rows.append(
                    [Paragraph(escape(group), _BOLD), Paragraph(self.word("check"), _NOTE), ""]
                )
            rows.extend(self._skill(feature, entry) for entry in entries)
        widths = (_COLUMN - 32 * mm, 22 * mm, 10 * mm)
        yield from self._section(self.word(feature), rows, widths)

    def _skill(self, feature: str, entry: SheetRow) -> list[Any]:
        name = Paragraph(escape(self.name(feature, entry.name)), _BOLD if entry.level else _TEXT)
        level = Paragraph(str(entry.level or 0), _BOLD_RIGHT if entry.level else _RIGHT)
        return [name, Paragraph("/".join(entry.check), _TEXT), level]

    def _fighting(self) -> Iterator[Flowable]:
        rows = fight_rows(self.rules, self.hero)
        if not rows:
            return
        columns = sorted({name for row in rows for name in row.values}, key=_FIGHT.find)
        head: list[Any] = ["", *(Paragraph(n, _NOTE_RIGHT) for n in ("", "KtW", *columns))]
        body = [
            [
                Paragraph(escape(self.name("combat_technique", row.name)), _TEXT),
                Paragraph("/".join(row.check), _TEXT),
                Paragraph(str(row.level or 0), _BOLD_RIGHT),
                *(Paragraph(str(row.values.get(name, "–")), _RIGHT) for name in columns),
            ]
            for row in rows
        ]
        widths = (_COLUMN - (12 + 9 * (len(columns) + 1)) * mm, 12 * mm)
        all_widths = (*widths, *[9 * mm] * (len(columns) + 1))
        yield from self._section(self.word("combat_technique"), [head, *body], all_widths)

    def _list(self, feature: str) -> Iterator[Flowable]:
        terms = [term for term in self.hero.terms() if term.feature == feature]
        if terms:
            said = ", ".join(escape(self._entry(term)) for term in terms)
            yield KeepTogether(
                self._section(self.word(feature), [[Paragraph(said, _TEXT)]], (_COLUMN,))
            )

    def _entry(self, term: Term) -> str:
        name = self.rules.lore.label(replace(term, level=None), self.language)
        levels = self.rules.lore.levels(term.feature, term.value or "", term.using or "")
        level = term.level or 0
        if term.feature == "language" and level == _MOTHER_TONGUE:
            return f"{name} ({self.word('mother')})"
        shown = FEATURES[term.feature].shape is Shape.LEVELLED or max(levels, default=1) > 1
        number = _ROMAN[level] if level < len(_ROMAN) else str(level)
        return f"{name} {number}" if shown else name

    def _portrait(self) -> Iterator[Flowable]:
        """The hero's picture; one that cannot be read is left out."""
        _, _, code = self.hero.portrait.partition(",")
        if not code:
            return
        try:
            picture = Picture(BytesIO(b64decode(code)), 26 * mm, 26 * mm, kind="proportional")
        except (OSError, ValueError):
            return
        picture.hAlign = "LEFT"
        yield picture
        yield Spacer(1, 2 * mm)

    def _weapons(self) -> Iterator[Flowable]:
        outfit = outfit_of(self.rules, self.hero)
        if not outfit.weapons and not outfit.protection:
            return
        names = ("AT", "PA", "FK")
        head = [Paragraph(n, _NOTE_RIGHT) for n in ("", *names, "TP")]
        rows: list[list[Any]] = [head] if outfit.weapons else []
        for weapon in outfit.weapons:
            far = f" ({'/'.join(weapon.ranges)})" if weapon.ranges else ""
            values = [str(weapon.values.get(name, "–")) for name in names]
            rows.append(
                [
                    Paragraph(escape(weapon.name + far), _TEXT),
                    *(Paragraph(value, _RIGHT) for value in values),
                    Paragraph(weapon.damage, _BOLD_RIGHT),
                ]
            )
        load = " · ".join(
            [
                f"RS {outfit.protection}",
                f"BE {outfit.encumbrance}",
                *(f"{n} {outfit.values[n]}" for n in ("INI", "GS", "AW") if n in outfit.values),
            ]
        )
        rows.append([Paragraph(load, _BOLD), "", "", "", ""])
        widths = (_COLUMN - 42 * mm, 9 * mm, 9 * mm, 9 * mm, 15 * mm)
        yield from self._section(self.word("weapons"), rows, widths)

    def _money(self) -> list[str]:
        said = [f"{many} {name}" for name, many in self.hero.purse.items() if many]
        return [", ".join(said)] if said else []

    def _unjudged(self) -> Iterator[Flowable]:
        """What comes from books that are not here: named and counted."""
        if self.hero.unjudged:
            yield from self._lines("unjudged", unjudged(self.rules, self.hero, self.language), 0)

    def _account(self) -> Iterator[Flowable]:
        account = self.account
        if account.total is None:
            return
        parts = [
            f"{self.word('total')} <b>{account.total}</b>",
            f"{self.word('spent')} <b>{account.spent}</b>",
            f"{self.word('left')} <b>{account.left}</b>",
        ]
        rows: list[list[Any]] = [[Paragraph("  ·  ".join(parts), _TEXT)]]
        for entry in self.hero.history:
            said = f"{entry.get('date', '')} {entry.get('change', '')} ({entry.get('ap', 0)} AP)"
            rows.append([Paragraph(escape(said.strip()), _NOTE)])
        yield from self._section(self.word("account"), rows, (_COLUMN,))

    def _remarks(self) -> list[str]:
        lines = lines_of(self.rules, self.report, self.language)
        waived = [f"{self.word('waived')}: {v.message}" for v in self.report.waived]
        return [*each_line(line for line in lines if line.severity == "error"), *waived]

    def _lines(self, key: str, said: Iterable[str], blank: int) -> Iterator[Flowable]:
        rows: list[list[Any]] = [[Paragraph(escape(line), _TEXT)] for line in said]
        rows += [[Paragraph("&nbsp;", _TEXT)] for _ in range(blank)]
        yield from self._section(self.word(key), rows, (_COLUMN,))


def _draw_fitting(
    canvas: Any,
    text: str,
    x: float,
    y: float,
    size: float,
    font: str,
    wide: float,
    *,
    right: bool = False,
) -> None:
    """Draw a text no wider than said: smaller first, and then in two lines."""
    fitting = _fitting(canvas, text, size, font, wide)
    lines = [text]
    if fitting < 0.55 * size:
        words = text.split() if " " in text else [text[: len(text) // 2], text[len(text) // 2 :]]
        half = len(words) // 2
        lines = [" ".join(words[:half]), " ".join(words[half:])]
        fitting = min(_fitting(canvas, line, 0.6 * size, font, wide) for line in lines)
    canvas.setFont(font, fitting)
    for place, line in enumerate(lines):
        draw = canvas.drawRightString if right else canvas.drawString
        draw(x, y + (len(lines) - 1 - 2 * place) * fitting * 0.55, line)


def _fitting(canvas: Any, text: str, size: float, font: str, wide: float) -> float:
    """The largest size at which a text fits."""
    while size > 2.5 and canvas.stringWidth(text, font, size) > wide:
        size -= 0.5
    return size
