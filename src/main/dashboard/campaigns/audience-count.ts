import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { useProject } from "../base/project.ts";
import { type Group, groupOf, isComplete, type Node } from "../conditions/filter.ts";
import type { Campaign } from "./api.ts";
import { useSettled } from "../writing/settled.ts";

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
 * How many contacts are in an audience at this moment, and how many of them get nothing because they are suppressed; nothing while
 * something of it is missing.
 */
export function useAudienceCount(audience: Audience, emailType: string, enabled = true) {
  const filters = conditionsOf(audience, emailType);
  const settled = useSettled(JSON.stringify(filters ?? null));
  const project = useProject();
  const query = useQuery({
    queryKey: ["/segments/preview", project, settled],
    queryFn: ({ signal }) => api.post("/segments/preview", { body: { filters: JSON.parse(settled) }, signal }),
    enabled: enabled && settled !== "null",
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const found = filters && settled !== "null" ? query.data : undefined;
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
