import { existsSync, readFileSync } from "node:fs";
import { equals } from "./equals.ts";
import { filesBelow } from "./inputs.ts";

/** Types that are left open, and casts that hold whatever a value is. */
const UNTYPED = /\bas (never|any|unknown)\b|:\s*any\b|<any\b|\bany\[\]|\bas\s*\{/;

/** Holds Config, for the settings of a step, which the document leaves open. */
const OPEN = ["workflows/api.ts"];

/** With fewer members in common, two types may be alike by chance: many things have an id and a name. */
const MIN_MEMBERS = 4;

const sources = filesBelow(".").filter((file) =>
  /\.tsx?$/.test(file) && !/^(node_modules|build|docs|generated)\/|_test\.ts$/.test(file)
);

Deno.test("no value is taken for another type", () => {
  const untyped = sources.filter((file) => !OPEN.includes(file)).filter((file) =>
    UNTYPED.test(readFileSync(file, "utf8"))
  );

  equals(untyped, []);
  equals(UNTYPED.test("answer as never"), true);
});

/** The names of the members that stand in a type, without those of types within it. */
function membersOf(text: string): string[] {
  let depth = 0;
  const outermost = [...text].filter((each) => {
    if ("{([<".includes(each)) depth++;
    if ("})]>".includes(each)) depth--;
    return depth === 0;
  }).join("");
  return [...outermost.matchAll(/(?:^|[;\n])\s*"?(\w+)"?\??:/g)].map(([, name]) => name!);
}

/** The interfaces of a source that have the members of a type of the document. */
function copiesIn(source: string, known: Set<string>[]): string[] {
  return [...source.matchAll(/^(?:export )?interface (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)].filter(([, , body]) => {
    const members = membersOf(body!.replace(/\/\*\*[\s\S]*?\*\//g, ""));
    return members.length >= MIN_MEMBERS && known.some((type) => members.every((name) => type.has(name)));
  }).map(([, name]) => name!);
}

Deno.test("answers and bodies have the types of the document, and no copies of them", () => {
  if (!existsSync("generated/api.ts")) return;
  const types = readFileSync("generated/api.ts", "utf8").matchAll(/^export type \w+ = \{(.*)\};$/gm);
  const known = [...types].map(([, body]) => new Set(membersOf(body!)));

  const copies = sources.flatMap((file) =>
    copiesIn(readFileSync(file, "utf8"), known).map((name) => `${file} ${name}`)
  );

  equals(copies, []);
  equals(known.length > 100, true);
  equals(
    copiesIn("interface Copy {\n  id: string;\n  name?: string;\n  a: { b: number };\n  c: 1;\n}\n", [
      new Set(["id", "name", "a", "c", "more"]),
    ]),
    ["Copy"],
  );
});
