import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { useProject } from "../base/project.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { type Group, groupOf, isComplete, type Node } from "../conditions/filter.ts";
import type { Campaign } from "./api.ts";

export interface Audience {
  audienceType: "ALL" | "SEGMENT" | "FILTERED";
  segmentId: string | null;
  audienceFilter: Group | null;
}

/** The audience of a campaign that is there. */
export const audienceOf = (campaign: Campaign): Audience => ({
  audienceType: campaign.audienceType,
  segmentId: campaign.segmentId,
  audienceFilter: groupOf(campaign.audienceFilter) ?? null,
});

/**
 * Counts the contacts in an audience at this moment, and those of them that get nothing because they are suppressed; both undefined while
 * the audience is incomplete.
 */
export function useAudienceCount(audience: Audience, emailType: string, enabled = true) {
  const filters = conditionsOf(audience, emailType);
  const debounced = useDebounced(JSON.stringify(filters ?? null));
  const project = useProject();
  const query = useQuery({
    queryKey: ["/segments/preview", project, debounced],
    queryFn: ({ signal }) => api.post("/segments/preview", { body: { filters: JSON.parse(debounced) }, signal }),
    enabled: enabled && debounced !== "null",
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const found = filters && debounced !== "null" ? query.data : undefined;
  return { count: found?.count, suppressed: found && suppressedOf(found, emailType), error: query.error };
}

/** Transactional emails go to who complained about others, too. */
const suppressedOf = ({ suppressed, complained }: { suppressed: number; complained: number }, emailType: string) =>
  emailType === "TRANSACTIONAL" ? suppressed - complained : suppressed;

/** The conditions whose matches get the campaign; undefined while something is missing. */
function conditionsOf({ audienceType, segmentId, audienceFilter }: Audience, emailType: string): Group | undefined {
  const nodes: Node[] = emailType === "TRANSACTIONAL" ? [] : [{ field: "subscribed", operator: "equals", value: true }];
  if (audienceType === "SEGMENT") {
    if (!segmentId) return undefined;
    nodes.push({ field: `segment.${segmentId}`, operator: "memberOfSegment" });
  } else if (audienceType === "FILTERED") {
    if (!audienceFilter || !isComplete(audienceFilter)) return undefined;
    nodes.push(audienceFilter);
  }
  return {
    operator: "AND",
    conditions: nodes.length > 0 ? nodes : [{ field: "createdAt", operator: "greaterThan", value: "1970-01-01" }],
  };
}
