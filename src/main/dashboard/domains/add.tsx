import { useChange } from "../base/data.ts";
import { useProject, useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";

export function AddDomain({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t("domains.add")} isOpen={isOpen} onClose={onClose}>
      <Add onClose={onClose} />
    </Dialog>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const projectId = useProject() ?? "";
  const { open } = useRouter();
  const add = useChange("post", "/domains", {
    refreshes: ["/domains"],
    onDone: (answer) => {
      onClose();
      open(`domains/${answer.id}`);
    },
  });
  return (
    <Form<"domain">
      label={t("domains.add")}
      error={add.error}
      onSubmit={({ domain }) => add.mutate({ body: { projectId, domain } })}
    >
      <Field
        name="domain"
        label={t("domains.domain")}
        hint={t("domains.addHint")}
        placeholder="mail.example.com"
        isRequired
        autoFocus
        autoComplete="off"
        mono
      />
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={add.isPending}>{t("domains.add")}</Button>
      </div>
    </Form>
  );
}
