import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Secret } from "./secret.tsx";

const SCOPES = ["full", "send", "track", "read"] as const;

/** Makes a key that may do less than the first ones; it is shown once. */
export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isMade, setMade] = useState(false);
  const close = () => {
    setMade(false);
    onClose();
  };
  return (
    <Dialog title={t("settings.key.create")} isOpen={isOpen} onClose={close} isPersistent={isMade}>
      <Steps onMade={() => setMade(true)} onClose={close} />
    </Dialog>
  );
}

function Steps({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const id = useProject() ?? "";
  const [scope, setScope] = useState<(typeof SCOPES)[number]>("send");
  const create = useChange("post", "/projects/{id}/keys", { refreshes: ["/projects/{id}/keys"], onDone: onMade });
  const made = create.data?.data;
  if (made) {
    return (
      <>
        <Note tone="watch">{t("settings.key.once")}</Note>
        <Secret label={made.label} value={made.key} open autoFocus />
        <div className="dialog-actions">
          <Button variant="main" onPress={onClose}>{t("settings.key.stored")}</Button>
        </div>
      </>
    );
  }
  return (
    <Form<"label">
      label={t("settings.key.create")}
      error={create.error}
      onSubmit={({ label }) => create.mutate({ path: { id }, body: { label, scope } })}
    >
      <Field
        name="label"
        label={t("settings.key.label")}
        hint={t("settings.key.labelHint")}
        maxLength={100}
        isRequired
        autoFocus
      />
      <Select
        label={t("settings.key.scope")}
        value={scope}
        onChange={setScope}
        options={SCOPES.map((each) => ({
          id: each,
          label: t(`settings.scope.${each}`),
          hint: t(`settings.scope.${each}.hint`),
        }))}
      />
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={create.isPending}>{t("settings.key.make")}</Button>
      </div>
    </Form>
  );
}
