import { apiAddress } from "../base/api.ts";
import { listen } from "./live-events.ts";
import { ALL_PROJECTS, type Message } from "./live-messages.ts";
import { LiveTopics } from "./live-topics.ts";

const RECONNECT_DELAY_MS = 2000;
/** A first stream that is not open after this long may be held back by a proxy. */
const OPEN_TIMEOUT_MS = 1500;
/** A stream without a heartbeat for so long is connected anew; it stays until the new one is open. */
const HEARTBEAT_TIMEOUT_MS = 5000;

/**
 * The one stream of a browser, kept by the tab that holds the lock; it publishes to this tab and the others, which may show other projects.
 */
export class LiveReader {
  /** The newest stream, which may not be open yet, and the one that brings the changes. */
  private source: EventSource | undefined;
  private open: EventSource | undefined;
  private openTopics: string[] = [];
  private readonly shown: LiveTopics;
  private topics = "";
  private isRunning = false;
  private isConnected = false;
  private end: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heartbeatTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly project: string,
    private readonly publish: (message: Message, to: string) => void,
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

  private stop() {
    this.isRunning = false;
    clearTimeout(this.timer);
    clearTimeout(this.heartbeatTimer);
    this.source?.close();
    this.open?.close();
    this.open = this.source = undefined;
  }

  /** Handles a message of another tab: its topics, or a request for the status. */
  receive(message: Message, project: string) {
    if ("topics" in message) this.shown.add(message.topics, project);
    if (this.isRunning && "statusRequest" in message) this.publish({ connected: this.isConnected }, project);
    this.reconnectIfChanged();
  }

  /** Connects anew when other topics are shown; shortly after, because a page shows several at once. */
  reconnectIfChanged() {
    if (!this.isRunning || this.shown.text() === this.topics) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.shown.text() === this.topics || this.connect(), 100);
  }

  /**
   * The open stream is closed only when the new one is open, so that no changes are lost between them. One that never opened, because
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
    const report = () => this.isRunning && !this.isConnected && this.publish({ connected: false }, ALL_PROJECTS);
    if (!this.open) setTimeout(report, OPEN_TIMEOUT_MS);
    source.onopen = () => {
      if (this.open !== source) this.open?.close();
      this.open = source;
      this.openTopics = topics;
      this.publishConnection({ connected: true }, !this.isConnected);
      // A thing may have changed after its page requested it and before its topic was followed.
      if (followed.length > 0) this.publish({ followed }, this.project);
    };
    source.onerror = () => this.fail(source);
    listen(source, this.project, {
      publish: this.publish,
      onHeartbeat: () => this.onHeartbeat(source),
      // Its pages may have made requests before their topics were followed.
      onFollowed: (project) => isNew(project) && this.publish({ resync: true }, project),
      onLeft: (project) => {
        this.shown.removeProject(project);
        this.publish({ connected: false }, project);
      },
    });
    source.addEventListener("bye", () => {
      source.close();
      if (source === this.open) this.open = undefined;
      if (source === this.source) this.reconnectLater();
      this.publishConnection({ connected: false }, true);
    });
  }

  /** A stream that fails before it opened leaves the one it was to replace open, with the old topics. */
  private fail(source: EventSource) {
    if (source !== this.source && source !== this.open) return;
    if (this.open && source !== this.open) {
      source.close();
      this.source = this.open;
      this.reconnectLater();
      return;
    }
    this.open = undefined;
    this.publishConnection({ connected: false }, this.isConnected);
    if (source !== this.source) source.close();
    else if (source.readyState === EventSource.CLOSED) {
      // The server answers, and gives no stream of this project: a tab of another one may get it.
      if (this.shown.hasOtherProjects()) this.end();
      else this.reconnectLater();
    }
  }

  /** A network that swallows everything never ends a stream. */
  private onHeartbeat(source: EventSource) {
    if (source !== this.open) return;
    this.publish({ heartbeat: true }, ALL_PROJECTS);
    clearTimeout(this.heartbeatTimer);
    const reconnect = () => this.isRunning && this.open === source && this.connect();
    this.heartbeatTimer = setTimeout(reconnect, HEARTBEAT_TIMEOUT_MS);
  }

  private publishConnection(message: { connected: boolean }, isResync: boolean) {
    this.isConnected = message.connected;
    this.publish(message, ALL_PROJECTS);
    if (isResync) this.publish({ resync: true }, ALL_PROJECTS);
  }

  private reconnectLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isRunning && this.connect(), RECONNECT_DELAY_MS);
  }
}
