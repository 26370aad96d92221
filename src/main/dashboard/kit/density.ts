import { useSyncExternalStore } from "react";
import { oneOf } from "../base/address.ts";
import { store, stored } from "../base/stored.ts";

/** The density of the rows of all lists, as chosen in this browser. */

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

let density: Density = oneOf(DENSITIES, stored("density")) ?? "comfortable";
const listeners = new Set<() => void>();

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => density);
}

export function setDensity(next: Density) {
  density = next;
  store("density", next === "comfortable" ? undefined : next);
  listeners.forEach((listener) => listener());
}
