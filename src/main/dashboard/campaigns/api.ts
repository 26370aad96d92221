import type { Body } from "../base/api.ts";
import type {
  CampaignResponse,
  CampaignSending,
  CampaignStatsResponse,
  CampaignStatsTotals,
  CampaignSummary,
  SendingError,
} from "../generated/api.ts";

/** Members of the API's answers about campaigns, as these pages read them. */

export type Campaign = CampaignResponse;
/** A campaign as lists show it, without its body. */
export type Listed = CampaignSummary;

export type Books = CampaignStatsTotals;

export type { SendingError };

export type Sending = CampaignSending;

export type Stats = CampaignStatsResponse;

export type CampaignBody = Body<"/campaigns", "post">;
export type CampaignChange = Body<"/campaigns/{id}", "put">;

export const OUTCOMES = ["pending", "sent", "skipped", "failed", "cancelled"] as const;
/** The outcomes that the figures of the report count, and by which the recipients can be filtered. */
export const REACTIONS = ["delivered", "opened", "clicked", "unsubscribed", "bounced", "complained"] as const;
export type Reaction = (typeof REACTIONS)[number];
export type Outcome = (typeof OUTCOMES)[number];

/** The number of recipients with an outcome. */
export function countOf(books: Books, outcome: Outcome): number {
  if (outcome === "skipped") return books.skipped.unsubscribed + books.skipped.suppressed + books.skipped.deleted;
  if (outcome === "failed") return books.failed.refused + books.failed.failed;
  return books[outcome];
}

export const isOpen = (campaign: Pick<Campaign, "status">) =>
  campaign.status === "DRAFT" || campaign.status === "SCHEDULED";
