import { useState } from "react";
import { numberOf, typedNumber } from "../../base/numbers.ts";
import { t } from "../../base/words.ts";
import { Select } from "../../kit/form/choice.tsx";
import { Field } from "../../kit/form/field.tsx";
import type { Config } from "./step-config.ts";

interface Props {
  label: string;
  name: string;
  hint?: string;
  /** An amount and its unit. */
  value: Config;
  onChange: (part: Config) => void;
}

const UNITS = ["minutes", "hours", "days", "weeks"] as const;

/** A span of time: a number, whose text stays as it is while it is typed, and its unit. */
export function Amount({ label, name, hint, value, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const known = typeof value.amount === "number" ? typedNumber(value.amount) : String(value.amount ?? "");
  const units = name === "config.amount" ? UNITS : UNITS.slice(0, 3);
  const shown = (units as readonly string[]).includes(value.unit) ? units : ["seconds" as const, ...units];
  return (
    <div className="workflows-span">
      <Field
        label={label}
        name={name}
        hint={hint}
        inputMode="decimal"
        value={typed ?? known}
        onChange={(text) => {
          setTyped(text);
          onChange({ amount: text.trim() ? numberOf(text) ?? text : undefined });
        }}
        onBlur={() => setTyped(undefined)}
      />
      <Select
        label={t("workflows.set.unit")}
        name="config.unit"
        value={value.unit ?? "days"}
        options={shown.map((id) => ({ id, label: t(`workflows.set.unit.${id}`) }))}
        onChange={(unit) => onChange({ unit })}
      />
    </div>
  );
}
