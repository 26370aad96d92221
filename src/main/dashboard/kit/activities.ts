import type { IconName } from "./icon-names.ts";
import type { Tone } from "./statuses.ts";

/** Colour and symbol of every kind of activity the API knows: one table for the feed, the home page and a contact's timeline. */
const TYPE_TO_BADGE: Record<string, { tone: Tone; icon: IconName }> = {
  "event.triggered": { tone: "plain", icon: "event" },
  "email.sent": { tone: "good", icon: "send" },
  "email.delivered": { tone: "good", icon: "check" },
  "email.received": { tone: "info", icon: "mailbox" },
  "email.opened": { tone: "good", icon: "eye" },
  "email.clicked": { tone: "good", icon: "click" },
  "email.bounced": { tone: "bad", icon: "bounce" },
  "email.complaint": { tone: "bad", icon: "warning" },
  "email.failed": { tone: "bad", icon: "warning" },
  "email.suppressed": { tone: "watch", icon: "block" },
  "email.delayed": { tone: "watch", icon: "clock" },
  "email.cancelled": { tone: "plain", icon: "stop" },
  "email.scheduled": { tone: "info", icon: "calendar" },
  "campaign.sent": { tone: "good", icon: "campaign" },
  "campaign.scheduled": { tone: "info", icon: "calendar" },
  "workflow.started": { tone: "info", icon: "workflow" },
  "workflow.completed": { tone: "good", icon: "workflow" },
  "workflow.email.scheduled": { tone: "info", icon: "calendar" },
};

export const badgeOf = (type: string) => TYPE_TO_BADGE[type] ?? { tone: "plain" as const, icon: "activity" as const };
