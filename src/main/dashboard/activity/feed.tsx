import { useMemo, useState } from "react";
import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer, useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { type Activity, typeWord } from "./activity.ts";
import { Days } from "./days.tsx";

const DAYS: Record<string, number> = { day: 1, week: 7, quarter: 90 };
const NEWS = 50;

/** All that happened in the project; what comes meanwhile waits above until somebody wants it, so that nothing jumps. */
export default function ActivityFeed() {
  const [{ types, contactId, since = "" }] = useQueryState();
  const startDate = useMemo(() => startOf(since), [since]);
  const query = { types, contactId, startDate };
  const filter = JSON.stringify(query);
  const list = useList("/activity", { query: { ...query, limit: 50 } });
  const news = useAnswer("/activity", { query: { ...query, limit: NEWS } }, { topics: ["activity"] });
  const [read, setRead] = useState<{ filter: string; until: string }>();
  const rows = list.rows as Activity[];
  const until = read?.filter === filter ? read.until : undefined;
  const newest = rows[0]?.timestamp;
  if (!until && newest && !list.isPlaceholderData) setRead({ filter, until: newest });
  const fresh = until ? ((news.data?.data ?? []) as Activity[]).filter((entry) => entry.timestamp > until) : [];
  const shown = until ? rows.filter((entry) => entry.timestamp <= until) : rows;
  const show = async () => {
    const latest = fresh[0]?.timestamp;
    await list.refetch();
    if (latest) setRead({ filter, until: latest });
    globalThis.scrollTo({ top: 0 });
  };
  const isEmpty = list.isSuccess && rows.length === 0;
  if (isEmpty && (news.data?.data ?? []).length > 0 && !list.isFetching) void list.refetch();
  return (
    <Page title={t("app.page.activity")}>
      <div>
        <Filters chips={useChips(contactId)} total={list.total} />
        <p className="activity-news" role="status">
          {fresh.length > 0 && (
            <Button look="main" icon="up" onPress={show}>
              {t("activity.news", { count: fresh.length, more: fresh.length >= NEWS ? "+" : "" })}
            </Button>
          )}
        </p>
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {isEmpty && <Nothing isFiltered={Boolean(types || contactId || since)} />}
        <Days entries={shown} />
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

function startOf(since: string): string | undefined {
  return DAYS[since] ? new Date(Date.now() - DAYS[since] * 86_400_000).toISOString() : undefined;
}

function useChips(contactId: string | undefined) {
  const types = useAnswer("/activity/types");
  const known = (types.data?.types ?? []) as string[];
  const chips = [
    { name: "types", label: t("activity.kind"), options: known.map((id) => ({ id, label: typeWord(id) })) },
    {
      name: "since",
      label: t("activity.time"),
      options: [
        { id: "day", label: t("activity.since.day") },
        { id: "week", label: t("activity.since.week") },
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

function Nothing({ isFiltered }: { isFiltered: boolean }) {
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
