import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Loaded } from "../kit/states.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { TestDialog } from "../writing/test-dialog.tsx";
import type { Template, Usage } from "./api.ts";
import { Uses } from "./used-by.tsx";

/** Sends a test of a template, duplicates and deletes it; the deletion shows its uses first. */
export function Actions({ template }: { template: Template }) {
  const [isOpen, setOpen] = useState(false);
  const [testing, setTesting] = useState(false);
  const { open } = useRouter();
  const path = { id: template.id };
  const copy = useChange("post", "/templates/{id}/duplicate", {
    refreshes: ["/templates"],
    onDone: ({ id }: { id: string }) => {
      showToast(t("templates.copied"));
      open(`templates/${id}`);
    },
  });
  const remove = useChange("delete", "/templates/{id}", {
    isDeletion: true,
    refreshes: ["/templates"],
    onDone: () => {
      showToast(t("templates.deleted", { name: template.name }));
      open("templates");
    },
  });
  return (
    <>
      <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("templates.delete")}</Button>
      <Button icon="copy" isPending={copy.isPending} onPress={() => copy.mutate({ path }, { onError: showFailure })}>
        {t("templates.copy")}
      </Button>
      <Button icon="email" onPress={() => setTesting(true)}>{t("writing.test")}</Button>
      {testing && (
        <TestDialog
          path="/templates/{id}/test"
          id={template.id}
          needsSender={!template.from}
          onClose={() => setTesting(false)}
        />
      )}
      <Confirm
        title={t("templates.deleteTitle", { name: template.name })}
        action={t("templates.delete")}
        isOpen={isOpen}
        isDanger
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ path })}
      >
        <p>{t("templates.deleteText")}</p>
        <Usages id={template.id} />
      </Confirm>
    </>
  );
}

function Usages({ id }: { id: string }) {
  const usage = useAnswer("/templates/{id}/usage", { path: { id } });
  return <Loaded query={usage} lines={1}>{(usage: Usage) => <Uses usage={usage} />}</Loaded>;
}
