import { recordOf } from "./json.ts";
import { confirmLeaving, discardChanges } from "./unsaved.ts";

/**
 * The entries of this tab's history. Each has a number in its state, because a step back or forward cannot be refused, only undone by
 * as many steps in the other direction.
 */

function numberOf(state: unknown): number | undefined {
  const { entry } = recordOf(state);
  return typeof entry === "number" ? entry : undefined;
}

/** The page an address shows: its path, and the tab of it, which may be a form. */
export const pageOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, location.href);
  return `${pathname} ${searchParams.get("tab") ?? ""}`;
};

/** The entry that is shown, and its page. */
let entry = numberOf(history.state) ?? 0;
let page = pageOf(location.href);
if (numberOf(history.state) === undefined) history.replaceState({ entry }, "");

/** Makes the address that of the next entry, or of the one that is shown. */
export function write(address: string, replace: boolean) {
  if (!replace) entry += 1;
  history[replace ? "replaceState" : "pushState"]({ entry }, "", address);
  page = pageOf(location.href);
}

/** Calls the listener after each step back or forward, unless it leaves unsaved changes that the reader wants to keep. */
export function onStep(listener: () => void) {
  globalThis.addEventListener("popstate", ({ state }) => {
    const next = numberOf(state);
    // A link to a place on the same page makes an entry without a number.
    if (next === undefined) {
      entry += 1;
      return write(location.href, true);
    }
    const isOtherPage = pageOf(location.href) !== page;
    if (isOtherPage && !confirmLeaving()) return history.go(entry - next);
    if (isOtherPage) discardChanges();
    entry = next;
    page = pageOf(location.href);
    listener();
  });
}
