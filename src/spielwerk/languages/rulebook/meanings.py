"""What the words of rulebooks mean, a row each: how one is written, and what it says.

Editors show it beside what is typed. :mod:`.vocabulary` says which words there are; a test keeps
the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A word that the engine reads."""

    form: str
    meaning: str

    @property
    def name(self) -> str:
        return self.form.partition("(")[0]

    @property
    def arity(self) -> int:
        return self.form.count(",") + 1


_TABLE = """
known_experience_level(E,MAX,SKILL,COMBAT,POINTS,SPELLS,FOREIGN) | there is this experience level
known_race(R) | there is this race
known_race_variant(R,V) | the race has this variant
known_culture(C) | there is this culture
known_profession(P) | there is this profession
known_attribute(A) | there is this attribute
known_talent(T) | there is this talent
known_combat_technique(C) | there is this combat technique
known_advantage(A,USES,LEVEL) | there is this advantage with this use ("" for none) and level
known_disadvantage(D,USES,LEVEL) | there is this disadvantage with this use ("" for none) and level
known_special_ability(S,USES,LEVEL) | there is this special ability with this use and level
known_spell(S) | there is this spell
known_liturgy(L) | there is this liturgy
known_cantrip(C) | there is this cantrip
known_blessing(B) | there is this blessing
known_language(L) | there is this language
known_language(L,LEVEL) | there is this language up to this level; 4 is the mother tongue
known_script(S) | there is this script
known_tradition(T,KIND,A) | there is this tradition of magic or karma with its lead attribute
known_experience_level(E) | there is this experience level
known_race_variant(V) | there is this variant of a race
known_bought(V) | points for this derived value can be bought
known_attribute_choice(A) | this attribute can be chosen for the modifier of a race
experience_ap(E,POINTS) | whoever starts with this experience level has so many adventure points
free_text(F) | any text is a legal use of the feature where "" is one
requires(CAUSE,NEED) | whoever has the first needs the second
forbids(F,G) | the first cannot be used by whoever has the second
excludes(F,G) | nobody has both
excludes(F,G,same_uses) | nobody has both with the same use
only_if_typical(F) | only for whom race, culture or profession call it typical
max_count(KIND,N) | so many features of this kind at most
max_uses(F,N) | so often with different uses at most
min_level(KIND,N) | no feature of this kind has a lower level
level_cap(KIND,N) | no higher level without something that lifts the cap
lifts_level_cap(F,G) | whoever has the first may go beyond the cap of the second
has_usual(CAUSE,F) | usual for the cause; others are a hint
has_typical(CAUSE,F) | typical for the cause
has_atypical(CAUSE,F) | atypical for the cause
strongly_recommends(CAUSE,F) | its absence is a strong warning
column(F,COLUMN) | by which column of the cost table the feature is raised
step_cost(COLUMN,LEVEL,POINTS) | what reaching this level costs
activation_cost(COLUMN,POINTS) | what activating a spell or liturgy costs
start_level(KIND,LEVEL) | the level that costs nothing
ap_cost(F,POINTS) | the whole cost of a feature; what disadvantages give is negative
free_for(CAUSE,F) | costs nothing for whoever has the cause
counts_once(F) | of several uses only the highest level counts
counts_up_to(F,N) | of several uses only so many count
redeem_cost(V,POINTS) | what buying back a lost point of a derived value costs
ap_limit(KIND,POINTS) | so many points for features of this kind at most
max_ap_left(POINTS) | so many points may be left after creation
package_price(F,POINTS) | the published price of a package
package(F,PART) | what a package brings
package_ap(F,KEY,POINTS) | points of a package that the player may place
check(F,ATTRIBUTES) | the three attributes of its check
primary(F,ATTRIBUTE) | its primary attribute
over_check(N) | how far a level may lie above the best attribute of its check
exceptional(F,G,N) | whoever has the first may raise the second so much further
attribute_max(CAUSE,ATTRIBUTE,N) | changes the maximum of an attribute at creation
attribute_max_choice(CAUSE,ATTRIBUTE,N) | the same for one attribute that the hero chooses
gives_tradition(F,TRADITION) | whoever has it is of this tradition
in_tradition(F,TRADITION) | a spell or liturgy of this tradition; "*" is every one
derived_value(V,PLACE) | there is this derived value, at this place of the sheet
derived_base(V,CAUSE,N) | the cause adds so much to a derived value
derived_attribute(V,ATTRIBUTE,N) | an attribute counts so often for a derived value
derived_divisor(V,N) | the sum of the attributes is divided by this and rounded
derived_lead(V,KIND) | adds the lead attribute of a tradition of this kind
bought_max(V,ATTRIBUTE) | at most as many points are bought as the attribute has
fight_value(V,F,ATTRIBUTE,N) | how a value of fighting is worked out
item(NAME,KIND,PRICE,WEIGHT,ID) | something to carry, with price and weight
melee(NAME,TECHNIQUE,DICE,POINTS,THRESHOLD,AT,PA,REACH) | a weapon for close combat
ranged(NAME,TECHNIQUE,DICE,POINTS,RANGES,LOADING) | a weapon for ranged combat
armour(NAME,RS,BE,MORE) | what armour protects, and how it hinders
parries(NAME,N) | what a shield or a parrying weapon adds to the parry of the other hand
two_handed(NAME) | the weapon takes both hands
coin(NAME,WORTH) | a coin and what it is worth in the smallest one
carries(ATTRIBUTE,WEIGHT) | what is carried with ease for each point of an attribute
carries_more(WEIGHT) | every such weight above that is a level of encumbrance
eases_encumbrance(F,N) | whoever has it is encumbered so much less
alias(F,G) | the first is another name of the second
label(F,LANGUAGE,TEXT) | what it is called in another language
ref(F,BOOK,PAGE) | where it stands in the books
printed_book(CODE,LANGUAGE,NAME) | what the printed book of a page is called
group_label(TEXT,LANGUAGE,NAME) | what a group is called in another language
use_label(TEXT,LANGUAGE,NAME) | what something is used for, in another language
group(F,TEXT) | how lists and sheets group it
severity(V,WEIGHT) | how much a violation, or all of a type, weighs: error, strong or hint
allows(V) | this violation does not count
message(KEY,LANGUAGE,TEXT) | what a house rule says
optolith(F,ID) | the id of the feature in Optolith
optolith(F,ID,CHOICE) | its id in Optolith together with that of its choice
optolith_variant(F,ID,VARIANT) | a profession's variant: both ids in Optolith
optolith_further(F,N,G) | the N-th entry of the first in Optolith is the second here
optolith_gratis(F,G) | the first, where it cost nothing in Optolith, is the second here
optolith_side(F,G) | what Optolith chooses with the first is the use of the second here
optolith_repeats(F,N) | so many of the same in Optolith count, further ones are free
optolith_counted(F) | every level is an entry of its own in Optolith
rulebook(NAME) | this book is called so, like its folder
rulebook_version(NAME,VERSION) | the version of this book
rulebook_depends(NAME,BOOK) | this book stands on another
rulebook_depends(NAME,BOOK,RANGE) | this book stands on another in these versions
rulebook_conflicts(NAME,BOOK) | this book cannot be used together with another
rulebook_title(NAME,LANGUAGE,TEXT) | what people call this book
rulebook_notice(NAME,LANGUAGE,TEXT) | what is shown where the book is used
extra_hero_validation_step(N) | this book has rules in a step of its own
experience_level(E) | the hero's experience level
race(R) | the hero's race
race_variant(V) | the variant of the hero's race
attribute_choice(A) | the attribute chosen for the modifier of the race
culture(C) | the hero's culture
profession(P) | the hero's profession
attribute(A,LEVEL) | the hero has an attribute of this value
advantage(A,USES,LEVEL) | the hero has this advantage
disadvantage(D,USES,LEVEL) | the hero has this disadvantage
talent(T,LEVEL) | the hero has this talent at this level
combat_technique(C,LEVEL) | the hero has this combat technique at this level
special_ability(S,USES,LEVEL) | the hero has this special ability
spell(S,LEVEL) | the hero has this spell at this level
liturgy(L,LEVEL) | the hero has this liturgy at this level
cantrip(C) | the hero has this cantrip
blessing(B) | the hero has this blessing
language(L,LEVEL) | the hero speaks this language at this level
script(S) | the hero reads this script
bought(V,N) | so many points were bought for a derived value
mode(M) | what the hero is checked as: draft, creation or advancement
given(KIND) | the hero says something about features of this kind
earned(N) | all adventure points that were ever earned
elsewhere(N) | points spent on what the books do not know
unjudged(F) | the hero has this from a book that is not loaded: it is counted, never judged
unjudged(F,POINTS) | what such a thing costs
unpriced(F) | nobody knows what such a thing costs, so the account is not judged
agreed(F,POINTS) | a price that was agreed on instead of the books'
lost(V,N) | so many points of a derived value are lost for ever
redeemed(V,N) | so many lost points were bought back
at_least(F,LEVEL) | the hero has the feature at this level or above
ap_total(N) | the adventure points there are to spend
unknown(F) | violation: no book knows it
unusable_by(F,G) | violation: the first cannot be used by whoever has the second
missing(CAUSE,F) | violation: the cause needs something that is missing
missing_level(CAUSE,F) | violation: the cause needs a higher level
missing_min_lvl(F,MIN) | violation: the level is too low
max_lvl_exceeded(F,MAX) | violation: the level is too high
max_count_exceeded(KIND,MAX) | violation: there are too many of a kind
ap_overdrawn(TOTAL) | violation: more adventure points are spent than there are
ap_limit_exceeded(KIND,MAX) | violation: too many points are spent on one kind of feature
ap_left_exceeded(MAX) | warning: so many points left lapse
house_rule(KEY,F) | violation of a rule of the table; `message` says what it is
missing_usual(CAUSE,F) | warning: unusual for the cause
missing_typical(CAUSE,F) | warning: something typical is missing
atypical(CAUSE,F) | warning: atypical for the cause
not_judged(F) | hint: this comes from a book that is not loaded and is not judged
not_decided(F,G) | hint: whether the two go together stands in a book that is not loaded
"""


def _rows() -> list[RuleWord]:
    rows = (line.partition(" | ") for line in _TABLE.strip().splitlines())
    return [RuleWord(form, meaning) for form, _, meaning in rows]


RULE_WORDS: Mapping[tuple[str, int], RuleWord] = {(one.name, one.arity): one for one in _rows()}
"""All words that the engine reads, by name and number of arguments."""

SUB_PROGRAMS: Mapping[str, str] = {
    "base": "always read",
    "rulebook_usable": "who the book is: name, version, dependencies, conflicts",
    "meta": "which steps the book adds",
    "world_facts": "facts about the world, and rules that derive such facts",
    "hero_facts": "derived facts about a hero",
    **{
        f"validate_hero_step_{step}": "rules that find violations in this step"
        for step in range(50, 551, 50)
    },
}
"""The sub-programs that are read, and what stands in each."""
