import { useList } from "../base/data.ts";
import { formatClock, formatDay, formatExact, formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { lookOf } from "../kit/activities.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { StepList, TimelineStep } from "../kit/timeline.tsx";
import { reasonText } from "../reasons/reason.ts";

interface Entry {
  id: string;
  type: string;
  timestamp: string;
  metadata?: {
    emailId?: string;
    subject?: string | null;
    eventName?: string;
    name?: string;
    workflowName?: string | null;
    campaignName?: string | null;
    link?: string | null;
    error?: string | null;
    reasonCode?: string | null;
  };
}

/** Everything that happened to a contact, the latest first, by day. */
export function Timeline({ contactId }: { contactId: string }) {
  const list = useList("/activity", { query: { contactId, limit: 50 } }, { topics: ["activity"] });
  const entries = list.rows as Entry[];
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
  const { metadata = {} } = entry;
  const key = `contacts.activity.${entry.type}`;
  const reason = reasonText(metadata.reasonCode, metadata.error);
  const about = (metadata.subject && formatSubject(metadata.subject)) ?? metadata.eventName ?? metadata.name ??
    metadata.workflowName ??
    metadata.campaignName;
  return (
    <TimelineStep
      {...lookOf(entry.type)}
      title={
        <>
          <strong>{isKey(key) ? t(key) : entry.type}</strong>{" "}
          {about && (metadata.emailId ? <Link to={`messages/${metadata.emailId}`}>{about}</Link> : about)}
        </>
      }
      time={<time dateTime={entry.timestamp} title={formatExact(entry.timestamp)}>{formatClock(entry.timestamp)}</time>}
    >
      {metadata.link && <p className="small soft contacts-about">{metadata.link}</p>}
      {reason && <p className="small soft contacts-about">{reason}</p>}
    </TimelineStep>
  );
}
