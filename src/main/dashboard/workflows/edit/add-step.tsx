import { useMemo, useState } from "react";
import { refresh, useChange } from "../../base/data.ts";
import { ApiError, isStatus } from "../../base/errors.ts";
import { t } from "../../base/words.ts";
import { Button } from "../../kit/form/button.tsx";
import { Select } from "../../kit/form/choice.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Note } from "../../kit/failure.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Form } from "../../kit/form/form.tsx";
import { showToast } from "../../kit/toast.tsx";
import { STEP_TYPES, type StepType, type Whole } from "../api.ts";
import { inserted, type InsertionPoint, insertionPointsIn } from "./graph-edit.ts";
import { useTranslatedError } from "../server-words.ts";
import { type Config, FIRST_CONFIG, withoutEmpty } from "./step-config.ts";
import { StepFields } from "./step-fields.tsx";
import { transitionName } from "../words.ts";

interface Props {
  workflow: Whole;
  onClose: () => void;
}

/** A new step: its kind, the point where it is inserted, and its settings. */
export default function AddStep({ workflow, onClose }: Props) {
  const points = insertionPointsIn(workflow);
  const ids = points.map(idOf);
  const [pointId, setPointId] = useState(() => idOf(points.findLast(({ to }) => !to) ?? points.at(-1)!));
  const [type, setType] = useState<StepType>("SEND_EMAIL");
  const [name, setName] = useState("");
  const [config, setConfig] = useState<Config>(FIRST_CONFIG.SEND_EMAIL);
  const point = points[Math.max(ids.indexOf(pointId), 0)]!;
  const types = STEP_TYPES.filter((each): each is Exclude<StepType, "TRIGGER"> =>
    each !== "TRIGGER" && (each !== "EXIT" || !point.to)
  );
  const choose = (next: StepType) => {
    setType(next);
    setConfig(FIRST_CONFIG[next]);
  };
  const save = useChange("put", "/workflows/{id}/graph", {
    refreshes: ["/workflows"],
    onDone: () => {
      showToast(t("workflows.set.added"));
      onClose();
    },
  });
  const send = () =>
    save.mutate({
      path: { id: workflow.id },
      body: inserted(workflow, point, {
        type,
        name: name.trim() || t(`workflows.type.${type}`),
        config: withoutEmpty(config),
      }),
      ifMatch: workflow.draftVersion,
    }, { onError: (error) => isStatus(error, 409) && void refresh("/workflows") });
  const error = useTranslatedError(useMemo(() => ofNewStep(save.error, workflow.steps.length), [save.error]));
  const isChanged = name !== "" || JSON.stringify(config) !== JSON.stringify(FIRST_CONFIG[type]);
  return (
    <Dialog title={t("workflows.set.add")} isOpen onClose={onClose} isPersistent={isChanged}>
      <Form onSubmit={send} unsaved={isChanged} error={error}>
        <Select
          label={t("workflows.set.place")}
          value={idOf(point)}
          options={points.map((each) => ({ id: idOf(each), label: wordsOf(each, workflow) }))}
          onChange={(id) => {
            setPointId(id);
            if (type === "EXIT" && points[ids.indexOf(id)]?.to) choose("SEND_EMAIL");
          }}
        />
        <Select
          label={t("workflows.set.kind")}
          value={type}
          options={types.map((id) => ({ id, label: t(`workflows.type.${id}`), hint: t(`workflows.type.${id}.hint`) }))}
          onChange={choose}
        />
        <Field
          label={t("workflows.name")}
          name="name"
          placeholder={t(`workflows.type.${type}`)}
          value={name}
          onChange={setName}
        />
        <StepFields
          key={type}
          type={type}
          config={config}
          onChange={(part) => setConfig((config) => ({ ...config, ...part }))}
        />
        {workflow.enabled && <Note>{t("workflows.atOnce")}</Note>}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button variant="main" type="submit" isPending={save.isPending}>{t("workflows.set.add")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

const idOf = ({ from, branch, waitOutcome }: InsertionPoint) => `${from.id} ${branch ?? waitOutcome ?? ""}`;

/** "After Wait two days (Yes), before Welcome". */
function wordsOf(point: InsertionPoint, { transitions }: Whole) {
  const name = transitionName({ ...transitions[0]!, branch: point.branch, waitOutcome: point.waitOutcome }, point.from);
  const from = name ? `${point.from.name} (${name})` : point.from.name;
  return point.to ? t("workflows.set.between", { from, to: point.to.name }) : t("workflows.set.after", { from });
}

/** The refusal of the graph with the fields as the form of its last step names them. */
function ofNewStep(error: Error | null, index: number): Error | null {
  if (!(error instanceof ApiError)) return error;
  const errors = error.fields.map((each) => ({ ...each, field: each.field.replace(`steps.${index}.`, "") }));
  const { code, message, requestId, details } = error;
  return new ApiError(error.status, { error: { code, message, requestId, details, errors } }, error.retryAfter);
}
