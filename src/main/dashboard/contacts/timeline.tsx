import { useList } from "../base/data.ts";
import { textsOf } from "../base/json.ts";
import { formatClock, formatDay, formatExact, formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { lookOf } from "../kit/activities.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { StepList, TimelineStep } from "../kit/timeline.tsx";
import { reasonText } from "../reasons/reason.ts";
import type { Activity } from "../generated/api.ts";

type Entry = Activity;

/** Everything that happened to a contact, the latest first, by day. */
export function Timeline({ contactId }: { contactId: string }) {
  const list = useList("/activity", { query: { contactId, limit: 50 } }, { topics: ["activity"] });
  const entries = list.rows;
  if (list.error && entries.length === 0) {
    return <FailureNote error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton lines={5} />;
  if (entries.length === 0) {
    return (
      <Empty icon="activity" title={t("contacts.noActivity")}>
        <p>{t("contacts.noActivityText")}</p>
      </Empty>
    );
  }
  const days = Map.groupBy(entries, (entry) => formatDay(entry.timestamp));
  return (
    <div className="stack">
      {[...days].map(([day, entries]) => (
        <section key={day} className="contacts-day">
          <h3 className="soft">{day}</h3>
          <StepList>{entries.map((entry) => <Line key={entry.id} entry={entry} />)}</StepList>
        </section>
      ))}
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t("contacts.earlier")}
        </Button>
      )}
    </div>
  );
}

function Line({ entry }: { entry: Entry }) {
  const said = textsOf(entry.metadata);
  const key = `contacts.activity.${entry.type}`;
  const reason = reasonText(said.reasonCode, said.error);
  const about = (said.subject && formatSubject(said.subject)) ?? said.eventName ?? said.name ?? said.workflowName ??
    said.campaignName;
  return (
    <TimelineStep
      {...lookOf(entry.type)}
      title={
        <>
          <strong>{isKey(key) ? t(key) : entry.type}</strong>{" "}
          {about && (said.emailId ? <Link to={`messages/${said.emailId}`}>{about}</Link> : about)}
        </>
      }
      time={<time dateTime={entry.timestamp} title={formatExact(entry.timestamp)}>{formatClock(entry.timestamp)}</time>}
    >
      {said.link && <p className="small soft contacts-about">{said.link}</p>}
      {reason && <p className="small soft contacts-about">{reason}</p>}
    </TimelineStep>
  );
}
