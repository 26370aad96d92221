import { formatNumber, formatRate } from "../base/format.ts";
import { Icon } from "./icon.tsx";

interface Props {
  now: number;
  before: number;
  /** True when more is good; undefined where more is neither good nor bad. */
  isGood?: boolean | undefined;
}

/** Compares a number with that of the period before, in per cent; as a number where there was none before. */
export function Difference({ now, before, isGood }: Props) {
  const isMore = now > before;
  const tone = isGood === undefined || now === before ? "" : isGood === isMore ? " difference-good" : " difference-bad";
  const by = Math.abs(now - before);
  return (
    <span className={`difference${tone}`} title={`${formatNumber(before)} → ${formatNumber(now)}`}>
      {by > 0 && <Icon name={isMore ? "up" : "down"} size={12} />} {by === 0 ? "±" : isMore ? "+" : "−"}
      {before === 0 ? formatNumber(by) : formatRate(by, before)}
    </span>
  );
}
