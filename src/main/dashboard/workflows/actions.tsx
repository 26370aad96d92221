import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { discardChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { activeCount, type Whole } from "./api.ts";

/** Duplicates a workflow, and deletes it once nobody is in it. */
export function Actions({ workflow }: { workflow: Whole }) {
  const [isOpen, setOpen] = useState(false);
  const { open } = useRouter();
  const { name } = workflow;
  const path = { id: workflow.id };
  const count = activeCount(workflow.stats);
  const copy = useChange("post", "/workflows/{id}/duplicate", {
    refreshes: ["/workflows"],
    onDone: (answer) => {
      showToast(t("workflows.copied"));
      open(`workflows/${answer.id}`);
    },
  });
  const remove = useChange("delete", "/workflows/{id}", {
    isDeletion: true,
    refreshes: ["/workflows"],
    onDone: () => {
      showToast(t("workflows.deleted", { name }));
      discardChanges();
      open("workflows");
    },
  });
  return (
    <>
      <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("workflows.delete")}</Button>
      <Button icon="copy" isPending={copy.isPending} onPress={() => copy.mutate({ path }, { onError: showFailure })}>
        {t("workflows.copy")}
      </Button>
      <Confirm
        title={t("workflows.deleteTitle", { name })}
        action={t("workflows.delete")}
        isOpen={isOpen}
        isDanger
        isPending={remove.isPending}
        isDisabled={count > 0}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ path })}
      >
        <p>{t("workflows.deleteText")}</p>
        {count > 0 && <p>{t("workflows.deleteNotYet", { count })}</p>}
      </Confirm>
    </>
  );
}
