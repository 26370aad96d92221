import { EVERYONE, type Message, type News } from "./live-messages.ts";

interface Listener {
  tell: (message: Message, to: string) => void;
  /** Something came, from a server that beats: its silence means something. */
  onBeat: () => void;
  /** The news of another project come from now on. */
  onFollowed: (project: string) => void;
  /** The user may not follow another project, or no more. */
  onLeft: (project: string) => void;
}

interface Named {
  project?: string;
}

/** Hears the events of a stream of a project. Those of another project name it. */
export function listen(source: EventSource, own: string, { tell, onBeat, onFollowed, onLeft }: Listener) {
  // A node of an earlier version does not beat: its silence says nothing.
  let beats = false;
  const hear = <T>(event: string, act: (data: T) => void) =>
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      beats ||= event === "beat";
      if (beats) onBeat();
      act(JSON.parse(data));
    });
  hear<News & Named>("changed", ({ project = own, ...news }) => tell({ news }, project));
  hear<{ database: "up" | "late" | "down" }>("state", ({ database }) => tell({ database }, EVERYONE));
  hear("resync", () => tell({ resync: true }, EVERYONE));
  hear("beat", () => {});
  hear<Named>("followed", ({ project = "" }) => onFollowed(project));
  hear<Named>("left", ({ project = "" }) => onLeft(project));
}
