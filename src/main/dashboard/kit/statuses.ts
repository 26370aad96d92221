import type { Key } from "../base/words.ts";
import type { IconName } from "./icon-names.ts";

/** The track of a column of statuses: the widest word of both languages has room. */
export const STATUS_TRACK = "160px";

export type Tone = "good" | "watch" | "bad" | "info" | "plain";

/** Word, colour and symbol of every status the API knows: one table for the whole application. */
export const STATUSES: Record<string, { key: Key; tone: Tone; icon: IconName }> = {
  PENDING: { key: "kit.status.PENDING", tone: "info", icon: "clock" },
  SENDING: { key: "kit.status.SENDING", tone: "info", icon: "send" },
  SENT: { key: "kit.status.SENT", tone: "good", icon: "send" },
  DELIVERED: { key: "kit.status.DELIVERED", tone: "good", icon: "check" },
  OPENED: { key: "kit.status.OPENED", tone: "good", icon: "eye" },
  CLICKED: { key: "kit.status.CLICKED", tone: "good", icon: "click" },
  BOUNCED: { key: "kit.status.BOUNCED", tone: "bad", icon: "bounce" },
  COMPLAINED: { key: "kit.status.COMPLAINED", tone: "bad", icon: "warning" },
  FAILED: { key: "kit.status.FAILED", tone: "bad", icon: "warning" },
  SUPPRESSED: { key: "kit.status.SUPPRESSED", tone: "watch", icon: "block" },
  CANCELLED: { key: "kit.status.CANCELLED", tone: "plain", icon: "stop" },
  RECEIVED: { key: "kit.status.RECEIVED", tone: "info", icon: "mailbox" },
  DRAFT: { key: "kit.status.DRAFT", tone: "plain", icon: "edit" },
  SCHEDULED: { key: "kit.status.SCHEDULED", tone: "info", icon: "calendar" },
  PAUSED: { key: "kit.status.PAUSED", tone: "watch", icon: "pause" },
  RUNNING: { key: "kit.status.RUNNING", tone: "info", icon: "play" },
  WAITING: { key: "kit.status.WAITING", tone: "info", icon: "clock" },
  COMPLETED: { key: "kit.status.COMPLETED", tone: "good", icon: "check" },
  EXITED: { key: "kit.status.EXITED", tone: "plain", icon: "signout" },
  PROCESSING: { key: "kit.status.PROCESSING", tone: "info", icon: "play" },
  VERIFIED: { key: "kit.status.VERIFIED", tone: "good", icon: "check" },
  UNVERIFIED: { key: "kit.status.UNVERIFIED", tone: "watch", icon: "clock" },
  SUBSCRIBED: { key: "kit.status.SUBSCRIBED", tone: "good", icon: "check" },
  UNSUBSCRIBED: { key: "kit.status.UNSUBSCRIBED", tone: "plain", icon: "minus" },
  ENABLED: { key: "kit.status.ENABLED", tone: "good", icon: "play" },
  healthy: { key: "kit.level.healthy", tone: "good", icon: "check" },
  warning: { key: "kit.level.warning", tone: "watch", icon: "warning" },
  critical: { key: "kit.level.critical", tone: "bad", icon: "warning" },
  DISABLED: { key: "kit.status.DISABLED", tone: "plain", icon: "pause" },
};
