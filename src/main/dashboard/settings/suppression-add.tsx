import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";
import { REASONS } from "./api.ts";

export function AddSuppression({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t("settings.sup.add")} isOpen={isOpen} onClose={onClose}>
      <Add onClose={onClose} />
    </Dialog>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState<(typeof REASONS)[number]>("MANUAL");
  const add = useChange("post", "/suppressions", {
    refreshes: ["/suppressions"],
    onDone: (answer) => {
      onClose();
      showToast(t("settings.sup.added", { email: answer.email }));
    },
  });
  return (
    <Form<"email" | "evidence">
      label={t("settings.sup.add")}
      error={add.error}
      onSubmit={({ email, evidence }) => add.mutate({ body: { email, reason, ...(evidence && { evidence }) } })}
    >
      <Field name="email" type="email" label={t("settings.sup.email")} isRequired autoFocus autoComplete="off" />
      <Select
        label={t("settings.sup.reason")}
        value={reason}
        onChange={setReason}
        options={REASONS.map((id) => ({ id, label: t(`settings.reason.${id}`) }))}
      />
      <Field name="evidence" label={t("settings.sup.evidence")} hint={t("settings.sup.evidenceHint")} maxLength={500} />
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={add.isPending}>{t("settings.sup.add")}</Button>
      </div>
    </Form>
  );
}
