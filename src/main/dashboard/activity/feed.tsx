import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { typeWord } from "./activity.ts";
import { Days } from "./days.tsx";
import { useFeed } from "./use-feed.ts";

/** All that happened in the project; what comes meanwhile waits above until somebody wants it, so that nothing jumps. */
export default function ActivityFeed() {
  const [{ types, contactId, since = "" }] = useQueryState();
  const feed = useFeed({ types, contactId, since });
  const { list } = feed;
  return (
    <Page title={t("app.page.activity")}>
      <div>
        <Filters chips={useChips(contactId)} total={feed.total} isFeed />
        <p className="activity-news" role="status">
          {feed.fresh > 0 && (
            <Button variant="main" icon="up" onPress={feed.show}>
              {t("activity.news", { count: feed.fresh, more: feed.hasGap ? "+" : "" })}
            </Button>
          )}
        </p>
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {feed.isEmpty && <EmptyList isFiltered={Boolean(types || contactId || since)} />}
        <Days entries={feed.shown} />
        {list.hasNextPage && (
          <p className="activity-more">
            <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              {t("activity.older")}
            </Button>
          </p>
        )}
      </div>
    </Page>
  );
}

function useChips(contactId: string | undefined) {
  const types = useAnswer("/activity/types");
  const known = types.data?.types ?? [];
  const chips = [
    { name: "types", label: t("activity.kind"), options: known.map((id) => ({ id, label: typeWord(id) })) },
    {
      name: "since",
      label: t("activity.time"),
      options: [
        { id: "day", label: t("activity.since.day") },
        { id: "week", label: t("activity.since.week") },
        { id: "month", label: t("activity.since.month") },
        { id: "quarter", label: t("activity.since.quarter") },
      ],
    },
  ];
  const contact = {
    name: "contactId",
    label: t("activity.contact"),
    options: [{ id: contactId ?? "", label: t("activity.one") }],
  };
  return contactId ? [...chips, contact] : chips;
}

function EmptyList({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered
    ? (
      <Empty icon="search" title={t("activity.nothing")}>
        <p>{t("activity.nothingText")}</p>
      </Empty>
    )
    : (
      <Empty
        icon="activity"
        title={t("activity.empty")}
        action={<ButtonLink to="" icon="send">{t("activity.first")}</ButtonLink>}
      >
        <p>{t("activity.emptyText")}</p>
      </Empty>
    );
}
