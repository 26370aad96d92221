import { filled } from "./path.ts";

/** The paths of things that are deleted, or are being deleted at this moment: no page requests them again. */
const deletedPaths = new Set<string>();

/** Marks the thing that a path names as deleted, or as not deleted after all. */
export function setDeleted(path: string, values: unknown, deleted: boolean) {
  deletedPaths[deleted ? "add" : "delete"](filled(path, values));
}

/** True for a deleted thing, and for what belongs to it. */
export const isDeleted = (path: string, values: unknown) =>
  [...deletedPaths].some((each) => `${filled(path, values)}/`.startsWith(`${each}/`));
