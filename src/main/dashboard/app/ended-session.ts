import { useSyncExternalStore } from "react";

/** The state of a session that has ended while a form had changes: the page stays until the user signs in again, or leaves it. */

let ended = false;
const listeners = new Set<() => void>();

export function setSessionEnded(is: boolean) {
  ended = is;
  listeners.forEach((listener) => listener());
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => ended);
}
