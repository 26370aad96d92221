import type { Key } from "../base/words.ts";
import type { EmailAttempt, EmailDetail, EmailItem, ReceivedDetail } from "../generated/api.ts";

export type { EmailEvent } from "../generated/api.ts";

/** An email of the log as the API lists it. */
export type Email = EmailItem;

export type Attempt = EmailAttempt;

/** The dialogue of an attempt with a mail server. */
export type Evidence = NonNullable<EmailAttempt["evidence"]>;

/** The id of the step of an attempt. */
export const attemptId = ({ attempt, createdAt }: Attempt) => `attempt-${attempt}-${createdAt}`;

/** The details of a received email. */
export type Inbound = ReceivedDetail;

export type Detail = EmailDetail;

/** The moment of the next try of an email that waits for it. */
export function nextTryOf({ status, nextAttemptAt, scheduledAt }: Email): string | undefined {
  const isLater = nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now();
  const isPlanned = scheduledAt !== null && Date.parse(scheduledAt) > Date.now();
  return status === "PENDING" && isLater && !isPlanned ? nextAttemptAt : undefined;
}

export const STATUSES = [
  "PENDING",
  "SENDING",
  "SENT",
  "DELIVERED",
  "OPENED",
  "CLICKED",
  "BOUNCED",
  "COMPLAINED",
  "FAILED",
  "SUPPRESSED",
  "CANCELLED",
  "RECEIVED",
] as const;

export const SOURCES = ["TRANSACTIONAL", "CAMPAIGN", "WORKFLOW", "INBOUND"] as const;

export const sourceKey = (source: string) => `emails.source.${source}` as Key;

/** Statuses the server finds by looking through the newest emails, so that it cannot count them all. */
const SCANNED = new Set(["SENT", "DELIVERED", "OPENED", "CLICKED"]);

/** True when the total of a filtered list is known only once all of it is loaded. */
export function isScanned(query: Record<string, unknown>) {
  const source = query.source !== undefined && query.source !== "INBOUND";
  const isSearched = query.search || query.workflowId || query.campaignId || query.provider;
  return Boolean(isSearched || source) || SCANNED.has(String(query.status));
}
