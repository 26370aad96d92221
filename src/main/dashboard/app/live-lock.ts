import type { LiveReader } from "./live-reader.ts";

/** A tab whose project is refused lets others have the stream before it tries again. */
const RETRY_DELAY_MS = 2000;

/** Has the stream whenever this tab holds the lock. Without locks (plain http on a foreign host) each tab has a stream of its own. */
export async function lead(reader: LiveReader, signal: AbortSignal) {
  while (!signal.aborted) {
    if (!navigator.locks) await reader.run(signal);
    else await navigator.locks.request("godwit-live", { signal }, () => reader.run(signal));
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
}
