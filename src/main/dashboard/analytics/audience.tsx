import { useMemo } from "react";
import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { isKey, t } from "../base/words.ts";
import { Chart } from "../kit/chart/chart.tsx";
import type { Series } from "../kit/chart/chart-drawing.ts";
import { Difference } from "../kit/difference.tsx";
import { Figure, Figures } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { usePeriod } from "./use-period.ts";

type Growth = Answer<"/analytics/audience">;
const NAMES = ["newContacts", "subscribed", "unsubscribed", "net"] as const;

/** The numbers of contacts that were added and lost, and the reasons of those that were lost. */
export function Audience() {
  const period = usePeriod();
  const audience = useAnswer("/analytics/audience", { query: period.query }, { topics: ["activity"] });
  return (
    <section className="sheet stack" aria-labelledby="audience">
      <h2 id="audience">{t("analytics.audience")}</h2>
      <Loaded query={audience} lines={6}>
        {(found) => {
          const { newContacts, subscribed, unsubscribed } = found.current;
          return newContacts + subscribed + unsubscribed === 0
            ? <p className="soft">{t("analytics.audienceNone")}</p>
            : <Shown found={found} />;
        }}
      </Loaded>
    </section>
  );
}

function Shown({ found }: { found: Growth }) {
  const days = useMemo(() => found.series.map(({ bucket }) => bucket), [found]);
  const lines = useMemo<Series[]>(() => [
    { label: t("analytics.count.newContacts"), colour: "--good", values: found.series.map((day) => day.newContacts) },
    { label: t("analytics.count.unsubscribed"), colour: "--bad", values: found.series.map((day) => day.unsubscribed) },
  ], [found]);
  return (
    <>
      <Figures>
        {NAMES.map((name) => (
          <Figure
            key={name}
            label={t(`analytics.count.${name}`)}
            trend={name !== "net" && (
              <Difference
                now={found.current[name]}
                before={found.previous[name]}
                isGood={name !== "unsubscribed"}
              />
            )}
          >
            {name === "net" && found.current.net > 0 ? "+" : ""}
            {formatNumber(found.current[name])}
          </Figure>
        ))}
      </Figures>
      <Chart label={t("analytics.audience")} days={days} series={lines} height={160} />
      {found.reasons.length > 0 && <Reasons reasons={found.reasons} />}
    </>
  );
}

function Reasons({ reasons }: { reasons: Growth["reasons"] }) {
  return (
    <div className="stack-small">
      <h3>{t("analytics.reasons")}</h3>
      <table className="analytics-table">
        <tbody>
          {reasons.map(({ reason, count }) => {
            const key = `analytics.reason.${reason}`;
            return (
              <tr key={reason}>
                <th scope="row">{isKey(key) ? t(key) : reason}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
