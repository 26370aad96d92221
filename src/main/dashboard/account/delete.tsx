import { useState } from "react";
import { go, href } from "../base/address.ts";
import { client, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Username } from "../kit/form/username.tsx";
import type { User } from "./api.ts";

/** The end of the account; projects it owns have to be handed over or deleted before. */
export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="sheet account-danger" aria-labelledby="delete">
      <div className="grow">
        <h2 id="delete">{t("account.delete")}</h2>
        <p className="soft">{t("account.deleteText")}</p>
      </div>
      <Button variant="danger" onPress={() => setOpen(true)}>{t("account.delete")}</Button>
      {isOpen && <ConfirmDeletion user={user} onClose={() => setOpen(false)} />}
    </section>
  );
}

function ConfirmDeletion({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const change = useChange("delete", "/users/@me", {
    refreshes: ["/nothing"],
    onDone: () => {
      client.clear();
      go(href("sign-in"), { replace: true });
    },
  });
  return (
    <Dialog title={t("account.delete")} isOpen onClose={onClose}>
      <Form
        label={t("account.delete")}
        error={change.error}
        onSubmit={({ password }) => change.mutate({ body: (password ? { password } : {}) })}
      >
        <p>{t("account.deleteText")}</p>
        <Field
          name="confirmation"
          label={t("account.typeEmail", { email: user.email })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
        {user.hasPassword && <Username email={user.email} />}
        {user.hasPassword && (
          <Field
            name="password"
            type="password"
            label={t("account.currentPassword")}
            autoComplete="current-password"
            isRequired
          />
        )}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button
            type="submit"
            variant="danger"
            isDisabled={typed.trim().toLowerCase() !== user.email.toLowerCase()}
            isPending={change.isPending}
          >
            {t("account.delete")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
