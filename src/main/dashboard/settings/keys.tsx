import { useState } from "react";
import { useCurrentProject } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { type ApiKey, scopeWord } from "./api.ts";
import { FirstKeys } from "./first-keys.tsx";
import { SettingsPage } from "./frame.tsx";
import { CreateKey } from "./key-create.tsx";
import { RevokeKey } from "./key-revoke.tsx";

const columns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    id: "label",
    header: t("settings.key.label"),
    cell: (key) => <span className="settings-name">{key.label}</span>,
    width: "minmax(0, 1.5fr)",
  },
  {
    id: "scope",
    header: t("settings.key.scope"),
    cell: (key) => <Badge>{scopeWord(key.scope)}</Badge>,
    width: "110px",
  },
  {
    id: "start",
    header: t("settings.key.start"),
    cell: (key) => <code>{key.start}…</code>,
    width: "minmax(0, 1fr)",
    hide: "narrow",
  },
  {
    id: "created",
    header: t("settings.created"),
    cell: (key) => <Time at={key.createdAt} />,
    width: "140px",
    hide: "medium",
  },
  {
    id: "used",
    header: t("settings.key.used"),
    cell: (key) =>
      key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span className="soft">{t("settings.key.never")}</span>,
    width: "140px",
    hide: "narrow",
  },
  {
    id: "act",
    header: "",
    cell: (key) => (
      <Button
        variant="quiet"
        icon="trash"
        aria-label={t("settings.key.revokeOf", { label: key.label ?? key.start })}
        onPress={() => onRevoke(key)}
      />
    ),
    width: "40px",
    align: "end",
  },
];

/** The project's first pair of keys, and further ones that may do less. */
export default function Keys() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsPage
      part="keys"
      about={t("settings.key.about")}
      actions={
        <Button variant="main" icon="plus" data-new="" onPress={() => setOpen(true)}>{t("settings.key.create")}</Button>
      }
    >
      <AllKeys />
      <CreateKey isOpen={isOpen} onClose={() => setOpen(false)} />
    </SettingsPage>
  );
}

function AllKeys() {
  const id = useProject() ?? "";
  const project = useCurrentProject();
  const [revoked, setRevoked] = useState<ApiKey>();
  const keys = useAnswer("/projects/{id}/keys", { path: { id } }, { topics: ["project"] });
  return (
    <Loaded query={keys} lines={6}>
      {(answer) => {
        const all: ApiKey[] = answer.data;
        const more = all.filter((key) => !key.first);
        return (
          <>
            {project && <FirstKeys project={project} keys={all.filter((key) => key.first)} />}
            <section className="stack-small" aria-labelledby="more-keys">
              <h2 id="more-keys">{t("settings.key.more")}</h2>
              {more.length === 0
                ? (
                  <div className="sheet">
                    <Empty icon="key" title={t("settings.key.empty")}>
                      <p>{t("settings.key.emptyText")}</p>
                    </Empty>
                  </div>
                )
                : (
                  <Table
                    label={t("settings.key.more")}
                    columns={columns(setRevoked)}
                    rows={more}
                    idOf={(key) => key.id}
                  />
                )}
            </section>
            <RevokeKey apiKey={revoked} onClose={() => setRevoked(undefined)} />
          </>
        );
      }}
    </Loaded>
  );
}
