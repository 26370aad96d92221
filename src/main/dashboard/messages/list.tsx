import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";

interface Message {
  id: string;
  to?: string;
  toEmail?: string;
  subject: string;
  status: string;
  createdAt: string;
}

const STATUSES = [
  "PENDING",
  "SENT",
  "DELIVERED",
  "OPENED",
  "CLICKED",
  "BOUNCED",
  "COMPLAINED",
  "FAILED",
  "SUPPRESSED",
] as const;

const columns = (): Column<Message>[] => [
  { id: "to", header: t("messages.to"), cell: (mail) => mail.toEmail ?? mail.to, width: "minmax(140px, 1.2fr)" },
  {
    id: "subject",
    header: t("messages.subject"),
    cell: (mail) => mail.subject,
    width: "minmax(0, 2fr)",
    hide: "narrow",
  },
  { id: "status", header: t("messages.status"), cell: (mail) => <Status value={mail.status} />, width: "120px" },
  {
    id: "time",
    header: t("messages.time"),
    cell: (mail) => <Time at={mail.createdAt} />,
    width: "150px",
    align: "end",
    hide: "medium",
  },
];

export default function MessageList() {
  const [{ status }] = useQueryState();
  const list = useList("/emails", { query: { limit: 50, status } }, { topics: ["email"] });
  return (
    <Page title={t("app.page.messages")}>
      <div>
        <Filters
          total={list.total}
          chips={[{
            name: "status",
            label: t("messages.status"),
            options: STATUSES.map((id) => ({ id, label: t(`kit.status.${id}`) })),
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && (
          <Empty icon="mail" title={t("messages.empty")}>
            <p>{t("messages.emptyText")}</p>
          </Empty>
        )}
        {list.rows.length > 0 && (
          <Table<Message>
            label={t("app.page.messages")}
            columns={columns()}
            rows={list.rows}
            idOf={(mail) => mail.id}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  );
}
