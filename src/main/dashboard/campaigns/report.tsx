import { useAnswer } from "../base/data.ts";
import { formatRate } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { type Campaign, type Reaction, REACTIONS, type Stats } from "./api.ts";
import { Balance, Reasons } from "./balance.tsx";
import { Bar } from "./bar.tsx";
import { TimeSeries } from "./time-series.tsx";
import { TopLinks } from "./links.tsx";
import { Providers } from "./providers.tsx";
import { Sending } from "./sending.tsx";

/** The report of a campaign: outcomes that add up to the audience, each leading to its recipients. */
export function Report({ campaign }: { campaign: Campaign }) {
  const path = { id: campaign.id };
  const isSending = campaign.status === "SENDING";
  const stats = useAnswer("/campaigns/{id}/stats", { path }, {
    topics: [`campaign:${campaign.id}`],
    counts: (answer, counts) => ({ ...answer, data: { ...answer.data, ...counts } }),
  });
  return (
    <Loaded query={stats} lines={8}>
      {({ data }) => (
        <div className="stack">
          <Progress stats={data} live={isSending} />
          {data.sending && (
            <Sending
              campaignId={campaign.id}
              stats={data}
              sending={data.sending}
              isPaused={campaign.status === "PAUSED"}
            />
          )}
          <Reactions campaign={campaign} stats={data} />
          <div className="columns">
            <Balance campaign={campaign} stats={data} />
            {data.reasons.length > 0 && <Reasons campaign={campaign} stats={data} />}
          </div>
          {campaign.sentAt && data.sentCount > 0 && (
            <TimeSeries campaignId={campaign.id} startedAt={campaign.sentAt} stats={data} isSending={isSending} />
          )}
          <Providers campaignId={campaign.id} sent={data.sentCount} isSending={isSending} />
          <TopLinks campaignId={campaign.id} clicked={data.clickedCount} />
        </div>
      )}
    </Loaded>
  );
}

function Progress({ stats, live }: { stats: Stats; live: boolean }) {
  const { books } = stats;
  const done = books.audience - books.pending;
  return (
    <section className="sheet stack-small" aria-label={t("campaigns.progress")}>
      <div className="spread">
        <strong role={live ? "status" : undefined}>
          {live ? t("campaigns.progressOf", { done, audience: books.audience }) : t("campaigns.sentOf", {
            sent: books.sent,
            audience: books.audience,
          })}
        </strong>
        <span className="soft">{formatRate(live ? done : books.sent, books.audience)}</span>
      </div>
      <Bar books={books} />
    </section>
  );
}

/** Opens, clicks and reports. Deliveries, bounces and complaints are not known where none of them was ever reported. */
function Reactions({ campaign, stats }: { campaign: Campaign; stats: Stats }) {
  const hasNoReports = stats.deliveredCount === 0 && stats.bouncedCount === 0 && stats.complainedCount === 0;
  const isUnknown: Partial<Record<Reaction, boolean>> = {
    delivered: stats.deliveredCount === 0,
    bounced: hasNoReports,
    complained: hasNoReports,
  };
  return (
    <Figures>
      {REACTIONS.map((reaction) => {
        const count = stats[`${reaction}Count`];
        const hint = isUnknown[reaction]
          ? t("campaigns.noReports")
          : t("campaigns.ofSent", { rate: formatRate(count, stats.sentCount) });
        return (
          <Figure key={reaction} label={t(`campaigns.${reaction}`)} hint={hint}>
            {count > 0
              ? (
                <Link to={`campaigns/${campaign.id}/recipients`} query={{ reaction }} className="link-quiet">
                  <Count value={count} />
                </Link>
              )
              : <Count value={isUnknown[reaction] ? null : count} />}
          </Figure>
        );
      })}
    </Figures>
  );
}
