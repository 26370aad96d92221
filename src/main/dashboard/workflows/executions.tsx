import { oneOf, useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status, statusWord } from "../kit/badge.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { translate } from "../kit/server-words.ts";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { CancelAll } from "./cancel-all.tsx";
import { type Execution, STATUSES, VISITS, type Whole } from "./api.ts";

/** The reason why an execution has ended. */
const endOf = ({ error, exitReason }: Execution) => error ? translate(error) : exitReason;

const columns = (): Column<Execution>[] => [
  {
    id: "contact",
    header: t("workflows.contact"),
    cell: (execution) => execution.contact?.email ?? t("workflows.contactGone"),
    text: (execution) => execution.contact?.email,
    width: "minmax(120px, 2fr)",
  },
  {
    id: "status",
    header: t("workflows.status"),
    cell: (execution) => <Status value={execution.status} />,
    text: ({ status }) => statusWord(status),
    width: STATUS_TRACK,
  },
  {
    id: "step",
    header: t("workflows.at"),
    cell: (execution) => execution.currentStep?.name ?? <span className="soft">{endOf(execution) ?? "–"}</span>,
    text: (execution) => execution.currentStep?.name ?? endOf(execution),
    width: "minmax(0, 1.6fr)",
    hide: "narrow",
  },
  {
    id: "started",
    header: t("workflows.started"),
    cell: (execution) => <Time at={execution.startedAt} />,
    text: ({ startedAt }) => startedAt,
    width: "140px",
    align: "end",
    hide: "narrow",
  },
];

/** Everybody who went into a workflow, newest first; those of one step where the address names it. */
export function Executions({ workflow }: { workflow: Whole }) {
  const [{ status, step, visit: visitParam }] = useQueryState();
  const isKnown = workflow.steps.some(({ id }) => id === step);
  const visit = isKnown ? oneOf(VISITS, visitParam) : undefined;
  const list = useList(
    "/workflows/{id}/executions",
    {
      path: { id: workflow.id },
      query: { status: oneOf(STATUSES, status), stepId: isKnown ? step : undefined, visit, limit: 50 },
    },
    { topics: [`workflow:${workflow.id}`] },
  );
  const isFiltered = Boolean(status) || isKnown;
  return (
    <div>
      <CancelAll workflow={workflow} />
      <Filters
        total={list.total}
        file={{ name: "executions", columns: columns(), rows: list.all }}
        chips={[
          {
            name: "status",
            label: t("workflows.status"),
            options: STATUSES.map((id) => ({ id, label: t(`status.${id}`) })),
          },
          {
            name: "step",
            label: t("workflows.step"),
            options: workflow.steps.map(({ id, name }) => ({ id, label: name })),
          },
          ...(isKnown
            ? [{
              name: "visit",
              label: t("workflows.atStep"),
              options: VISITS.map((id) => ({ id, label: t(`workflows.visit.${id}`) })),
            }]
            : []),
        ]}
      />
      {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Skeleton lines={8} />}
      {list.isSuccess && list.rows.length === 0 && (
        <Empty icon="people" title={isFiltered ? t("workflows.noRunsFound") : t("workflows.noRuns")}>
          {!isFiltered && <p>{t("workflows.noRunsText")}</p>}
        </Empty>
      )}
      {list.rows.length > 0 && (
        <Table<Execution>
          label={t("workflows.runs")}
          columns={columns()}
          rows={list.rows}
          idOf={(execution) => execution.id}
          to={(execution) => `workflows/${workflow.id}/executions/${execution.id}`}
          total={list.total}
          hasMore={list.hasNextPage}
          loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
        />
      )}
    </div>
  );
}
