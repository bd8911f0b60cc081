import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// What prettier and svelte-check do not say.
export default defineConfig([
  { ignores: ["node_modules/", "src/protocol.ts", "tests/fixtures/"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.serviceworker } },
  },
  {
    files: ["service-worker.js"],
    languageOptions: { globals: { FILES: "readonly", VERSION: "readonly" } }, // from precache.js
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: { "no-undef": "off" }, // svelte-check knows which names there are
  },
  {
    files: ["tests/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ReturnStatement[argument=null]",
          message: "A test that ends early cannot fail.",
        },
        {
          selector: "IfStatement CallExpression[callee.name='expect']",
          message: "What is expected under a condition may never be looked at.",
        },
      ],
    },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `== null` is meant: it asks for null and undefined.
      eqeqeq: ["error", "always", { null: "ignore" }],
      // `_` counts in {#each} where only the index is used.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" },
      ],
      // Maps and sets here are replaced as a whole or not shown at all.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
]);
