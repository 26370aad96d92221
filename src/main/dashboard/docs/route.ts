import { base, go, usePath } from "../base/address.ts";

/** A page of the documentation, by its path below /docs. */
export type DocsRoute = { kind: "start" | "guide" | "tag" | "operation" | "nothing"; name: string };

const ROOT = `${base}/docs`;

/** The address of a page: "operations/sendEmail", "guides/errors", "tags/contacts"; "" is the start. */
export const docsHref = (path: string) => path ? `${ROOT}/${path}` : ROOT;

const KINDS: Record<string, DocsRoute["kind"]> = { guides: "guide", tags: "tag", operations: "operation" };

export function routeOf(path: string): DocsRoute {
  const [folder, name = ""] = path.replace(ROOT, "").replace(/^\//, "").split("/");
  if (!folder) return { kind: "start", name: "" };
  return { kind: KINDS[folder] ?? "nothing", name };
}

export function useDocsRoute(): DocsRoute {
  return routeOf(usePath());
}

/** Shows a page without loading anything. */
export function openRoute(path: string) {
  go(docsHref(path));
}
