/** Reads values of JSON that no document describes. */

/** The members of an object of JSON; none of anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => typeof value === "object" ? { ...value } : {};

/** The texts among the details of an entry, by their names; every type of entry has others. */
export function textsOf(details: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(details).flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
  return Object.fromEntries(texts);
}
