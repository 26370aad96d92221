import { useMemo } from "react";
import { useAnswer } from "../base/data.ts";
import type { Names } from "./sentence.ts";

export interface Known {
  /** Types of the custom fields by "data.name". */
  types: Record<string, string>;
  events: string[];
  segments: Names;
}

/**
 * The fields, events and segments of the project that conditions can name.
 *
 * @param names whether events and segments are wanted, whose names only a choice or a condition about a segment shows
 */
export function useKnown(names = true): Known {
  const fields = useAnswer("/contacts/fields");
  const events = useEventNames(names);
  const segments = useAnswer("/segments", undefined, { topics: ["segment"], enabled: names });
  return useMemo(() => ({
    types: Object.fromEntries(
      (fields.data?.fields ?? [])
        .filter((field) => field.isCustom).map((field) => [field.field, field.type]),
    ),
    events: events.filter((name) => !name.startsWith("email.")),
    segments: Object.fromEntries(
      (Array.isArray(segments.data) ? segments.data : [])
        .map(({ id, name }) => [`segment.${id}`, name]),
    ),
  }), [fields.data, events, segments.data]);
}

/** The names of all events there were, those of emails too. */
export function useEventNames(enabled = true): string[] {
  const { data } = useAnswer("/events/names", undefined, { enabled });
  return data?.eventNames ?? NONE;
}

const NONE: string[] = [];
