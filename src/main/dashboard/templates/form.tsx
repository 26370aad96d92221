import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { byField } from "../kit/form/form-errors.ts";
import { Body, FIRST_BODY } from "../writing/body.tsx";
import { Preview } from "../writing/preview.tsx";
import type { Template } from "./api.ts";
import { classWord } from "./class.ts";

/** A template as the form writes it: null for what it does not say. */
export type Draft = Pick<Template, "name" | "subject" | "type" | "from" | "fromName" | "replyTo"> & { body: string };

const EMPTY: Draft = {
  name: "",
  subject: "",
  body: FIRST_BODY,
  type: "TRANSACTIONAL",
  from: null,
  fromName: null,
  replyTo: null,
};

interface Props {
  template?: Template;
  error: Error | null;
  isPending: boolean;
  /** The number of times the form was saved: the draft sent last is stored then. */
  saves?: number;
  onSave: (draft: Draft) => void;
  /** Called with the version that the form shows from now on, because somebody else has saved it. */
  onReload?: (version: number | undefined) => void;
}

/** A template as a form, with the email beside it. */
export function TemplateForm({ template, error, isPending, saves = 0, onSave, onReload }: Props) {
  const [draft, setDraft] = useState<Draft>(() => template ? draftOf(template) : EMPTY);
  const [saved, setSaved] = useState(draft);
  const sent = useRef(draft);
  useLayoutEffect(() => setSaved(sent.current), [saves]);
  const text = (name: "name" | "subject" | "from" | "fromName" | "replyTo") => ({
    name,
    value: draft[name] ?? "",
    onChange: (value: string) => setDraft((draft) => ({ ...draft, [name]: value })),
  });
  const fault = error instanceof ApiError ? byField(error.fields).body : undefined;
  const unsaved = JSON.stringify(draft) !== JSON.stringify(saved);
  // A version that somebody else saves is shown at once, unless it would replace changes: those are compared when they are saved.
  useEffect(() => {
    if (!template || unsaved || isPending) return;
    setDraft(draftOf(template));
    setSaved(draftOf(template));
    onReload?.(template.version);
  }, [template?.version]);
  const save = () => {
    sent.current = draft;
    onSave({ ...draft, from: draft.from || null, fromName: draft.fromName || null, replyTo: draft.replyTo || null });
  };
  return (
    <div className="writing-split">
      <Form onSubmit={save} error={error} unsaved={unsaved}>
        <section className="sheet stack">
          <div className="writing-pair">
            <Field label={t("templates.name")} isRequired {...text("name")} />
            <Select
              label={t("templates.class")}
              value={draft.type}
              options={(["MARKETING", "TRANSACTIONAL"] as const).map((id) => ({ id, label: classWord(id) }))}
              onChange={(type) => setDraft({ ...draft, type })}
            />
          </div>
          <Field label={t("templates.subject")} isRequired {...text("subject")} />
          <Body
            value={draft.body}
            onChange={(body) => setDraft((draft) => ({ ...draft, body }))}
            error={fault}
          />
        </section>
        <section className="sheet stack" aria-labelledby="sender">
          <div>
            <h2 id="sender">{t("templates.sender")}</h2>
            <p className="soft">{t("templates.senderText")}</p>
          </div>
          <div className="writing-pair">
            <Field label={t("templates.from")} type="email" {...text("from")} />
            <Field label={t("templates.fromName")} {...text("fromName")} />
          </div>
          <Field label={t("templates.replyTo")} type="email" {...text("replyTo")} />
        </section>
        <div className="form-actions">
          <Button variant="main" type="submit" isPending={isPending}>{t("templates.save")}</Button>
          {unsaved && <span className="soft">{t("templates.unsaved")}</span>}
        </div>
      </Form>
      <Preview draft={{ subject: draft.subject, body: draft.body, type: draft.type }} />
    </div>
  );
}

function draftOf({ name, subject, type, from, fromName, replyTo, body }: Template): Draft {
  return { name, subject, type, from, fromName, replyTo, body: body ?? "" };
}
