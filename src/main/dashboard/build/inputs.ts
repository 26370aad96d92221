import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const SKIPPED = new Set(["node_modules", "generated"]);

/** Every source file, by its path from the dashboard's folder, in a fixed order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

/** A hash of the names and contents of the files, and of what else decides about the result. */
export function digestOf(files: string[], more: string): string {
  const hash = createHash("sha256").update(more);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}
