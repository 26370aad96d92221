import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { filesBelow } from "./inputs.ts";
import { typesOf } from "./openapi.ts";

const HEAD = "// Written by the build; not kept in version control.\n";

/** Writes what the sources need and nobody should have to list: the features, the words, the types of the API. */
export function generate(openapi: string) {
  mkdirSync("generated", { recursive: true });
  const sources = filesBelow(".");
  const pages = sources.filter((file) => /^[a-z-]+\/pages\.ts$/.test(file));
  const open = pages.filter((file) => readFileSync(file, "utf8").includes('scope: "open"'));
  write("open-features.ts", features(open));
  write("features.ts", features(pages));
  write("words.ts", words(sources));
  write("api.ts", typesOf(existsSync(openapi) ? JSON.parse(readFileSync(openapi, "utf8")) : {}));
}

/** Leaves the file alone when nothing has changed, so that an editor need not read it again. */
function write(name: string, text: string) {
  const path = `generated/${name}`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== HEAD + text) writeFileSync(path, HEAD + text);
}

/** One import for each folder whose pages these are; signed out, only those with an open page are loaded. */
function features(pages: string[]) {
  const imports = pages.map((file, at) => `import feature${at} from "../${file}";\n`).join("");
  return `${imports}export const features = [${pages.map((_, at) => `feature${at}`).join(", ")}];\n`;
}

/** The keys of every catalogue of language/en, and how each catalogue is loaded. */
function words(sources: string[]) {
  const catalogues = sources.filter((file) => /^language\/[a-z]{2}\/[a-z-]+\.json$/.test(file));
  const english = catalogues.filter((file) => file.startsWith("language/en/"));
  const keys = english.flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(file, "utf8"))).map((key) => `${nameOf(file)}.${key}`)
  );
  const loads = catalogues.map((file) =>
    `  "${nameOf(file)}.${file.split("/")[1]}": () => import("../${file}", { with: { type: "json" } }),\n`
  );
  return `export type Key =\n${keys.map((key) => `  | ${JSON.stringify(key)}\n`).join("")};\n` +
    `export const catalogues: Record<string, () => Promise<{ default: Record<string, string> }>> = {\n${
      loads.join("")
    }};\n`;
}

function nameOf(file: string) {
  return file.split("/")[2].split(".")[0];
}
