import { filled } from "./path.ts";

/** The things that are deleted, or are being deleted at this moment: nobody need ask for them again. */
const ending = new Set<string>();

/** Says of the thing that a path names that it ends, or that it stays after all. */
export function setEnding(path: string, values: unknown, isSo: boolean) {
  ending[isSo ? "add" : "delete"](filled(path, values));
}

/** True for a thing that ends, and for what belongs to it. */
export const isEnding = (path: string, values: unknown) =>
  [...ending].some((each) => `${filled(path, values)}/`.startsWith(`${each}/`));
