// Components in tests: shown until the end of the test, and what is seen of them.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach } from "vitest";

const shown: Record<string, unknown>[] = [];

export function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
): void {
  shown.push(mount(component, { target: document.body, props }));
  flushSync();
}

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

afterEach(async () => {
  for (const component of shown.splice(0)) await unmount(component);
  document.body.innerHTML = "";
});
