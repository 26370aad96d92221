import { useQueryState } from "../base/address.ts";
import { apiAddress } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { isStatus } from "../base/errors.ts";
import { formatBytes } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Icon } from "../kit/icon.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { type Caught, recipientOf, senderOf } from "./caught.ts";
import { Views } from "./views.tsx";

/** The open message: who, to whom, its files, and its content in four ways. */
export function Reader({ id }: { id: string | undefined }) {
  const [{ search }] = useQueryState();
  const answer = useAnswer("/dev/mailbox/messages/{id}", { path: { id: id ?? "" } }, { enabled: id !== undefined });
  if (!id) {
    return (
      <div className="mailbox-reader mailbox-hint">
        <Empty icon="email" title={t("mailbox.choose")} />
      </div>
    );
  }
  const message = answer.data;
  const isShown = message?.id === id;
  return (
    <article className="mailbox-reader stack" aria-label={t("mailbox.message")}>
      <Link className="mailbox-back" to="mailbox" query={{ search }}>
        <Icon name="left" size={14} /> {t("mailbox.all")}
      </Link>
      {answer.error && (isStatus(answer.error, 404)
        ? <p className="soft">{t("mailbox.gone")}</p>
        : <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />)}
      {!isShown && !answer.error && <Skeleton lines={6} />}
      {isShown && !isStatus(answer.error, 404) && <Message message={message} />}
    </article>
  );
}

function Message({ message }: { message: Caught }) {
  return (
    <>
      <header className="stack-small">
        <h2>{message.subject || t("mailbox.noSubject")}</h2>
        <dl className="mailbox-facts">
          <dt>{t("mailbox.from")}</dt>
          <dd>{senderOf(message)}</dd>
          <dt>{t("mailbox.to")}</dt>
          <dd>{recipientOf(message)}</dd>
          <dt>{t("mailbox.received")}</dt>
          <dd>
            <Time at={message.receivedAt} /> · {formatBytes(message.size)}
          </dd>
        </dl>
        {message.attachments.length > 0 && (
          <ul role="list" className="row-wrap" aria-label={t("mailbox.attachments")}>
            {message.attachments.map((file) => (
              <li key={file.url}>
                <a className="chip mailbox-file" href={apiAddress(file.url)} download={file.filename}>
                  <Icon name="attachment" size={14} /> {file.filename}{" "}
                  <span className="soft">{formatBytes(file.size)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </header>
      <Views message={message} />
      <p className="small soft">
        {t("mailbox.safe")}{" "}
        <a href={apiAddress(`/dev/mailbox/messages/${message.id}/raw`)} download={`${message.id}.eml`}>
          {t("mailbox.download")}
        </a>
      </p>
    </>
  );
}
