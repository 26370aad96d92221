import type { Query } from "@tanstack/react-query";
import { client } from "../base/data.ts";
import type { Change } from "./live-messages.ts";

/** Answers are requested at most this often, however many changes the stream brings. */
const INVALIDATION_DELAY_MS = 300;
/** The topics that have changed since the last time; true while every change of the topic brought numbers. */
const topicToHasCounts = new Map<string, boolean>();
/** Answers that were updated with all numbers the stream brought for them. */
const updatedQueries = new Set<string>();
/** Answers that were being fetched when they changed. */
const fetchingQueries = new Set<string>();
let isAll = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Requests the answers about these topics again soon, except those that were updated with the numbers of the stream. */
export function scheduleInvalidation(topics: string[], { all = false, withCounts = false } = {}) {
  topics.forEach((topic) => topicToHasCounts.set(topic, withCounts && topicToHasCounts.get(topic) !== false));
  isAll ||= all;
  timer ??= setTimeout(flush, INVALIDATION_DELAY_MS);
}

/**
 * An answer that is being fetched may be from before the change: it is requested again once it has come. Cancelling it would show
 * nothing at all while changes come faster than answers.
 */
function flush() {
  timer = undefined;
  const [topics, updated, all, fetchedQueries] = [
    new Map(topicToHasCounts),
    new Set(updatedQueries),
    isAll,
    new Set(fetchingQueries),
  ];
  [topicToHasCounts, updatedQueries, fetchingQueries].forEach((each) => each.clear());
  isAll = false;
  const isStale = ({ meta, queryHash }: Query) =>
    !meta?.isFixed && (all || fetchedQueries.has(queryHash) || ((meta?.topics ?? []) as string[]).some((topic) => {
      const withCounts = topics.get(topic) ?? topics.get(anyOf(topic));
      return withCounts !== undefined && !(withCounts && updated.has(queryHash));
    }));
  const isFetching = (query: Query) => query.state.fetchStatus === "fetching" && isStale(query);
  client.getQueryCache().findAll({ predicate: isFetching }).forEach(({ queryHash }) => fetchingQueries.add(queryHash));
  if (fetchingQueries.size > 0) timer = setTimeout(flush, INVALIDATION_DELAY_MS);
  void client.invalidateQueries({ predicate: isStale }, { cancelRefetch: false });
}

/** The name of any thing of the kind a topic is about: "email:*" for "email:7". */
const anyOf = (topic: string) => topic.replace(/:.*/, ":*");

/**
 * Writes numbers into the answers that show them; one that cannot be updated is requested again. Numbers of one thing are those of
 * its own answers alone: an answer about another thing, which may follow all of the kind as well, would show them as its own.
 */
export function applyCounts({ topic, id }: Pick<Change, "topic" | "id">, numbers: unknown) {
  const name = id ? `${topic}:${id}` : topic;
  for (const query of client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })) {
    const update = query.meta?.counts as ((answer: unknown, counts: unknown) => unknown) | undefined;
    if (!update || !((query.meta?.topics ?? []) as string[]).includes(name)) continue;
    const updated = update(query.state.data, numbers);
    if (updated === undefined) updatedQueries.delete(query.queryHash);
    else {
      query.setData(updated);
      updatedQueries.add(query.queryHash);
    }
  }
}
