import "../build/english.ts";
import { loadWords } from "../base/words.ts";
import { equals } from "../build/equals.ts";
import type { Group } from "./filter.ts";
import { sentenceOfFilter } from "./sentence.ts";

const filter = (operator: "AND" | "OR", ...conditions: unknown[]) => ({ operator, conditions }) as Group;

Deno.test("conditions are read as one sentence, groups in brackets", async () => {
  await loadWords("conditions");
  const paying = { field: "data.plan", operator: "equals", value: "pro" };
  const subscribed = { field: "subscribed", operator: "equals", value: true };
  const rich = { field: "data.seats", operator: "greaterThan", value: 1000 };

  equals(sentenceOfFilter(filter("AND", paying, subscribed)), "Contacts where plan is “pro” and subscribed is yes.");
  equals(
    sentenceOfFilter(filter("AND", subscribed, filter("OR", paying, rich))),
    "Contacts where subscribed is yes and (plan is “pro” or seats is greater than 1,000).",
  );
});

Deno.test("a segment is named, one that is not known is not", async () => {
  await loadWords("conditions");
  const member = { field: "segment.7", operator: "memberOfSegment" };

  equals(sentenceOfFilter(filter("AND", member), { "segment.7": "Readers" }).includes("Readers"), true);
  equals(sentenceOfFilter(filter("AND", member)).includes("segment.7"), false);
});
