/** The period of the reports, as it stands in the address: ?days=7, or ?from=2026-01-01&to=2026-01-31, and ?stream=. */

export const DAYS = [7, 30, 90] as const;
export const STREAMS = ["TRANSACTIONAL", "CAMPAIGN", "WORKFLOW"] as const;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

export interface Period {
  days: number;
  /** The first and last day, such as "2026-01-31"; the last one is absent for a period that ends now. */
  from: string;
  to?: string | undefined;
  stream?: (typeof STREAMS)[number] | undefined;
  zone: string;
  /** The parameters of a call; stream only where the report has it. */
  query: { startDate: string; endDate?: string | undefined; timeZone: string };
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");

/** The day of a moment where the reader lives, such as "2026-01-31". */
export function dayOf(moment: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  return parts.format(moment);
}

/** The day so many days before another. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** The period an address names; the last 30 days when it names none. */
export function periodOf(query: Record<string, string | undefined>, now: number, zone: string): Period {
  const stream = STREAMS.find((each) => each === query.stream);
  const isCustom = isDay(query.from) && isDay(query.to) && query.from <= query.to;
  if (isCustom) {
    const days = Math.round((Date.parse(query.to!) - Date.parse(query.from!)) / DAY_MS) + 1;
    return {
      days,
      from: query.from!,
      to: query.to!,
      stream,
      zone,
      query: { startDate: query.from!, endDate: query.to!, timeZone: zone },
    };
  }
  const days = DAYS.find((each) => String(each) === query.days) ?? DEFAULT_DAYS;
  const from = daysBefore(dayOf(now, zone), days - 1);
  return { days, from, stream, zone, query: { startDate: from, timeZone: zone } };
}
