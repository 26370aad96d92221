import { isKey, t } from "../base/words.ts";
import { translate } from "../kit/server-words.ts";

/** The word for why a project was suspended; a newer reason is shown as it came. */
export function reasonWord(reason: string): string {
  const key = `server.suspension.${reason}`;
  return isKey(key) ? t(key) : reason;
}

/** The reason why a project sends nothing, as a sentence. */
export function suspendedText(reason: string | null | undefined): string {
  if (!reason) return t("server.suspendedPlain");
  return isBeingReset(reason) ? t("server.wiping") : t("server.suspended", { reason: reasonWord(reason) });
}

/** True for a project whose content is being deleted, which ends by itself. */
export const isBeingReset = (reason: string | null | undefined) => reason === "WIPING";

/** The evidence for a suspension: sentences of the server one after another, or what an operator has written. */
export function evidenceText(evidence: string): string {
  const sentences = evidence.split("; ");
  const translated = sentences.map(translate);
  return translated.some((each, at) => each !== sentences[at]) ? translated.join(" ") : evidence;
}
