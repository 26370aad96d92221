/** Milliseconds by which the clocks of a time zone are ahead of UTC at a moment. */
function offsetOf(utc: number, timeZone: string): number {
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
  const [before, after] = [offsetOf(clock - day, timeZone), offsetOf(clock + day, timeZone)];
  const candidates = [before, after].map((offset) => clock - offset).filter((utc) =>
    utc + offsetOf(utc, timeZone) === clock
  );
  return new Date(candidates.length > 0 ? Math.min(...candidates) : clock - before);
}
