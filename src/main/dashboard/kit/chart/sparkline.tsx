/** A line without axes for the course of a number; the sentence says the same to a screen reader. */
export function Sparkline({ values, label, height = 24 }: { values: number[]; label: string; height?: number }) {
  if (values.length < 2) return null;
  const top = Math.max(...values, 1);
  const points = values.map((value, at) => `${at},${height - 2 - (value / top) * (height - 4)}`);
  const last = values.length - 1;
  return (
    <svg
      className="sparkline"
      height={height}
      viewBox={`0 0 ${last} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="sparkline-area" d={`M0,${height} L${points.join(" L")} L${last},${height} Z`} />
      <path className="sparkline-line" d={`M${points.join(" L")}`} />
    </svg>
  );
}
