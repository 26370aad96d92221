/** A line without axes for the course of a number; the sentence says the same to a screen reader. */
export function Sparkline(
  { values, label, width = 96, height = 24 }: { values: number[]; label: string; width?: number; height?: number },
) {
  if (values.length < 2) return null;
  const top = Math.max(...values, 1);
  const points = values.map((value, at) =>
    `${(at / (values.length - 1)) * width},${height - 2 - (value / top) * (height - 4)}`
  );
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <path className="sparkline-area" d={`M0,${height} L${points.join(" L")} L${width},${height} Z`} />
      <path className="sparkline-line" d={`M${points.join(" L")}`} />
    </svg>
  );
}
