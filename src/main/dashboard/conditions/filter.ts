import type { FilterCondition } from "../generated/api.ts";

/** Conditions as the API writes them, and what each kind of field can be asked. */

export type Condition = FilterCondition;
export type Operator = Condition["operator"];
export type Unit = NonNullable<Condition["unit"]>;

export interface Group {
  operator: "AND" | "OR";
  conditions: Node[];
}

export type Node = Condition | Group;

export type Kind = "text" | "number" | "boolean" | "date" | "moment" | "activity" | "segment" | "email" | "subscribed";

const EQUALITY: Operator[] = ["equals", "notEquals"];
const SEARCH: Operator[] = ["contains", "notContains"];
const ORDER: Operator[] = ["greaterThan", "lessThan", "greaterThanOrEqual", "lessThanOrEqual"];
const PRESENCE: Operator[] = ["exists", "notExists"];
const AGE: Operator[] = ["within", "olderThan"];

export const OPERATORS: Record<Kind, Operator[]> = {
  email: [...SEARCH, ...EQUALITY],
  subscribed: ["equals"],
  text: [...EQUALITY, ...SEARCH, ...PRESENCE],
  number: [...EQUALITY, ...ORDER, ...PRESENCE],
  boolean: ["equals", ...PRESENCE],
  date: [...AGE, "greaterThan", "lessThan", ...PRESENCE],
  moment: [...AGE, "greaterThan", "lessThan"],
  activity: ["triggered", "notTriggered", "triggeredWithin", "triggeredOlderThan", "notTriggeredWithin"],
  segment: ["memberOfSegment", "notMemberOfSegment"],
};

const WITH_AGE: string[] = [...AGE, "triggeredWithin", "triggeredOlderThan", "notTriggeredWithin"];
const WITHOUT_VALUE: string[] = [...PRESENCE, "triggered", "notTriggered", "memberOfSegment", "notMemberOfSegment"];
export const UNITS: Unit[] = ["minutes", "hours", "days"];

export const needsAge = (operator: string) => WITH_AGE.includes(operator);
export const needsValue = (operator: string) => !WITH_AGE.includes(operator) && !WITHOUT_VALUE.includes(operator);
export const isGroup = (node: Node): node is Group => "conditions" in node;

/** The kind of a field by its name; types are those of the project's custom fields. */
export function kindOf(field: string, types: Record<string, string>): Kind {
  if (field === "email" || field === "subscribed") return field;
  if (field === "createdAt" || field === "updatedAt") return "moment";
  if (field.startsWith("event.") || field.startsWith("email.")) return "activity";
  if (field.startsWith("segment.")) return "segment";
  const type = types[field];
  return type === "number" || type === "boolean" || type === "date" ? type : "text";
}

/** A condition on a field as it begins. */
export function newCondition(field: string, kind: Kind): Condition {
  return withOperator({ field, operator: OPERATORS[kind][0]! }, OPERATORS[kind][0]!, kind);
}

/** The condition with another operator, and the value that fits it. */
export function withOperator(condition: Condition, operator: Operator, kind: Kind): Condition {
  const { field, value, unit } = condition;
  if (needsAge(operator)) {
    return { field, operator, value: typeof value === "number" ? value : 30, unit: unit ?? "days" };
  }
  if (!needsValue(operator)) return { field, operator };
  if (kind === "boolean" || kind === "subscribed") return { field, operator, value: value ?? true };
  return { field, operator, value: needsAge(condition.operator) ? "" : value ?? "" };
}

/** True when nothing is missing, so that the server can be asked. */
export function isComplete(node: Node): boolean {
  if (isGroup(node)) return node.conditions.length > 0 && node.conditions.every(isComplete);
  if (/^(data|event|segment)\.$/.test(node.field)) return false;
  if (needsAge(node.operator)) return typeof node.value === "number" && node.value > 0;
  return !needsValue(node.operator) || (node.value !== undefined && node.value !== "");
}

export const EMPTY: Group = { operator: "AND", conditions: [newCondition("email", "email")] };

/** The group of conditions that an answer or an address holds; nothing for anything else. */
export function groupOf(value: unknown): Group | undefined {
  return isNode(value) && isGroup(value) ? value : undefined;
}

function isNode(value: unknown): value is Node {
  if (typeof value !== "object" || value === null || !("operator" in value)) return false;
  return "conditions" in value
    ? Array.isArray(value.conditions) && value.conditions.every(isNode)
    : "field" in value && typeof value.field === "string";
}

/** The conditions that an address names as JSON; nothing when it names none, or none that are complete. */
export function filterOf(text: string | undefined): Group | undefined {
  try {
    const group = groupOf(JSON.parse(text ?? "null"));
    return group && isComplete(group) ? group : undefined;
  } catch {
    return undefined;
  }
}
