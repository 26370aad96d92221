import { useSession } from "../app/session.tsx";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";

interface Props {
  path: "/campaigns/{id}/test" | "/templates/{id}/test";
  id: string;
  /** Asks for the sender, where the email names none. */
  needsSender?: boolean;
  onClose: () => void;
}

/** Sends the email as it is saved to one address, as a test. */
export function TestDialog({ path, id, needsSender, onClose }: Props) {
  const { user } = useSession();
  const test = useChange("post", path, {
    refreshes: ["/emails"],
    onDone: () => {
      showToast(t("writing.testSent"));
      onClose();
    },
  });
  return (
    <Dialog title={t("writing.test")} isOpen onClose={onClose}>
      <Form<"email" | "from">
        error={test.error}
        onSubmit={({ email, from }) => test.mutate({ path: { id }, body: { email, ...(needsSender ? { from } : {}) } })}
      >
        <p className="soft">{t("writing.testText")}</p>
        <Field label={t("writing.testTo")} name="email" type="email" defaultValue={user.email} isRequired autoFocus />
        {needsSender && (
          <Field label={t("writing.testFrom")} name="from" type="email" hint={t("writing.testFromHint")} isRequired />
        )}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button variant="main" type="submit" isPending={test.isPending}>{t("writing.testSend")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
