import { equals } from "../build/equals.ts";
import { momentOf } from "./zone.ts";

const inUtc = (local: string, zone: string) => momentOf(local, zone).toISOString().slice(0, 16);

Deno.test("a day and time are those of the zone's clocks", () => {
  equals(inUtc("2026-01-15T09:00", "Europe/Berlin"), "2026-01-15T08:00");
  equals(inUtc("2026-07-15T09:00", "Europe/Berlin"), "2026-07-15T07:00");
  equals(inUtc("2026-01-15T09:00", "Pacific/Auckland"), "2026-01-14T20:00");
  equals(inUtc("2026-01-15T09:00", "America/Los_Angeles"), "2026-01-15T17:00");
  equals(inUtc("2026-01-15T09:00", "Asia/Kathmandu"), "2026-01-15T03:15");
  equals(inUtc("2026-01-15T09:00", "UTC"), "2026-01-15T09:00");
});

Deno.test("the hours around a change of the clocks", () => {
  equals(inUtc("2026-03-29T01:59", "Europe/Berlin"), "2026-03-29T00:59");
  equals(inUtc("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30");
  equals(inUtc("2026-03-29T03:00", "Europe/Berlin"), "2026-03-29T01:00");
  equals(inUtc("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30");
  equals(inUtc("2026-10-25T03:00", "Europe/Berlin"), "2026-10-25T02:00");
});
