import { language } from "../base/words.ts";
import type { Option } from "../kit/form/choice.tsx";

/** Languages in which the pages and emails for recipients are written. */
const TRANSLATED = ["en", "bg", "cs", "de", "es", "fr", "hi", "it", "nl", "pl", "pt", "zh-CN", "zh-HK", "zh-TW"];

/** The languages a project can have, by their own and the reader's names; one set otherwise stays in the list. */
export function languages(also?: string): Option[] {
  const names = new Intl.DisplayNames(language, { type: "language" });
  const all = also && !TRANSLATED.includes(also) ? [...TRANSLATED, also] : TRANSLATED;
  return all.map((id) => ({ id, label: names.of(id) ?? id })).sort((one, other) =>
    one.label.localeCompare(other.label)
  );
}
