import { type Head, matching } from "./caught.ts";

const headOf = (to: string, subject: string): Head => ({
  id: to,
  receivedAt: "2026-01-01T00:00:00Z",
  from: "shop@example.test",
  to,
  subject,
  envelope: { from: "shop@example.test", to },
  size: 1,
});
const heads = [headOf("ada@example.org", "Invoice 7"), headOf("bob@example.org", "For Ada")];
const found = (search: string) => matching(heads, search).map((head) => head.to).join();

Deno.test("words are found anywhere, and after a name only there", () => {
  const cases: [string, string][] = [
    ["", "ada@example.org,bob@example.org"],
    ["ada", "ada@example.org,bob@example.org"],
    ["to:ada", "ada@example.org"],
    ["subject:ada", "bob@example.org"],
    ["from:shop invoice", "ada@example.org"],
    ["nobody", ""],
  ];
  for (const [search, expected] of cases) {
    if (found(search) !== expected) throw new Error(`${search}: ${found(search)}`);
  }
});
