import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { type Answer, api, type Call, type Method, type PathWith, request } from "./api.ts";
import type { ListAnswer } from "./all-rows.ts";
import { isDeleted, setDeleted } from "./deleted.ts";
import { ApiError, isCode, Unreachable } from "./errors.ts";
import { newId } from "./ids.ts";
import { useProject } from "./project.ts";
import { perPage, type Span } from "./span.ts";
import { isStreaming, useTopics } from "./topics.ts";

/** Answers are requested again so often: changes may be lost, and a proxy that buffers forwards none. */
const STREAMING_INTERVAL_MS = 60_000;
const POLLING_INTERVAL_MS = 5000;

export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      refetchInterval: () => isStreaming() ? STREAMING_INTERVAL_MS : POLLING_INTERVAL_MS,
      retry: (failures, error) => isTransient(error) && failures < 8,
      retryDelay: (failures, error) =>
        error instanceof ApiError && error.retryAfter
          ? error.retryAfter * 1000
          : Math.min(1000 * 2 ** failures, 15_000),
    },
    // A change says at once that no answer came, and what was typed stays; by default it would wait for the network in silence.
    mutations: { retry: false, networkMode: "always" },
  },
});

/** True when the same call may succeed later. */
function isTransient(error: unknown) {
  return error instanceof Unreachable || (error instanceof ApiError && [429, 502, 503, 504].includes(error.status));
}

type Read<P extends PathWith<"get">> = Pick<Call<P, "get">, "path" | "query">;
interface Options {
  /** Topics of the stream whose changes make the answer stale, such as "campaign:ID". */
  topics?: string[];
  enabled?: boolean;
  span?: Span | undefined;
}

interface AnswerOptions<A> extends Options {
  /** Updates the answer with the numbers of a change; undefined requests it again. */
  counts?: (answer: A, counts: Record<string, unknown>) => A | undefined;
}

const keyOf = (path: string, project: string | undefined, call: { path?: unknown; query?: unknown } | undefined) => [
  path,
  project ?? "",
  call?.path ?? {},
  call?.query ?? {},
];

/** The answer of a GET, with the states of loading and failing. */
export function useAnswer<P extends PathWith<"get">>(path: P, call?: Read<P>, options: AnswerOptions<Answer<P>> = {}) {
  const project = useProject();
  useTopics(options.topics);
  return useQuery<Answer<P>, Error>({
    queryKey: [...keyOf(path as string, project, call), options.span?.name ?? ""],
    queryFn: ({ signal }) =>
      api.get(
        path,
        { ...call, query: { ...call?.query as object, ...options.span?.query() }, signal } as Call<P, "get">,
      ),
    enabled: () => (options.enabled ?? true) && !isDeleted(path, call?.path),
    meta: { topics: options.topics ?? [], counts: options.counts },
    placeholderData: keepPreviousData,
  });
}

/** The rows of a list; anything for an answer that is not described. */
type Item<A> = 0 extends 1 & A ? A : A extends { data: (infer T)[] } ? T : never;

/** A list that continues with a cursor: the rows loaded so far, the total, and how more are loaded. */
export function useList<P extends PathWith<"get">>(path: P, call?: Read<P>, options: Options = {}) {
  const project = useProject();
  useTopics(options.topics);
  const pageOf = (spanOf: (cursor: string) => object) => (cursor: string, signal?: AbortSignal) => {
    const query = { ...call?.query as object, ...spanOf(cursor), ...(cursor && { cursor }) };
    return api.get(path, { ...call, query, signal } as Call<P, "get">) as Promise<ListAnswer<Item<Answer<P>>>>;
  };
  const page = pageOf(useMemo(() => perPage(options.span), [options.span?.name]));
  const query = useInfiniteQuery({
    queryKey: [...keyOf(path as string, project, call), options.span?.name ?? "", "list"],
    queryFn: ({ signal, pageParam }) => page(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (last) => (last.hasMore === false ? undefined : last.cursor ?? undefined),
    enabled: () => (options.enabled ?? true) && !isDeleted(path, call?.path),
    meta: { topics: options.topics ?? [] },
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const all = async () => (await import("./all-rows.ts")).allOf(pageOf(perPage(options.span)));
  return { ...query, all, rows: pages?.flatMap((page) => page.data) ?? [], total: pages?.[0]?.total };
}

/** Marks the answers of these paths as stale: those shown are requested again. */
export function refresh(...paths: string[]) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
  });
}

interface Effects<A> {
  /** Paths whose answers are requested again; without any, all are. */
  refreshes?: string[];
  /** True for a call that deletes the thing which the path names: no page requests it again. */
  isDeletion?: boolean;
  onDone?: (answer: A) => void;
}

/**
 * A call that changes something. The idempotency key is made when the form opens and anew after each success, so that a
 * double click or a repetition after a lost answer does it once. When the form was changed after a lost answer and the act had been
 * done, the server refuses it under the old key; the next attempt is another act.
 */
export function useChange<M extends Exclude<Method, "get">, P extends PathWith<M>>(
  method: M,
  path: P,
  { refreshes = [], isDeletion = false, onDone }: Effects<Answer<P, M>> = {},
) {
  const queries = useQueryClient();
  const key = useRef(newId());
  return useMutation<Answer<P, M>, Error, Call<P, M>>({
    mutationFn: (call) => request(method, path, method === "post" ? { idempotencyKey: key.current, ...call } : call),
    onMutate: (call) => setDeleted(path, call.path, isDeletion),
    onError: (error, call) => {
      setDeleted(path, call.path, false);
      if (isCode(error, "IDEMPOTENCY_KEY_REUSED")) key.current = newId();
    },
    onSuccess: async (answer) => {
      key.current = newId();
      onDone?.(answer);
      if (refreshes.length > 0) await refresh(...refreshes);
      else await queries.invalidateQueries();
    },
  });
}
