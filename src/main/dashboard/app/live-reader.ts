import { apiAddress } from "../base/api.ts";
import { listen } from "./live-events.ts";
import { EVERYONE, type Message } from "./live-messages.ts";
import { LiveTopics } from "./live-topics.ts";

const AGAIN_MS = 2000;
/** A first stream that is not open after this long may be held back by a proxy. */
const LATE_MS = 1500;
/** A stream that was heard beating and has been silent for so long is tried anew; it stays until the new one is open. */
const GIVEN_UP_MS = 5000;

/**
 * The one stream of a browser, kept by the tab that holds the lock; it tells this tab and the others, which may show other projects.
 */
export class LiveReader {
  /** The newest stream, which may not be open yet, and the one that brings the news. */
  private source: EventSource | undefined;
  private open: EventSource | undefined;
  private openTopics: string[] = [];
  private readonly shown: LiveTopics;
  private topics = "";
  private isRunning = false;
  private isConnected = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly project: string,
    private readonly tell: (message: Message, to: string) => void,
  ) {
    this.shown = new LiveTopics(project);
  }

  /** Holds the lock until the page leaves the project or closes, or its project is refused while other tabs show others. */
  run(signal: AbortSignal): Promise<void> {
    this.isRunning = true;
    this.topics = "";
    this.connect();
    return new Promise((resolve) => {
      this.end = () => resolve(this.stop());
      signal.addEventListener("abort", this.end, { once: true });
    });
  }

  private end: () => void = () => {};

  private stop() {
    this.isRunning = false;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.source?.close();
    this.open?.close();
    this.open = undefined;
    this.source = undefined;
  }

  /** Another tab says what it shows, or asks how things are. */
  hear(message: Message, project: string) {
    if ("wanted" in message) this.shown.add(message.wanted, project);
    if (this.isRunning && "asks" in message) this.tell({ connected: this.isConnected }, project);
    this.reconsider();
  }

  /** Connects anew when other topics are shown; shortly after, because a page shows several at once. */
  reconsider() {
    if (!this.isRunning || this.shown.text() === this.topics) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.shown.text() === this.topics || this.connect(), 100);
  }

  /**
   * The open stream gives way only when the new one is open, so that no news are lost between them. One that never opened, because
   * a proxy holds it back, ends here: six of them would stop every call of the browser.
   */
  private connect() {
    if (this.source !== this.open) this.source?.close();
    const known = this.open ? this.openTopics : [];
    this.topics = this.shown.text();
    const topics = this.topics.split(",");
    const followed = topics.filter((topic) => /^[^/]*:/.test(topic) && !known.includes(topic));
    const isNew = (of: string) => topics.some((topic) => topic.startsWith(`${of}/`) && !known.includes(topic));
    const source = new EventSource(apiAddress(`/projects/${this.project}/stream`, { topics: this.topics }));
    this.source = source;
    const late = () => this.isRunning && !this.isConnected && this.tell({ connected: false }, EVERYONE);
    if (!this.open) setTimeout(late, LATE_MS);
    source.onopen = () => {
      if (this.open !== source) this.open?.close();
      this.open = source;
      this.openTopics = topics;
      this.say({ connected: true }, !this.isConnected);
      // A thing may have changed after its page asked for it and before its news were followed.
      if (followed.length > 0) this.tell({ followed }, this.project);
    };
    source.onerror = () => this.fail(source);
    listen(source, this.project, {
      tell: this.tell,
      onBeat: () => this.beat(source),
      // Its pages may have asked before their news were followed.
      onFollowed: (project) => isNew(project) && this.tell({ resync: true }, project),
      onLeft: (project) => {
        this.shown.forget(project);
        this.tell({ connected: false }, project);
      },
    });
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
    else if (source.readyState === EventSource.CLOSED) {
      // The server answers, and gives no stream of this project: a tab of another one may get it.
      if (this.shown.hasOtherProjects()) this.end();
      else this.later();
    }
  }

  /** A network that swallows everything never ends a stream. */
  private beat(source: EventSource) {
    if (source !== this.open) return;
    this.tell({ beat: true }, EVERYONE);
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.isRunning && this.open === source && this.connect(), GIVEN_UP_MS);
  }

  private say(message: { connected: boolean }, asksAgain: boolean) {
    this.isConnected = message.connected;
    this.tell(message, EVERYONE);
    if (asksAgain) this.tell({ resync: true }, EVERYONE);
  }

  private later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isRunning && this.connect(), AGAIN_MS);
  }
}
