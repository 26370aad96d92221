import { type Api, bodyOf, type Operation, resolved, type Schema } from "./openapi.ts";

/** The request of an operation as the document's own example has it, or made of its schema. */
export function exampleBody(operation: Operation, schemas: Api["schemas"]): string {
  const body = bodyOf(operation);
  if (!body || body.type.startsWith("multipart")) return "";
  const { example, examples, schema } = body.media;
  const value = Object.values(examples ?? {})[0]?.value ?? example ?? exampleOf(schema ?? {}, schemas);
  if (body.type === "application/x-www-form-urlencoded") {
    return new URLSearchParams(value as Record<string, string>).toString();
  }
  return JSON.stringify(value, null, 2);
}

/** Members that have to be there are made; of those that may be absent only few schemas need any. */
export function exampleOf(schema: Schema, schemas: Api["schemas"], depth = 0): unknown {
  const found = resolved(schema, schemas);
  const value = found.const ?? found.default ?? found.example ?? found.examples?.[0] ?? found.enum?.[0];
  if (value !== undefined) return value;
  const choice = (found.anyOf ?? found.oneOf)?.find(({ type }) => type !== "null");
  if (choice) return exampleOf(choice, schemas, depth);
  switch (Array.isArray(found.type) ? found.type[0] : found.type) {
    case "object":
      return depth > 4 ? {} : Object.fromEntries(
        (found.required ?? []).map((name) => [name, exampleOf(found.properties?.[name] ?? {}, schemas, depth + 1)]),
      );
    case "array":
      return found.items && depth < 4 ? [exampleOf(found.items, schemas, depth + 1)] : [];
    case "integer":
    case "number":
      return found.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return textOf(found);
  }
}

function textOf({ format, minLength = 0 }: Schema): string {
  const text = format === "email"
    ? "ada@example.com"
    : format === "uuid"
    ? "00000000-0000-7000-8000-000000000000"
    : format === "date-time"
    ? "2030-01-31T09:00:00Z"
    : "text";
  return text.padEnd(minLength, "x");
}
