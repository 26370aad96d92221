import type { Activity } from "../generated/api.ts";

/** Entries of the activity feed as the stream brings them. */

export type FeedEntry = Pick<Activity, "id" | "type" | "timestamp"> & Partial<Pick<Activity, "contactId">>;

/** Those of both lists, each once, the newest first; the first list wins. */
export function merged<E extends FeedEntry>(entries: E[], more: E[]): E[] {
  const loaded = new Set(entries.map(({ id }) => id));
  const all = [...entries, ...more.filter(({ id }) => !loaded.has(id))];
  return all.sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp));
}

/**
 * Adds the entries of a change to an answer. Undefined when some are missing between them and the answer, so that it must be requested
 * again.
 *
 * @param maxEntries the number of entries that stay in the answer
 * @param matches tells which entries the answer is about; absent when it is about all
 */
export function withNewEntries<A extends { data: unknown[] }>(
  answer: A,
  { items, cut }: Record<string, unknown>,
  maxEntries: number,
  matches?: (entry: FeedEntry) => boolean,
): A | undefined {
  if (!Array.isArray(items)) return undefined;
  const [loaded, received] = [answer.data as FeedEntry[], items as FeedEntry[]];
  const ids = new Set(loaded.map(({ id }) => id));
  // Of a filtered answer it cannot be told whether the entries left out are about it.
  if (cut && (matches || !received.some(({ id }) => ids.has(id)))) return undefined;
  const newEntries = matches ? received.filter(matches) : received;
  if (newEntries.every(({ id }) => ids.has(id))) return answer;
  return { ...answer, data: merged(loaded, newEntries).slice(0, maxEntries) };
}
