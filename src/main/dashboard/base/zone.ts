/** Milliseconds by which the clocks of a time zone are ahead of UTC at a moment. */
function aheadOf(utc: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(utc);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const clock = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return clock - Math.floor(utc / 1000) * 1000;
}

/**
 * The moment when the clocks of a time zone show a day and time such as "2026-03-29T09:00". Of an hour that comes twice, the first;
 * a time that is skipped is later by what the clocks are put forward, as RFC 5545 §3.3.5 has it.
 */
export function momentOf(local: string, timeZone: string): Date {
  const clock = Date.parse(`${local}Z`);
  const day = 86_400_000;
  const [before, after] = [aheadOf(clock - day, timeZone), aheadOf(clock + day, timeZone)];
  const fits = [before, after].map((ahead) => clock - ahead).filter((utc) => utc + aheadOf(utc, timeZone) === clock);
  return new Date(fits.length > 0 ? Math.min(...fits) : clock - before);
}
