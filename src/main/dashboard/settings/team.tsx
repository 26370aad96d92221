import { useState } from "react";
import { useHasRole, useSession } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Member } from "./api.ts";
import { SettingsPage } from "./frame.tsx";
import { Invitations, InviteDialog } from "./invitations.tsx";
import { type MemberAction, MemberActionDialog, MemberMenu } from "./member-actions.tsx";

const columns = (me: string, onAct: (act: MemberAction) => void): Column<Member>[] => [
  {
    id: "email",
    header: t("settings.team.person"),
    cell: (member) => (
      <span className="row">
        <span className="truncated settings-name">{member.email}</span>
        {member.userId === me && <Badge tone="info">{t("settings.team.you")}</Badge>}
      </span>
    ),
    width: "minmax(0, 2fr)",
  },
  {
    id: "role",
    header: t("settings.team.role"),
    cell: (member) => t(`settings.role.${member.role}`),
    width: "120px",
  },
  {
    id: "since",
    header: t("settings.team.since"),
    cell: (member) => <Time at={member.createdAt} />,
    width: "150px",
    hide: "narrow",
  },
  {
    id: "act",
    header: "",
    cell: (member) => <MemberMenu member={member} isMe={member.userId === me} onAct={onAct} />,
    width: "40px",
    align: "end",
  },
];

/** The members of the project, the invitations, and the rights of each role. */
export default function Team() {
  const id = useProject() ?? "";
  const { user } = useSession();
  const isAdmin = useHasRole("ADMIN");
  const [act, setAct] = useState<MemberAction>();
  const [invites, setInvites] = useState(false);
  const members = useAnswer("/projects/{id}/members", { path: { id } }, { topics: ["member"] });
  return (
    <SettingsPage
      part="team"
      actions={isAdmin &&
        (
          <Button variant="main" icon="plus" data-new="" onPress={() => setInvites(true)}>
            {t("settings.team.invite")}
          </Button>
        )}
    >
      <Loaded query={members} lines={4}>
        {(answer) => (
          <Table<Member>
            label={t("app.page.team")}
            columns={columns(user.id, setAct)}
            rows={answer.data}
            idOf={(member) => member.userId}
          />
        )}
      </Loaded>
      {isAdmin && <Invitations />}
      <Roles />
      <MemberActionDialog act={act} onClose={() => setAct(undefined)} />
      {isAdmin && <InviteDialog isOpen={invites} onClose={() => setInvites(false)} />}
    </SettingsPage>
  );
}

function Roles() {
  return (
    <section className="sheet" aria-labelledby="roles">
      <h2 id="roles">{t("settings.team.roles")}</h2>
      <dl>
        {(["OWNER", "ADMIN", "MEMBER"] as const).map((role) => (
          <div key={role} className="settings-role">
            <dt className="settings-name">{t(`settings.role.${role}`)}</dt>
            <dd className="soft">{t(`settings.role.${role}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
