import { useState } from "react";
import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { language, t } from "../base/words.ts";
import { Select } from "../kit/form/choice.tsx";
import { Loaded } from "../kit/states.tsx";
import { usePeriod } from "./use-period.ts";

type Cell = Answer<"/analytics/heatmap">["cells"][number];
const SHOWN = ["opened", "clicked", "sent"] as const;
type Name = (typeof SHOWN)[number];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** 4 January 2021 was a Monday. */
const nameOf = (weekday: number, style: "short" | "long") =>
  new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" }).format(Date.UTC(2021, 0, 3 + weekday));

/** When people open, click and are written to: weekdays and hours, the darker the more. */
export function HeatMap() {
  const period = usePeriod();
  const [name, setName] = useState<Name>("opened");
  const heat = useAnswer("/analytics/heatmap", { query: { ...period.query, stream: period.stream } }, {
    topics: ["activity"],
  });
  return (
    <section className="sheet stack-small" aria-labelledby="heat">
      <div className="spread">
        <h2 id="heat">{t("analytics.heat")}</h2>
        <Select
          label={t("analytics.shows")}
          hideLabel
          options={SHOWN.map((id) => ({ id, label: t(`analytics.count.${id}`) }))}
          value={name}
          onChange={setName}
        />
      </div>
      <Loaded query={heat} lines={6}>{({ cells }) => <Map cells={cells} name={name} />}</Loaded>
    </section>
  );
}

function Map({ cells, name }: { cells: Cell[]; name: Name }) {
  const max = Math.max(...cells.map((cell) => cell[name]));
  if (max === 0) return <p className="soft">{t("analytics.heatNone")}</p>;
  const peak = cells.find((cell) => cell[name] === max)!;
  return (
    <>
      <p className="soft">
        {t("analytics.heatMost", { day: nameOf(peak.weekday, "long"), hour: hourOf(peak.hour), count: max })}
      </p>
      <div className="analytics-heat-scroll" tabIndex={0} role="group" aria-label={t("analytics.heat")}>
        <table className="analytics-heat">
          <thead>
            <tr>
              <td />
              {HOURS.map((hour) => <th key={hour} scope="col">{hour % 3 === 0 ? hourOf(hour) : <i>{hour}</i>}</th>)}
            </tr>
          </thead>
          <tbody>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <tr key={weekday}>
                <th scope="row">
                  <abbr title={nameOf(weekday, "long")}>{nameOf(weekday, "short")}</abbr>
                </th>
                {cells.filter((cell) => cell.weekday === weekday).map((cell) => (
                  <td key={cell.hour} title={titleOf(cell, name)}>
                    <i style={{ opacity: cell[name] === 0 ? 0 : 0.15 + 0.85 * (cell[name] / max) }} />
                    <span className="unseen">{formatNumber(cell[name])}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const hourOf = (hour: number) =>
  new Intl.DateTimeFormat(language, { hour: "numeric", timeZone: "UTC" }).format(Date.UTC(2021, 0, 4, hour));

const titleOf = (cell: Cell, name: Name) =>
  t("analytics.heatCell", { day: nameOf(cell.weekday, "long"), hour: hourOf(cell.hour), count: cell[name] });
