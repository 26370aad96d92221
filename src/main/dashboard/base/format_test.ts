import "../build/english.ts";
import { equals } from "../build/equals.ts";
import {
  formatBytes,
  formatCalendarDay,
  formatDayAndTime,
  formatRate,
  formatRelative,
  formatSubject,
  setTimeZone,
  timeZone,
} from "./format.ts";

const NOON = Date.parse("2026-03-30T12:00:00Z");

Deno.test("a rate has one digit, a small one two that count, and none has no number", () => {
  equals([formatRate(1, 3), formatRate(1, 1), formatRate(0, 5)], ["33.3%", "100.0%", "0.0%"]);
  equals(formatRate(13, 10_000), "0.13%");
  equals(formatRate(0, 0), "–");
});

Deno.test("bytes are told in the largest unit that fits", () => {
  equals([formatBytes(0), formatBytes(1023), formatBytes(1536), formatBytes(5 * 1024 ** 2)], [
    "0 B",
    "1,023 B",
    "1.5 KB",
    "5 MB",
  ]);
});

Deno.test("a moment within a day is told from now, a further one by its day and time", () => {
  equals(formatRelative(NOON - 90_000, NOON), "1 min. ago");
  equals(formatRelative(NOON + 3 * 3_600_000, NOON), "in 3 hr.");
  setTimeZone("Asia/Kathmandu");
  equals(formatRelative(NOON - 2 * 86_400_000, NOON).replace("\u202f", " "), "Mar 28, 2026, 5:45 PM");
});

Deno.test("times are those of the chosen zone, and a zone that is none changes nothing", () => {
  setTimeZone("Pacific/Auckland");
  setTimeZone("Mars/Olympus");
  equals(timeZone(), "Pacific/Auckland");
  equals(formatDayAndTime(NOON).replace("\u202f", " "), "Mar 31, 2026, 1:00 AM");
  equals(formatCalendarDay("2026-03-30"), "Mar 30, 2026");
});

Deno.test("a subject that was written for nobody yet shows the defaults of its variables", () => {
  equals(
    formatSubject("Hi {{name ?? you}}, {{ plan | default: 'free' }} {{city}}{% if a %}!{% endif %}"),
    "Hi you, free …!",
  );
});
