import { equals } from "../build/equals.ts";
import { type FeedEntry, withNewEntries } from "./entries.ts";

const entry = (id: string, second: number, type = "email.sent"): FeedEntry => ({
  id,
  type,
  timestamp: `2026-11-01T10:00:0${second}Z`,
});
const ids = (answer: { data: unknown[] } | undefined) => answer?.data.map((each) => (each as FeedEntry).id).join(" ");

Deno.test("entries that came with news stand before those that were there, each once", () => {
  const answer = { data: [entry("b", 2), entry("a", 1)] };

  equals(ids(withNewEntries(answer, { items: [entry("c", 3), entry("b", 2)], cut: false }, 50)), "c b a");
});

Deno.test("no more entries are kept than were wanted", () => {
  equals(ids(withNewEntries({ data: [entry("a", 1)] }, { items: [entry("b", 2)], cut: false }, 1)), "b");
});

Deno.test("news that were cut are taken when they reach what is known, and asked for again when they do not", () => {
  const answer = { data: [entry("a", 1)] };

  equals(ids(withNewEntries(answer, { items: [entry("b", 2), entry("a", 1)], cut: true }, 50)), "b a");
  equals(withNewEntries(answer, { items: [entry("c", 3), entry("b", 2)], cut: true }, 50), undefined);
});

Deno.test("of a filtered answer only what fits is taken, and nothing when the news were cut", () => {
  const answer = { data: [entry("a", 1)] };
  const isBounce = ({ type }: FeedEntry) => type === "email.bounced";
  const items = [entry("c", 3, "email.bounced"), entry("b", 2), entry("a", 1)];

  equals(ids(withNewEntries(answer, { items, cut: false }, 50, isBounce)), "c a");
  equals(withNewEntries(answer, { items, cut: true }, 50, isBounce), undefined);
});

Deno.test("an answer that has all of the news stays the same", () => {
  const answer = { data: [entry("a", 1)] };

  equals(withNewEntries(answer, { items: [entry("a", 1)], cut: false }, 50), answer);
});
