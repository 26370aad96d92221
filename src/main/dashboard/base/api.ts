import type { Paths } from "../generated/api.ts";
import { base } from "./address.ts";
import { recordOf } from "./json.ts";
import { filled } from "./path.ts";
import { ApiError, errorBodyOf, Unreachable } from "./errors.ts";

/** Calls of the API from the page, typed by the server's own OpenAPI document. */

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type PathWith<M extends Method> = { [P in keyof Paths]: M extends keyof Paths[P] ? P : never }[keyof Paths];
type Operation<P extends keyof Paths, M extends Method> = M extends keyof Paths[P] ? Paths[P][M] : never;
type Part<P extends keyof Paths, M extends Method, N extends string> = Operation<P, M> extends Record<N, infer T> ? T
  : never;
export type Answer<P extends keyof Paths, M extends Method = "get"> = Part<P, M, "answer">;
/** The body of a call: the type of a draft that is sent. */
export type Body<P extends keyof Paths, M extends Method> = Part<P, M, "body">;
export type Query<P extends keyof Paths> = Part<P, "get", "query">;

export interface Call<P extends keyof Paths, M extends Method> {
  path?: Part<P, M, "path">;
  query?: Part<P, M, "query">;
  body?: Part<P, M, "body">;
  /** Names one act, so that a repetition after a lost answer does nothing twice. */
  idempotencyKey?: string;
  /** The version a change was made from; when somebody else has saved since, the answer is a 409. */
  ifMatch?: number | undefined;
  signal?: AbortSignal;
}

/** The project calls are made for; set by the page's path. */
let project: string | undefined;
export function setProject(id: string | undefined) {
  project = id;
}

let signedOutListener = () => {};
/** Sets the listener that is called when an answer says that the session has ended. */
export function onSignedOut(listener: () => void) {
  signedOutListener = listener;
}

/** The address of a path of the API; for links, frames and downloads the project is named in the query. */
export function apiAddress(path: string, query?: Record<string, unknown>, named = false): string {
  const search = new URLSearchParams();
  Object.entries(query ?? {}).forEach(([name, value]) => {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  });
  if (named && project) search.set("project", project);
  const text = search.toString();
  return base + path + (text ? `?${text}` : "");
}

/** The server ends its own work after 25 seconds; an answer that is not there by now does not come. */
const TIMEOUT_MS = 30_000;

/** A call to any path. */
interface UntypedCall extends Omit<Call<keyof Paths, Method>, "path" | "query" | "body"> {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

async function send(method: Method, path: string, call: UntypedCall): Promise<unknown> {
  const headers = new Headers({ Accept: "application/json" });
  if (project) headers.set("X-Project-Id", project);
  if (call.idempotencyKey) headers.set("Idempotency-Key", call.idempotencyKey);
  if (call.ifMatch !== undefined) headers.set("If-Match", `"${call.ifMatch}"`);
  const { body } = call;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const address = apiAddress(filled(path, call.path), recordOf(call.query));
  const timeouts = isForm ? [] : [AbortSignal.timeout(TIMEOUT_MS)];
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers,
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: AbortSignal.any([...(call.signal ? [call.signal] : []), ...timeouts]),
  }).catch((error) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(String(error));
  });
  const answer = await read(response);
  if (response.ok) return answer;
  const error = new ApiError(
    response.status,
    errorBodyOf(answer),
    Number(response.headers.get("Retry-After")) || undefined,
  );
  if (error.status === 401) signedOutListener();
  throw error;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new Unreachable("the answer was cut off");
  });
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes a call; its answer has the type that the document describes. */
export async function request<M extends Method, P extends PathWith<M>>(method: M, path: P, call: Call<P, M> = {}) {
  return await send(method, path, call) as Answer<P, M>;
}

type Caller<M extends Method> = <P extends PathWith<M>>(path: P, call?: Call<P, M>) => Promise<Answer<P, M>>;
const caller = <M extends Method>(method: M): Caller<M> => (path, call) => request(method, path, call);

/** api.get("/contacts/{id}", { path: { id } }) */
export const api = {
  get: caller("get"),
  post: caller("post"),
  put: caller("put"),
  patch: caller("patch"),
  delete: caller("delete"),
};
