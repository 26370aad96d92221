import { useSyncExternalStore } from "react";
import { ApiError, Unreachable } from "../base/errors.ts";
import { client } from "../base/data.ts";

let state: "offline" | "database" | undefined;
const listeners = new Set<() => void>();

function set(next: typeof state) {
  if (next === state) return;
  state = next;
  listeners.forEach((listener) => listener());
}

client.getQueryCache().subscribe((event) => {
  if (event.type !== "updated") return;
  if (event.action.type === "success") set(undefined);
  if (event.action.type === "failed" || event.action.type === "error") {
    const { error } = event.action;
    if (error instanceof Unreachable) set("offline");
    if (error instanceof ApiError && error.status === 503) set("database");
  }
});
globalThis.addEventListener("offline", () => set("offline"));
globalThis.addEventListener("online", () => void client.invalidateQueries({ refetchType: "active" }));

/** The server's word about its database, faster than a call that fails. */
export function setDatabase(is: "up" | "down") {
  if (is === "down") set("database");
  else void client.invalidateQueries();
}

/** Says when no answers come, or none with data: what is on the screen may be old then. */
export function useReachability() {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => state);
}
