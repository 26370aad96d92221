import { useMemo, useRef, useState } from "react";
import { refresh, useChange } from "../../base/data.ts";
import { ApiError, isStatus } from "../../base/errors.ts";
import { useRouter } from "../../base/project.ts";
import { t } from "../../base/words.ts";
import { Conflict, isConflict } from "../../conflict/conflict.tsx";
import { Button } from "../../kit/form/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Note } from "../../kit/failure.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Form } from "../../kit/form/form.tsx";
import { showToast } from "../../kit/toast.tsx";
import type { Step, Whole } from "../api.ts";
import { useTranslatedError } from "../server-words.ts";
import { type Config, FIRST_CONFIG, fitsForm, withoutEmpty } from "./step-config.ts";
import { StepFields } from "./step-fields.tsx";

interface Props {
  workflow: Whole;
  step: Step;
  onClose: () => void;
}

const stateOf = ({ name, config }: Pick<Step, "name" | "config">) => ({ name, config: withoutEmpty(config) });

/** A step that was left to be set up later. */
const isBlank = ({ config }: Step) => Object.keys(config).length === 0;

/** A step of a workflow as a form; what its kind can be set to beyond that stays as it is. */
export default function StepForm({ workflow, step, onClose }: Props) {
  const { open } = useRouter();
  const [initial] = useState({ version: workflow.draftVersion, state: JSON.stringify(stateOf(step)) });
  const [name, setName] = useState(step.name);
  const [config, setConfig] = useState<Config>(() => isBlank(step) ? FIRST_CONFIG[step.type] : step.config);
  const isChanged = JSON.stringify(stateOf({ name, config })) !== initial.state;
  const now = workflow.steps.find(({ id }) => id === step.id);
  const isSame = now !== undefined && JSON.stringify(stateOf(now)) === initial.state;
  const version = useRef<number>(undefined);
  const save = useChange("patch", "/workflows/{id}/steps/{stepId}", {
    refreshes: ["/workflows"],
    onDone: () => {
      showToast(t("workflows.set.saved"));
      onClose();
    },
  });
  const send = () =>
    save.mutate({
      path: { id: workflow.id, stepId: step.id },
      body: stateOf({ name, config }),
      // Another step may have changed meanwhile: that is no conflict.
      ifMatch: version.current ?? (isSame ? workflow.draftVersion : initial.version),
    });
  const error = useTranslatedError(isConflict(save.error) ? null : save.error);
  const conflict = useMemo(() => compared(save.error, step.id, stateOf({ name, config })), [save.error]);
  return (
    <Dialog title={t(`workflows.type.${step.type}`)} isOpen onClose={onClose} isPersistent={isChanged}>
      <Form onSubmit={send} unsaved={isChanged} error={error}>
        <Field label={t("workflows.name")} name="name" value={name} onChange={setName} isRequired />
        {fitsForm(step.type, step.config)
          ? (
            <StepFields
              type={step.type}
              config={config}
              onChange={(part) => setConfig((config) => ({ ...config, ...part }))}
            />
          )
          : <Note>{t("workflows.set.asCode")}</Note>}
        {workflow.enabled && isChanged && <Note>{t("workflows.atOnce")}</Note>}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          {!fitsForm(step.type, step.config) && (
            <Button onPress={() => open(`workflows/${workflow.id}`, { tab: "code" })}>{t("workflows.code")}</Button>
          )}
          <Button variant="main" type="submit" isPending={save.isPending}>{t("workflows.save")}</Button>
        </div>
      </Form>
      <Conflict
        error={conflict}
        isPending={save.isPending}
        labels={{ name: t("workflows.name"), config: t("workflows.settings") }}
        onKeep={(_, stored) => {
          version.current = stored;
          send();
        }}
        onUseStored={async () => {
          await refresh("/workflows");
          onClose();
        }}
      />
    </Dialog>
  );
}

/** The refusal of an old version with both states of the one step. */
function compared(error: Error | null, stepId: string, sent: ReturnType<typeof stateOf>): Error | null {
  if (!isStatus(error, 409) || !isConflict(error)) return null;
  const { version } = error.details;
  const current = error.details.current as Whole;
  const stored = current.steps.find(({ id }) => id === stepId);
  return new ApiError(
    409,
    { error: { details: { version, current: stored ? stateOf(stored) : {}, sent } } },
    undefined,
  );
}
