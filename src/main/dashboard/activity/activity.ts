import { formatSubject } from "../base/format.ts";
import { isKey, t } from "../base/words.ts";
import { reasonText } from "../reasons/reason.ts";
import type { Activity } from "../generated/api.ts";

/** One entry of the feed as the API answers it. */
export type { Activity };

/** The word for a type; one that is newer than this page is shown as it came. */
export function typeWord(type: string) {
  const key = `activity.type.${type}`;
  return isKey(key) ? t(key) : type;
}

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

/** The event, campaign, workflow or email that an entry is about, with the page that shows it. */
export function subjectOf({ type, metadata }: Activity): Subject | undefined {
  const [event, campaign, workflow] = [
    text(metadata.eventName),
    text(metadata.campaignName),
    text(metadata.workflowName),
  ];
  const subject = text(metadata.subject);
  if (event) return { name: event, to: "events", query: { name: event } };
  if (type.startsWith("campaign.") && campaign) return { name: campaign, to: pageOf("campaigns", metadata.campaignId) };
  if (type.startsWith("workflow.") && workflow) {
    const page = pageOf("workflows", metadata.workflowId);
    return { name: workflow, to: metadata.executionId ? `${page}/executions/${metadata.executionId}` : page };
  }
  const name = subject ? formatSubject(subject) : campaign ?? workflow;
  return name ? { name, to: pageOf("emails", metadata.emailId) } : undefined;
}

export interface Subject {
  name: string;
  to: string | undefined;
  query?: Record<string, string>;
}

const pageOf = (folder: string, id: unknown) => text(id) && `${folder}/${id}`;

/** A line that explains it: a reason, a link, the campaign. */
export function remarkOf({ metadata, type }: Activity): string | undefined {
  const campaign = text(metadata.campaignName);
  return reasonText(text(metadata.reasonCode), text(metadata.error)) ?? text(metadata.link) ??
    (campaign && type.startsWith("email.") ? t("activity.ofCampaign", { name: campaign }) : undefined);
}

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
