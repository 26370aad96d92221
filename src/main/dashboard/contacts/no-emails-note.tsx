import { useAnswer } from "../base/data.ts";
import { isKey, t } from "../base/words.ts";
import { FailureNote, Note } from "../kit/failure.tsx";
import { formatDayAndTime } from "../base/format.ts";
import type { Contact } from "./api.ts";
import { causeOf } from "./consent-words.ts";

/** One sentence for why the contact gets no emails, with its evidence; nothing where it gets them. */
export function NoEmailsNote({ contact }: { contact: Contact }) {
  const found = useAnswer("/suppressions", { query: { email: contact.email } }, {
    topics: ["suppression"],
  });
  const suppression = (found.data?.data ?? []).find((each) => each.email === contact.email);
  // Without the answer nobody may think that the contact gets emails.
  if (found.error && !found.data) return <FailureNote error={found.error} onRetry={() => void found.refetch()} />;
  if (suppression) {
    const key = `contacts.suppressed.${suppression.reason}`;
    return (
      <Note tone="watch">
        <p>{isKey(key) ? t(key) : t("contacts.suppressed.MANUAL")} {t("contacts.suppressedAll")}</p>
        <p className="small">
          {suppression.evidence && <span>{suppression.evidence} ·</span>} {formatDayAndTime(suppression.createdAt)}
        </p>
      </Note>
    );
  }
  return contact.subscribed ? null : <NotSubscribed contact={contact} />;
}

/** The reason why a contact gets no newsletters: the event that unsubscribed it and its time, as far as they are known. */
function NotSubscribed({ contact }: { contact: Contact }) {
  const { data } = useAnswer("/contacts/{id}/consent", { path: { id: contact.id } }, {
    topics: [`contact:${contact.id}`],
  });
  const consent = data;
  const change = consent?.unsubscription;
  return (
    <Note>
      <p>{t("contacts.notSubscribed")}</p>
      {consent && (
        <p className="small">
          {consent.optOut ? t(`contacts.optOut.${consent.optOut}`) : t("contacts.neverAsked")}
          {change && ` ${causeOf(change)} · ${formatDayAndTime(change.at)}`}
        </p>
      )}
    </Note>
  );
}
