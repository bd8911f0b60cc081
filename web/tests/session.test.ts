// Who I am: the server remembers it longer than some browsers.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Session } from "../src/state/session.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import about from "./fixtures/about.json";

let known: string | null;
let named: string[];

beforeEach(async () => {
  await words.speak("en");
  [known, named] = [null, []];
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit) => {
    if (address === "/api/about") return Promise.resolve(new Response(JSON.stringify(about)));
    if (method === "POST") named.push((JSON.parse(String(body)) as { name: string }).name);
    const name = named.at(-1) ?? known;
    return Promise.resolve(new Response(JSON.stringify(name && { name })));
  });
});
afterEach(() => {
  settings.set("name", "");
  vi.unstubAllGlobals();
});

async function comes(): Promise<Session> {
  const session = new Session();
  await session.begin();
  return session;
}

test("a browser that has lost what it kept is still the person of its cookie", async () => {
  known = "Ana";
  const session = await comes();
  await session.introduce();
  expect([session.name, session.knownName, named]).toEqual(["Ana", "Ana", []]);
});

test("the server's name counts, not an older one that the browser kept", async () => {
  known = "Ana";
  settings.set("name", "Anna");
  const session = await comes();
  await session.introduce();
  expect([session.knownName, named]).toEqual(["Ana", []]);
});

test("a name that is typed now counts", async () => {
  known = "Ana";
  const session = await comes();
  await session.introduce(" Bea ");
  expect([session.name, named]).toEqual(["Bea", ["Bea"]]);
});

test.each([
  ["Anna", "Anna"],
  ["", "Guest"],
])("to a server that does not know me, I am who I was here: %j, %s", async (kept, name) => {
  settings.set("name", kept);
  const session = await comes();
  await session.introduce();
  expect(named).toEqual([name]);
});

test("without an answer it does not take me for a newcomer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  vi.useFakeTimers();
  const session = await comes();
  vi.useRealTimers();
  expect([session.failed, session.about]).toEqual([true, null]);
});
