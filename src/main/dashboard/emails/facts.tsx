import { formatBytes, formatDayAndTime } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { apiAddress } from "../base/api.ts";
import { t } from "../base/words.ts";
import { CopyButton } from "../kit/copy.tsx";
import { Count } from "../kit/chart/number.tsx";
import { type Detail, sourceKey } from "./api.ts";
import { useTracked } from "./tracked.ts";

/** Sender, recipient, source and links of an email, beside its timeline. */
export function Facts({ email }: { email: Detail }) {
  const isReceived = email.sourceType === "INBOUND";
  return (
    <dl className="emails-facts">
      <Fact label={t("emails.from")}>{named(email.fromName, email.from) ?? t("emails.noContent")}</Fact>
      <Fact label={t("emails.to")}>
        {isReceived ? email.to : <Link to={`contacts/${email.contactId}`}>{named(email.toName, email.to)}</Link>}
      </Fact>
      {email.recipients?.cc && email.recipients.cc.length > 0 && (
        <Fact label={t("emails.cc")}>{email.recipients.cc.join(", ")}</Fact>
      )}
      {email.replyTo && <Fact label={t("emails.replyTo")}>{email.replyTo}</Fact>}
      <Fact label={t("emails.source")}>{t(sourceKey(email.sourceType))}</Fact>
      {email.campaignId && (
        <Fact label={t("emails.campaign")}>
          <Link to={`campaigns/${email.campaignId}`}>{t("emails.openCampaign")}</Link>
        </Fact>
      )}
      {email.workflowId && (
        <Fact label={t("emails.workflow")}>
          <Link to={`workflows/${email.workflowId}/executions/${email.workflowExecutionId}`}>
            {t("emails.openExecution")}
          </Link>
        </Fact>
      )}
      {email.templateId && (
        <Fact label={t("emails.template")}>
          <Link to={`templates/${email.templateId}`}>{t("emails.openTemplate")}</Link>
        </Fact>
      )}
      {!isReceived && <Hits email={email} />}
      {email.scheduledAt && (
        <Fact label={t("emails.scheduled")}>
          <time dateTime={email.scheduledAt}>{formatDayAndTime(email.scheduledAt)}</time>
        </Fact>
      )}
      <Files email={email} />
      {email.messageId && (
        <Fact label={t("emails.messageId")}>
          <span className="row">
            <code className="truncated">{email.messageId}</code>
            <CopyButton text={email.messageId} label={t("emails.copyMessageId")} />
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** Zero is shown only where opens would have been counted. */
function Hits({ email }: { email: Detail }) {
  const isTracked = useTracked()(email);
  const hits = email.opens + email.clicks + email.machineOpens + email.machineClicks;
  if (hits === 0 && !email.sentAt) return null;
  if (hits === 0 && !isTracked) {
    return <Fact label={t("emails.opens")}>{t("emails.notTracked")}</Fact>;
  }
  return (
    <>
      <Fact label={t("emails.opens")}>
        <Count value={email.opens} />
        <ByMachines value={email.machineOpens} />
      </Fact>
      <Fact label={t("emails.clicks")}>
        <Count value={email.clicks} />
        <ByMachines value={email.machineClicks} />
      </Fact>
    </>
  );
}

/** The opens and clicks of mail clients that fetch pictures and of scanners that follow links. */
function ByMachines({ value }: { value: number }) {
  return value > 0 && <span className="soft small emails-machines">{t("emails.byMachines", { count: value })}</span>;
}

function Files({ email }: { email: Detail }) {
  if (!email.attachments || email.attachments.length === 0) return null;
  return (
    <Fact label={t("emails.attachments")}>
      <ul role="list">
        {email.attachments.map((file, index) => (
          <li key={index}>
            {email.inbound
              ? <a download href={apiAddress(`/emails/${email.id}/attachments/${index}`, {}, true)}>{file.filename}</a>
              : file.filename} <span className="soft small">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

export function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="emails-fact">
      <dt className="soft small">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const named = (name: string | null, address: string | null) => (name && address ? `${name} <${address}>` : address);
