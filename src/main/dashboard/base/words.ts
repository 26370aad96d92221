import { catalogues, type Key } from "../generated/words.ts";
import { stored } from "./stored.ts";

export type { Key };
export type Values = Record<string, string | number | boolean | Date | null | undefined>;

/** The languages there are catalogues for. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const words = new Map<string, string>();
let Formatter: typeof import("intl-messageformat").IntlMessageFormat | undefined;
const compiled = new Map<string, InstanceType<NonNullable<typeof Formatter>>>();

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
  if (!Formatter && [...words.values()].some((text) => /\{\w+,/.test(text))) {
    Formatter = (await import("intl-messageformat")).IntlMessageFormat;
  }
}

/** The words for a key; {name} stands for a value, and plurals follow ICU's message format. */
export function t(key: Key, values?: Values): string {
  const text = words.get(key) ?? key;
  if (!text.includes("{")) return text;
  if (!/\{\w+,/.test(text)) return text.replace(/\{(\w+)\}/g, (whole, name) => shown(values?.[name] ?? whole));
  if (!Formatter) return text;
  const message = compiled.get(key) ?? new Formatter(text, language);
  compiled.set(key, message);
  return String(message.format(values));
}

function shown(value: unknown) {
  return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : String(value);
}

/** True when a loaded catalogue has the key; for words named by a value of the API. */
export function isKey(key: string): key is Key {
  return words.has(key);
}
