import { useList } from "../base/data.ts";
import { formatClock, formatDay, formatExact, formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Icon, type IconName } from "../kit/icon.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
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

const ICONS: Record<string, IconName> = {
  "event.triggered": "event",
  "email.opened": "eye",
  "email.clicked": "click",
  "email.bounced": "bounce",
  "email.complaint": "warning",
  "email.failed": "warning",
  "email.suppressed": "block",
  "email.delivered": "check",
  "email.received": "mailbox",
  "workflow.started": "workflow",
  "workflow.completed": "workflow",
};

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
          <ol role="list" className="contacts-timeline">
            {entries.map((entry) => <Line key={entry.id} entry={entry} />)}
          </ol>
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
    <li>
      <Icon name={ICONS[entry.type] ?? "mail"} />
      <span className="grow">
        <strong>{isKey(key) ? t(key) : entry.type}</strong>{" "}
        {about && (metadata.emailId ? <Link to={`messages/${metadata.emailId}`}>{about}</Link> : about)}
        {metadata.link && <span className="contacts-about soft">{metadata.link}</span>}
        {reason && <span className="contacts-about soft">{reason}</span>}
      </span>
      <time className="soft small" dateTime={entry.timestamp} title={formatExact(entry.timestamp)}>
        {formatClock(entry.timestamp)}
      </time>
    </li>
  );
}
