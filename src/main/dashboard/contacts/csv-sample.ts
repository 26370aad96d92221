/** The beginning of a CSV file, read in the browser: enough to name its columns and to show some rows. */
export interface CsvSample {
  file: File;
  header: string[];
  rows: string[][];
}

/** Bytes that are read of the file. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 5;
/** As the server limits a file. */
export const MAX_BYTES = 5 * 1024 * 1024;

const ADDRESS = /^(e-?mail|e-?mail[ _-]?(address|adresse)|mail)$/i;

export async function readCsvSample(file: File): Promise<CsvSample> {
  const bytes = await file.slice(0, SAMPLE_BYTES).arrayBuffer();
  const [header, ...rows] = parse(decoded(bytes));
  return { file, header: (header ?? []).map((name) => name.trim()), rows: rows.slice(0, SAMPLE_ROWS) };
}

/** UTF-8, or what Windows writes where it is none; a character cut off at the end is no fault. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The lines of RFC 4180, whichever of comma, semicolon and tab parts them. */
export function parse(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? "";
  const separator = [",", ";", "\t"].sort((one, other) => count(first, other) - count(first, one))[0]!;
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === separator) cell = push(line, cell);
    else if (char === "\n") {
      push(line, cell.replace(/\r$/, ""));
      cell = "";
      if (line.some(Boolean)) lines.push(line);
      line = [];
    } else cell += char;
  }
  if (cell || line.length > 0) lines.push([...line, cell]);
  return lines;
}

function push(line: string[], cell: string) {
  line.push(cell);
  return "";
}

function count(text: string, part: string) {
  return text.split(part).length - 1;
}

/** The meaning of a column as the server would guess it: an address, the subscription, or a field of its own name. */
export function guess(header: string[]): Record<string, string> {
  const address = header.find((name) => ADDRESS.test(name));
  return Object.fromEntries(header.map((name) => {
    if (name === address) return [name, "email"];
    return [name, /^subscribed$/i.test(name) ? "subscribed" : /^status$/i.test(name) ? "status" : name];
  }));
}
