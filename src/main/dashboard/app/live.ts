import { useEffect } from "react";
import { client } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { onTopics, shownTopics } from "../base/topics.ts";
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
  listeners.forEach((listener) => listener());
}

/** Answers are asked for at most this often, however many news come. */
const GATHER_MS = 300;
const gathered = new Set<string>();
let isAll = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function gather(topics: string[], all = false) {
  topics.forEach((topic) => gathered.add(topic));
  isAll ||= all;
  timer ??= setTimeout(() => {
    timer = undefined;
    const [topics, all] = [new Set(gathered), isAll];
    gathered.clear();
    isAll = false;
    void client.invalidateQueries({
      predicate: ({ meta }) =>
        all || ((meta?.topics ?? []) as string[]).some((topic) => topics.has(topic) || topics.has(anyOf(topic))),
    });
  }, GATHER_MS);
}

/** The name of any thing of the kind a topic is about: "email:*" for "email:7". */
const anyOf = (topic: string) => topic.replace(/:.*/, ":*");

/** News of one thing concern answers about it and answers about all of its kind; news of many concern them all. */
function take({ topic, id }: News) {
  set({ lastNews: Date.now() });
  gather([topic, `${topic}:${id ?? "*"}`]);
}

function hear(message: Message) {
  if ("news" in message) take(message.news);
  else if ("resync" in message) gather([], true);
  else if ("followed" in message) gather(message.followed);
  else if ("connected" in message) set({ connected: message.connected });
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
      stop.abort();
      offTopics();
      clearInterval(repeated);
      channel.close();
      set({ connected: undefined });
    };
  }, [project]);
}
