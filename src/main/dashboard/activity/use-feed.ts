import { useState } from "react";
import { useAnswer, useList } from "../base/data.ts";
import { type FeedEntry, merged, withNewEntries } from "../base/entries.ts";
import { lastHours } from "../base/span.ts";

const HOURS: Record<string, number> = { day: 24, week: 168, month: 720, quarter: 2160 };
const MAX_LATEST = 50;
/** Entries of the stream that are added to the answer, so that they are shown without a request; some minutes of a busy project. */
const MAX_ENTRIES = 500;

interface Filter {
  types: string | undefined;
  contactId: string | undefined;
  since: string;
}

/** The feed: entries up to a moment, which are shown, and the number of those that came since. */
export function useFeed({ types, contactId, since }: Filter) {
  const span = lastHours(HOURS[since]);
  const query = { types, contactId };
  const filter = JSON.stringify({ ...query, since });
  const list = useList("/activity", { query: { ...query, limit: 50 } }, { span });
  const matches = types || contactId
    ? ({ type, contactId: of }: FeedEntry) =>
      (!types || types.split(",").includes(type)) && (!contactId || of === contactId)
    : undefined;
  const latestAnswer = useAnswer("/activity", { query: { ...query, limit: MAX_LATEST } }, {
    topics: ["activity"],
    span,
    counts: (answer, counts) => withNewEntries(answer, counts, MAX_ENTRIES, matches),
  });
  const [read, setRead] = useState<{ filter: string; until: string }>();
  const [rows, latest] = [list.rows, latestAnswer.data?.data ?? []];
  const until = read?.filter === filter ? read.until : undefined;
  const newest = rows[0]?.timestamp;
  if (!until && newest && !list.isPlaceholderData) setRead({ filter, until: newest });
  const isEmpty = list.isSuccess && rows.length === 0;
  if (isEmpty && latest.length > 0 && !list.isFetching) void list.refetch();
  // Latest entries that do not reach back to the list leave out what happened between the two.
  const hasGap = newest !== undefined && latest.length >= MAX_LATEST && isAfter(latest.at(-1)!, newest);
  const isRead = newest !== undefined && until !== undefined && isAfter({ timestamp: until }, newest);
  if (hasGap && isRead && !list.isFetching) void list.refetch();
  const known = latestAnswer.isPlaceholderData ? rows : merged(rows, latest);
  const shown = until ? known.filter((entry) => !isAfter(entry, until)) : rows;
  const fresh = until ? latest.filter((entry) => isAfter(entry, until)) : [];
  const show = async () => {
    const moment = fresh[0]?.timestamp;
    if (hasGap) await list.refetch();
    if (moment) setRead({ filter, until: moment });
    globalThis.scrollTo({ top: 0 });
  };
  const added = newest ? shown.filter((entry) => isAfter(entry, newest)).length : 0;
  const total = list.total === undefined ? undefined : list.total + added;
  return { list, shown, fresh: fresh.length, hasGap, isEmpty, show, total };
}

const isAfter = ({ timestamp }: { timestamp: string }, moment: string) => Date.parse(timestamp) > Date.parse(moment);
