import { memo } from "react";
import { formatDay } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { badgeOf } from "../kit/activities.ts";
import { Time } from "../kit/time.tsx";
import { Dot } from "../kit/timeline.tsx";
import { type Activity, byDay, remarkOf, subjectOf, typeWord } from "./activity.ts";

/** The entries under the days they happened on. */
export function Days({ entries }: { entries: Activity[] }) {
  return (
    <>
      {byDay(entries, formatDay).map(([day, list]) => (
        <section key={day} className="activity-day">
          <h2 className="activity-date">{day}</h2>
          <ul role="list" className="sheet-flush">
            {list.map((entry) => <Entry key={entry.id} entry={entry} />)}
          </ul>
        </section>
      ))}
    </>
  );
}

const Entry = memo(function Entry({ entry }: { entry: Activity }) {
  const subject = subjectOf(entry);
  const remark = remarkOf(entry);
  return (
    <li className="activity-entry">
      <Dot {...badgeOf(entry.type)} />
      <div className="grow">
        <p className="activity-line">
          <span className="activity-type">{typeWord(entry.type)}</span>
          {subject && (subject.to
            ? <Link to={subject.to} query={subject.query} className="link-quiet">{subject.name}</Link>
            : <span>{subject.name}</span>)}
        </p>
        <p className="small soft activity-line">
          {entry.contactEmail && (entry.contactId
            ? <Link to={`contacts/${entry.contactId}`} className="link-quiet">{entry.contactEmail}</Link>
            : <span>{entry.contactEmail}</span>)}
          {remark && <span className="activity-remark">{remark}</span>}
        </p>
      </div>
      <span className="small soft activity-time">
        <Time at={entry.timestamp} />
      </span>
    </li>
  );
});
