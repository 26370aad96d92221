import { formatNumber } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { reasonText } from "../reasons/reason.ts";
import { type Campaign, countOf, OUTCOMES, type Stats } from "./api.ts";

/** Parts that add up to the audience, each leading to its recipients. */
export function Balance({ campaign, stats }: { campaign: Campaign; stats: Stats }) {
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

/** The reasons for which recipients did not get the campaign, the most frequent first. */
export function Reasons({ campaign, stats }: { campaign: Campaign; stats: Stats }) {
  return (
    <section className="sheet stack-small" aria-labelledby="reasons">
      <h2 id="reasons">{t("campaigns.reasons")}</h2>
      <table className="campaigns-balance">
        <tbody>
          {stats.reasons.map(({ outcome, reason, reasonCode, count }) => (
            <tr key={outcome + reason}>
              <th scope="row">
                <Link to="emails" query={{ campaignId: campaign.id, status: outcome }} className="link-quiet">
                  {reasonText(reasonCode, reason)}
                </Link>
              </th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
