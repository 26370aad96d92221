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
  const at = parent ? [...parent.children].indexOf(element) : 0;
  return [{ element, at }, ...parent ? placesAround(parent) : []];
}

/** Returns the nearest place that is left: the element, the row in the place of a removed one, or the part of the page around. */
function successorOf(around: Place[]): HTMLElement | null {
  const left = around.findIndex(({ element }) => element.isConnected);
  if (left < 0) return null;
  const { element } = around[left]!;
  if (left === 0) return element as HTMLElement;
  const rows = element.matches(LISTS) ? [...element.children] as HTMLElement[] : [];
  return rows[Math.min(around[left - 1]!.at, rows.length - 1)] ?? element.closest<HTMLElement>(PARTS);
}

/**
 * Keeps the focus on the page when the control that has it is taken away, such as the button of a row that is removed. Browsers
 * leave it nowhere then, and whoever uses a keyboard or a screen reader would have to find the place again.
 */
export function keepFocus() {
  let around: Place[] = [];
  let below: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && around[0]?.element.isConnected === false;
  const rescue = () => {
    timer = undefined;
    if (!isLost()) return;
    const successor = successorOf(around) ?? document.querySelector<HTMLElement>("[role=dialog]") ??
      successorOf(below) ??
      document.getElementById("main");
    if (successor && successor.tabIndex < 0) successor.tabIndex = -1;
    successor?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => {
    around = placesAround(target as Element);
    // Dialogs and menus lie outside the application; where they were opened from counts when they are gone.
    if (around.some(({ element }) => element.id === "app")) below = around;
  });
  new MutationObserver(() => {
    // A dialog gives the focus on in the first frame after the removal: on a busy machine that frame comes later than the timer.
    if (isLost()) timer ??= setTimeout(() => requestAnimationFrame(rescue), GRACE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
