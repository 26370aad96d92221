import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { type Key, t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Time } from "../kit/time.tsx";
import { showToast } from "../kit/toast.tsx";

/** Says that an address gets no more emails, why, and takes it off the list. */
export function SuppressionNote({ address, emailId }: { address: string; emailId: string }) {
  const [isOpen, setOpen] = useState(false);
  const found = useAnswer("/suppressions", { query: { email: address } }, { topics: ["suppression"] });
  const remove = useChange("delete", "/suppressions/{email}", {
    refreshes: ["/suppressions", "/emails"],
    onDone: () => {
      setOpen(false);
      showToast(t("emails.suppression.removed", { address }));
    },
  });
  if (found.error && !found.data) return <FailureNote error={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data?.data ?? [];
  const entry = rows.find((each) => each.email.toLowerCase() === address.toLowerCase());
  if (!entry) return null;
  const remark = (
    <div className="stack-small">
      <p>
        {t("emails.suppression.is", { address, reason: t(`emails.suppression.${entry.reason}` as Key) })}{" "}
        <Time at={entry.createdAt} />
        {entry.emailId && entry.emailId !== emailId && (
          <>
            {" · "}
            <Link to={`emails/${entry.emailId}`}>{t("emails.suppression.cause")}</Link>
          </>
        )}
      </p>
      {entry.evidence && <code>{entry.evidence}</code>}
    </div>
  );
  return (
    <>
      <Note tone="watch" action={<Button onPress={() => setOpen(true)}>{t("emails.suppression.remove")}</Button>}>
        {remark}
      </Note>
      <Confirm
        title={t("emails.suppression.removeTitle")}
        action={t("emails.suppression.remove")}
        isDanger={entry.reason !== "MANUAL"}
        isOpen={isOpen}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ path: { email: entry.email } })}
      >
        <p>{t("emails.suppression.removeText", { address })}</p>
      </Confirm>
    </>
  );
}
