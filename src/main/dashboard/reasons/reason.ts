import { isKey, t } from "../base/words.ts";

/** Why an email did not go out, in the reader's language where the platform itself decided; else in the words of the mail server. */
export function reasonText(code: string | null | undefined, sentence: string | null | undefined): string | undefined {
  const key = `reasons.${code}`;
  return code && isKey(key) ? t(key) : sentence ?? undefined;
}
