import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Execution } from "./api.ts";

/** Takes one contact out of a workflow. */
export function Cancel({ execution }: { execution: Execution }) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange("delete", "/workflows/{id}/executions/{executionId}", {
    refreshes: ["/workflows"],
    onDone: () => {
      setOpen(false);
      showToast(t("workflows.cancelDone"));
    },
  });
  if (execution.status !== "RUNNING" && execution.status !== "WAITING") return null;
  const path = { id: execution.workflowId, executionId: execution.id };
  return (
    <>
      <Button icon="stop" onPress={() => setOpen(true)}>{t("workflows.cancel")}</Button>
      <Confirm
        title={t("workflows.cancelTitle")}
        action={t("workflows.cancel")}
        isDanger
        isOpen={isOpen}
        isPending={change.isPending}
        error={change.error}
        onClose={() => setOpen(false)}
        onConfirm={() => change.mutate({ path })}
      >
        <p>{t("workflows.cancelText", { contact: execution.contact?.email ?? t("workflows.contactGone") })}</p>
      </Confirm>
    </>
  );
}
