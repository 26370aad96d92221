import type { Answer } from "../base/api.ts";
import { formatNumber } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import type { Period } from "./period.ts";
import { emailsOf } from "./targets.ts";

type Reason = Answer<"/analytics/deliverability">["reasons"][number];

/** The reasons of the bounces of a period, the most frequent first. */
export function Bounces({ reasons, period }: { reasons: Reason[]; period: Period }) {
  return (
    <section className="sheet stack-small" aria-labelledby="bounces">
      <div className="spread">
        <h2 id="bounces">{t("analytics.bounces")}</h2>
        <Link {...emailsOf(period, "BOUNCED")}>{t("analytics.bouncedEmails")}</Link>
      </div>
      {reasons.length === 0 ? <p className="soft">{t("analytics.bouncesNone")}</p> : (
        <table className="analytics-table">
          <tbody>
            {reasons.map(({ code, example, count }) => (
              <tr key={code}>
                <th scope="row">
                  {meaningOf(code)}
                  <span className="soft small analytics-example">{example}</span>
                </th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A sentence for a status code of RFC 3463: for the code itself, else for its subject, else the code. */
function meaningOf(code: string): string {
  const [kind = "", subject = ""] = code.split(".");
  const keys = [`analytics.bounce.${code}`, `analytics.bounce.${kind}.${subject}`];
  const found = keys.find(isKey);
  if (code === "") return t("analytics.bounceNoCode");
  return found && isKey(found) ? t("analytics.bounceCode", { meaning: t(found), code }) : code;
}
