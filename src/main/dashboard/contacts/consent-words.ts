import { t } from "../base/words.ts";
import type { ConsentChange, ConsentResponse } from "../generated/api.ts";

export type Change = ConsentChange;

export type Consent = ConsentResponse;

/** By what a subscription changed, in a few words. */
export function causeOf({ source, evidence }: Change): string {
  if (!source) return t("contacts.cause.unknown");
  if (source === "USER" && evidence.user) return t("contacts.cause.user", { user: evidence.user });
  return t(`contacts.cause.${source}`);
}
