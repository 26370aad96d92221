import { useAnswer } from "../base/data.ts";
import { isKey, t } from "../base/words.ts";
import { Note } from "../kit/failure.tsx";
import { formatDayAndTime } from "../base/format.ts";
import type { Contact } from "./api.ts";

interface Suppression {
  email: string;
  reason: string;
  evidence?: string | null;
  createdAt: string;
}

/** One sentence for why the contact is not mailed, with its evidence; nothing where it is mailed. */
export function Mailability({ contact }: { contact: Contact }) {
  const found = useAnswer("/suppressions", { query: { search: contact.email, limit: 20 } }, {
    topics: ["suppression"],
  });
  const suppression = ((found.data?.data ?? []) as Suppression[]).find((each) => each.email === contact.email);
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
  return contact.subscribed ? null : <Note>{t("contacts.notSubscribed")}</Note>;
}
