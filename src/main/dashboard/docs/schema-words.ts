import { t } from "../base/words.ts";
import { type Api, resolved, type Schema } from "./openapi.ts";

type Schemas = Api["schemas"];

/** The type of a value in a few words, such as "array of string or null". */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const found = resolved(schema, schemas);
  const choices = found.anyOf ?? found.oneOf;
  if (choices) return [...new Set(choices.map((each) => typeOf(each, schemas)))].join(` ${t("docs.or")} `);
  if ("const" in found) return JSON.stringify(found.const);
  const types = [found.type ?? []].flat();
  if (types.length === 0) return t("docs.any");
  return types.map((type) => named(type, found, schemas)).join(` ${t("docs.or")} `);
}

function named(type: string, schema: Schema, schemas: Schemas): string {
  if (type === "array") return t("docs.arrayOf", { type: typeOf(schema.items ?? {}, schemas) });
  return schema.format && type !== "null" ? `${type} (${schema.format})` : type;
}

/** The schema whose members are worth showing: of an array its items, of alternatives the one that is an object. */
export function childOf(schema: Schema, schemas: Schemas): Schema {
  const found = resolved(schema, schemas);
  if (found.items) return childOf(found.items, schemas);
  if (typeof found.additionalProperties === "object") return childOf(found.additionalProperties, schemas);
  const choice = (found.anyOf ?? found.oneOf)?.map((each) => childOf(each, schemas)).find((each) => each.properties);
  return choice ?? found;
}

/** The words a value may be, also where it may be null, or is a list of them. */
export function wordsOf(schema: Schema, schemas: Schemas): unknown[] {
  const found = resolved(schema, schemas);
  if (found.enum) return found.enum.filter((word) => word !== null);
  if (found.items) return wordsOf(found.items, schemas);
  return [...new Set((found.anyOf ?? found.oneOf ?? []).flatMap((each) => wordsOf(each, schemas)))];
}

/** The limits of a value, a few words each. */
export function limitsOf(schema: Schema): string[] {
  const range = (min: number | undefined, max: number | undefined, unit: "characters" | "items" | "range") =>
    min === undefined && max === undefined ? [] : [
      t(`docs.${unit}`, {
        limits: min === undefined ? `≤ ${max}` : max === undefined ? `≥ ${min}` : `${min}–${max}`,
      }),
    ];
  return [
    ...range(schema.minLength, schema.maxLength, "characters"),
    ...range(schema.minItems, schema.maxItems, "items"),
    ...range(schema.minimum, schema.maximum, "range"),
    ...(schema.pattern ? [t("docs.pattern", { pattern: schema.pattern })] : []),
    ...(schema.default === undefined ? [] : [t("docs.default", { value: JSON.stringify(schema.default) })]),
  ];
}
