/** The parts of a page that the focus goes to when what had it is taken away and no other row takes its place. */
const PARTS = "[role=dialog], [role=search], [role=table], section, form, nav, aside, main";
const LISTS = "[role=rowgroup], ul, ol";

/** Milliseconds in which a dialog that closes gives the focus back, and a new page or form takes it; after that it is lost. */
const GRACE_MS = 100;

/** An element with its index among the children of its parent. */
interface Ancestor {
  element: Element;
  at: number;
}

/** The element that got the focus, and those around it, from the inside to the outside. */
function ancestorsOf(element: Element): Ancestor[] {
  const parent = element.parentElement;
  const at = parent ? [...parent.children].indexOf(element) : 0;
  return [{ element, at }, ...parent ? ancestorsOf(parent) : []];
}

/** Returns the nearest element that is left: the element itself, the row in the place of a removed one, or the part of the page around. */
function successorOf(ancestors: Ancestor[]): HTMLElement | null {
  const left = ancestors.findIndex(({ element }) => element.isConnected);
  if (left < 0) return null;
  const { element } = ancestors[left]!;
  if (left === 0) return element as HTMLElement;
  const rows = element.matches(LISTS) ? [...element.children] as HTMLElement[] : [];
  return rows[Math.min(ancestors[left - 1]!.at, rows.length - 1)] ?? element.closest<HTMLElement>(PARTS);
}

/**
 * Keeps the focus on the page when the control that has it is taken away, such as the button of a row that is removed. Browsers
 * leave it nowhere then, and whoever uses a keyboard or a screen reader would have to find the place again.
 */
export function keepFocus() {
  let ancestors: Ancestor[] = [];
  let appAncestors: Ancestor[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && ancestors[0]?.element.isConnected === false;
  const restoreFocus = () => {
    timer = undefined;
    if (!isLost()) return;
    const successor = successorOf(ancestors) ?? document.querySelector<HTMLElement>("[role=dialog]") ??
      successorOf(appAncestors) ??
      document.getElementById("main");
    if (successor && successor.tabIndex < 0) successor.tabIndex = -1;
    successor?.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => {
    ancestors = ancestorsOf(target as Element);
    // Dialogs and menus lie outside the application; where they were opened from counts when they are gone.
    if (ancestors.some(({ element }) => element.id === "app")) appAncestors = ancestors;
  });
  new MutationObserver(() => {
    // A dialog gives the focus on in the first frame after the removal: on a busy machine that frame comes later than the timer.
    if (isLost()) timer ??= setTimeout(() => requestAnimationFrame(restoreFocus), GRACE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
