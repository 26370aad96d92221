import { apiAddress } from "../base/api.ts";
import { shownTopics } from "../base/topics.ts";
import type { Message } from "./live-messages.ts";

const AGAIN_MS = 2000;
/** A first stream that is not open after this long may be held back by a proxy. */
const LATE_MS = 1500;
/** A stream that was heard beating and has been silent for so long is tried anew; it stays until the new one is open. */
const GIVEN_UP_MS = 5000;
const MOST_TOPICS = 90;

/** The one stream of a browser, kept by the tab that holds the lock; it tells this tab and the others. */
export class LiveReader {
  /** The newest stream, which may not be open yet, and the one that brings the news. */
  private source: EventSource | undefined;
  private open: EventSource | undefined;
  private openTopics: string[] = [];
  private readonly others = new Map<string, number>();
  private topics = "";
  private isRunning = false;
  private isConnected = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly project: string,
    private readonly tell: (message: Message) => void,
  ) {}

  /** Holds the lock until the page leaves the project or closes. */
  run(signal: AbortSignal): Promise<void> {
    this.isRunning = true;
    this.connect();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(this.stop())));
  }

  private stop() {
    this.isRunning = false;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.source?.close();
    this.open?.close();
  }

  /** Another tab says what it shows, or asks how things are. What it showed is forgotten after a minute. */
  hear(message: Message) {
    if ("wanted" in message) message.wanted.forEach((topic) => this.others.set(topic, Date.now() + 60_000));
    if (this.isRunning && "asks" in message) this.tell({ connected: this.isConnected });
    this.reconsider();
  }

  /** Connects anew when other topics are shown; shortly after, because a page shows several at once. */
  reconsider() {
    if (!this.isRunning || this.wanted() === this.topics) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wanted() === this.topics || this.connect(), 100);
  }

  private wanted() {
    const now = Date.now();
    const others = [...this.others].filter(([, until]) => until > now).map(([topic]) => topic);
    return [...new Set(["project", ...shownTopics(), ...others])].slice(0, MOST_TOPICS).sort().join(",");
  }

  /**
   * The open stream gives way only when the new one is open, so that no news are lost between them. One that never opened, because
   * a proxy holds it back, ends here: six of them would stop every call of the browser.
   */
  private connect() {
    if (this.source !== this.open) this.source?.close();
    const known = this.open ? this.openTopics : [];
    this.topics = this.wanted();
    const topics = this.topics.split(",");
    const followed = topics.filter((topic) => topic.includes(":") && !known.includes(topic));
    const source = new EventSource(apiAddress(`/projects/${this.project}/stream`, { topics: this.topics }));
    this.source = source;
    if (!this.open) setTimeout(() => this.isRunning && !this.isConnected && this.tell({ connected: false }), LATE_MS);
    source.onopen = () => {
      if (this.open !== source) this.open?.close();
      this.open = source;
      this.openTopics = topics;
      this.say({ connected: true }, !this.isConnected);
      // A thing may have changed after its page asked for it and before its news were followed.
      if (followed.length > 0) this.tell({ followed });
    };
    source.onerror = () => this.fail(source);
    // A node of an earlier version does not beat: its silence says nothing.
    let beats = false;
    const hear = (event: string, messageOf: (data: string) => Message) =>
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        beats ||= event === "beat";
        if (beats) this.beat(source);
        if (event !== "beat") this.tell(messageOf(data));
      });
    hear("changed", (data) => ({ news: JSON.parse(data) }));
    hear("state", (data) => ({ database: JSON.parse(data).database }));
    hear("resync", () => ({ resync: true }));
    hear("beat", () => ({ beat: true }));
    source.addEventListener("bye", () => {
      source.close();
      if (source === this.open) this.open = undefined;
      if (source === this.source) this.later();
      this.say({ connected: false }, true);
    });
  }

  /** A stream that fails before it opened leaves the one it was to replace open: the news of the old topics go on. */
  private fail(source: EventSource) {
    if (source !== this.source && source !== this.open) return;
    if (this.open && source !== this.open) {
      source.close();
      this.source = this.open;
      this.later();
      return;
    }
    this.open = undefined;
    this.say({ connected: false }, this.isConnected);
    if (source !== this.source) source.close();
    else if (source.readyState === EventSource.CLOSED) this.later();
  }

  /** A network that swallows everything never ends a stream. */
  private beat(source: EventSource) {
    if (source !== this.open) return;
    this.tell({ beat: true });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.isRunning && this.open === source && this.connect(), GIVEN_UP_MS);
  }

  private say(message: { connected: boolean }, asksAgain: boolean) {
    this.isConnected = message.connected;
    this.tell(message);
    if (asksAgain) this.tell({ resync: true });
  }

  private later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isRunning && this.connect(), AGAIN_MS);
  }
}
