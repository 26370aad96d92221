import { Page } from "../app/page.tsx";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { Table } from "../kit/table.tsx";
import { type Email, isScanned } from "./api.ts";
import { useFilter } from "./use-filter.ts";
import { columns } from "./columns.tsx";

export default function EmailList() {
  const { query, span, chips, isFiltered } = useFilter();
  const list = useList("/emails", { query: { limit: 50, ...query } }, { topics: ["email"], span });
  const isCounted = !isScanned(query) || !list.hasNextPage;
  const hasStopped = list.hasNextPage && list.data?.pages.at(-1)?.data.length === 0;
  const more = () => void (list.isFetchingNextPage || list.fetchNextPage());
  return (
    <Page title={t("app.page.emails")}>
      <div>
        <Filters
          search={t("emails.search")}
          total={isCounted ? list.total && Math.max(list.total, list.rows.length) : undefined}
          file={{ name: "emails", columns: columns(), rows: list.all }}
          chips={chips}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && !hasStopped && <EmptyList isFiltered={isFiltered} />}
        {list.rows.length > 0 && (
          <Table<Email>
            label={t("app.page.emails")}
            columns={columns()}
            rows={list.rows}
            idOf={(email) => email.id}
            to={(email) => `emails/${email.id}`}
            total={isCounted ? list.total : undefined}
            rowHeight={54}
            hasMore={list.hasNextPage && !hasStopped}
            loadMore={more}
          />
        )}
        {hasStopped && (
          <div className="emails-older">
            <p className="soft">{t("emails.searched")}</p>
            <Button isPending={list.isFetchingNextPage} onPress={more}>{t("emails.older")}</Button>
          </div>
        )}
      </div>
    </Page>
  );
}

function EmptyList({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered
    ? (
      <Empty icon="search" title={t("emails.nothing")}>
        <p>{t("emails.nothingText")}</p>
      </Empty>
    )
    : (
      <Empty
        icon="email"
        title={t("emails.empty")}
        action={<ButtonLink to="" icon="send">{t("emails.first")}</ButtonLink>}
      >
        <p>{t("emails.emptyText")}</p>
      </Empty>
    );
}
