import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Builder } from "../conditions/builder.tsx";
import { EMPTY, type Group, isComplete, type Node } from "../conditions/filter.ts";
import { Select } from "../kit/choice.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { useSeen } from "../kit/use-seen.ts";
import { useSettled } from "../writing/preview.tsx";

export interface Audience {
  audienceType: "ALL" | "SEGMENT" | "FILTERED";
  segmentId: string | null;
  audienceFilter: Group | null;
}

interface Props {
  value: Audience;
  emailType: string;
  onChange: (audience: Audience) => void;
}

/** Who gets the campaign: everybody, a segment, or whom conditions find; with their number at this moment. */
export function AudienceChoice({ value, emailType, onChange }: Props) {
  const segments = useAnswer("/segments", undefined, {
    topics: ["segment"],
    enabled: value.audienceType === "SEGMENT",
  });
  const list = (Array.isArray(segments.data) ? segments.data : []) as { id: string; name: string }[];
  return (
    <div className="stack">
      <Select
        label={t("campaigns.audience")}
        value={value.audienceType}
        options={(["ALL", "SEGMENT", "FILTERED"] as const).map((id) => ({ id, label: t(`campaigns.audience.${id}`) }))}
        onChange={(type) => onChange({ ...value, audienceType: type as Audience["audienceType"] })}
      />
      {value.audienceType === "SEGMENT" && (
        <Select
          label={t("app.page.segment")}
          name="segmentId"
          placeholder={t("campaigns.chooseSegment")}
          value={value.segmentId}
          options={list.map(({ id, name }) => ({ id, label: name }))}
          onChange={(segmentId) => onChange({ ...value, segmentId })}
        />
      )}
      {value.audienceType === "FILTERED" && (
        <Builder
          value={value.audienceFilter ?? EMPTY}
          onChange={(audienceFilter) => onChange({ ...value, audienceFilter })}
        />
      )}
      <AudienceCount value={value} emailType={emailType} />
    </div>
  );
}

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

function AudienceCount({ value, emailType }: { value: Audience; emailType: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  const isSeen = useSeen(place);
  const filters = conditionsOf(value, emailType);
  const settled = useSettled(JSON.stringify(filters ?? null));
  const project = useProject();
  const query = useQuery<{ count: number }, Error>({
    queryKey: ["/segments/preview", project, settled],
    queryFn: ({ signal }) =>
      api.post("/segments/preview", { body: { filters: JSON.parse(settled) } as never, signal }) as Promise<
        { count: number }
      >,
    enabled: isSeen && settled !== "null",
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  if (query.error) return <FailureNote error={query.error} />;
  return (
    <p className="soft" role="status" ref={place}>
      {query.data && settled !== "null" && filters && (
        <strong>{t("campaigns.reach", { count: query.data.count })}</strong>
      )} {t(emailType === "TRANSACTIONAL" ? "campaigns.reachAll" : "campaigns.reachText")}
    </p>
  );
}
