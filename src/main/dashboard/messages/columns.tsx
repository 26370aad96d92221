import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status, statusWord } from "../kit/badge.tsx";
import { Count } from "../kit/chart/number.tsx";
import { reasonText } from "../reasons/reason.ts";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { type Message, nextTryOf, sourceKey } from "./mail.ts";
import { useTracked } from "./tracked.ts";

/** The columns of the list of messages. */
export const columns = (): Column<Message>[] => [
  { id: "to", header: t("messages.to"), cell: ToCell, width: "minmax(0, 2.2fr)", text: addressOf },
  {
    id: "subject",
    header: t("messages.subject"),
    cell: SubjectCell,
    width: "minmax(0, 2fr)",
    hide: "narrow",
    text: ({ subject }) => subject,
  },
  {
    id: "status",
    header: t("messages.status"),
    cell: (mail) => <Status value={mail.status} />,
    width: STATUS_TRACK,
    text: ({ status }) => statusWord(status),
  },
  {
    id: "source",
    header: t("messages.source"),
    cell: (mail) => t(sourceKey(mail.sourceType)),
    text: (mail) => t(sourceKey(mail.sourceType)),
    width: "84px",
    hide: "medium",
  },
  {
    id: "opens",
    header: t("messages.opens"),
    cell: (mail) => <Hits mail={mail} value={mail.opens} />,
    text: ({ opens }) => opens,
    width: "68px",
    align: "end",
    hide: "medium",
  },
  {
    id: "clicks",
    header: t("messages.clicks"),
    cell: (mail) => <Hits mail={mail} value={mail.clicks} />,
    text: ({ clicks }) => clicks,
    width: "56px",
    align: "end",
    hide: "medium",
  },
  {
    id: "time",
    header: t("messages.time"),
    cell: (mail) => <Time at={mail.createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "124px",
    align: "end",
    hide: "narrow",
  },
];

const addressOf = ({ sourceType, from, to }: Message) => sourceType === "INBOUND" ? from : to;

/** The address, and below it the subject where that has no column of its own. */
function ToCell(mail: Message) {
  return (
    <>
      {addressOf(mail)}
      <span className="messages-under small soft truncated">{mail.subject ?? t("messages.noContent")}</span>
    </>
  );
}

/** The subject, and below it why the mail did not arrive, or when it is tried again. */
function SubjectCell(mail: Message) {
  const next = nextTryOf(mail);
  const reason = next
    ? t("messages.nextTry", { time: formatDayAndTime(next) })
    : reasonText(mail.reasonCode, mail.error);
  return (
    <>
      <span className="truncated messages-line">
        {mail.subject ?? <span className="soft">{t("messages.noContent")}</span>}
      </span>
      {reason && (
        <span className={`messages-reason small truncated ${next ? "soft" : "messages-mistake"}`} title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}

/** Opens and clicks are known only where the mail was sent with tracking. */
function Hits({ mail, value }: { mail: Message; value: number }) {
  const isTracked = useTracked();
  return value > 0 || (isTracked(mail) && mail.sentAt !== null)
    ? <Count value={value} />
    : <span className="soft">–</span>;
}
