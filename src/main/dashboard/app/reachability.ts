import { useSyncExternalStore } from "react";
import { ApiError, Unreachable } from "../base/errors.ts";
import { client } from "../base/data.ts";

export interface Unavailability {
  kind: "offline" | "late" | "database" | "busy";
  /** The seconds after which the server accepts calls again. */
  seconds?: number;
}

let state: Unavailability | undefined;
let isDatabaseUnavailable = false;
const listeners = new Set<() => void>();

function set(next: typeof state) {
  if (next?.kind === state?.kind) return;
  state = next;
  listeners.forEach((listener) => listener());
}

client.getQueryCache().subscribe((event) => {
  if (event.type !== "updated") return;
  // An answer that was under way when the network went does not say that it is back.
  if (event.action.type === "success" && navigator.onLine && !isDatabaseUnavailable) set(undefined);
  if (event.action.type === "failed" || event.action.type === "error") {
    const { error } = event.action;
    if (error instanceof Unreachable) set({ kind: "offline" });
    if (error instanceof ApiError && error.status === 503) set({ kind: "database" });
    if (error instanceof ApiError && error.status === 429) set({ kind: "busy", seconds: error.retryAfter ?? 1 });
  }
});
globalThis.addEventListener("offline", () => set({ kind: "offline" }));
globalThis.addEventListener("online", () => {
  if (state?.kind === "offline") set(undefined);
  void client.invalidateQueries({ refetchType: "active" });
});

/** The server's word about its database, faster than a call that fails; it holds until the server takes it back or is gone. */
export function setDatabase(is: "up" | "late" | "down" | "unknown") {
  const wasLate = state?.kind === "late";
  isDatabaseUnavailable = is === "down" || is === "late";
  if (is === "down") set({ kind: "database" });
  if (is === "late") set({ kind: "late" });
  if (is !== "up") return;
  // A database that only kept its callers waiting has lost nothing.
  if (wasLate) set(undefined);
  else void client.invalidateQueries();
}

/** The stream stays open and brings nothing, not even the sign that nothing has happened. */
export function setHeartbeatLost(isLost: boolean) {
  if (isLost) set({ kind: "offline" });
  else if (state?.kind === "offline") set(undefined);
}

/** Says when no answers come, or none with data: what is on the screen may be old then. */
export function useReachability() {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => state);
}
