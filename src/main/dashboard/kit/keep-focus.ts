/** The parts of a page that the focus goes to when what had it is taken away and no other row takes its place. */
const PARTS = "[role=dialog], [role=search], [role=table], section, form, nav, aside, main";
const LISTS = "[role=rowgroup], ul, ol";

/** Milliseconds in which a dialog that closes gives the focus back, and a new page or form takes it; after that it is lost. */
const GRACE_MS = 100;

/** An element with its place among the children of its parent. */
interface Place {
  element: Element;
  at: number;
}

/** The element that got the focus, and those around it, from the inside to the outside. */
function placesAround(element: Element): Place[] {
  const parent = element.parentElement;
  return parent
    ? [{ element, at: [...parent.children].indexOf(element) }, ...placesAround(parent)]
    : [{ element, at: 0 }];
}

/** The row that has taken the place of a removed one; else the part of the page that is left around what was removed. */
function successorOf(around: Place[]): HTMLElement | null {
  const left = around.findIndex(({ element }) => element.isConnected);
  const { element } = around[left]!;
  const rows = element.matches(LISTS) ? [...element.children] as HTMLElement[] : [];
  return rows[Math.min(around[left - 1]!.at, rows.length - 1)] ?? element.closest<HTMLElement>(PARTS) ??
    document.querySelector<HTMLElement>("[role=dialog]") ?? document.getElementById("main");
}

/**
 * Keeps the focus on the page when the control that has it is taken away, such as the button of a row that is removed. Browsers
 * leave it nowhere then, and whoever uses a keyboard or a screen reader would have to find the place again.
 */
export function keepFocus() {
  let around: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && around[0]?.element.isConnected === false;
  const rescue = () => {
    timer = undefined;
    const successor = isLost() ? successorOf(around) : null;
    if (successor && !successor.hasAttribute("tabindex")) successor.tabIndex = -1;
    successor?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => around = placesAround(target as Element));
  new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(rescue, GRACE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
