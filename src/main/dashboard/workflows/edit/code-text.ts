import type { Step, Transition } from "../api.ts";
import { inOrder } from "../order.ts";

/** The steps and transitions of a workflow as code, in the order in which executions visit them. */
export function codeOf(graph: { steps: Step[]; transitions: Transition[] }): string {
  const steps = inOrder(graph);
  const idToIndex = new Map(steps.map(({ id }, at) => [id, at]));
  const transitions = [...graph.transitions].sort((one, other) =>
    idToIndex.get(one.fromStepId)! - idToIndex.get(other.fromStepId)! || one.priority - other.priority
  );
  return [
    "{",
    '  "steps": [',
    steps.map(({ id, type, name, config }) => indented({ id, type, name, config })).join(",\n"),
    "  ],",
    transitions.length === 0
      ? '  "transitions": []'
      : `  "transitions": [\n${transitions.map((transition) => `    ${inLine(transition)}`).join(",\n")}\n  ]`,
    "}\n",
  ].join("\n");
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replace(/^/gm, "    ");

/** A transition in one line, with the members it has beside its ends. */
function inLine({ fromStepId, toStepId, branch, waitOutcome, priority }: Transition) {
  const members = Object.entries({ fromStepId, toStepId, branch, waitOutcome, priority: priority || null });
  const present = members.filter(([, value]) => value !== null && value !== undefined);
  return `{ ${present.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(", ")} }`;
}

/** The offset at which a member stands in a text of JSON; of one that is not there, that of the nearest one around it. */
export function offsetOf(text: string, path: string[]): number {
  let at = 0;
  let found = 0;
  const skipSpace = () => {
    while (/\s/.test(text[at] ?? "")) at++;
  };
  const readString = () => {
    const from = at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    return JSON.parse(text.slice(from, ++at)) as string;
  };
  const readMembers = (end: string, rest: string[] | undefined) => {
    at++;
    for (let index = 0;; index++) {
      skipSpace();
      if (text[at] === ",") at++;
      skipSpace();
      if (text[at] === end) break;
      const name = end === "}" ? readString() : String(index);
      skipSpace();
      if (end === "}") at++;
      readValue(rest?.[0] === name ? rest.slice(1) : undefined);
    }
    at++;
  };
  const readValue = (rest: string[] | undefined) => {
    skipSpace();
    if (rest) found = at;
    if (text[at] === "{") readMembers("}", rest);
    else if (text[at] === "[") readMembers("]", rest);
    else if (text[at] === '"') readString();
    else while (at < text.length && !/[\s,\]}]/.test(text[at]!)) at++;
  };
  readValue(path);
  return found;
}

/** The number of the line at an offset, from 1. */
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** The offset that an error of JSON.parse names, in the words of each browser; the end of the text where it names none. */
export function offsetOfError(text: string, message: string): number {
  const [, position] = message.match(/position (\d+)/) ?? [];
  if (position) return Number(position);
  const [, line, column] = message.match(/line (\d+) column (\d+)/) ?? [];
  if (!line) return text.trimEnd().length;
  const before = text.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
}
