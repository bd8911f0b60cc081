// Sounds: browsers allow them after a gesture, and hold them back until then.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let state: string;
let mayResume: boolean;
let made: number;
let resumed: number;
let waiting: (() => void)[];

class Context {
  currentTime = 0;
  destination = {};
  get state() {
    return state;
  }
  resume(): Promise<void> {
    resumed += 1;
    return new Promise((settle) => {
      const begin = () => {
        state = "running";
        settle();
      };
      if (mayResume) begin();
      else waiting.push(begin);
    });
  }
  createGain = () => ({
    gain: {
      setValueAtTime: () => {},
      linearRampToValueAtTime: () => {},
      exponentialRampToValueAtTime: () => {},
    },
    connect: () => {},
  });
  createOscillator() {
    made += 1;
    const node = { connect: () => node, frequency: {}, start: () => {}, stop: () => {} };
    return node;
  }
}

beforeEach(() => {
  [state, mayResume, made, resumed, waiting] = ["suspended", false, 0, 0, []];
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", Context);
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function load() {
  const [{ settings }, sounds] = await Promise.all([
    import("../src/state/settings.svelte"),
    import("../src/state/sounds.svelte"),
  ]);
  settings.kept.sound = true;
  sounds.allowSounds();
  return sounds;
}

test("a gesture allows sounds, also again after the background has silenced them", async () => {
  const { play } = await load();
  mayResume = true;
  dispatchEvent(new Event("pointerup"));
  expect([state, made]).toEqual(["running", 0]);
  play("knock");
  expect(made).toBe(2);
  state = "interrupted"; // as on iPhones
  dispatchEvent(new Event("click"));
  expect(state).toBe("running");
});

test("sounds that were held back do not all sound at once later", async () => {
  const { play } = await load();
  for (let second = 0; second < 5; second++) {
    play("knock");
    vi.advanceTimersByTime(1_000);
  }
  for (const begin of waiting) begin();
  await Promise.resolve();
  expect([resumed, made]).toEqual([5, 0]);
});
