/** The blocks of a text in Markdown: headings of the second level, paragraphs, lists, tables and code. */
export type Block =
  | { kind: "heading"; text: string; id: string }
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; rows: string[][] }
  | { kind: "code"; samples: { language: string; code: string }[] };

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of partsOf(text)) {
    const block = blockOf(part);
    const last = blocks.at(-1);
    // Fences one after the other are the same in several languages.
    if (block.kind === "code" && last?.kind === "code") last.samples.push(...block.samples);
    else blocks.push(block);
  }
  return blocks;
}

/** Parted by empty lines, which count for nothing between fences. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let inCode = false;
  for (const line of [...text.split("\n"), ""]) {
    if (line.startsWith("```")) inCode = !inCode;
    if (line.trim() === "" && !inCode) {
      if (lines.length > 0) parts.push(lines.join("\n"));
      lines = [];
    } else {
      lines.push(line);
    }
  }
  return parts;
}

function blockOf(part: string): Block {
  if (part.startsWith("```")) {
    const [first = "", ...rest] = part.split("\n");
    return { kind: "code", samples: [{ language: first.slice(3), code: rest.slice(0, -1).join("\n") }] };
  }
  if (part.startsWith("## ")) {
    const text = part.slice(3);
    return { kind: "heading", text, id: text.toLowerCase().replace(/[^a-z0-9]+/g, "-") };
  }
  if (part.startsWith("- ")) return { kind: "list", items: part.slice(2).split(/\n- /).map(joined) };
  if (part.startsWith("|")) {
    const rows = part.split("\n").map((row) => row.slice(1, -1).split("|").map((cell) => cell.trim()));
    return { kind: "table", rows: rows.filter((row) => !row.every((cell) => /^-+$/.test(cell))) };
  }
  return { kind: "text", text: joined(part) };
}

const joined = (text: string) => text.replace(/\s*\n\s*/g, " ");
