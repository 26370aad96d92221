import type { Api, Operation } from "./openapi.ts";

/** An error code with what it means. */
export interface Code {
  code: string;
  meaning: string;
}

/** The statuses and meanings of all codes in the document. */
function wordsOf(api: Api) {
  const { "x-statuses": statuses = {}, "x-meanings": meanings = {} } =
    api.schemas.Error?.properties?.error?.properties?.code ?? {};
  return { statuses, meanings };
}

/** The codes that an operation may answer with this status. */
export function codesOf(api: Api, operation: Operation, status: string): Code[] {
  const { meanings } = wordsOf(api);
  return (operation["x-errors"]?.[status] ?? []).map((code) => ({ code, meaning: meanings[code] ?? "" }));
}

/** The text of a guide with the table of all codes, as Markdown, where it has a place for it. */
export function withCodes(text: string, api: Api): string {
  const { statuses, meanings } = wordsOf(api);
  const rows = Object.entries(statuses).sort(([, one], [, other]) => one - other).map(([code, status]) =>
    `| \`${code}\` | ${status} | ${meanings[code]} |`
  );
  return text.replace("{codes}", ["| Code | Status | Meaning |", "| --- | --- | --- |", ...rows].join("\n"));
}
