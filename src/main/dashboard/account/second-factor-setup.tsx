import { useState } from "react";
import { refresh, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { CopyButton } from "../kit/copy.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Username } from "../kit/form/username.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { SecondFactorOffer } from "../generated/api.ts";

interface Props {
  passwordOf: string | undefined;
  onClose: () => void;
}

type Offer = SecondFactorOffer;

/** Password, then the app, then the recovery codes. */
export function SetUpSecondFactor({ passwordOf, onClose }: Props) {
  const [offer, setOffer] = useState<Offer>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    void refresh("/users/@me/second-factor");
    onClose();
  };
  return (
    <Dialog
      title={codes ? t("account.codes") : t("account.factor")}
      isOpen
      onClose={close}
      isPersistent={offer !== undefined}
    >
      {codes
        ? <RecoveryCodes codes={codes} onClose={close} />
        : offer
        ? <Connect offer={offer} onDone={setCodes} onClose={close} />
        : <PasswordStep passwordOf={passwordOf} onDone={setOffer} onClose={close} />}
    </Dialog>
  );
}

function PasswordStep({ passwordOf, onDone, onClose }: Props & { onDone: (offer: Offer) => void }) {
  const start = useChange("post", "/users/@me/second-factor", {
    refreshes: ["/nothing"],
    onDone: (answer) => onDone(answer.data),
  });
  return (
    <Form
      label={t("account.factorSetUp")}
      error={start.error}
      onSubmit={({ password }) => start.mutate({ body: (password ? { password } : {}) })}
    >
      <p>{t("account.factorNeeds")}</p>
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
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={start.isPending}>{t("account.next")}</Button>
      </div>
    </Form>
  );
}

interface ConnectProps {
  offer: Offer;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

function Connect({ offer, onDone, onClose }: ConnectProps) {
  const confirm = useChange("post", "/users/@me/second-factor/confirm", {
    refreshes: ["/nothing"],
    onDone: (answer) => onDone(answer.data.recoveryCodes),
  });
  return (
    <Form<"code">
      label={t("account.factorSetUp")}
      error={confirm.error}
      onSubmit={({ code }) => confirm.mutate({ body: { code } })}
    >
      <p>{t("account.scan")}</p>
      <QrCode text={offer.uri} label={t("account.qr")} />
      <p className="hint">{t("account.orType")}</p>
      <p className="row">
        <code className="account-secret">{offer.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton text={offer.secret} label={t("account.copySecret")} />
      </p>
      <Field
        name="code"
        label={t("account.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        autoFocus
        mono
      />
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={confirm.isPending}>{t("account.confirm")}</Button>
      </div>
    </Form>
  );
}
