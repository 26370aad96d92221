import { difference } from "./difference.ts";

const cases: [string, string, [string, string, string]][] = [
  ["v=DMARC1; p=none", "v=DMARC1; p=reject", ["v=DMARC1; p=", "none", ""]],
  ["same", "same", ["same", "", ""]],
  ["abab", "ab", ["ab", "ab", ""]],
  ["", "a", ["", "", ""]],
  ["k=rsa; p=AAA", "k=rsa p=AAA", ["k=rsa", ";", " p=AAA"]],
];

for (const [text, other, expected] of cases) {
  Deno.test(`the difference of "${text}" to "${other}"`, () => {
    const found = JSON.stringify(difference(text, other));
    if (found !== JSON.stringify(expected)) throw new Error(found);
  });
}
