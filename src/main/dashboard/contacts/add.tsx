import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Checkbox } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Contact } from "./api.ts";

/** Asks for an address and makes it a contact; one that is there already is opened. */
export function AddContact({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [subscribed, setSubscribed] = useState(true);
  const { open } = useRouter();
  const change = useChange("post", "/contacts", {
    refreshes: ["/contacts"],
    onDone: (contact: Contact & { _meta?: { isNew: boolean } }) => {
      showToast(contact._meta?.isNew === false ? t("contacts.wasThere") : t("contacts.added"));
      onClose();
      open(`contacts/${contact.id}`);
    },
  });
  return (
    <Dialog title={t("contacts.add")} isOpen={isOpen} onClose={onClose}>
      <Form<"email"> error={change.error} onSubmit={({ email }) => change.mutate({ body: { email, subscribed } })}>
        <Field label={t("contacts.email")} name="email" type="email" isRequired autoFocus autoComplete="off" />
        <Checkbox isSelected={subscribed} onChange={setSubscribed}>{t("contacts.mayGetNewsletters")}</Checkbox>
        <p className="hint">{t("contacts.mayGetNewslettersHint")}</p>
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button variant="main" type="submit" isPending={change.isPending}>{t("contacts.add")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
