import { language } from "./words.ts";

/** Numbers as people type them, with the marks of a language or as programs write them. */
export function numbersIn(language: string) {
  const separators = Object.fromEntries(
    new Intl.NumberFormat(language).formatToParts(12345.6).map(({ type, value }) => [type, value]),
  );
  const [group, decimal] = [separators.group!, separators.decimal!];
  // Thousands that are set apart, as in "12,345" in English; "0,125" has none.
  const thousands = `[1-9]\\d{0,2}(\\${group}\\d{3})+`;
  const grouped = new RegExp(`^[-+]?${thousands}(\\${decimal}\\d*)?$`);
  const count = new RegExp(`^(\\d+|${thousands})$`);
  const numberOf = (text: string): number | undefined => {
    const plain = grouped.test(text.trim()) ? text.trim().replaceAll(group, "") : text.trim();
    return /^[-+]?(\d+[.,]?\d*|[.,]\d+)$/.test(plain) ? Number(plain.replace(",", ".")) : undefined;
  };
  return {
    /** The number that a text means, with a point or a comma before its decimals; undefined for any other text. */
    numberOf,
    /** The same for a count, which has no decimals and is not below zero. */
    countOf: (text: string): number | undefined => count.test(text.trim()) ? numberOf(text) : undefined,
    /** A number as it is typed, without marks between thousands. */
    typedNumber: (value: number): string => String(value).replace(".", decimal),
  };
}

/** Those of the page's language. */
export const { numberOf, countOf, typedNumber } = numbersIn(language);
