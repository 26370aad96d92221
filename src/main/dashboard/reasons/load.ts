import { loadWords } from "../base/words.ts";

/** The part of a page that names reasons: the words come with it. */
export async function withReasons<T>(page: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([page, loadWords("reasons")]);
  return loaded;
}
