import { readFileSync } from "node:fs";
import { equals } from "./equals.ts";
import { filesBelow } from "./inputs.ts";

/** An import may be written over several lines. */
const WAITS = /\bimport\b[^;"]*\b(Suspense|lazy)\b[^;"]*\bfrom "react"|\bReact\.(Suspense|lazy)\b/;

/** React shows the fallback of a Suspense for 300 ms at least: opening a page took 450 ms with it, and 155 ms without. */
Deno.test("no page is held back by a fallback", () => {
  const sources = filesBelow(".").filter((file) => /\.tsx?$/.test(file) && !/^(node_modules|build)\//.test(file));

  const offenders = sources.filter((file) => WAITS.test(readFileSync(file, "utf8")));

  equals(offenders, []);
  equals(sources.length > 100, true);
});
