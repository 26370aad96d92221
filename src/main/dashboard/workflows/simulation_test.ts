import { fieldsOf } from "./simulation.ts";

function check(text: string, expected: unknown) {
  const found = JSON.stringify(fieldsOf(text));
  if (found !== JSON.stringify(expected)) throw new Error(`${text}: ${found}`);
}

Deno.test("lines become fields with numbers and truth values", () => {
  check("plan: pro\n age = 42\nactive: true\n\n", { plan: "pro", age: 42, active: true });
});

Deno.test("texts that only look like numbers stay texts", () => {
  check("zip: 01234\nhex: 0x10\nwide: Infinity\nnone:", {
    zip: "01234",
    hex: "0x10",
    wide: "Infinity",
    none: "",
  });
});

Deno.test("a line without a name is refused", () => {
  check("plan", undefined);
});

Deno.test("a value may hold a colon", () => {
  check("site: https://example.org", { site: "https://example.org" });
});
