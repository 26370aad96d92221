import { loadStyle } from "../app/styles.ts";
import { loadWords } from "../base/words.ts";

/** Loads the words and the style of the parts that pages for writing share, beside the page itself. */
export async function withWriting<T>(page: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([page, loadWords("writing"), loadStyle("writing"), import("./server-words.ts")]);
  return loaded;
}
