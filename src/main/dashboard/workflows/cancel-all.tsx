import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { inItNow, type Whole } from "./api.ts";

/** Takes everybody out of a workflow, after it has said how many that are. */
export function CancelAll({ workflow }: { workflow: Whole }) {
  const [asks, setAsks] = useState(false);
  const count = inItNow(workflow.stats);
  const change = useChange("post", "/workflows/{id}/executions/cancel-all", {
    refreshes: ["/workflows"],
    onDone: ({ cancelled }) => {
      setAsks(false);
      showToast(t("workflows.cancelAllDone", { count: cancelled }));
    },
  });
  if (count === 0 && !asks) return null;
  return (
    <div className="workflows-views">
      <Button icon="stop" onPress={() => setAsks(true)}>{t("workflows.cancelAll")}</Button>
      <Confirm
        title={t("workflows.cancelAllTitle", { name: workflow.name })}
        action={t("workflows.cancelAll")}
        isDanger
        isOpen={asks}
        isPending={change.isPending}
        error={change.error}
        onClose={() => setAsks(false)}
        onConfirm={() => change.mutate({ path: { id: workflow.id } })}
      >
        <p>{t("workflows.cancelAllText", { count })}</p>
        {workflow.enabled && <p>{t("workflows.cancelAllOn")}</p>}
      </Confirm>
    </div>
  );
}
