import { bodyOf, type Operation, schemaOf } from "./openapi.ts";

/** The values that a reader has filled in for one call. */
export interface Values {
  /** By the location and the name of the parameter, such as "query limit". */
  parameters: Record<string, string>;
  body: string;
  file?: File | undefined;
}

/** A request, ready to be sent or written down in any language. */
export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The field of a file, in the place of a body. */
  fileField?: string;
}

/** @param key undefined for an operation that needs none */
export function callOf(operation: Operation, values: Values, server: string, key: string | undefined): Call {
  const valueOf = (location: string, name: string) => values.parameters[`${location} ${name}`] ?? "";
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = valueOf("path", name);
    return value ? encodeURIComponent(value) : whole;
  });
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  if (key !== undefined) headers.Authorization = `Bearer ${key}`;
  for (const parameter of operation.parameters ?? []) {
    const value = valueOf(parameter.in, parameter.name);
    if (parameter.in === "query" && value) query.set(parameter.name, value);
    if (parameter.in === "header" && value) headers[parameter.name] = value;
  }
  const body = bodyOf(operation);
  const fileField = body?.type.startsWith("multipart")
    ? Object.keys(body.media.schema?.properties ?? {})[0]
    : undefined;
  if (body && !fileField) headers["Content-Type"] = body.type;
  return {
    method: operation.method.toUpperCase(),
    url: `${server}${path}${query.size > 0 ? `?${query}` : ""}`,
    headers,
    ...(body && !fileField ? { body: values.body } : {}),
    ...(fileField ? { fileField } : {}),
  };
}

/** The first thing that keeps a call from being sent: a parameter of the path without a value, or a body that is no JSON. */
export function problemOf(
  operation: Operation,
  values: Values,
): { kind: "missing" | "json"; name: string } | undefined {
  const empty = operation.parameters?.find(({ required, in: location, name }) =>
    required && !values.parameters[`${location} ${name}`]
  );
  if (empty) return { kind: "missing", name: empty.name };
  if (bodyOf(operation)?.type !== "application/json") return undefined;
  try {
    JSON.parse(values.body || "{}");
    return undefined;
  } catch (error) {
    return { kind: "json", name: error instanceof Error ? error.message : "" };
  }
}

/** The defaults of the document and its example, to begin with. */
export function defaultsOf(operation: Operation, body: string): Values {
  const values = (operation.parameters ?? []).filter((each) => each.required && each.in !== "path")
    .map((each) => [`${each.in} ${each.name}`, String(schemaOf(each).default ?? schemaOf(each).enum?.[0] ?? "")]);
  return { parameters: Object.fromEntries(values), body };
}
