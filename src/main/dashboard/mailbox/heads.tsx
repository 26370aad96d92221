import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { type Head, recipientOf } from "./caught.ts";

/** Messages opened since the page was loaded. */
const read = new Set<string>();

/** The newest messages, one below the other; the open one is marked. */
export function Heads({ heads, chosen }: { heads: Head[]; chosen: string | undefined }) {
  const [{ search }] = useQueryState();
  if (chosen) read.add(chosen);
  if (heads.length === 0) return <p className="soft mailbox-none">{t("mailbox.nothing")}</p>;
  const columns: Column<Head>[] = [{
    id: "message",
    header: t("mailbox.newest"),
    cell: (head) => <HeadCell head={head} isChosen={head.id === chosen} />,
  }];
  const query = search ? `?search=${encodeURIComponent(search)}` : "";
  return (
    <Table<Head>
      label={t("app.page.mailbox")}
      columns={columns}
      rows={heads}
      idOf={(head) => head.id}
      to={(head) => `mailbox/${head.id}${query}`}
      rowHeight={60}
    />
  );
}

function HeadCell({ head, isChosen }: { head: Head; isChosen: boolean }) {
  const state = isChosen ? " mailbox-chosen" : read.has(head.id) ? "" : " mailbox-unread";
  return (
    <span className={`mailbox-head${state}`}>
      <span className="spread">
        <span className="truncated">{recipientOf(head)}</span>
        <span className="small soft mailbox-time">
          <Time at={head.receivedAt} />
        </span>
      </span>
      <span className="mailbox-subject truncated">{head.subject || t("mailbox.noSubject")}</span>
      {isChosen && <span className="unseen">{t("mailbox.isOpen")}</span>}
    </span>
  );
}
