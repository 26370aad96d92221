import { useEffect } from "react";

/** The topics of the live stream that components on the screen show. */

let streaming = false;
/** True while changes of the shown topics come by the stream. */
export const isStreaming = () => streaming;
export const setStreaming = (isOpen: boolean) => void (streaming = isOpen);

const shown = new Map<string, number>();
const listeners = new Set<() => void>();

export function shownTopics(): string[] {
  return [...shown.keys()].sort();
}

/** Calls the listener when the set of shown topics may have changed. */
export function onTopics(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(topics: string[], by: number) {
  for (const topic of topics) {
    const count = (shown.get(topic) ?? 0) + by;
    if (count > 0) shown.set(topic, count);
    else shown.delete(topic);
  }
  listeners.forEach((listener) => listener());
}

/** Adds these topics to those shown, as long as the component is on the screen. */
export function useTopics(topics: string[] | undefined) {
  const named = (topics ?? []).join(",");
  useEffect(() => {
    const each = named ? named.split(",") : [];
    change(each, 1);
    return () => change(each, -1);
  }, [named]);
}
