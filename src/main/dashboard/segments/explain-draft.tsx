import { useState } from "react";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { useKnown } from "../conditions/known.ts";
import { type Group, isComplete } from "../conditions/filter.ts";
import { Button } from "../kit/form/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Explanation } from "./api.ts";
import { Answered, isUnknownContact, UnknownContact } from "./explain.tsx";

/** Asks why an address is found by conditions that are not saved yet, or not. */
export function ExplainDraft({ filters }: { filters: Group }) {
  const [asked, setAsked] = useState<{ filters: Group; answer: Explanation }>();
  const [error, setError] = useState<Error>();
  const [pending, setPending] = useState(false);
  const { segments } = useKnown();
  const ask = async ({ whose }: Record<"whose", string>) => {
    setPending(true);
    setError(undefined);
    try {
      const body = { email: whose.trim(), filters };
      setAsked({ filters, answer: await api.post("/segments/explain", { body }) });
    } catch (failed) {
      setAsked(undefined);
      setError(failed as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <aside className="sheet stack-small" aria-labelledby="why">
      <h2 id="why">{t("segments.why")}</h2>
      <Form<"whose"> onSubmit={(values) => void ask(values)} error={error && !isUnknownContact(error) ? error : null}>
        <Field label={t("segments.whyEmail")} name="whose" type="email" isRequired />
        <div>
          <Button type="submit" isPending={pending} isDisabled={!isComplete(filters)}>{t("segments.explain")}</Button>
        </div>
      </Form>
      {isUnknownContact(error) && <UnknownContact />}
      {asked && (
        <div className={asked.filters === filters ? "stack-small" : "stack-small soft"} aria-live="polite">
          <Answered answer={asked.answer} names={segments} />
          {asked.filters !== filters && <p className="small">{t("segments.explainedBefore")}</p>}
        </div>
      )}
    </aside>
  );
}
