import { useState } from "react";
import { apiAddress } from "../base/api.ts";
import { oneOf, useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Icon } from "../kit/icon.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { REASONS, type Suppression } from "./api.ts";
import { SettingsPage } from "./frame.tsx";
import { AddSuppression } from "./suppression-add.tsx";
import { ImportSuppressions } from "./suppression-import.tsx";
import { RemoveSuppression } from "./suppression-remove.tsx";

const REASON_TO_BADGE = {
  BOUNCE: { tone: "bad", icon: "bounce" },
  COMPLAINT: { tone: "bad", icon: "warning" },
  MANUAL: { tone: "plain", icon: "block" },
} as const;

const columns = (onRemove: (entry: Suppression) => void): Column<Suppression>[] => [
  {
    id: "email",
    header: t("settings.sup.email"),
    cell: (entry) => <span className="settings-name" title={entry.email}>{entry.email}</span>,
    width: "minmax(0, 1.4fr)",
  },
  {
    id: "reason",
    header: t("settings.sup.reason"),
    cell: (entry) => <Badge {...REASON_TO_BADGE[entry.reason]}>{t(`settings.reason.${entry.reason}`)}</Badge>,
    width: STATUS_TRACK,
  },
  {
    id: "evidence",
    header: t("settings.sup.evidence"),
    cell: (entry) => <Evidence entry={entry} />,
    width: "minmax(0, 1.6fr)",
    hide: "narrow",
  },
  {
    id: "since",
    header: t("settings.sup.since"),
    cell: (entry) => <Time at={entry.createdAt} />,
    width: "130px",
    hide: "medium",
  },
  {
    id: "act",
    header: "",
    cell: (entry) => (
      <Button
        variant="quiet"
        icon="trash"
        aria-label={t("settings.sup.removeOf", { email: entry.email })}
        onPress={() => onRemove(entry)}
      />
    ),
    width: "40px",
    align: "end",
  },
];

function Evidence({ entry }: { entry: Suppression }) {
  if (!entry.evidence && !entry.emailId) return <span className="soft">–</span>;
  const words = <span title={entry.evidence ?? ""}>{entry.evidence ?? t("settings.sup.cause")}</span>;
  return entry.emailId ? <Link to={`emails/${entry.emailId}`}>{words}</Link> : words;
}

/** Addresses that get no emails, each with its reason. */
export default function Suppressions() {
  const [{ search, reason }] = useQueryState();
  const [dialog, setDialog] = useState<"add" | "import">();
  const [removed, setRemoved] = useState<Suppression>();
  const list = useList("/suppressions", { query: { limit: 100, search, reason: oneOf(REASONS, reason) } }, {
    topics: ["suppression"],
  });
  const isFiltered = Boolean(search || reason);
  const close = () => setDialog(undefined);
  return (
    <SettingsPage
      part="suppressions"
      about={t("settings.sup.about")}
      actions={
        <>
          <a
            className="button button-plain"
            href={apiAddress("/suppressions/export", { search, reason }, true)}
            download
          >
            <Icon name="download" />
            {t("settings.sup.export")}
          </a>
          <Button icon="upload" onPress={() => setDialog("import")}>{t("settings.sup.import")}</Button>
          <Button variant="main" icon="plus" data-new="" onPress={() => setDialog("add")}>
            {t("settings.sup.add")}
          </Button>
        </>
      }
    >
      <div>
        <Filters
          search={t("settings.sup.search")}
          total={list.total}
          chips={[{
            name: "reason",
            label: t("settings.sup.reason"),
            options: REASONS.map((id) => ({ id, label: t(`settings.reason.${id}`) })),
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && (
          <div className="sheet">
            <Empty icon="block" title={isFiltered ? t("settings.sup.nothing") : t("settings.sup.empty")}>
              <p>{isFiltered ? t("settings.sup.nothingText") : t("settings.sup.emptyText")}</p>
            </Empty>
          </div>
        )}
        {list.rows.length > 0 && (
          <Table<Suppression>
            label={t("app.page.suppressions")}
            columns={columns(setRemoved)}
            rows={list.rows}
            idOf={(entry) => entry.email}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
          />
        )}
      </div>
      <AddSuppression isOpen={dialog === "add"} onClose={close} />
      <ImportSuppressions isOpen={dialog === "import"} onClose={close} />
      <RemoveSuppression entry={removed} onClose={() => setRemoved(undefined)} />
    </SettingsPage>
  );
}
