import { formatCalendarHour, formatNumber } from "../../base/format.ts";
import type { Series } from "./chart-drawing.ts";

/** A place under the pointer: the index of the day, its distance from the left edge of the chart and the chart's width, in pixels. */
export interface HoveredPoint {
  index: number;
  left: number;
  width: number;
}

/** The colour of a line, and whether it is dashed: lines are told apart without colours too. */
export function Swatch({ series }: { series: Series }) {
  return <i data-dashed={series.dashed || undefined} style={{ color: `var(${series.colour})` }} />;
}

/** The numbers of the day under the pointer, beside it. The table below the chart has them for those who use no pointer. */
export function ChartValues({ hovered, days, series }: { hovered: HoveredPoint; days: string[]; series: Series[] }) {
  const { index, left, width } = hovered;
  const side = left > width / 2 ? { right: width - left + 10 } : { left: left + 10 };
  return (
    <div className="chart-values" style={side}>
      <strong>{formatCalendarHour(days[index] ?? "")}</strong>
      {series.map((each) => (
        <div key={each.label} className="spread">
          <span>
            <Swatch series={each} />
            {each.label}
          </span>
          <span>{formatNumber(each.values[index] ?? 0)}</span>
        </div>
      ))}
    </div>
  );
}
