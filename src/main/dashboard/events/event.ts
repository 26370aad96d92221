import type { EventCountCount, EventResponse, UsageResponse } from "../generated/api.ts";

/** The number of occurrences of an event. */
export type Counted = EventCountCount;

/** One occurrence with what came with it. */
export type Occurrence = EventResponse;

export type Usage = UsageResponse;

/** A name with its count of all time, of this week and of the week before. */
export interface Row extends Counted {
  week: number;
  before: number;
}

const DAY = 86_400_000;
/** The day this many days ago, in UTC as the server counts them. */
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

export function rowsOf(all: Counted[], week: Counted[], before: Counted[], search: string): Row[] {
  const byName = (list: Counted[]) => new Map(list.map(({ name, count }) => [name, count]));
  const [weekOf, beforeOf] = [byName(week), byName(before)];
  const text = search.trim().toLowerCase();
  return all.filter(({ name }) => name.toLowerCase().includes(text)).map((each) => ({
    ...each,
    week: weekOf.get(each.name) ?? 0,
    before: beforeOf.get(each.name) ?? 0,
  }));
}
