import { useEffect } from "react";
import { client } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { onTopics, setStreaming, shownTopics } from "../base/topics.ts";
import { LiveReader, type Message, type News } from "./live-reader.ts";
import { setDatabase } from "./reachability.ts";

interface Live {
  /** Undefined before the first attempt has ended. */
  connected: boolean | undefined;
  lastNews: number | undefined;
}

let state: Live = { connected: undefined, lastNews: undefined };
const listeners = new Set<() => void>();
export const live = () => state;
export function onLive(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(change: Partial<Live>) {
  state = { ...state, ...change };
  setStreaming(state.connected === true);
  listeners.forEach((listener) => listener());
}

/** Answers are asked for at most this often, however many news come. */
const GATHER_MS = 300;
/** Whether all news of a topic since the last time brought numbers. */
const gathered = new Map<string, boolean>();
/** Answers that took all numbers that came for them. */
const counted = new Set<string>();
let isAll = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function gather(topics: string[], { all = false, withCounts = false } = {}) {
  topics.forEach((topic) => gathered.set(topic, withCounts && gathered.get(topic) !== false));
  isAll ||= all;
  timer ??= setTimeout(flush, GATHER_MS);
}

function flush() {
  timer = undefined;
  const [topics, current, all] = [new Map(gathered), new Set(counted), isAll];
  gathered.clear();
  counted.clear();
  isAll = false;
  void client.invalidateQueries({
    predicate: ({ meta, queryHash }) =>
      all || ((meta?.topics ?? []) as string[]).some((topic) => {
        const withCounts = topics.get(topic) ?? topics.get(anyOf(topic));
        return withCounts !== undefined && !(withCounts && current.has(queryHash));
      }),
  });
}

/** The name of any thing of the kind a topic is about: "email:*" for "email:7". */
const anyOf = (topic: string) => topic.replace(/:.*/, ":*");

/** News of one thing concern answers about it and answers about all of its kind; news of many concern them all. */
function take({ topic, id, counts }: News) {
  set({ lastNews: Date.now() });
  const names = [topic, `${topic}:${id ?? "*"}`];
  if (counts) fill(names, counts);
  gather(names, { withCounts: counts !== undefined });
}

/** Writes numbers into the answers that show them; one that cannot take them is asked for again. */
function fill(names: string[], counts: Record<string, unknown>) {
  for (const query of client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })) {
    const take = query.meta?.counts as ((answer: unknown, counts: unknown) => unknown) | undefined;
    if (!take || !((query.meta?.topics ?? []) as string[]).some((topic) => names.includes(topic))) continue;
    const filled = take(query.state.data, counts);
    if (filled === undefined) counted.delete(query.queryHash);
    else {
      query.setData(filled);
      counted.add(query.queryHash);
    }
  }
}

function connect(connected: boolean) {
  set({ connected });
  if (!connected) setDatabase("unknown");
}

function hear(message: Message) {
  if ("news" in message) take(message.news);
  else if ("resync" in message) gather([], { all: true });
  else if ("followed" in message) gather(message.followed);
  else if ("connected" in message) connect(message.connected);
  else if ("database" in message) setDatabase(message.database);
}

/**
 * Keeps the stream of the page's project. One tab of a browser has it, the one that holds the lock; it hands the news on to the
 * others, so that many tabs need one connection.
 */
export function useStream() {
  const project = useProject();
  useEffect(() => {
    if (!project) return;
    let end = follow(project);
    // A page that is left may be kept by the browser for its "back", frozen, and would keep the lock.
    const leave = () => end();
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      end = follow(project);
      gather([], { all: true });
    };
    addEventListener("pagehide", leave);
    addEventListener("pageshow", returned);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", returned);
      end();
    };
  }, [project]);
}

/** Follows the news of a project until the returned function is called. */
function follow(project: string) {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`godwit.${project}`);
  const reader = new LiveReader(project, (message) => {
    hear(message);
    if (!stop.signal.aborted) channel.postMessage(message);
  });
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    hear(data);
    reader.hear(data);
  };
  const tell = () => {
    channel.postMessage({ wanted: shownTopics() });
    reader.reconsider();
  };
  const offTopics = onTopics(tell);
  const repeated = setInterval(tell, 30_000);
  channel.postMessage({ asks: true });
  const holds = () => reader.run(stop.signal);
  // Without locks (plain http on a foreign host) each tab has a stream of its own.
  if (navigator.locks) navigator.locks.request(`godwit.${project}`, { signal: stop.signal }, holds).catch(() => {});
  else void holds();
  return () => {
    if (stop.signal.aborted) return;
    stop.abort();
    offTopics();
    clearInterval(repeated);
    channel.close();
    set({ connected: undefined });
  };
}
