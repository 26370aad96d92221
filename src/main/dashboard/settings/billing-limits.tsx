import { useRef, useState } from "react";
import { useChange } from "../base/data.ts";
import { countOf } from "../base/numbers.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { errorOfFields } from "../kit/form/form-errors.ts";
import { showToast } from "../kit/toast.tsx";
import { CATEGORIES, type Category, type Quota } from "./api.ts";

/** Limits one sets oneself: more emails of a kind than that are refused in a month; empty is no limit. */
export function BillingLimits({ id, limits }: { id: string; limits: Record<Category, Quota> }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const sent = useRef(typed);
  const [formError, setFormError] = useState<Error | null>(null);
  const change = useChange("put", "/users/@me/projects/{id}/billing-limits", {
    onDone: () => {
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([name, text]) => sent.current[name] !== text)));
      showToast(t("settings.saved"));
    },
  });
  // A text that is no number would lift the limit.
  const save = () => {
    const invalid = Object.entries(typed).filter(([, text]) => text.trim() && countOf(text) === undefined);
    setFormError(errorOfFields(invalid.map(([name]) => [name, t("settings.bill.limitMistake")])));
    if (invalid.length > 0) return;
    sent.current = typed;
    const body = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, countOf(text) ?? null]));
    change.mutate({ path: { id }, body });
  };
  const unsaved = Object.keys(typed).length > 0;
  return (
    <section className="sheet stack" aria-labelledby="limits">
      <h2 id="limits">{t("settings.bill.limits")}</h2>
      <Form
        label={t("settings.bill.limits")}
        error={formError ?? change.error}
        unsaved={unsaved}
        onSubmit={save}
      >
        <div className="columns">
          {CATEGORIES.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`settings.bill.${name}`)}
              inputMode="numeric"
              value={typed[name] ?? String(limits[name]?.limit ?? "")}
              onChange={(text) => setTyped({ ...typed, [name]: text })}
            />
          ))}
        </div>
        <p className="hint">{t("settings.bill.limitsHint")}</p>
        <div className="form-actions">
          <Button type="submit" variant="main" isDisabled={!unsaved} isPending={change.isPending}>
            {t("settings.save")}
          </Button>
        </div>
      </Form>
    </section>
  );
}
