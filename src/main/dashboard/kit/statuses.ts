import type { Key } from "../base/words.ts";
import type { IconName } from "./icon-names.ts";

/** The track of a column of statuses: the widest word of both languages has room. */
export const STATUS_TRACK = "160px";

export type Tone = "good" | "watch" | "bad" | "info" | "plain";

/** Word, colour and symbol of every status the API knows: one table for the whole application. */
export const STATUSES: Record<string, { key: Key; tone: Tone; icon: IconName }> = {
  PENDING: { key: "status.PENDING", tone: "info", icon: "clock" },
  SENDING: { key: "status.SENDING", tone: "info", icon: "send" },
  SENT: { key: "status.SENT", tone: "good", icon: "send" },
  DELIVERED: { key: "status.DELIVERED", tone: "good", icon: "check" },
  OPENED: { key: "status.OPENED", tone: "good", icon: "eye" },
  CLICKED: { key: "status.CLICKED", tone: "good", icon: "click" },
  BOUNCED: { key: "status.BOUNCED", tone: "bad", icon: "bounce" },
  COMPLAINED: { key: "status.COMPLAINED", tone: "bad", icon: "warning" },
  FAILED: { key: "status.FAILED", tone: "bad", icon: "warning" },
  SUPPRESSED: { key: "status.SUPPRESSED", tone: "watch", icon: "block" },
  CANCELLED: { key: "status.CANCELLED", tone: "plain", icon: "stop" },
  RECEIVED: { key: "status.RECEIVED", tone: "info", icon: "mailbox" },
  DRAFT: { key: "status.DRAFT", tone: "plain", icon: "edit" },
  SCHEDULED: { key: "status.SCHEDULED", tone: "info", icon: "calendar" },
  PAUSED: { key: "status.PAUSED", tone: "watch", icon: "pause" },
  RUNNING: { key: "status.RUNNING", tone: "info", icon: "play" },
  WAITING: { key: "status.WAITING", tone: "info", icon: "clock" },
  COMPLETED: { key: "status.COMPLETED", tone: "good", icon: "check" },
  EXITED: { key: "status.EXITED", tone: "plain", icon: "signout" },
  PROCESSING: { key: "status.PROCESSING", tone: "info", icon: "play" },
  VERIFIED: { key: "status.VERIFIED", tone: "good", icon: "check" },
  UNVERIFIED: { key: "status.UNVERIFIED", tone: "watch", icon: "clock" },
  SUBSCRIBED: { key: "status.SUBSCRIBED", tone: "good", icon: "check" },
  UNSUBSCRIBED: { key: "status.UNSUBSCRIBED", tone: "plain", icon: "minus" },
  ENABLED: { key: "status.ENABLED", tone: "good", icon: "play" },
  healthy: { key: "status.level.healthy", tone: "good", icon: "check" },
  warning: { key: "status.level.warning", tone: "watch", icon: "warning" },
  critical: { key: "status.level.critical", tone: "bad", icon: "warning" },
  DISABLED: { key: "status.DISABLED", tone: "plain", icon: "pause" },
};
