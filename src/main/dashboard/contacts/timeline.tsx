import { useList } from "../base/data.ts";
import { textsOf } from "../base/json.ts";
import { formatClock, formatDay, formatExact, formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { badgeOf } from "../kit/activities.ts";
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
  const texts = textsOf(entry.metadata);
  const key = `contacts.activity.${entry.type}`;
  const reason = reasonText(texts.reasonCode, texts.error);
  const about = (texts.subject && formatSubject(texts.subject)) ?? texts.eventName ?? texts.name ??
    texts.workflowName ??
    texts.campaignName;
  return (
    <TimelineStep
      {...badgeOf(entry.type)}
      title={
        <>
          <strong>{isKey(key) ? t(key) : entry.type}</strong>{" "}
          {about && (texts.emailId ? <Link to={`emails/${texts.emailId}`}>{about}</Link> : about)}
        </>
      }
      time={<time dateTime={entry.timestamp} title={formatExact(entry.timestamp)}>{formatClock(entry.timestamp)}</time>}
    >
      {texts.link && <p className="small soft contacts-about">{texts.link}</p>}
      {reason && <p className="small soft contacts-about">{reason}</p>}
    </TimelineStep>
  );
}
