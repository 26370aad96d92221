import { useFacts } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/form/button.tsx";
import { Loaded } from "../kit/states.tsx";
import { EmailFrame } from "../kit/email-frame.tsx";

const PENDING_STATUSES = ["PENDING", "SENDING"];
const FAILED_STATUSES = ["FAILED", "BOUNCED", "SUPPRESSED", "CANCELLED"];

/** Follows the status of one email until it is delivered, and shows it. */
export function FirstEmailStatus({ id }: { id: string }) {
  const { catchesEmails } = useFacts();
  const email = useAnswer("/emails/{id}", { path: { id } }, { topics: [`email:${id}`] });
  return (
    <div className="home-arrival">
      <Loaded query={email} lines={4}>
        {(answer) => {
          const { status, subject } = answer;
          const successText = catchesEmails ? t("home.first.caught") : t("home.first.arrived");
          const text = PENDING_STATUSES.includes(status)
            ? t("home.first.waiting")
            : FAILED_STATUSES.includes(status)
            ? t("home.first.failed")
            : successText;
          return (
            <>
              <div className="spread">
                <div className="row-wrap" role="status">
                  <Status value={status} />
                  <strong>{text}</strong>
                </div>
                <ButtonLink to={`emails/${id}`} variant="quiet">{t("home.first.open")}</ButtonLink>
              </div>
              <p className="soft truncated">{subject}</p>
              {!PENDING_STATUSES.includes(status) && (
                <EmailFrame title={t("home.first.frame")} path={`/emails/${id}/html`} height={220} />
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
