import { useMemo } from "react";
import { type Answer } from "../base/api.ts";
import { t } from "../base/words.ts";
import { Chart } from "../kit/chart/chart.tsx";
import type { Series } from "../kit/chart/chart-drawing.ts";

type Interval = Answer<"/analytics/overview">["series"][number];

const LINES = [
  ["sent", "--line-strong"],
  ["opened", "--accent"],
  ["clicked", "--info"],
  ["bounced", "--bad"],
] as const;
const MACHINES = ["machineOpens", "--watch"] as const;

/** The numbers of each day as lines. */
export function SeriesChart({ series, machines }: { series: Interval[]; machines: boolean }) {
  const days = useMemo(() => series.map(({ bucket }) => bucket), [series]);
  const lines = useMemo<Series[]>(
    () =>
      [...LINES, ...(machines ? [MACHINES] : [])].map(([name, colour]) => ({
        label: t(`analytics.count.${name}`),
        colour,
        dashed: name.startsWith("click"),
        values: series.map((each) => each[name]),
      })),
    [series, machines],
  );
  return (
    <section className="sheet stack-small">
      <h2>{t("analytics.course")}</h2>
      <Chart label={t("analytics.course")} days={days} series={lines} />
    </section>
  );
}
