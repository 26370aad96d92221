import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { activeCount, type Whole } from "./api.ts";

/** Takes everybody out of a workflow, after it has said how many that are. */
export function CancelAll({ workflow }: { workflow: Whole }) {
  const [isOpen, setOpen] = useState(false);
  const count = activeCount(workflow.stats);
  const change = useChange("post", "/workflows/{id}/executions/cancel-all", {
    refreshes: ["/workflows"],
    onDone: ({ cancelled }) => {
      setOpen(false);
      showToast(t("workflows.cancelAllDone", { count: cancelled }));
    },
  });
  if (count === 0 && !isOpen) return null;
  return (
    <div className="workflows-views">
      <Button icon="stop" onPress={() => setOpen(true)}>{t("workflows.cancelAll")}</Button>
      <Confirm
        title={t("workflows.cancelAllTitle", { name: workflow.name })}
        action={t("workflows.cancelAll")}
        isDanger
        isOpen={isOpen}
        isPending={change.isPending}
        error={change.error}
        onClose={() => setOpen(false)}
        onConfirm={() => change.mutate({ path: { id: workflow.id } })}
      >
        <p>{t("workflows.cancelAllText", { count })}</p>
        {workflow.enabled && <p>{t("workflows.cancelAllOn")}</p>}
      </Confirm>
    </div>
  );
}
