import UPlot from "uplot";
import { formatCompact } from "../../base/format.ts";
import { language } from "../../base/words.ts";
import type { HoveredPoint } from "./chart-values.tsx";

export interface Series {
  label: string;
  /** A colour of the tokens, such as "--accent". */
  colour: string;
  /** Told apart from a line of a colour like its own. */
  dashed?: boolean;
  values: (number | null)[];
}

const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" });
/** A moment on the axis: the time of day between two midnights. */
const tick = (second: number) => (second % 86_400 === 0 ? short : clock).format(second * 1000);
/** A day of the calendar as seconds, read and written as UTC, so that no time zone moves it. */
const secondsOf = (day: string) => Date.parse(day.includes("T") ? `${day}Z` : day) / 1000;

/** Draws the lines into the element, in the colours of the theme at this moment; tells what is under the pointer, if anything is. */
export function draw(
  container: HTMLElement,
  days: string[],
  series: Series[],
  height: number,
  onPoint: (hovered: HoveredPoint | undefined) => void,
): UPlot {
  const style = getComputedStyle(container);
  const colour = (token: string) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${token})`;
    container.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
  };
  return new UPlot(
    {
      width: container.clientWidth,
      height,
      padding: [8, 22, 0, 0],
      legend: { show: false },
      tzDate: (second) => UPlot.tzDate(new Date(second * 1000), "Etc/UTC"),
      cursor: { points: { size: 6 }, drag: { x: false, y: false } },
      hooks: {
        setCursor: [
          ({ cursor, over, width }) =>
            onPoint(
              cursor.idx == null ? undefined : { index: cursor.idx, left: over.offsetLeft + (cursor.left ?? 0), width },
            ),
        ],
      },
      scales: { y: { range: (_, low, high) => [Math.min(low, 0), Math.max(high, 1)] } },
      axes: [
        { ...axis, size: 28, values: (_, at) => at.map(tick) },
        {
          ...axis,
          size: 44,
          values: (_, at) => at.map((value) => (Number.isInteger(value) ? formatCompact(value) : "")),
        },
      ],
      series: [
        {},
        ...series.map((each) => ({
          label: each.label,
          stroke: colour(each.colour),
          width: 2,
          dash: each.dashed ? [6, 4] : undefined,
          points: { show: days.length < 3 },
        })),
      ],
    },
    [days.map(secondsOf), ...series.map((each) => each.values)],
    container,
  );
}
