import { equals } from "../build/equals.ts";
import { lastHours, perPage } from "./span.ts";

Deno.test("a span begins anew with each question", () => {
  const before = Date.now();
  const { startDate } = lastHours(1)!.query();
  equals(Date.parse(startDate!) >= before - 3_600_000, true);
  equals(lastHours(undefined), undefined);
});

Deno.test("the pages of a list have the span of the first", () => {
  let calls = 0;
  const query = perPage({ name: "any", query: () => ({ startDate: String(++calls) }) });
  equals(query("").startDate, "1");
  equals(query("next").startDate, "1");
  equals(query("").startDate, "2");
});
