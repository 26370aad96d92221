import { loadStyle } from "../app/styles.ts";
import { loadWords } from "../base/words.ts";

/** Loads the words and the style of conditions beside a page that shows them. */
export async function withConditions<T>(page: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([page, loadWords("conditions"), loadStyle("conditions")]);
  return loaded;
}
