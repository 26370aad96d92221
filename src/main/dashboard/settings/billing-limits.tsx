import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Field } from "../kit/field.tsx";
import { Form } from "../kit/form.tsx";
import { say } from "../kit/toast.tsx";
import { CATEGORIES, type Category, type Quota } from "./api.ts";

/** Limits one sets oneself: more mails of a kind than that are refused in a month; empty is no limit. */
export function BillingLimits({ id, limits }: { id: string; limits: Record<Category, Quota> }) {
  const [typed, type] = useState<Record<string, string>>({});
  const change = useChange("put", "/users/@me/projects/{id}/billing-limits", {
    onDone: () => {
      type({});
      say(t("settings.saved"));
    },
  });
  const body = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, text.trim() ? Number(text) : null]),
  );
  const unsaved = Object.keys(typed).length > 0;
  return (
    <section className="sheet stack" aria-labelledby="limits">
      <h2 id="limits">{t("settings.bill.limits")}</h2>
      <Form
        label={t("settings.bill.limits")}
        error={change.error}
        unsaved={unsaved}
        onSubmit={() => change.mutate({ path: { id } as never, body: body as never })}
      >
        <div className="columns">
          {CATEGORIES.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`settings.bill.${name}`)}
              inputMode="numeric"
              value={typed[name] ?? String(limits[name]?.limit ?? "")}
              onChange={(text) => type({ ...typed, [name]: text })}
            />
          ))}
        </div>
        <p className="hint">{t("settings.bill.limitsHint")}</p>
        <div className="form-actions">
          <Button type="submit" look="main" isDisabled={!unsaved} isPending={change.isPending}>
            {t("settings.save")}
          </Button>
        </div>
      </Form>
    </section>
  );
}
