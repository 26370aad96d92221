import { useMemo, useState } from "react";
import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber, timeZone } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Chart } from "../kit/chart/chart.tsx";
import type { Series } from "../kit/chart/chart-drawing.ts";
import { Select } from "../kit/form/choice.tsx";
import { Loaded } from "../kit/states.tsx";
import type { Stats } from "./api.ts";
import { changedWith } from "./changed.ts";

type Points = Answer<"/analytics/timeseries">;

const HOUR_MS = 3_600_000;
/** The time that the chart shows by unit: most opens and clicks are in the first two days. */
const SPANS = { hour: 48 * HOUR_MS, day: 60 * 24 * HOUR_MS } as const;
type Unit = keyof typeof SPANS;
/** The chart begins one interval earlier, so that a campaign that has just begun is a line, too. */
const LEAD_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
const LINES = [["opened", "opens", "--accent"], ["clicked", "clicks", "--info"]] as const;
const MACHINES = ["machineOpens", "machineOpens", "--watch"] as const;

interface Props {
  campaignId: string;
  startedAt: string;
  stats: Stats;
  isSending: boolean;
}

/** Opens and clicks by the hour or by the day, from the start of the campaign on. */
export function TimeSeries({ campaignId, startedAt, stats, isSending }: Props) {
  const [unit, setUnit] = useState<Unit>("hour");
  const end = Date.parse(startedAt) + SPANS[unit];
  const query = {
    campaignId,
    granularity: unit,
    startDate: new Date(Date.parse(startedAt) - LEAD_MS[unit]).toISOString(),
    endDate: end < Date.now() ? new Date(end).toISOString() : undefined,
    timeZone: timeZone(),
  };
  const points = useAnswer("/analytics/timeseries", { query: query }, {
    // While it is sent, each look reads all emails of the last minutes: once a minute is enough.
    topics: isSending ? [] : [`campaign:${campaignId}`],
    counts: changedWith(`${campaignId} ${unit}`, ["openedCount", "clickedCount", "machineOpens"]),
  });
  return (
    <section className="sheet stack-small" aria-labelledby="course">
      <div className="spread">
        <h2 id="course">{t("campaigns.course")}</h2>
        <Select
          label={t("campaigns.course.unit")}
          hideLabel
          value={unit}
          options={(["hour", "day"] as const).map((id) => ({ id, label: t(`campaigns.course.${id}`) }))}
          onChange={setUnit}
        />
      </div>
      <Loaded query={points} lines={5}>{(found) => <Lines points={found} stats={stats} />}</Loaded>
    </section>
  );
}

/** The first time each email was opened and clicked; what came later than the chart shows is named below it. */
function Lines({ points, stats }: { points: Points; stats: Stats }) {
  const buckets = useMemo(() => points.map(({ bucket }) => bucket), [points]);
  const machines = points.some((each) => each.machineOpens > 0);
  const lines = useMemo<Series[]>(
    () =>
      [...LINES, ...(machines ? [MACHINES] : [])].map(([word, name, colour]) => ({
        label: t(`campaigns.${word}`),
        colour,
        dashed: name.startsWith("click"),
        values: points.map((each) => each[name]),
      })),
    [points, machines],
  );
  const shown = points.reduce((sum, each) => sum + each.opens, 0);
  return (
    <>
      <Chart label={t("campaigns.course")} days={buckets} series={lines} height={180} />
      <p className="soft small">
        {t("campaigns.courseText", { shown: formatNumber(shown), opened: formatNumber(stats.openedCount) })}
      </p>
    </>
  );
}
