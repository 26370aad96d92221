import type { Column } from "./table-head.tsx";

/** Lists as files of CSV (RFC 4180), as the server writes its own. */

type Cell = string | number | null | undefined;

/** A spreadsheet takes a text that begins with one of these for a formula (OWASP, CSV Injection). */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function quoted(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  const text = typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows with the names of their columns; columns that show neither a text nor a number of their own are left out. */
export function csvOf<T>(columns: Column<T>[], rows: T[]): string {
  const exported = columns.filter(({ text }) => text);
  const lines = [exported.map(({ header }) => header), ...rows.map((row) => exported.map(({ text }) => text!(row)))];
  return lines.map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

/** Gives a file to the browser, which saves it. */
export function save(name: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
