import type { SimulatedVisit, SimulationResponse } from "../generated/api.ts";

/** Members of the API's answer about a simulation. */

export type { SimulatedVisit };

export type Simulation = SimulationResponse;

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
