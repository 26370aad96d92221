import { filled } from "./path.ts";

/** The things that are deleted, or are being deleted at this moment: nobody need ask for them again. */
const deletedPaths = new Set<string>();

/** Says of the thing that a path names that it ends, or that it stays after all. */
export function setDeleted(path: string, values: unknown, deleted: boolean) {
  deletedPaths[deleted ? "add" : "delete"](filled(path, values));
}

/** True for a thing that ends, and for what belongs to it. */
export const isDeleted = (path: string, values: unknown) =>
  [...deletedPaths].some((each) => `${filled(path, values)}/`.startsWith(`${each}/`));
