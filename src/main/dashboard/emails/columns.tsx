import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status, statusWord } from "../kit/badge.tsx";
import { Count } from "../kit/chart/number.tsx";
import { reasonText } from "../reasons/reason.ts";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { type Email, nextTryOf, sourceKey } from "./api.ts";
import { useTracked } from "./tracked.ts";

/** The columns of the list of emails. */
export const columns = (): Column<Email>[] => [
  { id: "to", header: t("emails.to"), cell: ToCell, width: "minmax(0, 2.2fr)", text: addressOf },
  {
    id: "subject",
    header: t("emails.subject"),
    cell: SubjectCell,
    width: "minmax(0, 2fr)",
    hide: "narrow",
    text: ({ subject }) => subject,
  },
  {
    id: "status",
    header: t("emails.status"),
    cell: (email) => <Status value={email.status} />,
    width: STATUS_TRACK,
    text: ({ status }) => statusWord(status),
  },
  {
    id: "source",
    header: t("emails.source"),
    cell: (email) => t(sourceKey(email.sourceType)),
    text: (email) => t(sourceKey(email.sourceType)),
    width: "84px",
    hide: "medium",
  },
  {
    id: "opens",
    header: t("emails.opens"),
    cell: (email) => <Hits email={email} value={email.opens} />,
    text: ({ opens }) => opens,
    width: "68px",
    align: "end",
    hide: "medium",
  },
  {
    id: "clicks",
    header: t("emails.clicks"),
    cell: (email) => <Hits email={email} value={email.clicks} />,
    text: ({ clicks }) => clicks,
    width: "56px",
    align: "end",
    hide: "medium",
  },
  {
    id: "time",
    header: t("emails.time"),
    cell: (email) => <Time at={email.createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "124px",
    align: "end",
    hide: "narrow",
  },
];

const addressOf = ({ sourceType, from, to }: Email) => sourceType === "INBOUND" ? from : to;

/** The address, and below it the subject where that has no column of its own. */
function ToCell(email: Email) {
  return (
    <>
      {addressOf(email)}
      <span className="emails-under small soft truncated">{email.subject ?? t("emails.noContent")}</span>
    </>
  );
}

/** The subject, and below it why the email did not arrive, or when it is tried again. */
function SubjectCell(email: Email) {
  const next = nextTryOf(email);
  const reason = next
    ? t("emails.nextTry", { time: formatDayAndTime(next) })
    : reasonText(email.reasonCode, email.error);
  return (
    <>
      <span className="truncated emails-line">
        {email.subject ?? <span className="soft">{t("emails.noContent")}</span>}
      </span>
      {reason && (
        <span className={`emails-reason small truncated ${next ? "soft" : "emails-mistake"}`} title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}

/** Opens and clicks are known only where the email was sent with tracking. */
function Hits({ email, value }: { email: Email; value: number }) {
  const isTracked = useTracked();
  return value > 0 || (isTracked(email) && email.sentAt !== null)
    ? <Count value={value} />
    : <span className="soft">–</span>;
}
