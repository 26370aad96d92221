import { programOf } from "./program.ts";

const cases: [string | null, string | undefined][] = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0", "Edge, Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1", "Safari, iOS"],
  ["curl/7.88.1", "curl"],
  [null, undefined],
];

for (const [userAgent, expected] of cases) {
  Deno.test(`the program of ${userAgent}`, () => {
    const found = programOf(userAgent);
    if (found !== expected) throw new Error(found);
  });
}
