import { language } from "./words.ts";

/** Numbers, rates and times as the reader's language writes them. */

const whole = new Intl.NumberFormat(language);
const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(language, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const small = new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: 2 });
const percentOf = (rate: number) => (rate > 0 && rate < 0.002 ? small : percent).format(rate);
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
let zone = browserZone();
let times = timesIn(zone);
const calendarDay = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const calendarHour = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const bytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

function browserZone() {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function timesIn(timeZone: string) {
  return {
    exact: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    day: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone }),
    dayAndTime: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }),
    clock: new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone }),
  };
}

/** The zone that times are written in: the one the user has chosen, else the browser's. */
export const timeZone = () => zone;

export function setTimeZone(chosen: string | null | undefined) {
  try {
    times = timesIn(chosen ?? browserZone());
    zone = chosen ?? browserZone();
  } catch {
    // A zone that this browser does not know yet.
  }
}

export type Moment = string | number | Date;

export const formatNumber = (value: number) => whole.format(value);
/** 12345 as "12.3K". */
export const formatCompact = (value: number) => compact.format(value);
/** A part of a whole with one digit, one below 0.2 % with two that tell it from the limits of complaints; "–" where there is no whole. */
export const formatRate = (part: number, of: number) => (of === 0 ? "–" : percentOf(part / of));
/** A number with one digit, such as "2.5". */
export const formatDecimal = (value: number) => decimal.format(value);
export const formatExact = (at: Moment) => times.exact.format(new Date(at));
export const formatDay = (at: Moment) => times.day.format(new Date(at));
/** A day of a calendar, such as "2026-01-31" or an hour of it, which is the same day in every time zone. */
export const formatCalendarDay = (day: string) => calendarDay.format(Date.parse(day.slice(0, 10)));
/** An hour of a calendar, such as "2026-01-31T09:00", or a day. */
export const formatCalendarHour = (hour: string) =>
  hour.includes("T") ? calendarHour.format(Date.parse(`${hour}Z`)) : formatCalendarDay(hour);
export const formatDayAndTime = (at: Moment) => times.dayAndTime.format(new Date(at));

export const formatClock = (at: Moment) => times.clock.format(new Date(at));

/** The subject of an email that was written for nobody yet: for each variable its default, or three dots. */
export const formatSubject = (subject: string) =>
  subject.replace(/{%[^}]*%}/g, "").replace(/{{([^}]*)}}/g, (_, variable: string) => defaultOf(variable) ?? "…");

const defaultOf = (variable: string) => variable.match(/(?:\?\?|\|\s*default:)\s*["']?([^"']*?)["']?\s*$/)?.[1];

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "3 min ago" within a day, the day and time otherwise. */
export function formatRelative(at: Moment, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  if (Math.abs(seconds) >= 86_400) return formatDayAndTime(at);
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

export function formatBytes(count: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = count < 1024 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), units.length - 1);
  return `${bytes.format(count / 1024 ** step)} ${units[step]}`;
}
