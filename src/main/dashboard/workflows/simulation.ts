import type { StepType } from "./api.ts";

/** Members of the API's answer about a simulation. */

export interface SimulatedVisit {
  visit: number;
  stepId: string;
  step: { id: string; name: string; type: StepType };
  status: string;
  arrivesAt: string;
  leavesAt: string | null;
  branch: string | null;
  // deno-lint-ignore no-explicit-any
  output: Record<string, any>;
  error: string | null;
  mail:
    | {
      to: string;
      from: string | null;
      subject: string;
      html: string | null;
      text: string | null;
      missing: string[];
      templateId: string;
    }
    | null;
  webhook: { method: string; url: string; body: string | null } | null;
  contactChange: { data: Record<string, unknown>; subscribed: boolean | null } | null;
}

export interface Simulation {
  version: number | null;
  status: string;
  exitReason: string | null;
  error: string | null;
  startedAt: string;
  endedAt: string;
  visits: number;
  path: SimulatedVisit[];
  contact: { email: string; subscribed: boolean; data: Record<string, unknown> };
}

/** Lines of "name: value" as an object; nothing when a line is none. Numbers, true and false are read as such, but "01234" is a text. */
export function fieldsOf(text: string): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  for (const line of text.split("\n").map((each) => each.trim()).filter(Boolean)) {
    const [, name, value] = line.match(/^([^:=]+)[:=]\s*(.*)$/) ?? [];
    if (name === undefined) return undefined;
    fields[name.trim()] = valueOf(value!);
  }
  return fields;
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text === String(Number(text)) && Number.isFinite(Number(text)) ? Number(text) : text;
}
