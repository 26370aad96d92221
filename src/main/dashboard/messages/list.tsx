import { Page } from "../app/page.tsx";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { Table } from "../kit/table.tsx";
import { isScanned, type Message } from "./mail.ts";
import { useFilter } from "./use-filter.ts";
import { columns } from "./columns.tsx";

export default function MessageList() {
  const { query, span, chips, isFiltered } = useFilter();
  const list = useList("/emails", { query: { limit: 50, ...query } }, { topics: ["email"], span });
  const isCounted = !isScanned(query) || !list.hasNextPage;
  const hasStopped = list.hasNextPage && list.data?.pages.at(-1)?.data.length === 0;
  const more = () => void (list.isFetchingNextPage || list.fetchNextPage());
  return (
    <Page title={t("app.page.messages")}>
      <div>
        <Filters
          search={t("messages.search")}
          total={isCounted ? list.total && Math.max(list.total, list.rows.length) : undefined}
          file={{ name: "messages", columns: columns(), rows: list.all }}
          chips={chips}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && !hasStopped && <EmptyList isFiltered={isFiltered} />}
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

function EmptyList({ isFiltered }: { isFiltered: boolean }) {
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
