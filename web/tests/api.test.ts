// Requests to the server: what stands in addresses is kept in logs, so invitations never do.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../src/lib/api";
import { addressOf } from "../src/state/router.svelte";

let asked: [address: string, options: RequestInit][];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (...request: [string, RequestInit]) => {
    asked.push(request);
    return Promise.resolve(new Response("{}"));
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each<[string, () => Promise<unknown>]>([
  ["a game", () => api.game("Vb3", "k9")],
  ["positions", () => api.moments("Vb3", 7, "k9", new AbortController().signal)],
  ["numbers", () => api.statistics("Vb3", "k9")],
  ["a record", () => api.record("Vb3", "k9")],
])("the invitation to %s goes in a header, not in the address", async (_, ask) => {
  await ask();
  const [[address, options] = ["", {}]] = asked;
  expect(address).toMatch(/^\/api\/games\/Vb3/);
  expect(address).not.toContain("k9");
  expect(options.headers).toMatchObject({ "alhambra-invite": "k9" });
});

test("an invitation to play on goes in the body", async () => {
  await api.playOn("Vb3", { ply: 7, same_luck: false, seats: [], invite: "k9" });
  const [[address, options] = ["", {}]] = asked;
  expect(address).not.toContain("k9");
  expect(options.body).toContain("k9");
});

test("links with an invitation have it behind the #, which browsers do not send", () => {
  for (const route of [
    { screen: "table", id: "Vb3", invite: "k9" },
    { screen: "replay", id: "Vb3", ply: 7, invite: "k9" },
  ] as const) {
    const link = new URL(addressOf(route), "https://games.example/");
    expect(link.hash).toContain("k9");
    expect(link.pathname + link.search).not.toContain("k9");
  }
});
