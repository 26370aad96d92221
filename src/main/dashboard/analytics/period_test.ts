import { equals } from "../build/equals.ts";
import { dayOf, daysBefore, periodOf } from "./period.ts";

const NOON = Date.parse("2026-03-30T22:30:00Z");

Deno.test("without a word in the address the period is the last 30 days where the reader lives", () => {
  const period = periodOf({}, NOON, "Europe/Berlin");
  equals([period.days, period.from, period.to], [30, "2026-03-02", undefined]);
  equals(period.query, { startDate: "2026-03-02", timeZone: "Europe/Berlin" });
});

Deno.test("a number of days that is not offered is the usual one", () => {
  equals(periodOf({ days: "7" }, NOON, "UTC").from, "2026-03-24");
  equals(periodOf({ days: "8" }, NOON, "UTC").days, 30);
});

Deno.test("a first and a last day are taken as they are, and in the wrong order not at all", () => {
  const period = periodOf({ from: "2026-03-01", to: "2026-03-31", stream: "CAMPAIGN" }, NOON, "UTC");
  equals([period.days, period.to, period.stream], [31, "2026-03-31", "CAMPAIGN"]);
  equals(periodOf({ from: "2026-04-01", to: "2026-03-31" }, NOON, "UTC").days, 30);
  equals(periodOf({ from: "yesterday", to: "today" }, NOON, "UTC").days, 30);
});

Deno.test("a day is that of the time zone, over a change of the clocks too", () => {
  equals(dayOf(NOON, "Europe/Berlin"), "2026-03-31");
  equals(dayOf(NOON, "America/New_York"), "2026-03-30");
  equals(daysBefore("2026-03-31", 30), "2026-03-01");
});
