import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { type Option, Select } from "../kit/form/choice.tsx";
import type { Known } from "./known.ts";
import { type Condition, kindOf, newCondition, OPERATORS, withOperator } from "./filter.ts";
import { fieldWord, operatorWord } from "./sentence.ts";
import { Value } from "./value.tsx";

interface Props {
  condition: Condition;
  known: Known;
  onChange: (condition: Condition) => void;
  onRemove?: (() => void) | undefined;
}

const EMAIL_ACTIVITIES = ["sent", "delivered", "opened", "clicked", "bounced", "complained"];

function fieldsOf(known: Known, chosen: string): Option[] {
  const names = [
    "email",
    "subscribed",
    ...Object.keys(known.types),
    "createdAt",
    "updatedAt",
    ...EMAIL_ACTIVITIES.map((name) => `email.${name}`),
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
  return field.includes(".") ? t("conditions.kind.email") : t("conditions.kind.standard");
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
          onChange={(field) => onChange(newCondition(field, kindOf(field, known.types)))}
        />
      </div>
      <div className="conditions-operator">
        <Select
          label={t("conditions.operatorLabel")}
          hideLabel
          value={condition.operator}
          options={operators.map((id) => ({ id, label: operatorWord(id) }))}
          onChange={(operator) => onChange(withOperator(condition, operator, kind))}
        />
      </div>
      <div className="conditions-value">
        <Value condition={condition} kind={kind} onChange={onChange} />
      </div>
      {onRemove && <Button variant="quiet" icon="close" aria-label={t("conditions.remove")} onPress={onRemove} />}
    </div>
  );
}
