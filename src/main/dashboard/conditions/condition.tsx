import { useState } from "react";
import { numberOf, typedNumber } from "../base/numbers.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { type Option, Select } from "../kit/choice.tsx";
import { Field } from "../kit/field.tsx";
import type { Known } from "./known.ts";
import {
  type Condition,
  fresh,
  type Kind,
  kindOf,
  needsAge,
  needsValue,
  type Operator,
  OPERATORS,
  UNITS,
  withOperator,
} from "./filter.ts";
import { fieldWord, operatorWord } from "./sentence.ts";

interface Props {
  condition: Condition;
  known: Known;
  onChange: (condition: Condition) => void;
  onRemove?: (() => void) | undefined;
}

const MAIL = ["sent", "delivered", "opened", "clicked", "bounced", "complained"];

function fieldsOf(known: Known, chosen: string): Option[] {
  const names = [
    "email",
    "subscribed",
    ...Object.keys(known.types),
    "createdAt",
    "updatedAt",
    ...MAIL.map((name) => `email.${name}`),
    ...known.events.map((name) => `event.${name}`),
    ...Object.keys(known.segments),
  ];
  if (!names.includes(chosen)) names.push(chosen);
  return names.map((id) => ({ id, label: fieldWord(id, known.segments), hint: hintOf(id) }));
}

function hintOf(field: string): string {
  const prefix = field.split(".")[0]!;
  if (prefix === "data") return t("conditions.kind.field");
  if (prefix === "event") return t("conditions.kind.event");
  if (prefix === "segment") return t("conditions.kind.segment");
  return field.includes(".") ? t("conditions.kind.mail") : t("conditions.kind.standard");
}

/** One condition: a field, what is asked of it, and the value. */
export function ConditionRow({ condition, known, onChange, onRemove }: Props) {
  const kind = kindOf(condition.field, known.types);
  const operators = OPERATORS[kind].includes(condition.operator)
    ? OPERATORS[kind]
    : [...OPERATORS[kind], condition.operator];
  return (
    <div className="conditions-row">
      <div className="conditions-field">
        <Select
          label={t("conditions.fieldLabel")}
          hideLabel
          value={condition.field}
          options={fieldsOf(known, condition.field)}
          onChange={(field) => onChange(fresh(field, kindOf(field, known.types)))}
        />
      </div>
      <div className="conditions-operator">
        <Select
          label={t("conditions.operatorLabel")}
          hideLabel
          value={condition.operator}
          options={operators.map((id) => ({ id, label: operatorWord(id) }))}
          onChange={(operator) => onChange(withOperator(condition, operator as Operator, kind))}
        />
      </div>
      <div className="conditions-value">
        <Value condition={condition} kind={kind} onChange={onChange} />
      </div>
      {onRemove && <Button look="quiet" icon="close" aria-label={t("conditions.remove")} onPress={onRemove} />}
    </div>
  );
}

interface ValueProps {
  condition: Condition;
  kind: Kind;
  onChange: (condition: Condition) => void;
}

function Value({ condition, kind, onChange }: ValueProps) {
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
      type={(isDay ? "date" : "text") as never}
      value={condition.value === undefined ? "" : String(condition.value).slice(0, isDay ? 10 : undefined)}
      onChange={set}
    />
  );
}

/** A number, whose text stays as it is while it is typed: "2." is on the way to a decimal. */
function NumberValue({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const [typed, type] = useState<string>();
  const known = typeof value === "number" ? typedNumber(value) : String(value ?? "");
  return (
    <Field
      label={t("conditions.value")}
      aria-label={t("conditions.value")}
      name="value"
      inputMode="decimal"
      value={typed ?? known}
      onChange={(text) => {
        type(text);
        onChange(numberOf(text) ?? text);
      }}
      onBlur={() => type(undefined)}
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
