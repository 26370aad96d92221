import { useEffect, useRef } from "react";
import type uPlot from "uplot";
import { formatCalendarDay, formatNumber } from "../base/format.ts";
import { onThemeChange } from "../base/theme.ts";
import { t } from "../base/words.ts";
import type { Series } from "./chart-drawing.ts";

interface Props {
  label: string;
  /** Days such as "2026-01-31", or hours such as "2026-01-31T09:00", in the reader's time zone; one for each value. */
  days: string[];
  series: Series[];
  height?: number;
}

/**
 * Numbers over time. The drawing comes with the page that has a chart, in the colours of the theme; the same numbers stand in a
 * table for screen readers.
 */
export function Chart({ label, days, series, height = 220 }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: uPlot | undefined;
    let gone = false;
    const draw = async () => {
      const { draw } = await import("./chart-drawing.ts");
      if (gone || !place.current) return;
      chart?.destroy();
      chart = draw(place.current, days, series, height);
    };
    void draw();
    const forget = onThemeChange(() => void draw());
    const resize = new ResizeObserver(() => chart?.setSize({ width: place.current!.clientWidth, height }));
    resize.observe(place.current!);
    return () => {
      gone = true;
      forget();
      resize.disconnect();
      chart?.destroy();
    };
  }, [days, series, height]);
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-legend" aria-hidden="true">
        {series.map((each) => (
          <span key={each.label}>
            <i style={{ background: `var(${each.colour})` }} />
            {each.label}
          </span>
        ))}
      </div>
      <div ref={place} aria-hidden="true" style={{ minHeight: height }} />
      <details className="chart-table">
        <summary>{t("kit.chart.table")}</summary>
        <div className="chart-scroll" tabIndex={0} role="group" aria-label={label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("kit.chart.day")}</th>
                {series.map((each) => <th scope="col" key={each.label}>{each.label}</th>)}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{formatCalendarDay(day)}</th>
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
