import { isKey, t } from "../base/words.ts";

/** The reason why an email was not sent: in the reader's language where the platform decided, else in the mail server's words. */
export function reasonText(code: string | null | undefined, sentence: string | null | undefined): string | undefined {
  const key = `reasons.${code}`;
  return code && isKey(key) ? t(key) : sentence ?? undefined;
}
