import { isKey, t } from "../base/words.ts";

/** The word for a type of field: "Text" for string. */
export function typeWord(type: string): string {
  const key = `contacts.type.${type}`;
  return isKey(key) ? t(key) : type;
}
