import { useEffect } from "react";
import { useProject } from "../base/project.ts";
import { onTopics, setStreaming, shownTopics } from "../base/topics.ts";
import { applyCounts, scheduleInvalidation } from "./invalidation.ts";
import { type AddressedMessage, ALL_PROJECTS, type Change, type Message } from "./live-messages.ts";
import { lead } from "./live-lock.ts";
import { LiveReader } from "./live-reader.ts";
import { setDatabase, setHeartbeatLost } from "./reachability.ts";

interface Live {
  /** Undefined before the first attempt has ended. */
  connected: boolean | undefined;
  lastChangeAt: number | undefined;
}

let state: Live = { connected: undefined, lastChangeAt: undefined };
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

/** A server sends a heartbeat at least once a second. None for longer means that the server or the network is gone. */
const HEARTBEAT_TIMEOUT_MS = 1700;
let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
let isHeartbeatLost = false;

/** Each tab has its own timer: those of the tab that has the stream may sleep in the background. */
function onHeartbeat() {
  clearTimeout(heartbeatTimer);
  heartbeatTimer = setTimeout(onHeartbeatLost, HEARTBEAT_TIMEOUT_MS);
  if (!isHeartbeatLost) return;
  isHeartbeatLost = false;
  setHeartbeatLost(false);
  set({ connected: true });
  scheduleInvalidation([], { all: true });
}

function onHeartbeatLost() {
  isHeartbeatLost = true;
  set({ connected: false });
  setHeartbeatLost(true);
}

/** Stops expecting heartbeats. */
function stopHeartbeat() {
  clearTimeout(heartbeatTimer);
  if (isHeartbeatLost) setHeartbeatLost(false);
  isHeartbeatLost = false;
}

/** A change of one thing concerns the answers about it and those about all of its kind; a change of many concerns them all. */
function applyChange(change: Change) {
  set({ lastChangeAt: Date.now() });
  const { topic, id, counts, items, cut } = change;
  const numbers = counts ?? (items && { items, cut });
  if (numbers) applyCounts(change, numbers);
  scheduleInvalidation([topic, `${topic}:${id ?? "*"}`], { withCounts: numbers !== undefined });
}

function connect(connected: boolean) {
  if (isHeartbeatLost && connected) scheduleInvalidation([], { all: true });
  stopHeartbeat();
  set({ connected });
  if (!connected) setDatabase("unknown");
}

function receive(message: Message) {
  if ("heartbeat" in message) onHeartbeat();
  else if ("change" in message) applyChange(message.change);
  else if ("resync" in message) scheduleInvalidation([], { all: true });
  else if ("followed" in message) scheduleInvalidation(message.followed);
  else if ("connected" in message) connect(message.connected);
  else if ("database" in message) setDatabase(message.database);
}

/**
 * Follows the page's project. One tab of a browser has the stream, the one that holds the lock; it publishes the changes to the others,
 * whatever projects they show, so that many tabs need one connection.
 */
export function useStream() {
  const project = useProject();
  useEffect(() => {
    if (!project) return;
    let end = follow(project);
    // A page that is left may be kept by the browser for its "back", frozen, and would keep the lock.
    const onPageHide = () => end();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      end = follow(project);
      scheduleInvalidation([], { all: true });
    };
    addEventListener("pagehide", onPageHide);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("pagehide", onPageHide);
      removeEventListener("pageshow", onPageShow);
      end();
    };
  }, [project]);
}

/** Follows the changes of a project until the returned function is called. */
function follow(project: string) {
  const stop = new AbortController();
  const channel = new BroadcastChannel("godwit-live");
  const post = (message: Message, to = project) => channel.postMessage({ to, message } satisfies AddressedMessage);
  const isForThisTab = (to: string) => to === project || to === ALL_PROJECTS;
  const reader = new LiveReader(project, (message, to) => {
    if (isForThisTab(to)) receive(message);
    if (!stop.signal.aborted) post(message, to);
  });
  channel.onmessage = ({ data: { to, message } }: MessageEvent<AddressedMessage>) => {
    if (isForThisTab(to)) receive(message);
    // Each tab has a stream of its own where there are no locks.
    if (navigator.locks || to === project) reader.receive(message, to);
  };
  const publishTopics = () => {
    post({ topics: ["project", ...shownTopics()] });
    reader.reconnectIfChanged();
  };
  const unsubscribe = onTopics(publishTopics);
  const interval = setInterval(publishTopics, 30_000);
  post({ statusRequest: true });
  publishTopics();
  lead(reader, stop.signal).catch(() => {});
  return () => {
    if (stop.signal.aborted) return;
    stop.abort();
    unsubscribe();
    clearInterval(interval);
    channel.close();
    stopHeartbeat();
    set({ connected: undefined });
  };
}
