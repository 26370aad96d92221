import { useState } from "react";
import { numberOf, typedNumber } from "../base/numbers.ts";
import { t } from "../base/words.ts";
import { Select } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { type Condition, type Kind, needsAge, needsValue, UNITS } from "./filter.ts";

interface ValueProps {
  condition: Condition;
  kind: Kind;
  onChange: (condition: Condition) => void;
}

/** Edits the value of a condition with the control of its kind of field. */
export function Value({ condition, kind, onChange }: ValueProps) {
  const set = (value: unknown) => onChange({ ...condition, value });
  if (needsAge(condition.operator)) return <Age condition={condition} onChange={onChange} />;
  if (!needsValue(condition.operator)) return null;
  if (kind === "boolean" || kind === "subscribed") {
    return (
      <Select
        label={t("conditions.value")}
        hideLabel
        value={String(condition.value)}
        options={[{ id: "true", label: t("conditions.yes") }, { id: "false", label: t("conditions.no") }]}
        onChange={(value) => set(value === "true")}
      />
    );
  }
  if (kind === "number") return <NumberValue value={condition.value} onChange={set} />;
  const isDay = kind === "date" || kind === "moment";
  return (
    <Field
      label={t("conditions.value")}
      aria-label={t("conditions.value")}
      name="value"
      type={isDay ? "date" : "text"}
      value={condition.value === undefined ? "" : String(condition.value).slice(0, isDay ? 10 : undefined)}
      onChange={set}
    />
  );
}

/** A number, whose text stays as it is while it is typed: "2." is on the way to a decimal. */
function NumberValue({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const [typed, setTyped] = useState<string>();
  const known = typeof value === "number" ? typedNumber(value) : String(value ?? "");
  return (
    <Field
      label={t("conditions.value")}
      aria-label={t("conditions.value")}
      name="value"
      inputMode="decimal"
      value={typed ?? known}
      onChange={(text) => {
        setTyped(text);
        onChange(numberOf(text) ?? text);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function Age({ condition, onChange }: { condition: Condition; onChange: (condition: Condition) => void }) {
  return (
    <div className="conditions-age">
      <Field
        label={t("conditions.value")}
        aria-label={t("conditions.value")}
        name="value"
        inputMode="numeric"
        value={condition.value === undefined ? "" : String(condition.value)}
        onChange={(text) => onChange({ ...condition, value: /^\d+$/.test(text) ? Number(text) : "" })}
      />
      <Select
        label={t("conditions.unit")}
        hideLabel
        value={condition.unit ?? "days"}
        options={UNITS.map((id) => ({ id, label: t(`conditions.unit.${id}`) }))}
        onChange={(unit) => onChange({ ...condition, unit })}
      />
    </div>
  );
}
