import { t } from "../base/words.ts";

export interface Change {
  type: "SUBSCRIBED" | "CONFIRMED" | "UNSUBSCRIBED";
  at: string;
  first: boolean;
  source: Source | null;
  evidence: {
    emailId: string | null;
    jobId: string | null;
    executionId: string | null;
    userId: string | null;
    user: string | null;
    proof: string | null;
  };
}

type Source = "API" | "USER" | "LINK" | "IMPORT" | "BULK" | "WORKFLOW" | "EMAIL" | "BOUNCE" | "COMPLAINT";

export interface Consent {
  subscribed: boolean;
  optOut: "PROJECT" | "PERSON" | "ERASED" | null;
  unsubscription: Change | null;
  history: Change[];
  hasMore: boolean;
}

/** By what a subscription changed, in a few words. */
export function causeOf({ source, evidence }: Change): string {
  if (!source) return t("contacts.cause.unknown");
  if (source === "USER" && evidence.user) return t("contacts.cause.user", { user: evidence.user });
  return t(`contacts.cause.${source}`);
}
