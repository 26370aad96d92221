import type { Answer } from "../base/api.ts";
import { isKey, t } from "../base/words.ts";
import type { IconName } from "../kit/icon-names.ts";
import type { Tone } from "../kit/statuses.ts";

/** The traffic of one egress source to a site. */
export type Source = Answer<"/receivers">["receivers"][number];

/** A site with all sources that send to it. */
export interface Site {
  name: string;
  provider: string | null | undefined;
  /** Emails that wait for it from any source; unknown for a site without a queue of its own. */
  queued: number | null | undefined;
  oldestSeconds: number | null | undefined;
  perHour: number;
  openConnections: number;
  maxConnections: number;
  sources: Source[];
}

/** The sites, in the order in which the first source of each came. */
export function sitesOf(sources: Source[]): Site[] {
  const nameToSources = Map.groupBy(sources, ({ site }) => site);
  return [...nameToSources].map(([name, all]) => ({
    name,
    provider: all[0]!.provider,
    queued: all[0]!.queued,
    oldestSeconds: all[0]!.oldestSeconds,
    perHour: sum(all, ({ perHour }) => perHour),
    openConnections: sum(all, ({ openConnections }) => openConnections),
    maxConnections: sum(all, ({ maxConnections }) => maxConnections),
    sources: all,
  }));
}

const sum = (all: Source[], of: (source: Source) => number) => all.reduce((total, each) => total + of(each), 0);

/** True while nothing starts for a reason that does not end by itself within seconds. */
export const isStopped = ({ reason }: Source) => Boolean(reason) && !["rate", "connections", "probe"].includes(reason!);

interface State {
  tone: Tone;
  icon: IconName;
  label: string;
}

/** The state of a site in a word: that of the source that is worst off. */
export function stateOf({ sources }: Site): State {
  const stopped = sources.filter(isStopped);
  if (stopped.length === 0) return { tone: "good", icon: "check", label: t("receivers.open") };
  const paused = stopped.every(({ reason }) => reason === "operator");
  if (stopped.length < sources.length) return { tone: "watch", icon: "warning", label: t("receivers.partly") };
  return paused
    ? { tone: "watch", icon: "pause", label: t("receivers.paused") }
    : { tone: "bad", icon: "warning", label: t("receivers.waits") };
}

/** A reason in the reader's language; one that has no words is shown as it came. */
export function reasonWord(reason: string): string {
  const key = `receivers.reason.${reason}`;
  return isKey(key) ? t(key) : reason;
}
