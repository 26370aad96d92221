import { useEffect } from "react";
import { apiAddress } from "../base/api.ts";
import { client } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { onTopics, shownTopics } from "../base/topics.ts";

/**
 * News of the server. One tab of a browser has the stream: the one that holds the lock. It hands the news on to the others, so
 * that many tabs need one connection.
 */

export interface News {
  topic: string;
  id?: string;
  counts?: Record<string, unknown>;
  items?: unknown[];
}

interface Live {
  connected: boolean;
  lastNews: number | undefined;
}

let state: Live = { connected: false, lastNews: undefined };
const listeners = new Set<() => void>();
export const live = () => state;
export function onLive(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(change: Partial<Live>) {
  state = { ...state, ...change };
  listeners.forEach((listener) => listener());
}

/** Makes the answers stale whose topics the news name: "campaign" and "campaign:ID". */
function take(news: News) {
  set({ lastNews: Date.now() });
  void client.invalidateQueries({
    predicate: ({ meta }) => {
      const topics = (meta?.topics ?? []) as string[];
      return topics.some((topic) => topic === news.topic || topic === `${news.topic}:${news.id}`);
    },
  });
}

/** Everything shown is asked for again: after a reconnection, or when the server says that news were dropped. */
function resync() {
  void client.invalidateQueries({ refetchType: "active" });
}

type Message = { news: News } | { resync: true } | { connected: boolean } | { wanted: string[] } | { asks: true };

/** Keeps the stream of the page's project, or listens to the tab that has it. */
export function useStream() {
  const project = useProject();
  useEffect(() => {
    if (!project) return;
    const stop = new AbortController();
    const channel = new BroadcastChannel(`godwit.${project}`);
    const reader = new Reader(project, channel);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ("news" in data) take(data.news);
      else if ("resync" in data) resync();
      else if ("connected" in data) set({ connected: data.connected });
      else reader.hear(data);
    };
    channel.postMessage({ asks: true });
    const tell = () => {
      channel.postMessage({ wanted: shownTopics() });
      reader.reconsider();
    };
    const offTopics = onTopics(tell);
    navigator.locks?.request(`godwit.stream.${project}`, { signal: stop.signal }, () => reader.run(stop.signal)).catch(
      () => undefined,
    );
    return () => {
      stop.abort();
      offTopics();
      channel.close();
      set({ connected: false });
    };
  }, [project]);
}

/** The stream of the tab that holds the lock. */
class Reader {
  private source: EventSource | undefined;
  private readonly others = new Set<string>();
  private topics = "";
  private isRunning = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly project: string, private readonly channel: BroadcastChannel) {}

  /** Holds the lock until the page leaves the project or closes. */
  run(signal: AbortSignal): Promise<void> {
    this.isRunning = true;
    this.connect();
    return new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        clearTimeout(this.timer);
        this.source?.close();
        resolve();
      })
    );
  }

  hear(message: Message) {
    if ("wanted" in message) message.wanted.forEach((topic) => this.others.add(topic));
    if (!this.isRunning) return;
    if ("asks" in message) this.channel.postMessage({ connected: state.connected });
    this.reconsider();
  }

  /** Connects anew when other topics are shown; shortly after, because a page shows several at once. */
  reconsider() {
    if (!this.isRunning || this.wanted() === this.topics) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wanted() !== this.topics && this.connect(), 100);
  }

  private wanted() {
    return [...new Set(["project", "activity", ...this.others, ...shownTopics()])].sort().join(",");
  }

  private connect() {
    this.source?.close();
    this.topics = this.wanted();
    const source = new EventSource(
      apiAddress(`/projects/${this.project}/stream`, { topics: this.topics, project: this.project }),
    );
    this.source = source;
    source.onopen = () => this.tell({ connected: true }, { resync: true });
    source.onerror = () => {
      this.tell({ connected: false });
      if (source.readyState === EventSource.CLOSED && source === this.source) this.later();
    };
    source.addEventListener("changed", ({ data }) => this.tell({ news: JSON.parse(data) }));
    source.addEventListener("resync", () => this.tell({ resync: true }));
    source.addEventListener("bye", () => {
      source.close();
      this.tell({ connected: false }, { resync: true });
      this.later();
    });
  }

  private later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), 5000);
  }

  /** To this tab and to all others. */
  private tell(...messages: Message[]) {
    for (const message of messages) {
      this.channel.onmessage?.(new MessageEvent("message", { data: message }));
      this.channel.postMessage(message);
    }
  }
}
