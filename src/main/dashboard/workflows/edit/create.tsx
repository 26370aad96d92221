import { useState } from "react";
import { Page } from "../../app/page.tsx";
import { useChange } from "../../base/data.ts";
import { useRouter } from "../../base/project.ts";
import { discardChanges } from "../../base/unsaved.ts";
import { t } from "../../base/words.ts";
import { Button, ButtonLink } from "../../kit/form/button.tsx";
import { Checkbox } from "../../kit/form/choice.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Form } from "../../kit/form/form.tsx";
import { EventField } from "./event-field.tsx";
import { useTranslatedError } from "../server-words.ts";

/** A new workflow: its name, the event it starts with, and whether a contact may enter it again. Its steps come on its page. */
export default function CreateWorkflow() {
  const { open } = useRouter();
  const [name, setName] = useState("");
  const [eventName, setEventName] = useState("");
  const [allowReentry, setAllowReentry] = useState(false);
  const create = useChange("post", "/workflows", {
    refreshes: ["/workflows"],
    onDone: (answer) => {
      discardChanges();
      open(`workflows/${answer.id}`);
    },
  });
  const error = useTranslatedError(create.error);
  return (
    <Page title={t("workflows.new")} above={{ label: t("app.page.workflows"), to: "workflows" }}>
      <div className="workflows-form">
        <Form
          error={error}
          unsaved={Boolean(name || eventName || allowReentry)}
          onSubmit={() => create.mutate({ body: { name, eventName, allowReentry } })}
        >
          <section className="sheet stack">
            <Field
              label={t("workflows.name")}
              name="name"
              value={name}
              onChange={setName}
              isRequired
              autoFocus
            />
            <EventField
              name="eventName"
              label={t("workflows.event")}
              hint={t("workflows.eventHint")}
              value={eventName}
              onChange={setEventName}
            />
            <div>
              <Checkbox isSelected={allowReentry} onChange={setAllowReentry}>{t("workflows.reentry")}</Checkbox>
              <p className="hint">{t("workflows.reentryHint")}</p>
            </div>
          </section>
          <div className="form-actions">
            <Button variant="main" type="submit" isPending={create.isPending}>{t("workflows.create")}</Button>
            <ButtonLink to="workflows">{t("kit.cancel")}</ButtonLink>
            <span className="soft small">{t("workflows.createHint")}</span>
          </div>
        </Form>
      </div>
    </Page>
  );
}
