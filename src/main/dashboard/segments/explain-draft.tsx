import { useState } from "react";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { useKnown } from "../conditions/known.ts";
import { type Group, isComplete } from "../conditions/filter.ts";
import { Button } from "../kit/form/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Explanation } from "./api.ts";
import { ExplanationResult, isUnknownContact, UnknownContact } from "./explain.tsx";

/** Asks why an address is found by conditions that are not saved yet, or not. */
export function ExplainDraft({ filters }: { filters: Group }) {
  const [result, setResult] = useState<{ filters: Group; answer: Explanation }>();
  const [error, setError] = useState<Error>();
  const [pending, setPending] = useState(false);
  const { segments } = useKnown();
  const explain = async ({ address }: Record<"address", string>) => {
    setPending(true);
    setError(undefined);
    try {
      const body = { email: address.trim(), filters };
      setResult({ filters, answer: await api.post("/segments/explain", { body }) });
    } catch (failed) {
      setResult(undefined);
      setError(failed as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <aside className="sheet stack-small" aria-labelledby="why">
      <h2 id="why">{t("segments.why")}</h2>
      <Form<"address">
        onSubmit={(values) => void explain(values)}
        error={error && !isUnknownContact(error) ? error : null}
      >
        <Field label={t("segments.whyEmail")} name="address" type="email" isRequired />
        <div>
          <Button type="submit" isPending={pending} isDisabled={!isComplete(filters)}>{t("segments.explain")}</Button>
        </div>
      </Form>
      {isUnknownContact(error) && <UnknownContact />}
      {result && (
        <div className={result.filters === filters ? "stack-small" : "stack-small soft"} aria-live="polite">
          <ExplanationResult answer={result.answer} names={segments} />
          {result.filters !== filters && <p className="small">{t("segments.explainedBefore")}</p>}
        </div>
      )}
    </aside>
  );
}
