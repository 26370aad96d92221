/** News of a thing that has changed. */
export interface News {
  topic: string;
  id?: string;
  /** Numbers of the thing, as its own answers have them. */
  counts?: Record<string, unknown>;
  /** The newest entries of the activity; `cut` when there were more than came. */
  items?: unknown[];
  cut?: boolean;
}

/** All tabs, whatever project they show. */
export const EVERYONE = "*";

/** A message with the project whose tabs it concerns, or EVERYONE. */
export interface Addressed {
  to: string;
  message: Message;
}

/** What tabs of one browser tell each other. */
export type Message =
  | { news: News }
  | { resync: true }
  | { followed: string[] }
  | { connected: boolean }
  | { database: "up" | "late" | "down" }
  | { beat: true }
  | { wanted: string[] }
  | { asks: true };
