import { formatNumber } from "../base/format.ts";
import { language, t } from "../base/words.ts";
import { Level } from "../kit/chart/level.tsx";
import { Rate } from "../kit/chart/number.tsx";
import type { PeriodRates } from "../generated/api.ts";

export type Rates = PeriodRates;

/** Per cent from which a rate is too high, and from which it suspends: the same for every project, and fixed in the server. */
const LIMITS = {
  bounce7Day: { warning: 5, critical: 10 },
  bounceAllTime: { warning: 4, critical: 8 },
  complaint7Day: { warning: 0.075, critical: 0.15 },
  complaintAllTime: { warning: 0.03, critical: 0.12 },
};
type Limit = (typeof LIMITS)["bounce7Day"];

interface Props {
  name: keyof typeof LIMITS;
  rates: Rates;
  kind: "bounces" | "complaints";
  level: string | undefined;
}

const percent = (value: number) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(value / 100);

/** A rate on a scale that ends a quarter above the limit that suspends. */
export function Gauge({ name, rates, kind, level = "healthy" }: Props) {
  const limit = LIMITS[name];
  const rate = kind === "bounces" ? rates.bounceRate : rates.complaintRate;
  return (
    <div className="settings-line">
      <div className="grow stack-small">
        <p className="spread">
          <b>{t(`settings.sec.${name}`)}</b>
          <span>
            <Rate part={rates[kind]} of={rates.total} />{" "}
            <span className="soft">
              {t("settings.sec.of", { part: formatNumber(rates[kind]), total: formatNumber(rates.total) })}
            </span>
          </span>
        </p>
        <Scale rate={rate} limit={limit} level={level} />
        <p className="hint">
          {t("settings.sec.limits", { warning: percent(limit.warning), critical: percent(limit.critical) })}
        </p>
      </div>
      <Level value={level} of={rates.total} />
    </div>
  );
}

function Scale({ rate, limit, level }: { rate: number; limit: Limit; level: string }) {
  const end = limit.critical * 1.25;
  const at = (value: number) => `${Math.min(100, (value / end) * 100)}%`;
  const levelClass = level === "critical" ? " settings-gauge-bad" : level === "warning" ? " settings-gauge-watch" : "";
  return (
    <div className="settings-gauge" aria-hidden="true">
      <span className={`settings-gauge-fill${levelClass}`} style={{ width: at(rate) }} />
      <span className="settings-gauge-mark" style={{ insetInlineStart: at(limit.warning) }} />
      <span className="settings-gauge-mark" style={{ insetInlineStart: at(limit.critical) }} />
    </div>
  );
}
