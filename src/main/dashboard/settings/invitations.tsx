import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { formatDayAndTime } from "../base/format.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";

/** Those who were asked and have not answered; nothing while there are none. */
export function Invitations() {
  const id = useProject() ?? "";
  const open = useAnswer("/projects/{id}/invitations", { path: { id } }, { topics: ["member"] });
  const withdraw = useChange("delete", "/projects/{id}/invitations/{invitationId}", {
    refreshes: ["/projects/{id}/invitations"],
    onDone: () => showToast(t("settings.team.withdrawn")),
  });
  if (open.error) return <FailureNote error={open.error} onRetry={() => void open.refetch()} />;
  const all = open.data?.data ?? [];
  if (all.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="invited">
      <h2 id="invited">{t("settings.team.invited")}</h2>
      <ul role="list">
        {all.map((each) => (
          <li key={each.id} className="settings-line">
            <div className="grow">
              <b>{each.email}</b>
              <p className="hint">
                {t(`settings.role.${each.role}`)} · {t("settings.team.expires")} {formatDayAndTime(each.expiresAt)}
              </p>
            </div>
            <Button
              onPress={() => withdraw.mutate({ path: { id, invitationId: each.id } }, { onError: showFailure })}
            >
              {t("settings.team.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t("settings.team.invite")} isOpen={isOpen} onClose={onClose}>
      <Invite onClose={onClose} />
    </Dialog>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const id = useProject() ?? "";
  const [role, setRole] = useState<"MEMBER" | "ADMIN">("MEMBER");
  const invite = useChange("post", "/projects/{id}/members", {
    refreshes: ["/projects/{id}"],
    onDone: (answer) => {
      onClose();
      showToast(t("settings.team.inviteDone", { email: answer.data.email }));
    },
  });
  return (
    <Form<"email">
      label={t("settings.team.invite")}
      error={invite.error}
      onSubmit={({ email }) => invite.mutate({ path: { id }, body: { email, role } })}
    >
      <Field
        name="email"
        type="email"
        label={t("settings.team.email")}
        hint={t("settings.team.inviteText")}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <Select
        label={t("settings.team.role")}
        value={role}
        onChange={setRole}
        options={(["MEMBER", "ADMIN"] as const).map((each) => ({
          id: each,
          label: t(`settings.role.${each}`),
          hint: t(`settings.role.${each}.text`),
        }))}
      />
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={invite.isPending}>{t("settings.team.send")}</Button>
      </div>
    </Form>
  );
}
