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
    id: "mail",
    header: t("mailbox.newest"),
    cell: (mail) => <HeadCell mail={mail} isChosen={mail.id === chosen} />,
  }];
  const query = search ? `?search=${encodeURIComponent(search)}` : "";
  return (
    <Table<Head>
      label={t("app.page.mailbox")}
      columns={columns}
      rows={heads}
      idOf={(mail) => mail.id}
      to={(mail) => `mailbox/${mail.id}${query}`}
      rowHeight={60}
    />
  );
}

function HeadCell({ mail, isChosen }: { mail: Head; isChosen: boolean }) {
  const state = isChosen ? " mailbox-chosen" : read.has(mail.id) ? "" : " mailbox-unread";
  return (
    <span className={`mailbox-head${state}`}>
      <span className="spread">
        <span className="truncated">{recipientOf(mail)}</span>
        <span className="small soft mailbox-time">
          <Time at={mail.receivedAt} />
        </span>
      </span>
      <span className="mailbox-subject truncated">{mail.subject || t("mailbox.noSubject")}</span>
      {isChosen && <span className="unseen">{t("mailbox.isOpen")}</span>}
    </span>
  );
}
