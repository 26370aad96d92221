import { useState } from "react";
import { api } from "../base/api.ts";
import { ApiError } from "../base/errors.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { useKnown } from "../conditions/known.ts";
import { fieldWord, type Names, operatorWord, valueWord } from "../conditions/sentence.ts";
import { Button } from "../kit/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/field.tsx";
import { Form } from "../kit/form.tsx";
import { Icon } from "../kit/icon.tsx";
import type { Explanation, Part, Segment } from "./api.ts";

/** Asks for an address and shows, condition by condition, why it is in the segment or not. */
export function Explain({ segment }: { segment: Segment }) {
  const [answer, setAnswer] = useState<Explanation>();
  const [error, setError] = useState<Error>();
  const [pending, setPending] = useState(false);
  const { segments } = useKnown();
  const ask = async ({ email }: Record<string, string>) => {
    setPending(true);
    setError(undefined);
    try {
      setAnswer(
        await api.post("/segments/{id}/explain", {
          path: { id: segment.id } as never,
          body: { email: email!.trim() } as never,
        }) as Explanation,
      );
    } catch (failed) {
      setAnswer(undefined);
      setError(failed as Error);
    } finally {
      setPending(false);
    }
  };
  const isUnknown = error instanceof ApiError && error.code === "CONTACT_NOT_FOUND";
  return (
    <div className="stack segments-narrow">
      <section className="sheet">
        <Form onSubmit={(values) => void ask(values)} error={error && !isUnknown ? error : null}>
          <Field label={t("segments.whyEmail")} name="email" type="email" isRequired />
          <div>
            <Button type="submit" isPending={pending}>{t("segments.explain")}</Button>
          </div>
        </Form>
      </section>
      {isUnknown && <Note tone="watch">{t("segments.noContact")}</Note>}
      {answer && (
        <section className="sheet stack" aria-live="polite">
          <p>
            <Link to={`contacts/${answer.contactId}`}>{answer.email}</Link>{" "}
            <strong>{t(answer.matches ? "segments.isIn" : "segments.isOut")}</strong>
          </p>
          {answer.member !== null && answer.member !== answer.matches && segment.type === "DYNAMIC" && (
            <Note>{t("segments.notComputed")}</Note>
          )}
          {answer.explanation && <PartLine part={answer.explanation} names={segments} />}
        </section>
      )}
    </div>
  );
}

function PartLine({ part, names }: { part: Part; names: Names }) {
  const mark = (
    <span className={part.held ? "segments-held" : "segments-failed"}>
      <Icon name={part.held ? "check" : "close"} size={14} />
      <span className="unseen">{t(part.held ? "segments.holds" : "segments.fails")}</span>
    </span>
  );
  if (part.conditions) {
    return (
      <div className="segments-part">
        <p className="row">{mark} {t(part.operator === "AND" ? "conditions.all" : "conditions.any")}</p>
        <ul role="list" className="segments-parts">
          {part.conditions.map((each, at) => (
            <li key={at}>
              <PartLine part={each} names={names} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const { field = "", operator } = part;
  const found = part.found === null || part.found === undefined ? t("segments.nothing") : foundText(part.found);
  return (
    <div className="row segments-condition">
      {mark}
      <span className="grow">
        {fieldWord(field, names)} {operatorWord(operator)} {valueWord(part as never)}
        <span className="soft">· {t("segments.foundValue", { found })}</span>
      </span>
    </div>
  );
}

const foundText = (found: unknown) =>
  typeof found === "boolean" ? t(found ? "conditions.yes" : "conditions.no") : String(found);
