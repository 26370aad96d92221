import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Username } from "../kit/form/username.tsx";
import { showToast } from "../kit/toast.tsx";

/** Takes the second factor away, with the password and a last code. */
export function DisableSecondFactor({ passwordOf, onClose }: { passwordOf: string | undefined; onClose: () => void }) {
  const disable = useChange("post", "/users/@me/second-factor/disable", {
    refreshes: ["/users/@me/second-factor"],
    onDone: () => {
      onClose();
      showToast(t("account.factorDisabled"));
    },
  });
  return (
    <Dialog title={t("account.factor")} isOpen onClose={onClose}>
      <Form<"password" | "code">
        label={t("account.factorDisable")}
        error={disable.error}
        onSubmit={({ password, code }) => disable.mutate({ body: { ...(password && { password }), code } })}
      >
        <p>{t("account.factorDisableText")}</p>
        {passwordOf && <Username email={passwordOf} />}
        {passwordOf && (
          <Field
            name="password"
            type="password"
            label={t("account.currentPassword")}
            autoComplete="current-password"
            isRequired
            autoFocus
          />
        )}
        <Field name="code" label={t("account.codeOrRecovery")} autoComplete="one-time-code" isRequired mono />
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button type="submit" variant="danger" isPending={disable.isPending}>{t("account.factorDisable")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
