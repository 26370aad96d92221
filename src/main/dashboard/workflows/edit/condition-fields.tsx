import { useId } from "react";
import { useAnswer } from "../../base/data.ts";
import { t } from "../../base/words.ts";
import { kindOf, type Operator, OPERATORS, withOperator } from "../../conditions/filter.ts";
import { operatorWord } from "../../conditions/sentence.ts";
import { Value } from "../../conditions/value.tsx";
import { Select } from "../../kit/form/choice.tsx";
import { PlainField } from "../../kit/form/plain-field.tsx";
import type { ConfigProps } from "./step-config.ts";

/** Edits a condition with two branches: its field, the comparison, and the value. */
export function ConditionFields({ config, onChange }: ConfigProps) {
  const list = useId();
  const answer = useAnswer("/workflows/fields");
  const known = answer.data?.typedFields ?? [];
  const field = String(config.field ?? "").replace(/^contact\./, "");
  const types = Object.fromEntries(known.map(({ field, type }) => [field.replace(/^contact\./, ""), type]));
  const kind = field.startsWith("event.") ? "text" : kindOf(field, types);
  const operators = OPERATORS[kind].includes(config.operator) ? OPERATORS[kind] : [...OPERATORS[kind], config.operator];
  const condition = { field, operator: config.operator as Operator, value: config.value, unit: config.unit };
  const change = ({ operator, value, unit }: Partial<typeof condition>) => onChange({ operator, value, unit });
  return (
    <>
      <PlainField
        name="config.field"
        label={t("workflows.set.field")}
        hint={t("workflows.set.fieldHint")}
        isRequired
        list={list}
        autoComplete="off"
        value={config.field ?? ""}
        onChange={({ target }) => onChange({ field: target.value })}
      />
      <datalist id={list}>
        {known.map(({ field }) => <option key={field} value={field} />)}
      </datalist>
      <div className="workflows-pair">
        <Select
          label={t("conditions.operatorLabel")}
          name="config.operator"
          value={config.operator}
          options={operators.map((id) => ({ id, label: operatorWord(id) }))}
          onChange={(operator) => change(withOperator(condition, operator, kind))}
        />
        <Value condition={condition} kind={kind} onChange={change} />
      </div>
    </>
  );
}
