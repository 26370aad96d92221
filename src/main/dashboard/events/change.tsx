import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";

/** Compares this week with the one before: a difference, because a rate of few says little. */
export function Change({ week, before }: { week: number; before: number }) {
  const by = week - before;
  if (by === 0) return <span className="soft">{t("events.same")}</span>;
  return (
    <span title={t("events.trendHint", { week, before })}>
      <Icon name={by > 0 ? "up" : "down"} size={12} />
      <span className="unseen">{t(by > 0 ? "events.more" : "events.less")}</span> {formatNumber(Math.abs(by))}
    </span>
  );
}
