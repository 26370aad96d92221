import type { Key } from "../base/words.ts";

/** An email of the log as the API lists it. */
export interface Message {
  id: string;
  contactId: string;
  to: string;
  toName: string | null;
  from: string | null;
  fromName: string | null;
  replyTo: string | null;
  messageId: string | null;
  subject: string | null;
  sourceType: string;
  type: string;
  templateId: string | null;
  campaignId: string | null;
  workflowExecutionId: string | null;
  workflowId: string | null;
  status: string;
  error: string | null;
  /** Of an end that the platform decided, and not a mail server. */
  reasonCode?: string | null;
  reply: string | null;
  /** Of one that waits; in the past while it waits for its turn. */
  nextAttemptAt: string | null;
  tracking: boolean | null;
  opens: number;
  clicks: number;
  machineOpens: number;
  machineClicks: number;
  createdAt: string;
  scheduledAt: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  openedAt: string | null;
  clickedAt: string | null;
  bouncedAt: string | null;
  complainedAt: string | null;
}

export interface Attempt {
  attempt: number;
  outcome: string;
  stage: string;
  code: number | null;
  enhancedCode: string | null;
  reply: string | null;
  evidence?: Evidence | null;
  createdAt: string;
}

/** The dialogue of an attempt with a mail server. */
export interface Evidence {
  host: string;
  address?: string | null;
  source?: string | null;
  localAddress?: string | null;
  tls?: string | null;
  cipher?: string | null;
  verification?: string | null;
  steps: { step: string; milliseconds: number; code?: number | null; lines: string[] }[];
}

export interface MessageEvent {
  id: string;
  name: string;
  data: Record<string, unknown> | null;
  createdAt: string;
}

/** What is kept beside of an email that came in. */
export interface Inbound {
  repliesTo: string | null;
  envelopeFrom: string;
  recipients: string[];
  text: string | null;
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  automatic: boolean;
  contentMissing: string | null;
  doubt: string | null;
}

export interface Detail extends Message {
  body: string | null;
  text: string | null;
  recipients: { to?: string[]; cc?: string[] } | null;
  headers: Record<string, string> | null;
  attachments: { filename: string; contentType: string; size: number }[] | null;
  attempts: Attempt[];
  events: MessageEvent[];
  inbound: Inbound | null;
}

/** The moment of the next try of a mail that waits for it. */
export function nextTryOf({ status, nextAttemptAt, scheduledAt }: Message): string | undefined {
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

export const sourceKey = (source: string) => `messages.source.${source}` as Key;

/** Statuses the server finds by looking through the newest mails, so that it cannot count them all. */
const SCANNED = new Set(["SENT", "DELIVERED", "OPENED", "CLICKED"]);

/** True when the total of a filtered list is known only once all of it is loaded. */
export function isScanned(query: Record<string, unknown>) {
  const source = query.source !== undefined && query.source !== "INBOUND";
  return Boolean(query.search || query.workflowId || query.campaignId || source) || SCANNED.has(String(query.status));
}
