import { ALL_PROJECTS, type Change, type Message } from "./live-messages.ts";

interface Listener {
  publish: (message: Message, to: string) => void;
  /** Called for each event of a server that sends heartbeats. */
  onHeartbeat: () => void;
  /** The changes of another project come from now on. */
  onFollowed: (project: string) => void;
  /** The user may not follow another project, or no more. */
  onLeft: (project: string) => void;
}

interface Named {
  project?: string;
}

/** Subscribes to the events of the stream of a project. Those of another project name it. */
export function listen(source: EventSource, own: string, { publish, onHeartbeat, onFollowed, onLeft }: Listener) {
  // A node of an earlier version sends no heartbeats.
  let hasHeartbeat = false;
  const subscribe = <T>(event: string, handler: (data: T) => void) =>
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      hasHeartbeat ||= event === "beat";
      if (hasHeartbeat) onHeartbeat();
      handler(JSON.parse(data));
    });
  subscribe<Change & Named>("changed", ({ project = own, ...change }) => publish({ change }, project));
  subscribe<{ database: "up" | "late" | "down" }>("state", ({ database }) => publish({ database }, ALL_PROJECTS));
  subscribe("resync", () => publish({ resync: true }, ALL_PROJECTS));
  subscribe("beat", () => {});
  subscribe<Named>("followed", ({ project = "" }) => onFollowed(project));
  subscribe<Named>("left", ({ project = "" }) => onLeft(project));
}
