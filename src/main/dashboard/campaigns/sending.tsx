import { formatClock, formatNumber } from "../base/format.ts";
import { formatDuration } from "../base/duration.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { Time } from "../kit/time.tsx";
import { reasonText } from "../reasons/reason.ts";
import type { Sending as Moment, SendingError, Stats } from "./api.ts";

interface Props {
  campaignId: string;
  stats: Stats;
  sending: Moment;
  isPaused: boolean;
}

/** The rate at which a campaign is sent, the time it still takes at this rate, and the last errors. */
export function Sending({ campaignId, stats, sending, isPaused }: Props) {
  return (
    <>
      {!isPaused && (
        <Figures>
          <Figure label={t("campaigns.rate")} hint={t("campaigns.rateHint", { count: sending.perMinute })}>
            <Count value={sending.perMinute} />
          </Figure>
          <Figure label={t("campaigns.left")} hint={t("campaigns.leftHint")}>
            {sending.secondsLeft === null || sending.secondsLeft === undefined
              ? <Count value={null} />
              : t("campaigns.about", { time: formatDuration(Math.max(1, sending.secondsLeft)) })}
          </Figure>
          <Figure label={t("campaigns.outcome.pending")}>
            <Count value={stats.books.pending} />
          </Figure>
        </Figures>
      )}
      {sending.errors.length > 0 && <Errors campaignId={campaignId} errors={sending.errors} />}
    </>
  );
}

/** Emails that will be tried again wait in the queue. */
const statusOf = ({ outcome }: SendingError) => outcome === "DEFERRED" ? "PENDING" : outcome;

function Errors({ campaignId, errors }: { campaignId: string; errors: SendingError[] }) {
  return (
    <section className="sheet stack-small" aria-labelledby="errors">
      <h2 id="errors">{t("campaigns.errors")}</h2>
      <table className="campaigns-balance">
        <tbody>
          {errors.map((error) => (
            <tr key={error.outcome + error.reason}>
              <th scope="row">
                <span className="soft small campaigns-when">
                  {t(`campaigns.error.${error.outcome}`)}
                  {error.lastAt && (
                    <>
                      {" · "}
                      <Time at={error.lastAt} />
                    </>
                  )}
                  {error.nextTryAt && ` · ${t("campaigns.nextTry", { time: formatClock(error.nextTryAt) })}`}
                </span>
                <Link to="emails" query={{ campaignId, status: statusOf(error) }} className="link-quiet">
                  {reasonText(error.reasonCode, error.reason)}
                </Link>
              </th>
              <td>{formatNumber(error.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
