import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { ExecutionResponse } from "../generated/api.ts";

type Execution = ExecutionResponse;

const columns = (): Column<Execution>[] => [
  {
    id: "workflow",
    header: t("app.page.workflow"),
    cell: (execution) => execution.workflow.name,
    width: "minmax(120px, 2fr)",
  },
  {
    id: "status",
    header: t("contacts.status"),
    cell: (execution) => <Status value={execution.status} />,
    width: STATUS_TRACK,
  },
  {
    id: "time",
    header: t("contacts.started"),
    cell: (execution) => <Time at={execution.startedAt} />,
    width: "150px",
    align: "end",
    hide: "narrow",
  },
];

/** The runs of workflows for a contact. */
export function Executions({ contactId }: { contactId: string }) {
  const list = useList("/contacts/{id}/executions", { path: { id: contactId }, query: { limit: 50 } }, {
    topics: ["workflow"],
  });
  if (list.error && list.rows.length === 0) {
    return <FailureNote error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton lines={5} />;
  if (list.rows.length === 0) {
    return (
      <Empty icon="workflow" title={t("contacts.noExecutions")}>
        <p>{t("contacts.noExecutionsText")}</p>
      </Empty>
    );
  }
  return (
    <Table<Execution>
      label={t("app.page.workflows")}
      columns={columns()}
      rows={list.rows}
      idOf={(execution) => execution.id}
      to={(execution) => `workflows/${execution.workflowId}`}
      total={list.total}
      hasMore={list.hasNextPage}
      loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
    />
  );
}
