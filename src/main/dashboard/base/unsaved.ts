/** Guards of forms with unsaved changes: each asks before they are lost. */

const guards = new Set<() => boolean>();

/** Adds a guard, which returns false when the reader stays; the result removes it. */
export function addLeaveGuard(guard: () => boolean): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** True while a form has changes. */
export const hasChanges = () => guards.size > 0;

/** False when there are changes and the reader wants to keep them; asks once, however many forms have some. */
export function confirmLeaving(): boolean {
  const [guard] = guards;
  return !guard || guard();
}

/** Removes all guards: the changes are saved, or discarded. */
export function discardChanges() {
  guards.clear();
}
