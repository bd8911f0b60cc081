// Timers that are safe for every delay. Browsers keep a delay in 32 bits: one that is negative or too
// long wraps around, and then fires at once or days late.

/** The longest delay that browsers honour, about 24.8 days. */
export const LONGEST_DELAY = 2 ** 31 - 1;

export type Cancel = () => void;

const clamped = (milliseconds: number): number =>
  Math.min(Math.max(0, milliseconds || 0), LONGEST_DELAY);

/** Run the task once after the delay, however long it is. Returns a function that cancels it. */
export function later(milliseconds: number, task: () => void): Cancel {
  const due = performance.now() + milliseconds;
  let timer: ReturnType<typeof setTimeout>;
  const arm = (delay: number): void => {
    timer = setTimeout(() => {
      const left = due - performance.now();
      if (delay === LONGEST_DELAY && left > 0) arm(clamped(left));
      else task();
    }, delay);
  };
  arm(clamped(milliseconds));
  return () => clearTimeout(timer);
}

/** Run the task again and again, first after one interval. Returns a function that stops it. */
export function every(milliseconds: number, task: () => void): Cancel {
  const timer = setInterval(task, clamped(milliseconds));
  return () => clearInterval(timer);
}
