import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Detail } from "./api.ts";

/** The actions on an email: sends it again, or cancels one that is scheduled. */
export function Actions({ email }: { email: Detail }) {
  const [dialog, setDialog] = useState<"again" | "cancel">();
  const { open } = useRouter();
  const close = () => setDialog(undefined);
  const resend = useChange("post", "/emails/{id}/resend", {
    refreshes: ["/emails"],
    onDone: (answer) => {
      close();
      showToast(t("emails.again.done"));
      open(`emails/${answer.id}`);
    },
  });
  const cancel = useChange("delete", "/emails/{id}", {
    refreshes: ["/emails"],
    onDone: () => {
      close();
      showToast(t("emails.cancel.done"));
    },
  });
  const call = { path: { id: email.id } };
  if (email.sourceType === "INBOUND") return null;
  const isWaiting = email.status === "PENDING" && email.scheduledAt !== null;
  return (
    <>
      {isWaiting && <Button icon="stop" onPress={() => setDialog("cancel")}>{t("emails.cancel")}</Button>}
      {!isWaiting && email.body !== null && email.status !== "PENDING" && email.status !== "SENDING" && (
        <Button
          icon="send"
          onPress={() => setDialog("again")}
        >
          {t("emails.again")}
        </Button>
      )}
      <Confirm
        title={t("emails.again")}
        action={t("emails.again")}
        isOpen={dialog === "again"}
        isPending={resend.isPending}
        error={resend.error}
        onClose={close}
        onConfirm={() => resend.mutate(call)}
      >
        <p>{t("emails.again.text", { address: email.to })}</p>
      </Confirm>
      <Confirm
        title={t("emails.cancel")}
        action={t("emails.cancel")}
        isDanger
        isOpen={dialog === "cancel"}
        isPending={cancel.isPending}
        error={cancel.error}
        onClose={close}
        onConfirm={() => cancel.mutate(call)}
      >
        <p>{t("emails.cancel.text", { address: email.to })}</p>
      </Confirm>
    </>
  );
}
