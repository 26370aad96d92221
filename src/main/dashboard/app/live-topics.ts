import { shownTopics } from "../base/topics.ts";

const MAX_TOPICS = 90;
/** Longer addresses are refused by some proxies. */
const MAX_LENGTH = 5000;
/** The topics of another tab expire after this; each tab publishes its own twice a minute. */
const EXPIRY_MS = 60_000;

/** The topics that the tabs of this browser show. One of another project than this tab's has that project's id before it: "ID/email". */
export class LiveTopics {
  private readonly others = new Map<string, number>();

  constructor(private readonly project: string) {}

  /** Adds the topics that another tab shows. */
  add(topics: string[], project: string) {
    const prefix = project === this.project ? "" : `${project}/`;
    topics.forEach((topic) => this.others.set(prefix + topic, Date.now() + EXPIRY_MS));
  }

  /** Removes the topics that tabs of a project show. */
  removeProject(project: string) {
    const names = [...this.others.keys()].filter((topic) => topic.startsWith(`${project}/`));
    names.forEach((topic) => this.others.delete(topic));
  }

  hasOtherProjects(): boolean {
    return this.live().some((topic) => topic.includes("/"));
  }

  /** All of them, as the stream's address names them. */
  text(): string {
    const all = [...new Set(["project", ...shownTopics(), ...this.live()])].slice(0, MAX_TOPICS);
    while (all.join(",").length > MAX_LENGTH) all.pop();
    return all.sort().join(",");
  }

  private live() {
    const now = Date.now();
    return [...this.others].filter(([, until]) => until > now).map(([topic]) => topic);
  }
}
