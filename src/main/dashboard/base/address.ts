import { useSyncExternalStore } from "react";
import { onStep, pageOf, write } from "./history.ts";
import { confirmLeaving, discardChanges } from "./unsaved.ts";

/** The address of the page: reading it, following it, changing it without loading anything. */

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

/** The path a proxy has put before ours, such as "/mail"; empty when there is none. */
export const base = meta("godwit-base");

const ROOT = `${base}/app/`;
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

/** The path below /app/, such as "p/1b4e/contacts". */
export function currentPath(): string {
  return decodeURI(location.pathname).replace(ROOT, "").replace(/\/$/, "");
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** The address of a path below /app/, with a query when one is given. */
export function href(path: string, query?: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  Object.entries(query ?? {}).forEach(([name, value]) => value && search.set(name, value));
  const text = search.toString();
  return ROOT + path.replace(/^\//, "") + (text ? `?${text}` : "");
}

/** Shows the page at an address of ours, made by href. */
export function go(address: string, { replace = false, keepScroll = false } = {}) {
  const isOtherPath = address.split("?")[0] !== location.pathname;
  // A tab that is chosen on the page itself replaces the entry, and has asked by then.
  const isOtherPage = isOtherPath || (!replace && pageOf(address) !== pageOf(location.href));
  if (isOtherPage && !confirmLeaving()) return;
  if (isOtherPage) discardChanges();
  write(address, replace);
  if (isOtherPath && !keepScroll) globalThis.scrollTo(0, 0);
  notifyListeners();
}

onStep(notifyListeners);

/** The value when it is one of these, else nothing: an address may name any. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((each) => each === value);
}

/** The parameters of the address, and a change of some of them: undefined or "" takes one out. */
export function useQueryState(): [Record<string, string>, (change: Record<string, string | undefined>) => void] {
  const search = useSearch();
  const values = Object.fromEntries(new URLSearchParams(search));
  const change = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams(location.search);
    Object.entries(change).forEach(([name, value]) => value ? next.set(name, value) : next.delete(name));
    const text = next.toString();
    go(location.pathname + (text ? `?${text}` : ""), { replace: true, keepScroll: true });
  };
  return [values, change];
}
