import { formatNumber } from "../base/format.ts";
import { isKey, type Key, t } from "../base/words.ts";
import { type Group, isGroup, needsAge, needsValue, type Node } from "./filter.ts";

/** Names of things that conditions name by id, such as segments. */
export type Names = Record<string, string>;

export function fieldWord(field: string, names: Names = {}): string {
  const known = `conditions.field.${field}`;
  if (isKey(known)) return t(known);
  if (field.startsWith("segment.")) return names[field] ?? t("conditions.aSegment");
  return field.replace(/^(data|event)\./, "");
}

export const operatorWord = (operator: string) => t(`conditions.operator.${operator}` as Key);

/** An operator with what it compares with, as a condition or an explanation of one has them. */
interface Comparison {
  operator: string;
  value?: unknown;
  unit?: string;
}

export function valueWord({ operator, value, unit }: Comparison): string {
  if (needsAge(operator)) {
    return t(`conditions.age.${unit ?? "days"}` as Key, { count: Number(value) });
  }
  if (!needsValue(operator)) return "";
  if (typeof value === "boolean") return t(value ? "conditions.yes" : "conditions.no");
  return typeof value === "number" ? formatNumber(value) : t("conditions.quoted", { text: String(value) });
}

export function sentenceOf(node: Node, names: Names = {}): string {
  if (isGroup(node)) return `(${joined(node, names)})`;
  return [fieldWord(node.field, names), operatorWord(node.operator), valueWord(node)].filter(Boolean).join(" ");
}

function joined(group: Group, names: Names) {
  return group.conditions.map((node) => sentenceOf(node, names)).join(
    ` ${t(group.operator === "AND" ? "conditions.and" : "conditions.or")} `,
  );
}

/** "Contacts whose plan is “pro” and who …", as one line of words. */
export function sentenceOfFilter(filter: Group, names: Names = {}): string {
  return t("conditions.sentence", { conditions: joined(filter, names) });
}
