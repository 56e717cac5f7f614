/** The words of GDL that the page shows as such; a test compares them with the language's table. */

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
