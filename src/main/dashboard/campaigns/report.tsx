import { useAnswer } from "../base/data.ts";
import { formatNumber, formatRate } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Count, Figure, Figures } from "../kit/number.tsx";
import { reasonText } from "../reasons/reason.ts";
import { Loaded } from "../kit/states.tsx";
import { type Campaign, countOf, OUTCOMES, type Stats } from "./api.ts";
import { Bar } from "./bar.tsx";
import { TopLinks } from "./links.tsx";

/** How a campaign goes or went: parts that add up to the audience, each leading to its recipients. */
export function Report({ campaign }: { campaign: Campaign }) {
  const path = { id: campaign.id } as never;
  const stats = useAnswer("/campaigns/{id}/stats", { path }, {
    topics: [`campaign:${campaign.id}`, "campaign"],
    counts: (answer, counts) => ({ ...(answer as object), data: counts }) as never,
  });
  return (
    <Loaded query={stats} lines={8}>
      {({ data }: { data: Stats }) => (
        <div className="stack">
          <Progress stats={data} live={campaign.status === "SENDING"} />
          <Reactions stats={data} />
          <div className="columns">
            <Balance campaign={campaign} stats={data} />
            {data.reasons.length > 0 && <Reasons stats={data} />}
          </div>
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
function Reactions({ stats }: { stats: Stats }) {
  const rate = (count: number) => t("campaigns.ofSent", { rate: formatRate(count, stats.sentCount) });
  const delivered = stats.deliveredCount > 0 ? stats.deliveredCount : null;
  const isSilent = delivered === null && stats.bouncedCount === 0 && stats.complainedCount === 0;
  const reported = (count: number) => isSilent ? null : count;
  const hint = (count: number) => isSilent ? t("campaigns.noReports") : rate(count);
  return (
    <Figures>
      <Figure label={t("campaigns.delivered")} hint={delivered === null ? t("campaigns.noReports") : rate(delivered)}>
        <Count value={delivered} />
      </Figure>
      <Figure label={t("campaigns.opened")} hint={rate(stats.openedCount)}>
        <Count value={stats.openedCount} />
      </Figure>
      <Figure label={t("campaigns.clicked")} hint={rate(stats.clickedCount)}>
        <Count value={stats.clickedCount} />
      </Figure>
      <Figure label={t("campaigns.unsubscribed")} hint={rate(stats.unsubscribedCount)}>
        <Count value={stats.unsubscribedCount} />
      </Figure>
      <Figure label={t("campaigns.bounced")} hint={hint(stats.bouncedCount)}>
        <Count value={reported(stats.bouncedCount)} />
      </Figure>
      <Figure label={t("campaigns.complained")} hint={hint(stats.complainedCount)}>
        <Count value={reported(stats.complainedCount)} />
      </Figure>
    </Figures>
  );
}

function Balance({ campaign, stats }: { campaign: Campaign; stats: Stats }) {
  const { books } = stats;
  const parts = {
    skipped: [["unsubscribed", books.skipped.unsubscribed], ["suppressed", books.skipped.suppressed], [
      "deleted",
      books.skipped.deleted,
    ]],
    failed: [["refused", books.failed.refused], ["error", books.failed.failed]],
  } as const;
  return (
    <section className="sheet stack-small" aria-labelledby="balance">
      <h2 id="balance">{t("campaigns.balance")}</h2>
      <table className="campaigns-balance">
        <tbody>
          {OUTCOMES.map((outcome) => (
            <tr key={outcome}>
              <th scope="row">
                <i className={`campaigns-key campaigns-${outcome}`} aria-hidden="true" />
                <Link to={`campaigns/${campaign.id}/recipients`} query={{ outcome }}>
                  {t(`campaigns.outcome.${outcome}`)}
                </Link>
                {outcome in parts && countOf(books, outcome) > 0 && (
                  <span className="soft small campaigns-parts">
                    {parts[outcome as "skipped" | "failed"].filter(([, count]) => count > 0).map(([part, count]) =>
                      `${formatNumber(count)} ${t(`campaigns.part.${part}`)}`
                    ).join(", ")}
                  </span>
                )}
              </th>
              <td>{formatNumber(countOf(books, outcome))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Link to={`campaigns/${campaign.id}/recipients`}>{t("campaigns.audienceTotal")}</Link>
            </th>
            <td>{formatNumber(books.audience)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Reasons({ stats }: { stats: Stats }) {
  return (
    <section className="sheet stack-small" aria-labelledby="reasons">
      <h2 id="reasons">{t("campaigns.reasons")}</h2>
      <table className="campaigns-balance">
        <tbody>
          {stats.reasons.map(({ outcome, reason, reasonCode, count }) => (
            <tr key={outcome + reason}>
              <th scope="row">{reasonText(reasonCode, reason)}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
