// Lessons: their texts follow the language, and only right actions are played.
import { afterEach, expect, test, vi } from "vitest";
import { Attempt } from "../src/learn/attempt.svelte";
import { lessonText, loadTexts } from "../src/learn/texts";
import { api, Unreachable } from "../src/lib/api";
import type { LessonShown, LessonTried, ToPage } from "../src/protocol";
import { WITHDRAWN } from "../src/state/connection.svelte";
import { words } from "../src/state/words.svelte";

afterEach(() => vi.restoreAllMocks());

const step = (answer: LessonShown["answer"], solution: string | null): LessonShown =>
  ({
    aim: "money",
    answer,
    refused: null,
    solution,
    table: {},
    state: { type: "state", version: 1 },
    prospects: null,
  }) as unknown as LessonShown;

const act = (action: string) =>
  ({ type: "act", action, confirm: false, seat: 0, base: 1 }) as const;

test("the texts follow the language", async () => {
  await loadTexts();
  expect(lessonText("walls", "title")).toBe("Walls");
  await words.speak("de");
  expect(lessonText("walls", "title")).toBe("Mauern");
  expect(words.t("learn")).toBe("Lernen");
  await words.speak("en");
  expect(lessonText("dirk", "title")).toBe("Dirk");
});

test("an action that is worse is neither played nor shown as refused", async () => {
  const asked: LessonTried[] = [];
  const answers = [step(null, "take b2 g3"), step("worse", "take b2 g3"), step("done", null)];
  vi.spyOn(api, "lesson").mockImplementation((_, tried) => {
    asked.push(structuredClone(tried));
    return Promise.resolve(answers[asked.length - 1]!);
  });
  const seen: ToPage[] = [];
  const attempt = new Attempt("money", (message) => seen.push(message));
  await attempt.begin();
  expect(await attempt.command(act("take b4"))).toBe(WITHDRAWN);
  expect(attempt.verdict).toBe("worse");
  expect(seen).toHaveLength(2); // table and state of the beginning
  expect(await attempt.command(act("take b2 g3"))).toBeNull();
  expect(attempt.verdict).toBe("done");
  expect(asked.map(({ played }) => played)).toEqual([[], [], []]);
  expect(attempt.solution).toBeNull();
});

test("a lost line is said, and what was done is kept", async () => {
  const ask = vi.spyOn(api, "lesson").mockResolvedValueOnce(step("right", "buy A6ne b6"));
  const attempt = new Attempt("money", () => {});
  await attempt.command(act("take b4"));
  ask.mockRejectedValue(new Unreachable("offline"));
  const reason = await attempt.command(act("buy A6ne b6"));
  expect(words.reason(reason!)).toBe(words.t("reason.unreachable"));
  await expect(attempt.begin()).rejects.toThrow("offline");
  expect(attempt.solution).toBe("buy A6ne b6");
  ask.mockResolvedValueOnce(step("done", null));
  await attempt.command(act("buy A6ne b6"));
  expect(ask).toHaveBeenLastCalledWith("money", {
    played: ["take b4", "buy A6ne b6"],
    action: "buy A6ne b6",
  });
});
