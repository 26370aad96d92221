import { useSyncExternalStore } from "react";
import { base } from "../base/address.ts";

/** The key that calls are tried out with. It is kept in memory only: a reload forgets what was pasted. */
export interface TryKey {
  /** Pasted by the reader; "" when none was. */
  own: string;
  /** Of the demo project, where the server gives it to this machine. */
  demo: string;
}

let state: TryKey = { own: "", demo: "" };
const listeners = new Set<() => void>();

function set(change: Partial<TryKey>) {
  state = { ...state, ...change };
  listeners.forEach((listener) => listener());
}

export const setOwnKey = (own: string) => set({ own: own.trim() });

/** Asks for the demo project's key. */
export async function findDemoKey() {
  const answer = await fetch(`${base}/docs/demo-key`, { credentials: "omit" });
  if (answer.ok) set({ demo: (await answer.json()).secretKey ?? "" });
}

export function useTryKey(): TryKey {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => state);
}
