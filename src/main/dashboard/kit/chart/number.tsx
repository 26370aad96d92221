import { formatNumber, formatRate } from "../../base/format.ts";
import { t } from "../../base/words.ts";

/** A count, or that it is not known. */
export function Count({ value }: { value: number | null | undefined }) {
  return value === null || value === undefined
    ? <span className="soft">{t("kit.notKnown")}</span>
    : <>{formatNumber(value)}</>;
}

/** A rate with its base, such as "12.4 % of 3,211". */
export function Rate({ part, of, base = false }: { part: number | null | undefined; of: number; base?: boolean }) {
  if (part === null || part === undefined) return <span className="soft">{t("kit.notKnown")}</span>;
  return (
    <span title={t("kit.rateOf", { part, of })}>
      {formatRate(part, of)}
      {base && <span className="soft rate-base">{t("kit.of", { of })}</span>}
    </span>
  );
}

interface FigureProps {
  label: string;
  children: React.ReactNode;
  hint?: React.ReactNode;
  trend?: React.ReactNode;
}

/** A number that matters, with its name below it. */
export function Figure({ label, children, hint, trend }: FigureProps) {
  return (
    <div className="figure">
      <dt className="figure-label">{label}</dt>
      <dd className="figure-value">{children}</dd>
      {hint && <dd className="figure-hint">{hint}</dd>}
      {trend && <dd className="figure-trend">{trend}</dd>}
    </div>
  );
}

/** A row of figures. */
export function Figures({ children }: { children: React.ReactNode }) {
  return <dl className="figures">{children}</dl>;
}
