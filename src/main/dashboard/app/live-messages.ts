/** A change of a thing, as the stream reports it. */
export interface Change {
  topic: string;
  id?: string;
  /** Numbers of the thing, as its own answers have them. */
  counts?: Record<string, unknown>;
  /** The newest entries of the activity; `cut` when there were more than came. */
  items?: unknown[];
  cut?: boolean;
}

/** All tabs, whatever project they show. */
export const ALL_PROJECTS = "*";

/** A message with the project whose tabs it concerns, or ALL_PROJECTS. */
export interface AddressedMessage {
  to: string;
  message: Message;
}

/** The messages between the tabs of one browser. */
export type Message =
  | { change: Change }
  | { resync: true }
  | { followed: string[] }
  | { connected: boolean }
  | { database: "up" | "late" | "down" }
  | { heartbeat: true }
  | { topics: string[] }
  | { statusRequest: true };
