/**
 * A hero in the making: pure changes of its JSON, and the draft this browser remembers.
 * A hero and what was chosen go in, a changed hero comes out; the old one stays as it was.
 */

/** @typedef {import("./api.js").Hero} Hero */
/** @typedef {import("./api.js").Part} Part */
/**
 * @typedef {{feature: string, value: string, using: string, before: number, after: number}} Change
 */

/**
 * @typedef {object} Draft
 * @property {Hero} hero
 * @property {string[]} rulebooks
 * @property {Record<string, {name: string, changes: Change[]}>} taken
 * @property {string[]} notes
 * @property {Past[]} [past] how the hero was before each change, the latest last
 */

/**
 * @typedef {object} Past a hero before a change, and what the change was
 * @property {Hero} hero
 * @property {Draft["taken"]} taken
 * @property {string} what
 * @property {number} when
 * @property {number} spent
 */

/** Changes that can be taken back. */
const MOST_PAST = 60;

const KEY = "spielwerk hero";
/** Also here, for browsers that keep nothing. @type {Draft | null} */
let current = null;

/** @typedef {"single" | "levelled" | "used" | "named"} Shape */

/** The kinds of things a hero has: their key, their shape, and their title. */
export const FEATURES = /** @type {Record<string, {key: string, shape: Shape, title: string}>} */ ({
  experience_level: { key: "experience_level", shape: "single", title: "hero.experience" },
  race: { key: "race", shape: "single", title: "hero.race" },
  race_variant: { key: "race_variant", shape: "single", title: "hero.variant" },
  attribute_choice: { key: "attribute_choice", shape: "single", title: "hero.modifier" },
  culture: { key: "culture", shape: "single", title: "hero.culture" },
  profession: { key: "profession", shape: "single", title: "hero.profession" },
  attribute: { key: "attributes", shape: "levelled", title: "hero.attributes" },
  talent: { key: "talents", shape: "levelled", title: "hero.talents" },
  combat_technique: { key: "combat_techniques", shape: "levelled", title: "hero.fighting" },
  advantage: { key: "advantages", shape: "used", title: "hero.advantages" },
  disadvantage: { key: "disadvantages", shape: "used", title: "hero.disadvantages" },
  special_ability: { key: "special_abilities", shape: "used", title: "hero.abilities" },
  language: { key: "languages", shape: "levelled", title: "hero.languages" },
  script: { key: "scripts", shape: "named", title: "hero.scripts" },
  spell: { key: "spells", shape: "levelled", title: "hero.spells" },
  cantrip: { key: "cantrips", shape: "named", title: "hero.cantrips" },
  liturgy: { key: "liturgies", shape: "levelled", title: "hero.liturgies" },
  blessing: { key: "blessings", shape: "named", title: "hero.blessings" },
});

const NEEDED = ["experience_level", "race", "culture", "profession"];
const ATTRIBUTES = ["MU", "KL", "IN", "CH", "FF", "GE", "KO", "KK"];

/** A draft of nobody yet. @returns {Draft} */
export function freshDraft() {
  const attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, 8]));
  const hero = {
    name: "",
    mode: "draft",
    attributes,
    talents: {},
    combat_techniques: {},
    advantages: [],
    disadvantages: [],
    special_abilities: [],
    languages: {},
  };
  return { hero, rulebooks: ["dsa5"], taken: {}, notes: [] };
}

/** The draft this browser remembers, if any. @returns {Draft | null} */
export function rememberedDraft() {
  try {
    current ??= JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // Nothing readable is nothing remembered.
  }
  return current;
}

/** @param {Draft} draft */
export function rememberDraft(draft) {
  current = draft;
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing forgets the draft with the page.
  }
}

/**
 * Whether creation is over is read off the hero: it is, once it says who the hero is.
 * @param {Hero} hero @returns {Hero}
 */
function settled(hero) {
  if (hero.mode === "advancement") return hero;
  return { ...hero, mode: NEEDED.every((key) => hero[key]) ? "creation" : "draft" };
}

/**
 * The level a hero has something at; 0 where it has none.
 * @param {Hero} hero @param {{feature: string, value: string, using?: string}} thing
 * @returns {number}
 */
export function levelOf(hero, { feature, value, using = "" }) {
  const { key, shape } = FEATURES[feature];
  const now = hero[key];
  if (shape === "single") return now === value ? 1 : 0;
  if (shape === "levelled") return now?.[value] ?? 0;
  if (shape === "named") return now?.includes(value) ? 1 : 0;
  return now?.find((/** @type {any} */ one) => one[0] === value && one[1] === using)?.[2] ?? 0;
}

/**
 * The hero with something at a level; at 0 without it.
 * @param {Hero} hero @param {{feature: string, value: string, using?: string}} thing
 * @param {number} level @returns {Hero}
 */
export function withLevel(hero, { feature, value, using = "" }, level) {
  const { key, shape } = FEATURES[feature];
  const now = hero[key];
  if (shape === "single") {
    const changed = { ...hero, [key]: level ? value : undefined };
    if (feature === "race") changed.race_variant = changed.attribute_choice = undefined;
    return settled(changed);
  }
  if (shape === "levelled") {
    const { [value]: _, ...others } = now ?? {};
    return { ...hero, [key]: level ? { ...now, [value]: level } : others };
  }
  const others = (now ?? []).filter((/** @type {any} */ one) =>
    shape === "named" ? one !== value : one[0] !== value || one[1] !== using,
  );
  return {
    ...hero,
    [key]: level ? [...others, shape === "named" ? value : [value, using, level]] : others,
  };
}

/**
 * The draft after a change, with what there is to take back.
 * @param {Draft} before @param {Draft} after @param {number} spent before the change
 * @param {import("./names.js").Names} names
 * @returns {Draft}
 */
export function withPast(before, after, spent, names) {
  if (before.hero === after.hero) return after;
  const what = differences(before.hero, after.hero, names).join(", ");
  if (!what) return { ...after, past: before.past };
  const { portrait: _, ...hero } = before.hero;
  const entry = { hero, taken: before.taken, what, when: Date.now(), spent };
  return { ...after, past: [...(before.past ?? []), entry].slice(-MOST_PAST) };
}

/** The draft as it was before its latest change. @param {Draft} draft @returns {Draft} */
export function undone(draft) {
  const past = [...(draft.past ?? [])];
  const entry = past.pop();
  if (!entry) return draft;
  const { portrait } = draft.hero;
  return { ...draft, hero: { ...entry.hero, portrait }, taken: entry.taken, past };
}

/**
 * What changed between two heroes, a few words each; how it is called does not count.
 * @param {Hero} before @param {Hero} after @param {import("./names.js").Names} names
 * @returns {string[]}
 */
export function differences(before, after, names) {
  const found = Object.entries(FEATURES).flatMap(([feature, { key, shape }]) => {
    const [old, now] = [before[key], after[key]];
    const called = (/** @type {string} */ name, /** @type {string} */ use = "") =>
      names.of(feature, name) + (use && ` (${names.use(use)})`);
    if (shape === "single") return old === now || !now ? [] : [called(now)];
    const levels = (/** @type {any} */ said) =>
      new Map(
        Array.isArray(said)
          ? said.map((one) =>
              typeof one === "string" ? [called(one), 1] : [called(one[0], one[1]), one[2]],
            )
          : Object.entries(said ?? {}).map(([name, level]) => [called(name), level]),
      );
    const [a, b] = [levels(old), levels(now)];
    const gone = [...a.keys()].filter((name) => !b.has(name)).map((name) => `− ${name}`);
    const come = [...b]
      .filter(([name, level]) => a.get(name) !== level)
      .map(([name, level]) => (level === 1 && !a.has(name) ? name : `${name} ${level}`));
    return [...come, ...gone];
  });
  return found.length > 4 ? [...found.slice(0, 4), `+${found.length - 4}`] : found;
}

/**
 * Take a package: what is learned adds up, what is asked for is reached.
 * @param {Draft} draft @param {string} feature @param {string} name @param {Part[]} parts
 * @returns {Draft}
 */
export function takePackage(draft, feature, name, parts) {
  /** @type {Change[]} */
  const changes = [];
  let hero = draft.hero;
  for (const part of parts) {
    const before = levelOf(hero, part);
    const level = part.level ?? 1;
    const after = part.feature === "talent" ? before + level : Math.max(before, level);
    if (after === before) continue;
    hero = withLevel(hero, part, after);
    changes.push({
      feature: part.feature,
      value: part.value,
      using: part.using ?? "",
      before,
      after,
    });
  }
  return { ...draft, hero, taken: { ...draft.taken, [feature]: { name, changes } } };
}

/**
 * Give a package back; what was improved since stays improved.
 * @param {Draft} draft @param {string} feature @returns {Draft}
 */
export function dropPackage(draft, feature) {
  const { [feature]: dropped, ...taken } = draft.taken;
  let hero = draft.hero;
  for (const one of dropped?.changes ?? []) {
    const now = levelOf(hero, one);
    hero = withLevel(
      hero,
      one,
      one.feature === "talent"
        ? Math.max(0, now - (one.after - one.before))
        : now === one.after
          ? one.before
          : now,
    );
  }
  return { ...draft, hero, taken };
}
