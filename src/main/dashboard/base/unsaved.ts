/** Forms whose changes are not saved: each asks before it is lost. */

const guards = new Set<() => boolean>();

/** Lets the question be asked from now on; the result ends that. */
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

/** Asks no more about the changes so far: they are saved, or given up. */
export function discardChanges() {
  guards.clear();
}
