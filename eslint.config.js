/** What the page's modules and stylesheets keep to, besides their layout, which is Prettier's. */

import css from "@eslint/css";
import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import { defineConfig } from "eslint/config";
import globals from "globals";

const MODULES = ["src/spielwerk/web/**/*.js", "tools/*.js", "*.js"];

export default defineConfig([
  { ignores: ["src/spielwerk/web/vendor/", ".venv/"] },
  {
    files: MODULES,
    plugins: { js, stylistic },
    extends: ["js/recommended"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "complexity": ["error", 15],
      "eqeqeq": ["error", "always", { null: "ignore" }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
      "stylistic/max-len": ["error", { code: 100, ignoreUrls: true }],
    },
  },
  {
    files: ["src/spielwerk/web/styles/*.css"],
    plugins: { css },
    language: "css/css",
    extends: ["css/recommended"],
    rules: {
      // Variables of look.css are used everywhere; properties that a browser may leave out, too.
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
      "css/use-baseline": "off",
    },
  },
]);
