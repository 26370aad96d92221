import type { Api } from "./openapi.ts";

/** An error code with the status it comes with, as the document knows them. */
export interface Code {
  code: string;
  status: number;
}

/** The codes of answers with this status. */
export function codesOf(api: Api, status: number): Code[] {
  const schema = api.schemas.Error?.properties?.error?.properties?.code;
  const statuses = (schema as { "x-statuses"?: Record<string, number> } | undefined)?.["x-statuses"] ?? {};
  return Object.entries(statuses).map(([code, each]) => ({ code, status: each })).filter((each) =>
    each.status === status
  );
}
