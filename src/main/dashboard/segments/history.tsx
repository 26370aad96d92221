import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Empty, loadable, Loaded, Skeleton } from "../kit/states.tsx";
import type { Segment } from "./api.ts";

const Chart = loadable(
  async () => ({ default: (await import("../kit/chart/chart.tsx")).Chart }),
  <Skeleton lines={6} />,
);
const DAYS = 90;

/** The size of a segment over the last months, as it was counted last on each day. */
export function History({ segment }: { segment: Segment }) {
  const history = useAnswer("/segments/{id}/history", {
    path: { id: segment.id },
    query: { days: DAYS },
  }, { topics: [`segment:${segment.id}`] });
  return (
    <Loaded query={history} lines={6}>
      {({ sizes }) =>
        sizes.length < 2
          ? (
            <Empty icon="chart" title={t("segments.noHistory")}>
              <p>{t("segments.noHistoryText")}</p>
            </Empty>
          )
          : (
            <section className="sheet stack-small">
              <h2>{t("segments.sizeOverTime")}</h2>
              <Chart
                label={t("segments.sizeOverTime")}
                days={sizes.map(({ day }) => day)}
                series={[{
                  label: t("segments.members"),
                  colour: "--accent",
                  values: sizes.map(({ memberCount }) => memberCount),
                }]}
              />
              <p className="small soft">{t("segments.historyHint")}</p>
            </section>
          )}
    </Loaded>
  );
}
