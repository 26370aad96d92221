import { useList } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { CopyButton } from "../kit/copy.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Skeleton } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { Tree } from "../kit/tree.tsx";
import type { Occurrence } from "./event.ts";

/** The newest events of a name, each with its data as a tree. */
export function Occurrences({ name }: { name: string }) {
  const list = useList("/events", { query: { eventName: name, limit: 20 } }, { topics: ["activity"] });
  const rows = list.rows;
  return (
    <section className="stack-small" aria-labelledby="events-newest">
      <h2 id="events-newest">{t("events.newest")}</h2>
      {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <Skeleton lines={5} />}
      {list.isSuccess && rows.length === 0 && <p className="soft sheet">{t("events.none")}</p>}
      {rows.length > 0 && (
        <ul role="list" className="sheet-flush">
          {rows.map((each, at) => <One key={each.id} occurrence={each} isFirst={at === 0} />)}
        </ul>
      )}
      {list.hasNextPage && (
        <p className="events-more">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t("events.older")}
          </Button>
        </p>
      )}
    </section>
  );
}

function One({ occurrence, isFirst }: { occurrence: Occurrence; isFirst: boolean }) {
  const { contact, contactId, data, emailId, createdAt } = occurrence;
  const isEmpty = data === null || Object.keys(data).length === 0;
  return (
    <li className="events-one">
      <p className="spread">
        <span className="row-wrap">
          {contact
            ? <Link to={`contacts/${contactId}`} className="events-who">{contact.email}</Link>
            : <span className="soft">{t("events.goneContact")}</span>}
          {emailId && <Link to={`emails/${emailId}`} className="small">{t("events.openEmail")}</Link>}
        </span>
        <span className="small soft events-time">
          <Time at={createdAt} />
        </span>
      </p>
      {isEmpty ? <p className="small soft">{t("events.noData")}</p> : (
        <details open={isFirst} className="events-data">
          <summary className="small">{t("events.data", { count: Object.keys(data).length })}</summary>
          <div className="events-tree">
            <Tree value={data} levels={2} />
            <CopyButton text={JSON.stringify(data, null, 2)} label={t("events.copyData")} />
          </div>
        </details>
      )}
    </li>
  );
}
