import { catalogues, type Key } from "../generated/words.ts";
import { filled } from "./message.ts";
import { stored } from "./stored.ts";

export type { Key };
export type Values = Record<string, string | number | boolean | Date | null | undefined>;

/** The languages there are catalogues for. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const words = new Map<string, string>();

/** The language of this page: chosen before, else the browser's, else English. A change loads the page anew. */
export const language: Language = [stored("language"), ...navigator.languages]
  .map((tag) => tag?.slice(0, 2))
  .find((tag): tag is Language => tag !== undefined && tag in LANGUAGES) ?? "en";

/** Loads the words of a part of the application: English, and over them those of the page's language. */
export async function loadWords(part: string) {
  const found = ["en", language].map((tag) => catalogues[`${part}.${tag}`]?.());
  for (const catalogue of await Promise.all(found)) {
    for (const [key, text] of Object.entries(catalogue?.default ?? {})) words.set(`${part}.${key}`, text);
  }
}

/** The words for a key, with the values they name. */
export function t(key: Key, values: Values = {}): string {
  const text = words.get(key) ?? key;
  return text.includes("{") ? filled(text, values, language) : text;
}

/** True when a loaded catalogue has the key; for words named by a value of the API. */
export function isKey(key: string): key is Key {
  return words.has(key);
}
