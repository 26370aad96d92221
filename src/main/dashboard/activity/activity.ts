import { isKey, type Key, t } from "../base/words.ts";
import type { IconName } from "../kit/icon-names.ts";
import type { Tone } from "../kit/statuses.ts";

/** One entry of the feed as the API answers it. */
export interface Activity {
  id: string;
  type: string;
  timestamp: string;
  contactEmail: string | null;
  contactId: string | null;
  metadata: Record<string, unknown>;
}

const LOOKS: Record<string, { tone: Tone; icon: IconName }> = {
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

export const lookOf = (type: string) => LOOKS[type] ?? { tone: "plain" as const, icon: "activity" as const };

/** The word for a type; one that is newer than this page is shown as it came. */
export function typeWord(type: string) {
  const key = `activity.type.${type}`;
  return isKey(key) ? t(key as Key) : type;
}

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

/** What it is about: the subject, the event, the campaign or the workflow. */
export function subjectOf({ metadata }: Activity): string | undefined {
  return text(metadata.eventName) ?? text(metadata.subject) ?? text(metadata.campaignName) ??
    text(metadata.workflowName);
}

/** A line that explains it: a reason, a link, the campaign. */
export function remarkOf({ metadata, type }: Activity): string | undefined {
  const campaign = text(metadata.campaignName);
  return text(metadata.error) ?? text(metadata.link) ??
    (campaign && type.startsWith("email.") ? t("activity.ofCampaign", { name: campaign }) : undefined);
}

/** The mail it is about, if there is one. */
export const mailOf = ({ metadata }: Activity) => text(metadata.emailId);

/** Entries by day, newest first, as they came. */
export function byDay(entries: Activity[], dayOf: (moment: string) => string): [string, Activity[]][] {
  const days: [string, Activity[]][] = [];
  for (const entry of entries) {
    const day = dayOf(entry.timestamp);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(entry);
    else days.push([day, [entry]]);
  }
  return days;
}
