// Builds the service worker: its script, preceded by the version and the list of the files to keep.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The worker for these files, given by address and content. Any change makes another version. */
export function serviceWorker(files) {
  const script = readFileSync(here("./service-worker.js"), "utf8");
  const hash = createHash("sha256").update(script);
  const addresses = Object.keys(files).sort();
  for (const address of addresses)
    hash.update(address).update("\0").update(files[address]).update("\0");
  const version = hash.digest("hex").slice(0, 16);
  return `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(addresses)};\n${script}`;
}

export function precachePlugin() {
  return {
    name: "alhambra-precache",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = {};
        for (const name of readdirSync(here("./public")))
          files[`/${name}`] = readFileSync(here(`./public/${name}`));
        for (const [name, file] of Object.entries(bundle)) {
          files[name === "index.html" ? "/" : `/${name}`] =
            file.type === "chunk" ? file.code : file.source;
        }
        if (!files["/"]) throw new Error("the page itself is not among the built files");
        this.emitFile({ type: "asset", fileName: "sw.js", source: serviceWorker(files) });
      },
    },
  };
}
