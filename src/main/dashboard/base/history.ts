import { forgetChanges, mayLeave } from "./unsaved.ts";

/**
 * The entries of this tab's history. Each has a number in its state, because a step back or forward cannot be refused, only undone by
 * as many steps in the other direction.
 */

const numberOf = (state: unknown) => (state as { entry?: number } | null)?.entry;

/** The entry that is shown, and the path of its page. */
let entry = numberOf(history.state) ?? 0;
let path = location.pathname;
if (numberOf(history.state) === undefined) history.replaceState({ entry }, "");

/** Makes the address that of the next entry, or of the one that is shown. */
export function write(address: string, replace: boolean) {
  if (!replace) entry += 1;
  history[replace ? "replaceState" : "pushState"]({ entry }, "", address);
  path = location.pathname;
}

/** Calls the listener after each step back or forward, unless it leaves changes behind that the reader wants to keep. */
export function follow(listener: () => void) {
  globalThis.addEventListener("popstate", ({ state }) => {
    const next = numberOf(state);
    // A link to a place on the same page makes an entry without a number.
    if (next === undefined) {
      entry += 1;
      return write(location.href, true);
    }
    const moves = location.pathname !== path;
    if (moves && !mayLeave()) return history.go(entry - next);
    if (moves) forgetChanges();
    entry = next;
    path = location.pathname;
    listener();
  });
}
