import type { Period } from "./period.ts";

interface Target {
  to: string;
  query: Record<string, string | undefined>;
}

/** The emails of a period and a stream, all or those of a status. */
export function emailsOf({ from, to, stream }: Period, status?: string): Target {
  return { to: "emails", query: { since: from, until: to, source: stream, status } };
}

/** The spans by which the activity can be filtered. */
const DAYS_TO_SPAN: Record<number, string> = { 7: "week", 30: "month", 90: "quarter" };

/** The entries of a type in a period that ends now, of all streams; the activity has no filter for others. */
export function entriesOf({ days, to, stream }: Period, types: string): Target | undefined {
  const since = DAYS_TO_SPAN[days];
  return to || stream || !since ? undefined : { to: "activity", query: { types, since } };
}
