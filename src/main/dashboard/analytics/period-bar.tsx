import { useState } from "react";
import { useQueryState } from "../base/address.ts";
import { formatCalendarDay, timeZone } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select, Switch } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { dayOf, DAYS, STREAMS } from "./period.ts";
import { useMachines } from "./machines.ts";
import { usePeriod } from "./use-period.ts";

interface Props {
  hasStream: boolean;
  hasMachines: boolean;
}

/** The choice of the period, of the kind of emails, and of opens by machines; all of it stays in the address. */
export function PeriodBar({ hasStream, hasMachines }: Props) {
  const [machines, showMachines] = useMachines();
  const [, setQuery] = useQueryState();
  const period = usePeriod();
  const [opens, setOpens] = useState(false);
  const isOwn = period.to !== undefined;
  return (
    <div className="stack-small">
      <div className="row-wrap analytics-period" role="group" aria-label={t("analytics.period")}>
        {DAYS.map((days) => (
          <button
            key={days}
            type="button"
            className={`chip${!isOwn && period.days === days ? " chip-on" : ""}`}
            aria-pressed={!isOwn && period.days === days}
            onClick={() => {
              setOpens(false);
              setQuery({ days: days === 30 ? undefined : String(days), from: undefined, to: undefined });
            }}
          >
            {t("analytics.days", { count: days })}
          </button>
        ))}
        <button
          type="button"
          className={`chip${isOwn ? " chip-on" : ""}`}
          aria-expanded={opens}
          onClick={() => setOpens(!opens)}
        >
          {isOwn
            ? t("analytics.fromTo", {
              from: formatCalendarDay(period.from),
              to: formatCalendarDay(period.to!),
            })
            : t("analytics.own")}
        </button>
        {hasStream && (
          <Select
            label={t("analytics.stream")}
            hideLabel
            options={["ALL", ...STREAMS].map((id) => ({ id, label: t(`analytics.stream.${id as "ALL"}`) }))}
            value={period.stream ?? "ALL"}
            onChange={(stream) => setQuery({ stream: stream === "ALL" ? undefined : stream })}
          />
        )}
        {hasMachines && <Switch isSelected={machines} onChange={showMachines}>{t("analytics.machines")}</Switch>}
        <span className="soft small analytics-zone">{t("analytics.zone", { zone: period.zone })}</span>
      </div>
      {opens && <OwnPeriod onDone={() => setOpens(false)} />}
    </div>
  );
}

function OwnPeriod({ onDone }: { onDone: () => void }) {
  const [, setQuery] = useQueryState();
  const period = usePeriod();
  const today = dayOf(Date.now(), timeZone());
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to ?? today);
  const isRight = from !== "" && to !== "" && from <= to;
  return (
    <form
      className="row-wrap analytics-own"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRight) return;
        setQuery({ from, to, days: undefined });
        onDone();
      }}
    >
      <Field label={t("analytics.from")} type="date" value={from} onChange={setFrom} autoFocus />
      <Field label={t("analytics.to")} type="date" value={to} onChange={setTo} isInvalid={!isRight} />
      <Button type="submit" variant="plain" isDisabled={!isRight}>{t("analytics.show")}</Button>
    </form>
  );
}
