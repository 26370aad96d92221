import { useEffect } from "react";
import { useProject } from "../base/project.ts";
import { onTopics, setStreaming, shownTopics } from "../base/topics.ts";
import { fill, gather } from "./gathered-news.ts";
import { type Addressed, EVERYONE, type Message, type News } from "./live-messages.ts";
import { lead } from "./live-lock.ts";
import { LiveReader } from "./live-reader.ts";
import { setDatabase, setSilent } from "./reachability.ts";

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

/** A server beats at least once a second. Silence for longer means that it, or the network, is gone without a word. */
const SILENT_MS = 1700;
let silence: ReturnType<typeof setTimeout> | undefined;
let isSilent = false;

/** Each tab listens by itself: the timers of the one that has the stream may sleep in the background. */
function beat() {
  clearTimeout(silence);
  silence = setTimeout(fallSilent, SILENT_MS);
  if (!isSilent) return;
  isSilent = false;
  setSilent(false);
  set({ connected: true });
  gather([], { all: true });
}

function fallSilent() {
  isSilent = true;
  set({ connected: false });
  setSilent(true);
}

/** Beats are no longer expected. */
function hush() {
  clearTimeout(silence);
  if (isSilent) setSilent(false);
  isSilent = false;
}

/** News of one thing concern answers about it and answers about all of its kind; news of many concern them all. */
function take(news: News) {
  set({ lastNews: Date.now() });
  const { topic, id, counts, items, cut } = news;
  const numbers = counts ?? (items && { items, cut });
  if (numbers) fill(news, numbers);
  gather([topic, `${topic}:${id ?? "*"}`], { withCounts: numbers !== undefined });
}

function connect(connected: boolean) {
  if (isSilent && connected) gather([], { all: true });
  hush();
  set({ connected });
  if (!connected) setDatabase("unknown");
}

function hear(message: Message) {
  if ("beat" in message) beat();
  else if ("news" in message) take(message.news);
  else if ("resync" in message) gather([], { all: true });
  else if ("followed" in message) gather(message.followed);
  else if ("connected" in message) connect(message.connected);
  else if ("database" in message) setDatabase(message.database);
}

/**
 * Follows the page's project. One tab of a browser has the stream, the one that holds the lock; it hands the news on to the others,
 * whatever projects they show, so that many tabs need one connection.
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
  const channel = new BroadcastChannel("godwit");
  const post = (message: Message, to = project) => channel.postMessage({ to, message } satisfies Addressed);
  const concernsUs = (to: string) => to === project || to === EVERYONE;
  const reader = new LiveReader(project, (message, to) => {
    if (concernsUs(to)) hear(message);
    if (!stop.signal.aborted) post(message, to);
  });
  channel.onmessage = ({ data: { to, message } }: MessageEvent<Addressed>) => {
    if (concernsUs(to)) hear(message);
    // Each tab has a stream of its own where there are no locks.
    if (navigator.locks || to === project) reader.hear(message, to);
  };
  const tell = () => {
    post({ wanted: ["project", ...shownTopics()] });
    reader.reconsider();
  };
  const offTopics = onTopics(tell);
  const repeated = setInterval(tell, 30_000);
  post({ asks: true });
  tell();
  lead(reader, stop.signal).catch(() => {});
  return () => {
    if (stop.signal.aborted) return;
    stop.abort();
    offTopics();
    clearInterval(repeated);
    channel.close();
    hush();
    set({ connected: undefined });
  };
}
