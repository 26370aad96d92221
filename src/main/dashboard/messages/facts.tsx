import { formatBytes, formatDayAndTime } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { apiAddress } from "../base/api.ts";
import { t } from "../base/words.ts";
import { CopyButton } from "../kit/copy.tsx";
import { Count } from "../kit/chart/number.tsx";
import { type Detail, sourceKey } from "./mail.ts";
import { useTracked } from "./tracked.ts";

/** Sender, recipient, source and links of an email, beside its timeline. */
export function Facts({ mail }: { mail: Detail }) {
  const isReceived = mail.sourceType === "INBOUND";
  return (
    <dl className="messages-facts">
      <Fact label={t("messages.from")}>{named(mail.fromName, mail.from) ?? t("messages.noContent")}</Fact>
      <Fact label={t("messages.to")}>
        {isReceived ? mail.to : <Link to={`contacts/${mail.contactId}`}>{named(mail.toName, mail.to)}</Link>}
      </Fact>
      {mail.recipients?.cc && mail.recipients.cc.length > 0 && (
        <Fact label={t("messages.cc")}>{mail.recipients.cc.join(", ")}</Fact>
      )}
      {mail.replyTo && <Fact label={t("messages.replyTo")}>{mail.replyTo}</Fact>}
      <Fact label={t("messages.source")}>{t(sourceKey(mail.sourceType))}</Fact>
      {mail.campaignId && (
        <Fact label={t("messages.campaign")}>
          <Link to={`campaigns/${mail.campaignId}`}>{t("messages.openCampaign")}</Link>
        </Fact>
      )}
      {mail.workflowId && (
        <Fact label={t("messages.workflow")}>
          <Link to={`workflows/${mail.workflowId}/executions/${mail.workflowExecutionId}`}>
            {t("messages.openExecution")}
          </Link>
        </Fact>
      )}
      {mail.templateId && (
        <Fact label={t("messages.template")}>
          <Link to={`templates/${mail.templateId}`}>{t("messages.openTemplate")}</Link>
        </Fact>
      )}
      {!isReceived && <Hits mail={mail} />}
      {mail.scheduledAt && (
        <Fact label={t("messages.scheduled")}>
          <time dateTime={mail.scheduledAt}>{formatDayAndTime(mail.scheduledAt)}</time>
        </Fact>
      )}
      <Files mail={mail} />
      {mail.messageId && (
        <Fact label={t("messages.messageId")}>
          <span className="row">
            <code className="truncated">{mail.messageId}</code>
            <CopyButton text={mail.messageId} label={t("messages.copyMessageId")} />
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** Zero is shown only where opens would have been counted. */
function Hits({ mail }: { mail: Detail }) {
  const isTracked = useTracked()(mail);
  const hits = mail.opens + mail.clicks + mail.machineOpens + mail.machineClicks;
  if (hits === 0 && !mail.sentAt) return null;
  if (hits === 0 && !isTracked) {
    return <Fact label={t("messages.opens")}>{t("messages.notTracked")}</Fact>;
  }
  return (
    <>
      <Fact label={t("messages.opens")}>
        <Count value={mail.opens} />
        <ByMachines value={mail.machineOpens} />
      </Fact>
      <Fact label={t("messages.clicks")}>
        <Count value={mail.clicks} />
        <ByMachines value={mail.machineClicks} />
      </Fact>
    </>
  );
}

/** The opens and clicks of mail clients that fetch pictures and of scanners that follow links. */
function ByMachines({ value }: { value: number }) {
  return value > 0 && <span className="soft small messages-machines">{t("messages.byMachines", { count: value })}
  </span>;
}

function Files({ mail }: { mail: Detail }) {
  if (!mail.attachments || mail.attachments.length === 0) return null;
  return (
    <Fact label={t("messages.attachments")}>
      <ul role="list">
        {mail.attachments.map((file, index) => (
          <li key={index}>
            {mail.inbound
              ? <a download href={apiAddress(`/emails/${mail.id}/attachments/${index}`, {}, true)}>{file.filename}</a>
              : file.filename} <span className="soft small">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

export function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="messages-fact">
      <dt className="soft small">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const named = (name: string | null, address: string | null) => (name && address ? `${name} <${address}>` : address);
