/** Forms whose changes are not saved: each asks before it is lost. */

const questions = new Set<() => boolean>();

/** Lets the question be asked from now on; the result ends that. */
export function askBeforeLeaving(question: () => boolean): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** True while a form has changes. */
export const hasChanges = () => questions.size > 0;

/** False when there are changes and the reader wants to keep them; asks once, however many forms have some. */
export function mayLeave(): boolean {
  const [question] = questions;
  return !question || question();
}

/** Asks no more about the changes so far: they are saved, or given up. */
export function forgetChanges() {
  questions.clear();
}
