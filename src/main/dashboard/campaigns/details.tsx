import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { groupOf } from "../conditions/filter.ts";
import { sentenceOfFilter } from "../conditions/sentence.ts";
import { Count } from "../kit/chart/number.tsx";
import { type Campaign, isOpen } from "./api.ts";
import { audienceOf, useAudienceCount } from "./audience-count.ts";

/** From whom, to whom, of which kind. */
export function Details({ campaign }: { campaign: Campaign }) {
  // Before it is sent the stored number is from when it was written.
  const { count } = useAudienceCount(audienceOf(campaign), campaign.emailType, isOpen(campaign));
  const rows: [string, React.ReactNode][] = [
    [t("campaigns.subject"), campaign.subject],
    [t("campaigns.from"), campaign.fromName ? `${campaign.fromName} <${campaign.from}>` : campaign.from],
    ...(campaign.replyTo ? [[t("campaigns.replyTo"), campaign.replyTo] as [string, string]] : []),
    [t("campaigns.class"), t(`campaigns.class.${campaign.emailType === "MARKETING" ? "MARKETING" : "TRANSACTIONAL"}`)],
    [t("campaigns.audience"), <AudienceWords key="audience" campaign={campaign} />],
    [
      t("campaigns.recipients"),
      <Count key="count" value={isOpen(campaign) ? count ?? null : campaign.totalRecipients} />,
    ],
  ];
  return (
    <dl className="sheet campaigns-details">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AudienceWords({ campaign }: { campaign: Campaign }) {
  if (campaign.audienceType === "SEGMENT") {
    return campaign.segment
      ? <Link to={`segments/${campaign.segment.id}`}>{campaign.segment.name}</Link>
      : <span>{t("campaigns.segmentGone")}</span>;
  }
  const filter = groupOf(campaign.audienceFilter);
  return campaign.audienceType === "FILTERED" && filter
    ? <>{sentenceOfFilter(filter)}</>
    : <>{t("campaigns.audience.ALL")}</>;
}
