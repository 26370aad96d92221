import { type Answer } from "../base/api.ts";
import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Select } from "../kit/form/choice.tsx";
import { Count, Rate } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { usePeriod } from "./use-period.ts";

type Item = Answer<"/analytics/leaderboard">["items"][number];
const KINDS = ["template", "workflow", "campaign"] as const;
const METRICS = ["opens", "openRate", "clicks", "clickRate", "sent", "bounces"] as const;
const FOLDER = { template: "templates", workflow: "workflows", campaign: "campaigns" } as const;
type Kind = (typeof KINDS)[number];

/** Ranks templates, workflows or campaigns by a number that the user chooses. */
export function Leaderboards() {
  const [{ kind: kindParam, metric: by }, setQuery] = useQueryState();
  const kind = KINDS.find((each) => each === kindParam) ?? "template";
  const metric = METRICS.find((each) => each === by) ?? "opens";
  const { query } = usePeriod();
  const found = useAnswer("/analytics/leaderboard", { query: { ...query, kind, metric, limit: 20 } }, {
    topics: ["activity", "campaign"],
  });
  return (
    <div className="stack">
      <div className="row-wrap">
        <Select
          label={t("analytics.ranks")}
          options={KINDS.map((id) => ({ id, label: t(`analytics.kind.${id}`) }))}
          value={kind}
          onChange={(id) => setQuery({ kind: id === "template" ? undefined : id })}
        />
        <Select
          label={t("analytics.by")}
          options={METRICS.map((id) => ({ id, label: t(`analytics.metric.${id}`) }))}
          value={metric}
          onChange={(id) => setQuery({ metric: id === "opens" ? undefined : id })}
        />
      </div>
      <Loaded query={found} lines={8}>
        {({ items }) =>
          items.length === 0
            ? (
              <Empty icon={kind} title={t("analytics.rankingsEmpty")}>
                <p>{t(`analytics.rankingsEmpty.${kind}`)}</p>
              </Empty>
            )
            : <Ranking items={items} kind={kind} />}
      </Loaded>
    </div>
  );
}

function Ranking({ items, kind }: { items: Item[]; kind: Kind }) {
  const rankOf = new Map(items.map((item, at) => [item.id, at + 1]));
  return (
    <Table<Item>
      label={t(`analytics.kind.${kind}`)}
      columns={columns(rankOf)}
      rows={items}
      idOf={(row) => row.id}
      to={(row) => `${FOLDER[kind]}/${row.id}`}
      total={items.length}
    />
  );
}

const columns = (rankOf: Map<string, number>): Column<Item>[] => [
  {
    id: "name",
    header: t("analytics.name"),
    cell: (row) => (
      <>
        <span className="soft analytics-rank">{rankOf.get(row.id)}</span>
        {row.name ?? t("analytics.deleted")}
      </>
    ),
    width: "minmax(0, 2.5fr)",
  },
  {
    id: "sent",
    header: t("analytics.count.sent"),
    cell: (row) => <Count value={row.sent} />,
    align: "end",
    hide: "narrow",
  },
  {
    id: "opened",
    header: t("analytics.count.opened"),
    cell: (row) => <Counted part={row.opened} of={row.sent} />,
    width: "minmax(96px, 1fr)",
    align: "end",
  },
  {
    id: "clicked",
    header: t("analytics.count.clicked"),
    cell: (row) => <Counted part={row.clicked} of={row.sent} />,
    align: "end",
    hide: "narrow",
  },
  {
    id: "bounced",
    header: t("analytics.count.bounced"),
    cell: (row) => <Counted part={row.bounced} of={row.sent} />,
    align: "end",
    hide: "medium",
  },
];

function Counted({ part, of }: { part: number; of: number }) {
  return (
    <>
      <Count value={part} /> {of > 0 && (
        <span className="soft small">
          <Rate part={part} of={of} />
        </span>
      )}
    </>
  );
}
