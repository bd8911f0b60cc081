import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { precachePlugin } from "./precache.js";
import { spritePlugin } from "./sprite.js";

const SERVER = process.env.ALHAMBRA_SERVER ?? "http://127.0.0.1:8000";

// The supported browsers are listed in package.json: "safari >= 16.4" becomes "safari16.4".
const { browserslist } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const target = browserslist.map((line) => line.replace("ios_saf", "ios").replace(" >= ", ""));

export default defineConfig({
  plugins: [svelte(), spritePlugin(), precachePlugin()],
  build: {
    outDir: "../src/alhambra/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target,
    chunkSizeWarningLimit: 400,
    // What the first screen needs comes in one file, not in one for each part that a later screen shares.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } },
    },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    setupFiles: ["tests/setup.ts"],
    include: ["tests/**/*.test.ts"],
  },
});
