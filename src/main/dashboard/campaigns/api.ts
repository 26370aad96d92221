import type { Group } from "../conditions/filter.ts";

/** Members of the API's answers about campaigns, as these pages read them. */

export interface Campaign {
  id: string;
  name: string;
  description: string | null;
  subject: string;
  body?: string | null;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  audienceType: "ALL" | "SEGMENT" | "FILTERED";
  emailType: string;
  segmentId: string | null;
  segment: { id: string; name: string } | null;
  audienceFilter: Group | null;
  status: "DRAFT" | "SCHEDULED" | "SENDING" | "PAUSED" | "SENT" | "CANCELLED";
  pauseReason: string | null;
  scheduledAt: string | null;
  sentAt: string | null;
  endedAt: string | null;
  totalRecipients: number;
  sentCount: number;
  deliveredCount: number;
  openedCount: number;
  clickedCount: number;
  createdAt: string;
  updatedAt: string;
  version?: number;
}

export interface Books {
  audience: number;
  pending: number;
  sent: number;
  skipped: { unsubscribed: number; suppressed: number; deleted: number };
  failed: { refused: number; failed: number };
  cancelled: number;
}

export interface SendingError {
  outcome: "DEFERRED" | "BOUNCED" | "FAILED";
  reason: string;
  reasonCode?: string | null;
  count: number;
  lastAt?: string | null;
  nextTryAt?: string | null;
}

export interface Sending {
  perMinute: number;
  secondsLeft?: number | null;
  errors: SendingError[];
}

export interface Stats {
  sentCount: number;
  deliveredCount: number;
  openedCount: number;
  clickedCount: number;
  bouncedCount: number;
  complainedCount: number;
  unsubscribedCount: number;
  books: Books;
  /** While it is being sent or is paused. */
  sending?: Sending | null;
  reasons: { outcome: string; reason: string; reasonCode?: string | null; count: number }[];
  countedAt: string;
}

export const OUTCOMES = ["pending", "sent", "skipped", "failed", "cancelled"] as const;
/** What a figure of the report counts, and the recipients can be filtered by. */
export const REACTIONS = ["delivered", "opened", "clicked", "unsubscribed", "bounced", "complained"] as const;
export type Reaction = (typeof REACTIONS)[number];
export type Outcome = (typeof OUTCOMES)[number];

/** How many recipients ended in an outcome. */
export function countOf(books: Books, outcome: Outcome): number {
  if (outcome === "skipped") return books.skipped.unsubscribed + books.skipped.suppressed + books.skipped.deleted;
  if (outcome === "failed") return books.failed.refused + books.failed.failed;
  return books[outcome];
}

export const isOpen = (campaign: Campaign) => campaign.status === "DRAFT" || campaign.status === "SCHEDULED";
