// Short, quiet, synthesized sounds; off by default.
import type { HappeningShown } from "../protocol";
import { settings } from "./settings.svelte";

type Sound = "slide" | "coin" | "coins" | "stone" | "lift" | "gong" | "knock" | "oud";

let context: AudioContext | null = null;

function tone(
  frequency: number,
  start: number,
  length: number,
  volume: number,
  type: OscillatorType = "sine",
): void {
  if (!context) return;
  const [oscillator, gain, at] = [
    context.createOscillator(),
    context.createGain(),
    context.currentTime + start,
  ];
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function rustle(start: number, length: number, volume: number, pitch: number): void {
  if (!context) return;
  const noise = context.createBufferSource();
  const buffer = context.createBuffer(
    1,
    Math.ceil(context.sampleRate * length),
    context.sampleRate,
  );
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const [filter, gain] = [context.createBiquadFilter(), context.createGain()];
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  noise.buffer = buffer;
  noise.connect(filter).connect(gain).connect(context.destination);
  noise.start(context.currentTime + start);
}

const MAKE: Record<Sound, () => void> = {
  slide: () => rustle(0, 0.16, 0.25, 2600),
  coin: () => {
    tone(2100, 0, 0.25, 0.05);
    tone(3150, 0.01, 0.2, 0.03);
  },
  coins: () => {
    tone(2100, 0, 0.25, 0.05);
    tone(2800, 0.11, 0.35, 0.05);
  },
  stone: () => {
    rustle(0, 0.09, 0.5, 320);
    tone(110, 0, 0.12, 0.15);
  },
  lift: () => rustle(0, 0.12, 0.3, 500),
  gong: () => {
    tone(98, 0, 2.2, 0.18);
    tone(147, 0, 1.7, 0.08);
    tone(262, 0, 1.1, 0.04);
  },
  knock: () => {
    tone(170, 0, 0.09, 0.12, "triangle");
    tone(150, 0.11, 0.09, 0.1, "triangle");
  },
  oud: () =>
    [294, 311, 370, 392].forEach((pitch, nth) => tone(pitch, nth * 0.13, 0.5, 0.07, "triangle")),
};

/** Sounds that the browser holds back longer than this are left out. */
const LATE = 500;

export function play(sound: Sound): void {
  if (!settings.kept.sound) return;
  context ??= new AudioContext();
  if (context.state === "running") return MAKE[sound]();
  const asked = performance.now();
  const begun = () => performance.now() - asked < LATE && MAKE[sound]();
  context.resume().then(begun, () => {}); // the page works without sound
}

/** Browsers let a page sound only after the player has done something. iPhones silence it again when the
 * page was in the background. */
function allow(): void {
  if (!settings.kept.sound) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
}

export function allowSounds(): void {
  for (const gesture of ["pointerup", "click", "keydown"]) addEventListener(gesture, allow, true);
}

const OF: Partial<Record<HappeningShown["type"], Sound>> = {
  took: "slide",
  placed: "stone",
  built: "stone",
  swapped: "stone",
  removed: "lift",
  reserved: "stone",
  given: "stone",
  scored: "gong",
  ended: "oud",
};

export function playSounds(happenings: readonly HappeningShown[]): void {
  for (const each of happenings.slice(0, 6)) {
    const sound = each.type === "bought" ? (each.exact ? "coins" : "coin") : OF[each.type];
    if (sound) play(sound);
  }
}
