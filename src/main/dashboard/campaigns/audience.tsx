import { useRef } from "react";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Builder } from "../conditions/builder.tsx";
import { EMPTY } from "../conditions/filter.ts";
import { Select } from "../kit/form/choice.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { useVisible } from "../kit/use-visible.ts";
import { type Audience, useAudienceCount } from "./audience-count.ts";

interface Props {
  value: Audience;
  emailType: string;
  onChange: (audience: Audience) => void;
}

/** Chooses the recipients of a campaign: all contacts, a segment, or those that conditions find; with their number at this moment. */
export function AudienceChoice({ value, emailType, onChange }: Props) {
  const segments = useAnswer("/segments", undefined, {
    topics: ["segment"],
    enabled: value.audienceType === "SEGMENT",
  });
  const list = Array.isArray(segments.data) ? segments.data : [];
  return (
    <div className="stack">
      <Select
        label={t("campaigns.audience")}
        value={value.audienceType}
        options={(["ALL", "SEGMENT", "FILTERED"] as const).map((id) => ({ id, label: t(`campaigns.audience.${id}`) }))}
        onChange={(audienceType) => onChange({ ...value, audienceType })}
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

function AudienceCount({ value, emailType }: { value: Audience; emailType: string }) {
  const container = useRef<HTMLParagraphElement>(null);
  const isVisible = useVisible(container);
  const { count, error } = useAudienceCount(value, emailType, isVisible);
  if (error) return <FailureNote error={error} />;
  return (
    <p className="soft" role="status" ref={container}>
      {count !== undefined && <strong>{t("campaigns.reach", { count })}</strong>}{" "}
      {t(emailType === "TRANSACTIONAL" ? "campaigns.reachAll" : "campaigns.reachText")}
    </p>
  );
}
