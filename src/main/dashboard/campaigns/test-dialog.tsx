import { useSession } from "../app/session.tsx";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/field.tsx";
import { Form } from "../kit/form.tsx";
import { say } from "../kit/toast.tsx";
import type { Campaign } from "./api.ts";

/** Sends the mail to one address, as a test. */
export function TestDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { user } = useSession();
  const test = useChange("post", "/campaigns/{id}/test", {
    refreshes: ["/emails"],
    onDone: () => {
      say(t("campaigns.testSent"));
      onClose();
    },
  });
  return (
    <Dialog title={t("campaigns.test")} isOpen onClose={onClose}>
      <Form
        error={test.error}
        onSubmit={({ email }) => test.mutate({ path: { id: campaign.id } as never, body: { email } as never })}
      >
        <Field label={t("campaigns.testTo")} name="email" type="email" defaultValue={user.email} isRequired autoFocus />
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" type="submit" isPending={test.isPending}>{t("campaigns.testSend")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
