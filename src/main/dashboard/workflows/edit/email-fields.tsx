import { useAnswer } from "../../base/data.ts";
import { Link } from "../../base/link.tsx";
import { t } from "../../base/words.ts";
import { Select } from "../../kit/form/choice.tsx";
import { Field } from "../../kit/form/field.tsx";
import { useTemplates } from "../../writing/template-search.tsx";
import type { ConfigProps } from "./step-config.ts";

/** The template that a step sends, and the sender where it is another one. */
export function EmailFields({ config, onChange }: ConfigProps) {
  const { list, templates, field, isSearched } = useTemplates();
  const isListed = !config.templateId || templates.some(({ id }) => id === config.templateId);
  const chosen = useAnswer("/templates/{id}", { path: { id: config.templateId } }, {
    enabled: list.isSuccess && !isListed,
  });
  return (
    <>
      {field}
      <Select
        label={t("workflows.set.template")}
        name="config.templateId"
        value={config.templateId ?? null}
        placeholder={t("workflows.set.choose")}
        options={[
          ...templates.map(({ id, name }) => ({ id, label: name })),
          ...(isListed ? [] : [{ id: config.templateId, label: chosen.data?.name ?? t("workflows.set.sameTemplate") }]),
        ]}
        onChange={(templateId) => onChange({ templateId })}
      />
      {list.isSuccess && !isSearched && templates.length === 0 && (
        <p className="hint">
          {t("workflows.set.noTemplates")} <Link to="templates/new">{t("workflows.set.newTemplate")}</Link>
        </p>
      )}
      <Field
        label={t("workflows.set.from")}
        name="config.from"
        type="email"
        hint={t("workflows.set.fromHint")}
        value={config.from ?? ""}
        onChange={(from) => onChange({ from })}
      />
    </>
  );
}
