import { useSyncExternalStore } from "react";
import { formatExact, formatRelative, type Moment } from "../base/format.ts";

const listeners = new Set<() => void>();
let now = Date.now();
setInterval(() => {
  now = Date.now();
  listeners.forEach((listener) => listener());
}, 10_000);

/** The time of the last tick, ten seconds apart, shared by all who show relative times. */
export function useNow(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => now);
}

/** A moment: relative under a day, exact on hover; screen readers get both. */
export function Time({ at }: { at: Moment | null | undefined }) {
  const now = useNow();
  if (at === null || at === undefined) return <span className="soft">–</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      {formatRelative(at, isWithinTick(at, now) ? new Date(at).getTime() : now)}
    </time>
  );
}

/** True for a moment that is ahead only because the tick is behind. */
function isWithinTick(at: Moment, now: number) {
  const remaining = new Date(at).getTime() - now;
  return remaining > 0 && remaining < 10_000;
}
