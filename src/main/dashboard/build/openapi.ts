/** Writes TypeScript types of an OpenAPI 3.1 document: one entry for each path and method, one type for each schema. */

// deno-lint-ignore no-explicit-any
type Json = any;

/** Takes every path, while there is no document to read. */
const UNTYPED = `type Any = { path: Unspecified; query: Unspecified; body: Unspecified; answer: Unspecified };
export type Paths = Record<string, { get: Any; post: Any; put: Any; patch: Any; delete: Any }>;
`;

const METHODS = ["get", "post", "put", "patch", "delete"];

export function typesOf(document: Json): string {
  const schemas = Object.entries(document.components?.schemas ?? {})
    .map(([name, schema]) => `export type ${identifier(name)} = ${typeOf(schema)};\n`);
  const paths = Object.entries<Json>(document.paths ?? {}).map(([path, item]) =>
    `  ${JSON.stringify(path)}: {\n${operations(item, document)}  };\n`
  );
  const unspecified = "/** An answer the document does not describe. */\nexport type Unspecified = any;\n";
  if (!document.paths) return `${unspecified}${UNTYPED}`;
  return `${unspecified}${schemas.join("")}export interface Paths {\n${paths.join("")}}\n`;
}

function operations(item: Json, document: Json): string {
  return METHODS.filter((method) => item[method])
    .map((method) => {
      const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map((each) =>
        resolved(each, document)
      );
      return `    ${method}: { path: ${named(parameters, "path")}; query: ${
        queryOf(item[method], parameters, document)
      }; ` +
        `body: ${bodyOf(item[method], document)}; answer: ${answerOf(item[method], document)} };\n`;
    })
    .join("");
}

/** Anything, for an operation whose answer is not described either. */
function queryOf(operation: Json, parameters: Json[], document: Json) {
  const query = named(parameters, "query");
  return query.startsWith("Record") && answerOf(operation, document) === "Unspecified"
    ? "Record<string, unknown>"
    : query;
}

function named(parameters: Json[], location: string): string {
  const members = parameters.filter((each) => each.in === location)
    .map((each) => `${JSON.stringify(each.name)}${each.required ? "" : "?"}: ${parameterType(each)}`);
  return members.length === 0 ? "Record<never, never>" : `{ ${members.join("; ")} }`;
}

/** A parameter whose value is JSON is a text in the address. */
function parameterType(parameter: Json): string {
  return parameter.content ? "string" : typeOf(parameter.schema ?? {});
}

function bodyOf(operation: Json, document: Json): string {
  const body = resolved(operation.requestBody, document);
  const schema = body?.content?.["application/json"]?.schema;
  if (schema) return isOpenObject(schema) ? "unknown" : typeOf(schema);
  return body?.content?.["multipart/form-data"] ? "FormData" : "undefined";
}

/** The type of the first answer of a success that has a body of JSON. */
function answerOf(operation: Json, document: Json): string {
  const answers = Object.entries<Json>(operation.responses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([, answer]) => resolved(answer, document));
  const schema = answers.map((answer) => answer?.content?.["application/json"]?.schema).find((each) => each);
  return schema && !isOpenObject(schema) ? typeOf(schema) : "Unspecified";
}

function isOpenObject(schema: Json) {
  return schema.type === "object" && !schema.properties && !schema.additionalProperties && !schema.allOf;
}

function resolved(value: Json, document: Json): Json {
  if (!value?.$ref) return value;
  return value.$ref.slice(2).split("/").reduce((part: Json, name: string) => part?.[name], document);
}

export function typeOf(schema: Json): string {
  if (schema === true || schema === undefined) return "unknown";
  if (schema.$ref) return identifier(schema.$ref.split("/").at(-1));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each: Json) => JSON.stringify(each)).join(" | ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((each: Json) => `(${typeOf(each)})`).join(" | ");
  if (schema.allOf) return schema.allOf.map((each: Json) => `(${typeOf(each)})`).join(" & ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => `(${typeOf({ ...schema, type })})`).join(" | ");
  }
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `(${typeOf(schema.items)})[]`;
    case "object":
      return objectOf(schema);
    default:
      return schema.properties ? objectOf(schema) : "unknown";
  }
}

function objectOf(schema: Json): string {
  const required = new Set(schema.required ?? []);
  const members = Object.entries<Json>(schema.properties ?? {})
    .map(([name, each]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(each)}`);
  const more = schema.additionalProperties;
  if (members.length === 0) {
    return more && more !== true ? `Record<string, ${typeOf(more)}>` : "Record<string, unknown>";
  }
  return `{ ${[...members, ...(more === true ? ["[more: string]: unknown"] : [])].join("; ")} }`;
}

function identifier(name: string) {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}
