import { numberOf, typedNumber } from "../base/numbers.ts";
import { textOf } from "./api.ts";

/**
 * The type of a field whose first value this is: a number or a truth value where the text is written like one. A text with zeros
 * before it or with more digits than a number keeps, such as a postcode, stays a text.
 */
export function guessedType(text: string): string {
  const trimmed = text.trim();
  if (/^(true|false)$/i.test(trimmed)) return "boolean";
  return String(Number(trimmed)) === trimmed && Number.isFinite(Number(trimmed)) ? "number" : "string";
}

/** A value as its editor shows it: numbers with the decimal mark of the language, in which they are read again. */
export function typedText(value: unknown): string {
  return typeof value === "number" ? typedNumber(value) : textOf(value);
}

/** The value that a text means for a field: null, which removes the field, for an empty text. Objects stay objects. */
export function valueOf(text: string, type: string | undefined, before: unknown): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (text === typedText(before)) return before;
  if (type === "number") return numberOf(trimmed) ?? text;
  if (type === "boolean" && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (typeof before === "object" && before !== null) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return text;
    }
  }
  return text;
}
