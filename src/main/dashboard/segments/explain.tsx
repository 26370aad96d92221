import { useState } from "react";
import { api } from "../base/api.ts";
import { ApiError } from "../base/errors.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { useKnown } from "../conditions/known.ts";
import type { Names } from "../conditions/sentence.ts";
import { Button } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Explanation, Segment } from "./api.ts";
import { PartLine } from "./parts.tsx";

/** Asks for an address and shows, condition by condition, why it is in the segment or not. */
export function Explain({ segment }: { segment: Segment }) {
  const [answer, setAnswer] = useState<Explanation>();
  const [error, setError] = useState<Error>();
  const [pending, setPending] = useState(false);
  const { segments } = useKnown();
  const explain = async ({ email }: Record<"email", string>) => {
    setPending(true);
    setError(undefined);
    try {
      setAnswer(
        await api.post("/segments/{id}/explain", {
          path: { id: segment.id },
          body: { email: email.trim() },
        }),
      );
    } catch (failed) {
      setAnswer(undefined);
      setError(failed as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="stack segments-narrow">
      <section className="sheet">
        <Form<"email">
          onSubmit={(values) => void explain(values)}
          error={error && !isUnknownContact(error) ? error : null}
        >
          <Field label={t("segments.whyEmail")} name="email" type="email" isRequired />
          <div>
            <Button type="submit" isPending={pending}>{t("segments.explain")}</Button>
          </div>
        </Form>
      </section>
      {isUnknownContact(error) && <UnknownContact />}
      {answer && (
        <section className="sheet stack" aria-live="polite">
          <ExplanationResult answer={answer} names={segments} />
          {answer.member !== null && answer.member !== answer.matches && segment.type === "DYNAMIC" && (
            <Note>{t("segments.notComputed")}</Note>
          )}
        </section>
      )}
    </div>
  );
}

export const isUnknownContact = (error: Error | undefined) =>
  error instanceof ApiError && error.code === "CONTACT_NOT_FOUND";

export const UnknownContact = () => <Note tone="watch">{t("segments.noContact")}</Note>;

/** Says whether the contact is found, and lists the parts of the filter with what was found for each. */
export function ExplanationResult({ answer, names }: { answer: Explanation; names: Names }) {
  return (
    <>
      <p>
        <Link to={`contacts/${answer.contactId}`}>{answer.email}</Link>{" "}
        <strong>{t(answer.matches ? "segments.isIn" : "segments.isOut")}</strong>
      </p>
      {answer.explanation && <PartLine part={answer.explanation} names={names} />}
    </>
  );
}
