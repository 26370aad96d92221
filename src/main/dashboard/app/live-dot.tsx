import { useSyncExternalStore } from "react";
import { formatRelative } from "../base/format.ts";
import { t } from "../base/words.ts";
import { useNow } from "../kit/time.tsx";
import { live, onLive } from "./live.ts";
import { useReachability } from "./reachability.ts";

/** Green while the stream is open, grey while it is not; with the time of the last change. */
export function LiveDot() {
  const state = useSyncExternalStore(onLive, live);
  const now = useNow();
  const unavailability = useReachability();
  if (state.connected === undefined) return null;
  const isLive = state.connected && unavailability === undefined;
  const words = isLive ? t("shell.live.on") : state.connected ? t("shell.live.old") : t("shell.live.off");
  const since = state.lastChangeAt
    ? t("shell.live.since", { since: formatRelative(state.lastChangeAt, Math.max(now, state.lastChangeAt)) })
    : "";
  return (
    <span className={`live${isLive ? " live-on" : ""}`} role="status" title={since}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-words">{words}</span>
    </span>
  );
}
