import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Empty, Loaded } from "../kit/states.tsx";
import { Audience } from "./audience.tsx";
import { SeriesChart } from "./series-chart.tsx";
import { HeatMap } from "./heat-map.tsx";
import { useMachines } from "./machines.ts";
import { Numbers } from "./numbers.tsx";
import { type Period } from "./period.ts";
import { usePeriod } from "./use-period.ts";

export type Totals = Answer<"/analytics/overview">["current"];

/** The whole project: its numbers beside those of the period before, their course, when people read, and who came and went. */
export function Overview() {
  const period = usePeriod();
  const overview = useAnswer("/analytics/overview", { query: { ...period.query, stream: period.stream } }, {
    topics: ["activity"],
  });
  return (
    <Loaded query={overview} lines={10}>
      {(found) =>
        isEmpty(found.current) && isEmpty(found.previous)
          ? (
            <Empty icon="chart" title={t("analytics.empty")}>
              <p>{t("analytics.emptyText")}</p>
            </Empty>
          )
          : <Shown found={found} period={period} />}
    </Loaded>
  );
}

function Shown({ found, period }: { found: Answer<"/analytics/overview">; period: Period }) {
  const [machines] = useMachines();
  return (
    <div className="stack">
      <p className="soft small">{t("analytics.compared", { count: period.days })}</p>
      <Numbers found={found} machines={machines} period={period} />
      <SeriesChart series={found.series} machines={machines} />
      <HeatMap />
      {!period.stream && <Audience />}
    </div>
  );
}

const isEmpty = (totals: Totals) =>
  totals.sent + totals.opened + totals.clicked + totals.unsubscribed + totals.newContacts + totals.machineOpens === 0;
