import type { Query } from "@tanstack/react-query";
import { client } from "../base/data.ts";
import type { News } from "./live-messages.ts";

/** Answers are asked for at most this often, however many news come. */
const GATHER_MS = 300;
/** Whether all news of a topic since the last time brought numbers. */
const gathered = new Map<string, boolean>();
/** Answers that took all numbers that came for them. */
const counted = new Set<string>();
/** Answers that were on their way when their news came. */
const late = new Set<string>();
let isAll = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks soon for the answers about these topics again, but for those that have taken the numbers that came. */
export function gather(topics: string[], { all = false, withCounts = false } = {}) {
  topics.forEach((topic) => gathered.set(topic, withCounts && gathered.get(topic) !== false));
  isAll ||= all;
  timer ??= setTimeout(flush, GATHER_MS);
}

/**
 * An answer that is on its way may be from before the change: it is asked for again once it is there. Calling it off would show
 * nothing at all while news come faster than answers.
 */
function flush() {
  timer = undefined;
  const [topics, current, all, again] = [new Map(gathered), new Set(counted), isAll, new Set(late)];
  [gathered, counted, late].forEach((each) => each.clear());
  isAll = false;
  const isStale = ({ meta, queryHash }: Query) =>
    !meta?.isFixed && (all || again.has(queryHash) || ((meta?.topics ?? []) as string[]).some((topic) => {
      const withCounts = topics.get(topic) ?? topics.get(anyOf(topic));
      return withCounts !== undefined && !(withCounts && current.has(queryHash));
    }));
  const isOnItsWay = (query: Query) => query.state.fetchStatus === "fetching" && isStale(query);
  client.getQueryCache().findAll({ predicate: isOnItsWay }).forEach(({ queryHash }) => late.add(queryHash));
  if (late.size > 0) timer = setTimeout(flush, GATHER_MS);
  void client.invalidateQueries({ predicate: isStale }, { cancelRefetch: false });
}

/** The name of any thing of the kind a topic is about: "email:*" for "email:7". */
const anyOf = (topic: string) => topic.replace(/:.*/, ":*");

/**
 * Writes numbers into the answers that show them; one that cannot take them is asked for again. Numbers of one thing are those of
 * its own answers alone: an answer about another thing, which may follow all of the kind as well, would show them as its own.
 */
export function fill({ topic, id }: Pick<News, "topic" | "id">, numbers: unknown) {
  const name = id ? `${topic}:${id}` : topic;
  for (const query of client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })) {
    const take = query.meta?.counts as ((answer: unknown, counts: unknown) => unknown) | undefined;
    if (!take || !((query.meta?.topics ?? []) as string[]).includes(name)) continue;
    const filled = take(query.state.data, numbers);
    if (filled === undefined) counted.delete(query.queryHash);
    else {
      query.setData(filled);
      counted.add(query.queryHash);
    }
  }
}
