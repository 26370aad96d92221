import { readFileSync } from "node:fs";
import { equals } from "./equals.ts";
import { filesBelow } from "./inputs.ts";

const sources = filesBelow(".").filter((file) =>
  /\.tsx?$/.test(file) && !file.endsWith("_test.ts") && !/^(generated|node_modules|build|docs)\//.test(file)
);
const textOf = (file: string) => readFileSync(file, "utf8");

/** The texts of the sources that a pattern captures, with their files. */
function found(pattern: RegExp): { file: string; text: string }[] {
  return sources.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map((match) => ({
      file,
      text: match.slice(1).find((each) => each !== undefined)!,
    }))
  );
}

/** An expression in a path stands for one parameter of it. */
function matches(pattern: string, path: string) {
  const parts = path.replace(/\$\{[^}]*\}/g, "$").split("?")[0]!.split("/");
  const names = pattern.split("/");
  return parts.length === names.length &&
    names.every((name, at) => name === parts[at] || (/^[:{]/.test(name) && parts[at]!.includes("$")));
}

/** No control leads nowhere. */
Deno.test("every link leads to a page", () => {
  const patterns = sources.filter((file) => file.endsWith("/pages.ts")).flatMap((file) =>
    [...textOf(file).matchAll(/path: "([^"]*)"(?:,\s*scope: "(\w+)")?/g)].map(([, path, scope]) =>
      (scope ? "/" : "") + path
    )
  );
  const links = [
    ...found(/\bto=(?:"([^"]*)"|\{`([^`]*)`\})/g),
    ...found(/\bopen\((?:"([^"]*)"|`([^`]*)`)\)/g),
    ...found(/\bto: "([a-z/-]*)"/g),
    ...found(/\bto=\{\([^)]*\) => `([^`]*)`\}/g),
  ];
  const fixed = links.filter(({ text }) => text !== "/" && !text.startsWith("${"));
  const broken = fixed.filter(({ text }) => !patterns.some((pattern) => matches(pattern, text)));
  equals(broken, []);
  equals(fixed.length > 50, true);
});

/** Calls are checked by their types; addresses of downloads and frames are only text. */
Deno.test("every address of a download, a frame or an image is a path of the API", () => {
  const described = [...textOf("generated/api.ts").matchAll(/^ {2}"(\/[^"]*)":/gm)].map(([, path]) => path!);
  const addresses = [
    ...found(/\bapiAddress\((?:"([^"]*)"|`([^`]*)`)/g),
    ...found(/<EmailFrame[^>]*\bpath=(?:"([^"]*)"|\{`([^`]*)`\})/g),
  ];
  const broken = addresses.filter(({ text }) => !described.some((path) => matches(path, text)));
  equals(broken, []);
  equals(addresses.length > 5, true);
});
