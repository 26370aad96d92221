import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Contact } from "./api.ts";

/** The words a proof needs at least; the server counts too. */
const MIN_PROOF_LENGTH = 10;

/** Subscribes or unsubscribes. Whoever said no is subscribed again only with a proof, which the audit log keeps. */
export function Subscription({ contact }: { contact: Contact }) {
  const [isOpen, setOpen] = useState(false);
  const [proof, setProof] = useState("");
  const change = useChange("patch", "/contacts/{id}", {
    refreshes: ["/contacts", "/activity"],
    onDone: () => {
      showToast(contact.subscribed ? t("contacts.nowUnsubscribed") : t("contacts.nowSubscribed"));
      setOpen(false);
      setProof("");
    },
  });
  const label = contact.subscribed ? t("contacts.unsubscribe") : t("contacts.subscribe");
  const body = contact.subscribed ? { subscribed: false } : { subscribed: true, resubscribe: true, proof };
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      <Confirm
        title={label}
        action={label}
        isOpen={isOpen}
        isDisabled={!contact.subscribed && proof.trim().length < MIN_PROOF_LENGTH}
        isPending={change.isPending}
        error={change.error}
        onClose={() => setOpen(false)}
        onConfirm={() => change.mutate({ path: { id: contact.id }, body })}
      >
        <p>{contact.subscribed ? t("contacts.unsubscribeText") : t("contacts.subscribeText")}</p>
        {!contact.subscribed && (
          <Field
            label={t("contacts.proof")}
            hint={t("contacts.proofHint")}
            lines={2}
            value={proof}
            onChange={setProof}
          />
        )}
      </Confirm>
    </>
  );
}
