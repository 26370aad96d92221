import { Page } from "../app/page.tsx";
import { useList } from "../base/data.ts";
import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Count } from "../kit/chart/number.tsx";
import { reasonText } from "../reasons/reason.ts";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { isScanned, type Message, nextTryOf, sourceKey } from "./mail.ts";
import { useTracked } from "./tracked.ts";
import { useFilter } from "./use-filter.ts";

const columns = (): Column<Message>[] => [
  { id: "to", header: t("messages.to"), cell: ToCell, width: "minmax(0, 2.2fr)" },
  { id: "subject", header: t("messages.subject"), cell: SubjectCell, width: "minmax(0, 2fr)", hide: "narrow" },
  { id: "status", header: t("messages.status"), cell: (mail) => <Status value={mail.status} />, width: STATUS_TRACK },
  {
    id: "source",
    header: t("messages.source"),
    cell: (mail) => t(sourceKey(mail.sourceType)),
    width: "84px",
    hide: "medium",
  },
  {
    id: "opens",
    header: t("messages.opens"),
    cell: (mail) => <Hits mail={mail} value={mail.opens} />,
    width: "68px",
    align: "end",
    hide: "medium",
  },
  {
    id: "clicks",
    header: t("messages.clicks"),
    cell: (mail) => <Hits mail={mail} value={mail.clicks} />,
    width: "56px",
    align: "end",
    hide: "medium",
  },
  {
    id: "time",
    header: t("messages.time"),
    cell: (mail) => <Time at={mail.createdAt} />,
    width: "124px",
    align: "end",
    hide: "narrow",
  },
];

/** The address, and below it the subject where that has no column of its own. */
function ToCell(mail: Message) {
  return (
    <>
      {mail.sourceType === "INBOUND" ? mail.from : mail.to}
      <span className="messages-under small soft truncated">{mail.subject ?? t("messages.noContent")}</span>
    </>
  );
}

/** The subject, and below it why the mail did not arrive, or when it is tried again. */
function SubjectCell(mail: Message) {
  const next = nextTryOf(mail);
  const reason = next
    ? t("messages.nextTry", { time: formatDayAndTime(next) })
    : reasonText(mail.reasonCode, mail.error);
  return (
    <>
      <span className="truncated messages-line">
        {mail.subject ?? <span className="soft">{t("messages.noContent")}</span>}
      </span>
      {reason && (
        <span className={`messages-reason small truncated ${next ? "soft" : "messages-mistake"}`} title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}

/** Opens and clicks are known only where the mail was sent with tracking. */
function Hits({ mail, value }: { mail: Message; value: number }) {
  const isTracked = useTracked();
  return value > 0 || (isTracked(mail) && mail.sentAt !== null)
    ? <Count value={value} />
    : <span className="soft">–</span>;
}

export default function MessageList() {
  const { query, chips, isFiltered } = useFilter();
  const list = useList("/emails", { query: { limit: 50, ...query } }, { topics: ["email"] });
  const isCounted = !isScanned(query) || !list.hasNextPage;
  const hasStopped = list.hasNextPage && list.data?.pages.at(-1)?.data.length === 0;
  const more = () => void (list.isFetchingNextPage || list.fetchNextPage());
  return (
    <Page title={t("app.page.messages")}>
      <div>
        <Filters
          search={t("messages.search")}
          total={isCounted ? list.total && Math.max(list.total, list.rows.length) : undefined}
          chips={chips}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && !hasStopped && <Nothing isFiltered={isFiltered} />}
        {list.rows.length > 0 && (
          <Table<Message>
            label={t("app.page.messages")}
            columns={columns()}
            rows={list.rows}
            idOf={(mail) => mail.id}
            to={(mail) => `messages/${mail.id}`}
            total={isCounted ? list.total : undefined}
            rowHeight={54}
            hasMore={list.hasNextPage && !hasStopped}
            loadMore={more}
          />
        )}
        {hasStopped && (
          <div className="messages-older">
            <p className="soft">{t("messages.searched")}</p>
            <Button isPending={list.isFetchingNextPage} onPress={more}>{t("messages.older")}</Button>
          </div>
        )}
      </div>
    </Page>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered
    ? (
      <Empty icon="search" title={t("messages.nothing")}>
        <p>{t("messages.nothingText")}</p>
      </Empty>
    )
    : (
      <Empty
        icon="mail"
        title={t("messages.empty")}
        action={<ButtonLink to="" icon="send">{t("messages.first")}</ButtonLink>}
      >
        <p>{t("messages.emptyText")}</p>
      </Empty>
    );
}
