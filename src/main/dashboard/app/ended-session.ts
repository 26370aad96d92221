import { useSyncExternalStore } from "react";

/** Whether the session has ended while a form had changes: its page stays until somebody has signed in again, or leaves it. */

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
