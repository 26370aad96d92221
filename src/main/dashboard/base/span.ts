/** A span that ends when a question is asked: "the last hour" of a page that stays open is always the last one. */
export interface Span {
  /** The name of the span in the key of a query. */
  name: string;
  query: () => Record<string, string>;
}

const HOUR_MS = 3_600_000;

/** The span of so many hours before now, whose beginning is the parameter "startDate"; undefined for no hours. */
export function lastHours(hours: number | undefined): Span | undefined {
  if (!hours) return undefined;
  return { name: String(hours), query: () => ({ startDate: new Date(Date.now() - hours * HOUR_MS).toISOString() }) };
}

/** The parameters of a span for each page of a list: a cursor holds for the filters of its first page only. */
export function perPage(span: Span | undefined): (cursor: string) => Record<string, string> {
  let first: Record<string, string> = {};
  return (cursor) => cursor ? first : first = span?.query() ?? {};
}
