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

type Data = { project?: string; [name: string]: unknown };

/** Hears the events of a stream of a project. Those of another project name it. */
export function listen(source: EventSource, own: string, { tell, onBeat, onFollowed, onLeft }: Listener) {
  // A node of an earlier version does not beat: its silence says nothing.
  let beats = false;
  const hear = (event: string, act: (data: Data) => void) =>
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      beats ||= event === "beat";
      if (beats) onBeat();
      act(JSON.parse(data));
    });
  hear("changed", ({ project = own, ...news }) => tell({ news: news as unknown as News }, project));
  hear("state", ({ database }) => tell({ database: database as "up" }, EVERYONE));
  hear("resync", () => tell({ resync: true }, EVERYONE));
  hear("beat", () => {});
  hear("followed", ({ project = "" }) => onFollowed(project));
  hear("left", ({ project = "" }) => onLeft(project));
}
