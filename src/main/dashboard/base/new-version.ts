import { base } from "./address.ts";

/** Files of this version are gone when the server has a newer one. */

let isOffered = false;
const listeners = new Set<() => void>();

export const isNewVersionOffered = () => isOffered;

export function onNewVersion(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Offers to load the page anew after a file of its version could not be had, unless the server is away altogether. */
export async function offerNewVersion() {
  isOffered = await fetch(`${base}/app/`, { cache: "no-store" }).then((answer) => answer.ok, () => false);
  listeners.forEach((listener) => listener());
}
