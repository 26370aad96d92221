import { useRef, useState } from "react";
import { refresh, useChange } from "../../base/data.ts";
import { t } from "../../base/words.ts";
import { Conflict, isConflict } from "../../conflict/conflict.tsx";
import { Button } from "../../kit/form/button.tsx";
import { Checkbox } from "../../kit/form/choice.tsx";
import { Note } from "../../kit/failure.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Form } from "../../kit/form/form.tsx";
import { showToast } from "../../kit/toast.tsx";
import type { Whole } from "../api.ts";
import { useBasis } from "./basis.ts";
import { useTranslatedError } from "../server-words.ts";
import { bodyOf, draftOf, type SettingsDraft } from "./settings-draft.ts";
import { TriggerFields } from "./trigger-fields.tsx";

/** The name of a workflow, what starts it, and whether a contact may enter it again. */
export default function Settings({ workflow }: { workflow: Whole }) {
  const [revision, setRevision] = useState(0);
  return <SettingsForm key={revision} workflow={workflow} onUseStored={() => setRevision(revision + 1)} />;
}

/** @param onUseStored shows the stored state */
function SettingsForm({ workflow, onUseStored }: { workflow: Whole; onUseStored: () => void }) {
  const stored = draftOf(workflow);
  const [draft, setDraft] = useState(stored);
  const [saved, setSaved] = useState(draft);
  const unsaved = JSON.stringify(draft) !== JSON.stringify(saved);
  const show = (shown: SettingsDraft) => {
    setDraft(shown);
    setSaved(shown);
  };
  const basis = useBasis(workflow, JSON.stringify(stored), unsaved, () => show(stored));
  const sent = useRef(draft);
  const save = useChange("patch", "/workflows/{id}", {
    refreshes: ["/workflows"],
    onDone: (changed) => {
      basis.current = { version: changed.draftVersion, state: JSON.stringify(draftOf(changed)) };
      setSaved(draftOf(changed));
      setDraft((draft) => draft === sent.current ? draftOf(changed) : draft);
      showToast(t("workflows.settingsSaved"));
    },
  });
  const send = (body: Record<string, unknown>) =>
    save.mutate({ path: { id: workflow.id }, body, ifMatch: basis.current.version });
  const error = useTranslatedError(isConflict(save.error) ? null : save.error);
  const change = (part: Partial<SettingsDraft>) => setDraft((draft) => ({ ...draft, ...part }));
  return (
    <div className="workflows-form">
      <Form
        error={error}
        unsaved={unsaved}
        onSubmit={() => {
          sent.current = draft;
          send(bodyOf(draft, saved));
        }}
      >
        <section className="sheet stack">
          <Field
            label={t("workflows.name")}
            name="name"
            value={draft.name}
            onChange={(name) => change({ name })}
            isRequired
          />
          <Field
            label={t("workflows.description")}
            name="description"
            value={draft.description}
            onChange={(description) => change({ description })}
          />
          <TriggerFields draft={draft} onChange={change} />
          <div>
            <Checkbox isSelected={draft.allowReentry} onChange={(allowReentry) => change({ allowReentry })}>
              {t("workflows.reentry")}
            </Checkbox>
            <p className="hint">{t("workflows.reentryHint")}</p>
          </div>
        </section>
        {workflow.enabled && unsaved && <Note>{t("workflows.atOnce")}</Note>}
        <div className="form-actions">
          <Button variant="main" type="submit" isPending={save.isPending}>{t("workflows.save")}</Button>
          {unsaved && <span className="soft">{t("workflows.unsaved")}</span>}
        </div>
      </Form>
      <Conflict
        error={save.error}
        isPending={save.isPending}
        labels={{
          name: t("workflows.name"),
          description: t("workflows.description"),
          triggerType: t("workflows.trigger"),
          triggerConfig: t("workflows.trigger"),
          allowReentry: t("workflows.reentry"),
        }}
        onKeep={(sent, version) => {
          basis.current.version = version;
          send(sent);
        }}
        onUseStored={async () => {
          await refresh("/workflows");
          onUseStored();
        }}
      />
    </div>
  );
}
