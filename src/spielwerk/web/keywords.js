/** The words of GDL that the page shows as such: the language's own table, which a test compares. */

export const KEYWORDS = new Set([
  "role",
  "init",
  "true",
  "next",
  "legal",
  "does",
  "goal",
  "terminal",
  "sees",
  "base",
  "input",
  "distinct",
  "not",
  "or",
  "and",
  "random",
  "include",
  "numbers",
  "letters",
  "<=",
]);
