import { useId } from "react";
import { t } from "../base/words.ts";
import type { Values } from "./call.ts";
import { type Operation, type Parameter, schemaOf } from "./openapi.ts";

interface Props {
  operation: Operation;
  values: Values;
  onChange: (values: Values) => void;
}

/** A field for each parameter; those that may stay empty are folded away. */
export function ParameterFields({ operation, values, onChange }: Props) {
  const all = operation.parameters ?? [];
  const needed = all.filter(({ required }) => required);
  const optional = all.filter(({ required }) => !required);
  const field = (each: Parameter) => {
    const name = `${each.in} ${each.name}`;
    return (
      <ParameterField
        key={name}
        parameter={each}
        value={values.parameters[name] ?? ""}
        onChange={(value) => onChange({ ...values, parameters: { ...values.parameters, [name]: value } })}
      />
    );
  };
  return (
    <>
      {needed.map(field)}
      {optional.length > 0 && (
        <details className="docs-optional">
          <summary>{t("docs.optional", { count: optional.length })}</summary>
          <div className="stack docs-optional-fields">{optional.map(field)}</div>
        </details>
      )}
    </>
  );
}

function ParameterField(
  { parameter, value, onChange }: { parameter: Parameter; value: string; onChange: (value: string) => void },
) {
  const id = useId();
  const schema = schemaOf(parameter);
  const choices = schema.enum?.filter((each) => each !== null).map(String) ??
    (schema.type === "boolean" ? ["true", "false"] : undefined);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        <code>{parameter.name}</code>
      </label>
      {choices
        ? (
          <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">–</option>
            {choices.map((each) => <option key={each}>{each}</option>)}
          </select>
        )
        : (
          <input
            id={id}
            className="input input-mono"
            autoComplete="off"
            spellCheck={false}
            placeholder={schema.default === undefined ? "" : String(schema.default)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
    </div>
  );
}
