/** The parts of the server's OpenAPI 3.1 document that the pages show. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  example?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  contentMediaType?: string;
  /** Other names of the member that the server takes. */
  "x-aliases"?: string[];
  /** The status and the meaning of each error code. */
  "x-statuses"?: Record<string, number>;
  "x-meanings"?: Record<string, string>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
  "x-aliases"?: string[];
  "x-key-scope"?: string;
  "x-role"?: string;
  /** Error codes by status. */
  "x-errors"?: Record<string, string[]>;
}

export interface Operation extends Described {
  method: string;
  path: string;
  tag: string;
}

export interface Document {
  info: { title: string; version: string; summary?: string; description?: string };
  /** The ids in x-operations stand in the order of a reader. */
  tags: { name: string; description: string; "x-operations"?: string[] }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

export interface Api {
  info: Document["info"];
  tags: Document["tags"];
  operations: Operation[];
  schemas: Record<string, Schema>;
  responses: Record<string, Answer>;
}

/** The operations in the order of the document's tags. */
export function apiOf({ info, tags, paths, components }: Document): Api {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      // Those that are shared name the project of a session; calls of these pages show a key, which has its own.
      parameters: described.parameters?.filter((each) => !("$ref" in each)),
      method,
      path,
      tag: described.tags[0]!,
    }))
  );
  const operations = tags.flatMap(({ name, "x-operations": order = [] }) => {
    const position = ({ operationId }: Operation) =>
      (order.indexOf(operationId) + order.length + 1) % (order.length + 1);
    return all.filter(({ tag }) => tag === name).sort((one, other) => position(one) - position(other));
  });
  return { info, tags, operations, schemas: components.schemas, responses: components.responses };
}

/** The schema a reference names; the sentence beside the reference wins over that of the schema. */
export function resolved(schema: Schema, schemas: Api["schemas"]): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...overrides } = schema;
  return { ...schemas[$ref.split("/").at(-1)!], ...overrides };
}

export function schemaOf(parameter: Parameter): Schema {
  return parameter.schema ?? parameter.content?.["application/json"]?.schema ?? {};
}

/** The type of the body an operation takes, and what is known about it. */
export function bodyOf(operation: Operation): { type: string; media: Media } | undefined {
  const first = Object.entries(operation.requestBody?.content ?? {})[0];
  return first && { type: first[0], media: first[1] };
}

export function slug(tag: string): string {
  return tag.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
