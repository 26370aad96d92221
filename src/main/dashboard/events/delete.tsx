import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";

/** Deletes all events of a name that nothing uses. */
export function DeleteEvent({ name, count }: { name: string; count: number }) {
  const [isOpen, setOpen] = useState(false);
  const { open } = useRouter();
  const remove = useChange("delete", "/events/{eventName}", {
    refreshes: ["/events"],
    onDone: () => {
      setOpen(false);
      showToast(t("events.deleted", { name }));
      open("events");
    },
  });
  return (
    <>
      <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("events.delete")}</Button>
      <Confirm
        title={t("events.deleteTitle", { name })}
        action={t("events.delete")}
        isDanger
        isOpen={isOpen}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ path: { eventName: name } })}
      >
        <p>{t("events.deleteText", { count })}</p>
      </Confirm>
    </>
  );
}
