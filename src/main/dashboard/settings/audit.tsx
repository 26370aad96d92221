import { useHasRole } from "../app/session.tsx";
import { apiAddress } from "../base/api.ts";
import { useList } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { isKey, t } from "../base/words.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Icon } from "../kit/icon.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { actionWord, CustomSpan, useAuditFilter } from "./audit-filter.tsx";
import { SettingsPage } from "./frame.tsx";
import type { AuditEntry } from "../generated/api.ts";

type Entry = AuditEntry;

function actor(entry: Entry): string {
  if (entry.userEmail) return entry.userEmail;
  const key = `settings.caller.${entry.caller}`;
  return isKey(key) ? t(key) : entry.caller;
}

/** The caller of an entry; on a phone, whose table has no column for it, with the time. */
function Actor(entry: Entry) {
  return (
    <>
      {actor(entry)}
      <span className="settings-when">
        {" · "}
        <Time at={entry.createdAt} />
      </span>
    </>
  );
}

/** Details that need no name beside them, because the action says what they are. */
const PLAIN = ["label", "domain", "member", "evidence", "reason", "why"];

function detailWord(name: string, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const key = `settings.${name}.${name === "scope" ? text.toLowerCase() : text}`;
  if (isKey(key)) return t(key);
  return PLAIN.includes(name) ? text : `${name}: ${text}`;
}

function Details({ details }: { details: Entry["details"] }) {
  const text = Object.entries(details).map(([name, value]) => detailWord(name, value)).join(" · ");
  return text ? <span className="soft" title={text}>{text}</span> : <span className="soft">–</span>;
}

const columns = (): Column<Entry>[] => [
  {
    id: "action",
    header: t("settings.audit.what"),
    cell: (entry) => <span className="settings-name">{actionWord(entry.action)}</span>,
    width: "minmax(0, 1.3fr)",
  },
  { id: "who", header: t("settings.audit.who"), cell: Actor, width: "minmax(0, 1fr)" },
  {
    id: "details",
    header: t("settings.audit.details"),
    cell: (entry) => <Details details={entry.details} />,
    width: "minmax(0, 1.4fr)",
    hide: "medium",
  },
  {
    id: "when",
    header: t("settings.audit.when"),
    cell: (entry) => <Time at={entry.createdAt} />,
    width: "130px",
    align: "end",
    hide: "narrow",
  },
];

/** Lists the changes of the project with their callers, newest first. */
export default function Audit() {
  const id = useProject() ?? "";
  const filter = useAuditFilter();
  const file = apiAddress(`/projects/${id}/audit`, { ...filter.query, ...filter.span?.query(), format: "csv" });
  return (
    <SettingsPage
      part="audit"
      about={t("settings.audit.about")}
      actions={
        <a className="button button-plain" href={file} download>
          <Icon name="download" />
          {t("settings.audit.export")}
        </a>
      }
    >
      <Log {...filter} />
    </SettingsPage>
  );
}

function Log({ query, span, chips, isFiltered }: ReturnType<typeof useAuditFilter>) {
  const id = useProject() ?? "";
  const list = useList("/projects/{id}/audit", { path: { id }, query: { limit: 50, ...query } }, {
    topics: ["project", "member", "domain"],
    enabled: useHasRole("ADMIN"),
    span,
  });
  return (
    <div>
      <Filters search={t("settings.audit.search")} total={list.total} chips={chips} />
      <CustomSpan />
      {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton lines={8} />}
      {list.isSuccess && list.rows.length === 0 && (
        <div className="sheet">
          <Empty icon="list" title={isFiltered ? t("settings.audit.nothing") : t("settings.audit.empty")}>
            <p>{isFiltered ? t("settings.audit.nothingText") : t("settings.audit.emptyText")}</p>
          </Empty>
        </div>
      )}
      {list.rows.length > 0 && (
        <Table<Entry>
          label={t("app.page.audit")}
          columns={columns()}
          rows={list.rows}
          idOf={(entry) => entry.id}
          total={list.total}
          hasMore={list.hasNextPage}
          loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
        />
      )}
    </div>
  );
}
