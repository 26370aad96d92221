import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { EmailItem } from "../generated/api.ts";

type Email = EmailItem;

const columns = (): Column<Email>[] => [
  { id: "subject", header: t("contacts.subject"), cell: (email) => email.subject, width: "minmax(120px, 2fr)" },
  { id: "status", header: t("contacts.status"), cell: (email) => <Status value={email.status} />, width: STATUS_TRACK },
  {
    id: "time",
    header: t("contacts.time"),
    cell: (email) => <Time at={email.createdAt} />,
    width: "150px",
    align: "end",
    hide: "narrow",
  },
];

/** The emails to a contact. */
export function Emails({ contactId }: { contactId: string }) {
  const list = useList("/emails", { query: { contactId, limit: 50 } }, { topics: ["email"] });
  if (list.error && list.rows.length === 0) {
    return <FailureNote error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton lines={5} />;
  if (list.rows.length === 0) return <Empty icon="email" title={t("contacts.noEmails")} />;
  return (
    <Table<Email>
      label={t("contacts.emails")}
      columns={columns()}
      rows={list.rows}
      idOf={(email) => email.id}
      to={(email) => `emails/${email.id}`}
      total={list.total}
      hasMore={list.hasNextPage}
      loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
    />
  );
}
