import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { formatDuration } from "../base/duration.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { OneSite } from "./one-site.tsx";
import { type Site, sitesOf, stateOf } from "./site.ts";

const columns = (): Column<Site>[] => [
  { id: "site", header: t("receivers.site"), cell: NameCell, width: "minmax(0, 2fr)" },
  { id: "state", header: t("receivers.state"), cell: StateCell, width: STATUS_TRACK },
  { id: "queued", header: t("receivers.queued"), cell: QueueCell, width: "130px", align: "end", hide: "narrow" },
  {
    id: "rate",
    header: t("receivers.perHour"),
    cell: ({ perHour }) => formatNumber(perHour),
    width: "104px",
    align: "end",
    hide: "medium",
  },
  {
    id: "connections",
    header: t("receivers.connections"),
    cell: ({ openConnections, maxConnections }) =>
      t("receivers.connectionsOf", { open: openConnections, most: maxConnections }),
    width: "112px",
    align: "end",
    hide: "medium",
  },
];

function NameCell({ name, provider }: Site) {
  return (
    <>
      <span className="truncated receivers-line">{name}</span>
      {provider && <span className="receivers-line small soft truncated">{provider}</span>}
    </>
  );
}

function StateCell(site: Site) {
  const { label, ...badge } = stateOf(site);
  return <Badge {...badge}>{label}</Badge>;
}

function QueueCell({ queued, oldestSeconds }: Site) {
  return (
    <>
      <Count value={queued ?? 0} />
      {oldestSeconds
        ? (
          <span className="receivers-line small soft">
            {t("receivers.oldest", { age: formatDuration(oldestSeconds) })}
          </span>
        )
        : null}
    </>
  );
}

/** All mail systems that emails go to without a relay, and one of them when the address names it. */
export default function Receivers() {
  const [{ site }] = useQueryState();
  return site ? <OneSite key={site} name={site} /> : <Sites />;
}

function Sites() {
  const [{ search = "" }] = useQueryState();
  const all = useAnswer("/receivers", {}, { topics: ["queue"] });
  return (
    <Page title={t("app.page.receivers")} about={t("receivers.about")}>
      <div>
        <Loaded query={all} lines={8}>
          {({ receivers }) => <List sites={sitesOf(receivers)} search={search.toLowerCase()} />}
        </Loaded>
      </div>
    </Page>
  );
}

function List({ sites, search }: { sites: Site[]; search: string }) {
  const rows = sites.filter(({ name, provider }) => `${name} ${provider ?? ""}`.toLowerCase().includes(search));
  if (sites.length === 0) {
    return (
      <div className="sheet">
        <Empty icon="send" title={t("receivers.empty")}>
          <p>{t("receivers.emptyText")}</p>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <Filters search={t("receivers.search")} total={rows.length} />
      {rows.length === 0
        ? (
          <Empty icon="search" title={t("receivers.nothing")}>
            <p>{t("receivers.nothingText")}</p>
          </Empty>
        )
        : (
          <Table<Site>
            label={t("app.page.receivers")}
            columns={columns()}
            rows={rows}
            idOf={({ name }) => name}
            to={({ name }) => `receivers?site=${encodeURIComponent(name)}`}
            total={rows.length}
            rowHeight={54}
          />
        )}
    </>
  );
}
