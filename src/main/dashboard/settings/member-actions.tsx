import { useHasRole } from "../app/session.tsx";
import { go, href } from "../base/address.ts";
import { client, useChange } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Menu, type MenuEntry } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Member } from "./api.ts";

export interface MemberAction {
  kind: "promote" | "demote" | "remove" | "transfer" | "leave";
  member: Member;
}

interface MenuProps {
  member: Member;
  isMe: boolean;
  onAct: (act: MemberAction) => void;
}

/** The menu of the actions that this user may take on a member; nothing where there are none. */
export function MemberMenu({ member, isMe, onAct }: MenuProps) {
  const isAdmin = useHasRole("ADMIN");
  const isOwner = useHasRole("OWNER");
  const entry = (kind: MemberAction["kind"], icon: MenuEntry["icon"], isDanger = false): MenuEntry => ({
    id: kind,
    label: t(`settings.team.${kind}`),
    ...(icon && { icon }),
    isDanger,
    onAction: () => onAct({ kind, member }),
  });
  const items: MenuEntry[] = [];
  if (isMe && member.role !== "OWNER") items.push(entry("leave", "signout", true));
  if (!isMe && isAdmin && member.role === "MEMBER") items.push(entry("promote", "up"));
  if (!isMe && isAdmin && member.role === "ADMIN") items.push(entry("demote", "down"));
  if (!isMe && isOwner) items.push(entry("transfer", "key"));
  if (!isMe && isAdmin && member.role !== "OWNER") items.push(entry("remove", "trash", true));
  if (items.length === 0) return null;
  return (
    <Menu label={member.email} items={items}>
      <Button variant="quiet" icon="more" aria-label={t("settings.team.actsFor", { email: member.email })} />
    </Menu>
  );
}

/** Asks before an action on a member, and runs it. */
export function MemberActionDialog({ act, onClose }: { act: MemberAction | undefined; onClose: () => void }) {
  return act ? <ConfirmMemberAction act={act} onClose={onClose} /> : null;
}

function ConfirmMemberAction({ act: { kind, member }, onClose }: { act: MemberAction; onClose: () => void }) {
  const id = useProject() ?? "";
  const onDone = () => {
    onClose();
    showToast(t(`settings.team.${kind}Done`, { email: member.email }));
  };
  const role = useChange("patch", "/projects/{id}/members/{userId}", { refreshes: ["/projects/{id}"], onDone });
  const remove = useChange("delete", "/projects/{id}/members/{userId}", { refreshes: ["/projects/{id}"], onDone });
  const transfer = useChange("post", "/projects/{id}/transfer", { onDone });
  const leave = useChange("post", "/projects/{id}/leave", {
    refreshes: ["/nothing"],
    onDone: async () => {
      await client.invalidateQueries({ queryKey: ["session"] });
      go(href(""), { replace: true });
      onDone();
    },
  });
  const path = { id, userId: member.userId };
  const acts = {
    promote: { change: role, run: () => role.mutate({ path, body: { role: "ADMIN" } }) },
    demote: { change: role, run: () => role.mutate({ path, body: { role: "MEMBER" } }) },
    remove: { change: remove, run: () => remove.mutate({ path }) },
    transfer: {
      change: transfer,
      run: () => transfer.mutate({ path: { id }, body: { userId: member.userId } }),
    },
    leave: { change: leave, run: () => leave.mutate({ path: { id } }) },
  };
  const { change, run } = acts[kind];
  return (
    <Confirm
      title={t(`settings.team.${kind}`)}
      isOpen
      onClose={onClose}
      action={t(`settings.team.${kind}`)}
      isDanger={["remove", "transfer", "leave"].includes(kind)}
      isPending={change.isPending}
      error={change.error}
      onConfirm={run}
    >
      <p>{t(`settings.team.${kind}Text`, { email: member.email })}</p>
    </Confirm>
  );
}
