import { useRef } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";
import { Username } from "../kit/form/username.tsx";

/** A new password ends all other sessions. */
export function ChangePassword({ email }: { email: string }) {
  const section = useRef<HTMLElement>(null);
  const change = useChange("post", "/users/@me/password", {
    refreshes: ["/users/@me/sessions"],
    onDone: () => {
      section.current?.querySelector("form")?.reset();
      showToast(t("account.passwordDone"));
    },
  });
  return (
    <section className="sheet stack" aria-labelledby="password" ref={section}>
      <h2 id="password">{t("account.password")}</h2>
      <Form<"currentPassword" | "newPassword">
        label={t("account.password")}
        error={change.error}
        onSubmit={({ currentPassword, newPassword }) => change.mutate({ body: { currentPassword, newPassword } })}
      >
        <Username email={email} />
        <div className="columns">
          <Field
            name="currentPassword"
            type="password"
            label={t("account.currentPassword")}
            autoComplete="current-password"
            isRequired
          />
          <Field
            name="newPassword"
            type="password"
            label={t("account.newPassword")}
            hint={t("account.passwordRule")}
            autoComplete="new-password"
            isRequired
          />
        </div>
        <p className="hint">{t("account.passwordHint")}</p>
        <div className="form-actions">
          <Button type="submit" isPending={change.isPending}>{t("account.passwordSave")}</Button>
        </div>
      </Form>
    </section>
  );
}
