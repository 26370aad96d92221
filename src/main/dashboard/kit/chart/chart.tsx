import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { formatCalendarHour, formatNumber } from "../../base/format.ts";
import { onThemeChange } from "../../base/theme.ts";
import { t } from "../../base/words.ts";
import type { Series } from "./chart-drawing.ts";
import { ChartValues, type HoveredPoint, Swatch } from "./chart-values.tsx";
import { FailureNote } from "../failure.tsx";
import { loadPart } from "../states.tsx";

interface Props {
  label: string;
  /** Days such as "2026-01-31", or hours such as "2026-01-31T09:00", in the reader's time zone; one for each value. */
  days: string[];
  series: Series[];
  height?: number;
}

/**
 * Numbers over time. The drawing comes with the page that has a chart, in the colours of the theme; the same numbers stand in a
 * table for screen readers. When the drawing cannot be had, a note says so, and a newer version is offered when the server has one.
 */
export function Chart({ label, days, series, height = 220 }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error>();
  const [hovered, setHovered] = useState<HoveredPoint>();
  useEffect(() => {
    let chart: uPlot | undefined;
    let isUnmounted = false;
    const redraw = async () => {
      const drawing = await loadPart(() => import("./chart-drawing.ts")).catch((cause) => void setError(cause));
      if (isUnmounted || !drawing || !container.current) return;
      chart?.destroy();
      chart = drawing.draw(container.current, days, series, height, setHovered);
    };
    void redraw();
    const unsubscribe = onThemeChange(() => void redraw());
    const resize = new ResizeObserver(() => chart?.setSize({ width: container.current!.clientWidth, height }));
    resize.observe(container.current!);
    return () => {
      isUnmounted = true;
      unsubscribe();
      resize.disconnect();
      chart?.destroy();
    };
  }, [days, series, height]);
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-legend" aria-hidden="true">
        {series.map((each) => (
          <span key={each.label}>
            <Swatch series={each} />
            {each.label}
          </span>
        ))}
      </div>
      {error && <FailureNote error={error} />}
      <div className="chart-place" aria-hidden="true">
        <div ref={container} style={{ minHeight: error ? 0 : height }} />
        {hovered && hovered.index < days.length && <ChartValues hovered={hovered} days={days} series={series} />}
      </div>
      <details className="chart-table">
        <summary>{t("kit.chart.table")}</summary>
        <div className="chart-scroll" tabIndex={0} role="group" aria-label={label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t(days[0]?.includes("T") ? "kit.chart.hour" : "kit.chart.day")}</th>
                {series.map((each) => <th scope="col" key={each.label}>{each.label}</th>)}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{formatCalendarHour(day)}</th>
                  {series.map((each) => <td key={each.label}>{formatNumber(each.values[at] ?? 0)}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
