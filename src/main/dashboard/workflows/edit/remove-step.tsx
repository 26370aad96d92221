import { refresh, useChange } from "../../base/data.ts";
import { isStatus } from "../../base/errors.ts";
import { t } from "../../base/words.ts";
import { Confirm } from "../../kit/dialog.tsx";
import { Note } from "../../kit/failure.tsx";
import { showToast } from "../../kit/toast.tsx";
import type { Step, Whole } from "../api.ts";
import { removedWith } from "./graph-edit.ts";

interface Props {
  workflow: Whole;
  step: Step;
  onClose: () => void;
}

/** Deletes a step: the gap is closed where it has one exit; else what only it leads to goes with it. */
export default function RemoveStep({ workflow, step, onClose }: Props) {
  const { name } = step;
  const splice = workflow.transitions.filter(({ fromStepId }) => fromStepId === step.id).length <= 1;
  const others = splice ? [] : removedWith(workflow, step);
  const remove = useChange("delete", "/workflows/{id}/steps/{stepId}", {
    refreshes: ["/workflows"],
    onDone: () => {
      showToast(t("workflows.set.removed", { name }));
      onClose();
    },
  });
  const send = () =>
    remove.mutate({
      path: { id: workflow.id, stepId: step.id },
      query: { splice },
      ifMatch: workflow.draftVersion,
    }, { onError: (error) => isStatus(error, 409) && void refresh("/workflows") });
  return (
    <Confirm
      title={t("workflows.set.removeTitle", { name })}
      action={t("workflows.delete")}
      isOpen
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={send}
    >
      <p>{t(splice ? "workflows.set.removeText" : "workflows.set.removeBranches")}</p>
      {others.length > 0 && (
        <>
          <p>{t("workflows.set.removeOthers", { count: others.length })}</p>
          <ul className="note-list">
            {others.map((each) => <li key={each.id}>{each.name}</li>)}
          </ul>
        </>
      )}
      {workflow.enabled && <Note>{t("workflows.atOnce")}</Note>}
    </Confirm>
  );
}
