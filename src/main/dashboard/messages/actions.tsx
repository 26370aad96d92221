import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Detail } from "./mail.ts";

/** The actions on an email: sends it again, or cancels one that is scheduled. */
export function Actions({ mail }: { mail: Detail }) {
  const [dialog, setDialog] = useState<"again" | "cancel">();
  const { open } = useRouter();
  const close = () => setDialog(undefined);
  const resend = useChange("post", "/emails/{id}/resend", {
    refreshes: ["/emails"],
    onDone: (answer) => {
      close();
      showToast(t("messages.again.done"));
      open(`messages/${answer.id}`);
    },
  });
  const cancel = useChange("delete", "/emails/{id}", {
    refreshes: ["/emails"],
    onDone: () => {
      close();
      showToast(t("messages.cancel.done"));
    },
  });
  const call = { path: { id: mail.id } };
  if (mail.sourceType === "INBOUND") return null;
  const isWaiting = mail.status === "PENDING" && mail.scheduledAt !== null;
  return (
    <>
      {isWaiting && <Button icon="stop" onPress={() => setDialog("cancel")}>{t("messages.cancel")}</Button>}
      {!isWaiting && mail.body !== null && mail.status !== "PENDING" && mail.status !== "SENDING" && (
        <Button
          icon="send"
          onPress={() => setDialog("again")}
        >
          {t("messages.again")}
        </Button>
      )}
      <Confirm
        title={t("messages.again")}
        action={t("messages.again")}
        isOpen={dialog === "again"}
        isPending={resend.isPending}
        error={resend.error}
        onClose={close}
        onConfirm={() => resend.mutate(call)}
      >
        <p>{t("messages.again.text", { address: mail.to })}</p>
      </Confirm>
      <Confirm
        title={t("messages.cancel")}
        action={t("messages.cancel")}
        isDanger
        isOpen={dialog === "cancel"}
        isPending={cancel.isPending}
        error={cancel.error}
        onClose={close}
        onConfirm={() => cancel.mutate(call)}
      >
        <p>{t("messages.cancel.text", { address: mail.to })}</p>
      </Confirm>
    </>
  );
}
