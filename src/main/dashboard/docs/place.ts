import { base, go, usePath } from "../base/address.ts";

/** A page of the documentation, by its path below /docs. */
export type Place = { kind: "start" | "guide" | "tag" | "operation" | "nothing"; name: string };

const ROOT = `${base}/docs`;

/** The address of a page: "operations/sendEmail", "guides/errors", "tags/contacts"; "" is the start. */
export const docsHref = (path: string) => path ? `${ROOT}/${path}` : ROOT;

const KINDS: Record<string, Place["kind"]> = { guides: "guide", tags: "tag", operations: "operation" };

export function placeOf(path: string): Place {
  const [folder, name = ""] = path.replace(ROOT, "").replace(/^\//, "").split("/");
  if (!folder) return { kind: "start", name: "" };
  return { kind: KINDS[folder] ?? "nothing", name };
}

export function usePlace(): Place {
  return placeOf(usePath());
}

/** Shows a page without loading anything. */
export function openPlace(path: string) {
  go(docsHref(path));
}
