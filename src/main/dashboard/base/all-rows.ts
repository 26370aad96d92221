import type { ActivityPage } from "../generated/api.ts";

/** An answer with rows; not every list continues, nor knows its total. */
export type ListAnswer<T> = Partial<Omit<ActivityPage, "data">> & { data: T[] };

/** So many rows a file takes; more are for an export of the server. */
const MAX_ROWS = 10_000;

/** All rows of a list, loaded page by page; cut off where they are too many. */
export async function allOf<T>(page: (cursor: string) => Promise<ListAnswer<T>>) {
  const rows: T[] = [];
  for (let cursor = "";;) {
    const { data, hasMore, cursor: next } = await page(cursor);
    rows.push(...data);
    if (hasMore === false || !next || rows.length >= MAX_ROWS) {
      return { rows, isCut: Boolean(next) && hasMore !== false };
    }
    cursor = next;
  }
}
