import { equals } from "../build/equals.ts";
import { filled } from "./message.ts";

const PATTERN = "{count, plural, =0 {No email} one {# email to {name}} other {# emails to {name}}} today";

Deno.test("a number chooses the form, and stands in it as the language writes it", () => {
  equals(filled(PATTERN, { count: 1, name: "Ada" }, "en"), "1 email to Ada today");
  equals(filled(PATTERN, { count: 1234, name: "Ada" }, "de"), "1.234 emails to Ada today");
  equals(filled(PATTERN, { count: 0, name: "Ada" }, "en"), "No email today");
});

Deno.test("two plurals of one sentence are chosen apart", () => {
  const text = "{a, plural, one {# day} other {# days}}, {b, plural, one {# hour} other {# hours}}";
  equals(filled(text, { a: 1, b: 2 }, "en"), "1 day, 2 hours");
});

Deno.test("a name without a value stays as it is written", () => {
  equals(filled("Hello {name}", {}, "en"), "Hello {name}");
});
