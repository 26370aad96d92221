import { Page } from "../app/page.tsx";
import { useList } from "../base/data.ts";
import { oneOf, useQueryState } from "../base/address.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge, Status } from "../kit/badge.tsx";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { activeCount, done, type Listed, type Stats } from "./api.ts";
import { Toggle } from "./toggle.tsx";
import { shortTriggerOf, triggerOf } from "./words.ts";

const columns = (): Column<Listed>[] => [
  {
    id: "name",
    header: t("workflows.name"),
    cell: (workflow) => workflow.name,
    width: "minmax(110px, 2.6fr)",
    sort: "name",
    text: (workflow) => workflow.name,
  },
  {
    id: "trigger",
    header: t("workflows.trigger"),
    cell: (workflow) => <span title={triggerOf(workflow)}>{shortTriggerOf(workflow)}</span>,
    text: triggerOf,
    width: "minmax(0, 1.3fr)",
    hide: "medium",
  },
  {
    id: "state",
    header: t("workflows.state"),
    cell: (workflow) => <Status value={workflow.enabled ? "ENABLED" : "DISABLED"} />,
    text: (workflow) => t(`status.${workflow.enabled ? "ENABLED" : "DISABLED"}`),
    width: "64px",
    note: ({ stats }) => t("workflows.counts", { now: activeCount(stats), done: done(stats) }),
  },
  number("inItNow", t("workflows.inItNow"), activeCount),
  number("done", t("workflows.done"), done),
  number("failed", t("workflows.failed"), (stats) => stats.FAILED ?? 0),
  {
    id: "problems",
    header: t("workflows.problems"),
    cell: Problems,
    text: ({ problems }) => problems.length,
    width: "134px",
    hide: "medium",
  },
  {
    id: "toggle",
    header: t("workflows.change"),
    cell: (workflow) => <Toggle workflow={workflow} />,
    width: "144px",
    align: "end",
    hide: "narrow",
  },
];

function number(id: string, header: string, value: (stats: Stats) => number): Column<Listed> {
  return {
    id,
    header,
    cell: (workflow) => <Count value={value(workflow.stats)} />,
    text: (workflow) => value(workflow.stats),
    width: "80px",
    align: "end",
    hide: "narrow",
  };
}

function Problems({ problems }: Listed) {
  if (problems.length === 0) return <span className="soft">–</span>;
  const isError = problems.some((each) => each.severity === "ERROR");
  return (
    <Badge tone={isError ? "bad" : "watch"} icon="warning">
      {t("workflows.problemCount", { count: problems.length })}
    </Badge>
  );
}

export default function WorkflowList() {
  const [{ search, status, sort, dir }] = useQueryState();
  const { open } = useRouter();
  const list = useList("/workflows", {
    query: {
      search,
      status: oneOf(["active", "disabled"] as const, status),
      sort: oneOf(["name"] as const, sort),
      dir: oneOf(["asc", "desc"] as const, dir),
      limit: 50,
    },
  }, { topics: ["workflow"] });
  const isFiltered = Boolean(search || status);
  return (
    <Page
      title={t("app.page.workflows")}
      actions={
        <Button variant="main" icon="plus" data-new="" onPress={() => open("workflows/new")}>
          {t("workflows.new")}
        </Button>
      }
    >
      <div>
        <Filters
          search={t("workflows.search")}
          total={list.total}
          file={{ name: "workflows", columns: columns(), rows: list.all }}
          chips={[{
            name: "status",
            label: t("workflows.state"),
            options: [
              { id: "active", label: t("status.ENABLED") },
              { id: "disabled", label: t("status.DISABLED") },
            ],
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && (
          <Empty
            icon={isFiltered ? "search" : "workflow"}
            title={isFiltered ? t("workflows.noneFound") : t("workflows.empty")}
            action={!isFiltered && <ButtonLink to="workflows/new" icon="plus">{t("workflows.new")}</ButtonLink>}
          >
            {!isFiltered && <p>{t("workflows.emptyText")}</p>}
          </Empty>
        )}
        {list.rows.length > 0 && (
          <Table<Listed>
            label={t("app.page.workflows")}
            columns={columns()}
            rows={list.rows}
            idOf={(workflow) => workflow.id}
            to={(workflow) => `workflows/${workflow.id}`}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  );
}
