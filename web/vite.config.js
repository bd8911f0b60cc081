import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { precachePlugin } from "./precache.js";
import { spritePlugin } from "./sprite.js";

const SERVER = process.env.ALHAMBRA_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), spritePlugin(), precachePlugin()],
  build: {
    outDir: "../src/alhambra/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 400,
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    setupFiles: ["tests/setup.ts"],
    include: ["tests/**/*.test.ts"],
  },
});
